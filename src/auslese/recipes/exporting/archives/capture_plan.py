"""Which bytes of which segments make up an exported archive, and what must be written anew.

A revisit has no body: it points to a capture that has it. Where that stays here, the revisit leaves
as a response with the body in it; an answer 304, which cannot have one, stays here, too.
"""

from collections.abc import Callable, Iterator, Sequence
from http import HTTPStatus
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from auslese.records.errors import NotFoundError
from auslese.store.archive.archived_responses import ArchivedResponse, first_capture, read_alone
from auslese.store.archive.cdxj import CaptureLocation
from auslese.store.archive.segment_captures import (
    SegmentCaptures,
    count_captures,
    segment_captures,
)

Mask = npt.NDArray[np.bool_]
UNCHANGED = b" %d" % HTTPStatus.NOT_MODIFIED
STATUS_BEGINS, STATUS_ENDS = len("HTTP/1.1"), len("HTTP/1.1 304")


class ArchiveStretch(NamedTuple):
    """Bytes of a segment that lie side by side."""

    begin: int
    end: int
    filled_from: CaptureLocation | None = None
    """Of a revisit that leaves with its body: where that is."""

    @property
    def length(self) -> int:
        """How many bytes it takes here."""
        return self.end - self.begin


class SegmentPart(NamedTuple):
    """What of a segment leaves."""

    segment: Path
    stretches: list[ArchiveStretch]
    leaving: int
    """How many captures."""
    captures: SegmentCaptures | None = None
    mask: Mask | None = None
    """Which of them; both None if all leave, so that nobody had to ask."""

    def begins(self) -> npt.NDArray[np.int64]:
        """Where captures begin in the segment, be they chosen or not."""
        return (self.captures or segment_captures(self.segment)).begins

    def begins_leaving(self) -> set[int] | None:
        """Where those begin that leave; None if all do."""
        if self.captures is None or self.mask is None:
            return None
        return set(self.captures.begins[self.mask].tolist())


def whole_part(segment: Path) -> SegmentPart:
    """All of a segment that nobody writes any more."""
    whole = ArchiveStretch(0, segment.stat().st_size)
    return SegmentPart(segment, [whole], count_captures(segment))


def planned_parts(segments: Sequence[SegmentCaptures], masks: Sequence[Mask]) -> list[SegmentPart]:
    """What leaves of each segment, without those of which nothing does."""
    revisits = _RevisitPlan(segments, masks)
    fills = [revisits.fills(number) for number in range(len(segments))]
    return [
        SegmentPart(
            captures.segment,
            list(_stretches(captures, mask, some)),
            int(mask.sum()),
            captures,
            mask,
        )
        for captures, mask, some in zip(segments, masks, fills, strict=True)
        if mask.any()
    ]


def last_captures(
    segments: Sequence[SegmentCaptures],
    masks: Sequence[Mask],
    is_placed: Callable[[SegmentCaptures], tuple[Mask, Mask]],
) -> list[Mask]:
    """Of the captures of each URL the last one.

    `is_placed` tells which captures are of pages whose place is known, and which lie at it: what a
    page says today may have been archived before it was found unchanged.
    """
    keys, moments = _joined(segments, "keys"), _joined(segments, "moments")
    wanted = np.concatenate([np.zeros(0, np.bool_), *masks])
    order = np.lexsort((moments, wanted, keys))
    is_last = np.zeros(len(keys), np.bool_)
    if len(order):
        sorted_keys = keys[order]
        is_last[order[np.append(sorted_keys[1:] != sorted_keys[:-1], True)]] = True
    ends = np.cumsum([0, *(len(mask) for mask in masks)])
    kept = []
    for captures, mask, begin, end in zip(segments, masks, ends, ends[1:], strict=False):
        of_page, at_place = is_placed(captures)
        kept.append(mask & np.where(of_page, at_place, is_last[begin:end]))
    return kept


def _joined(segments: Sequence[SegmentCaptures], column: str) -> npt.NDArray[np.int64]:
    return np.concatenate(
        [np.zeros(0, np.int64), *(getattr(captures, column) for captures in segments)]
    )


class _RevisitPlan:
    """What becomes of revisits; masks lose those that stay here."""

    def __init__(self, segments: Sequence[SegmentCaptures], masks: Sequence[Mask]) -> None:
        self._segments, self._masks = segments, masks
        self._numbers = {captures.segment: number for number, captures in enumerate(segments)}
        bodies = [
            captures.digests[~mask & ~captures.is_revisit]
            for captures, mask in zip(segments, masks, strict=True)
        ]
        self._staying = np.unique(np.concatenate([np.zeros(0, np.int64), *bodies]))

    def fills(self, number: int) -> dict[int, CaptureLocation]:
        """The places of bodies for revisits of a segment, by the rows of these."""
        captures, mask = self._segments[number], self._masks[number]
        # Most bodies stay with their revisits: only where one of this digest does not is looked.
        doubtful = mask & captures.is_revisit & np.isin(captures.digests, self._staying)
        found: dict[int, CaptureLocation] = {}
        for row in np.flatnonzero(doubtful).tolist():
            place = _location(captures, row)
            response = read_alone(captures.segment.parent, place)
            body = self._missing_body(captures.segment.parent, response)
            if body is None:
                continue
            if response.header[STATUS_BEGINS:STATUS_ENDS] == UNCHANGED:
                mask[row] = False
            else:
                found[row] = body
        return found

    def _missing_body(self, folder: Path, revisit: ArchivedResponse) -> CaptureLocation | None:
        """Where the body is, if it stays here; None if it leaves, too, or was lost before."""
        if revisit.earlier is None:
            return None
        try:
            body = first_capture(folder, revisit)
        except NotFoundError:
            return None
        number = self._numbers.get(folder / body.segment)
        row = None if number is None else self._segments[number].place_of(body.offset)
        leaves = number is not None and row is not None and bool(self._masks[number][row])
        return None if leaves else body


def _location(captures: SegmentCaptures, row: int) -> CaptureLocation:
    return CaptureLocation(
        captures.segment.name, int(captures.begins[row]), int(captures.lengths[row])
    )


def _stretches(
    captures: SegmentCaptures, mask: Mask, fills: dict[int, CaptureLocation]
) -> Iterator[ArchiveStretch]:
    """What lies side by side as one, and what says who wrote the segment before all else."""
    first = int(captures.begins[0]) if len(mask) else 0
    begin = end = 0
    if mask.any():
        end = first
    for row in np.flatnonzero(mask).tolist():
        start, stop = int(captures.begins[row]), int(captures.ends[row])
        if start != end or row in fills:
            if end > begin:
                yield ArchiveStretch(begin, end)
            begin = start
        if row in fills:
            begin = start + int(captures.lengths[row])
            yield ArchiveStretch(start, begin, fills[row])
        end = stop
    if end > begin:
        yield ArchiveStretch(begin, end)
