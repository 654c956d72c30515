"""Which captures has a segment, and from where to where does all of each of them reach?

Behind a response lie its request and what a browser made of it, so all of a capture is what lies
before the next one. The index tells where that begins; nothing is unpacked.
"""

import re
from collections.abc import Iterable, Iterator
from functools import partial
from itertools import chain
from pathlib import Path
from typing import NamedTuple

import msgspec
import numpy as np
import numpy.typing as npt
from msgspec import structs
from xxhash import xxh3_64_intdigest

from auslese.records.url import host_of, key_of
from auslese.store.archive import cdxj
from auslese.store.archive.archived_responses import type_of
from auslese.store.archive.cdxj import CdxjEntry
from auslese.store.archive.gzip_members import BrokenMemberError, member_at
from auslese.system.seals.damaged_file import DamagedFileError

Numbers = npt.NDArray[np.int64]
BEHIND = frozenset({"request", "conversion"})
RECORDS_BEHIND = len(BEHIND)
OK = "200"
AIDS = re.compile(r"(?:image|font)/|text/(?:css|javascript)|application/(?:x-)?(?:javascript|font)")
READ_BYTES = 1 << 20
COLUMNS = 8  # of what is read off a line
SIGNED = 1 << 63  # brings a hash into the range of signed numbers
WARC_ENDING = ".warc.gz"
BROKEN_LINE = (msgspec.MsgspecError, IndexError, ValueError)


class IndexedCapture(NamedTuple):
    """A line of the index of a segment."""

    key: bytes
    """SURT and moment, with a blank behind."""
    entry: CdxjEntry

    def line_for(self, filename: str, offset: int) -> bytes:
        """The line that leads to it in another file."""
        entry = structs.replace(self.entry, filename=filename, offset=str(offset))
        return b"%b%b\n" % (self.key, msgspec.json.encode(entry))

    def filled(self, length: int, media_type: str) -> "IndexedCapture":
        """A revisit that has its body now."""
        entry = structs.replace(self.entry, length=str(length), mime=media_type)
        return IndexedCapture(self.key, entry)


class SegmentCaptures(NamedTuple):
    """The captures of a segment in the order in which they lie there, a row of each array each."""

    segment: Path
    begins: Numbers
    lengths: Numbers
    """Of the response alone."""
    ends: Numbers
    """Behind everything that belongs to the capture."""
    keys: Numbers
    """The 64-bit keys of the URLs."""
    moments: Numbers
    """As 20261118120000."""
    digests: Numbers
    """Of the payload: 64 bits that stand for it."""
    hosts: Numbers
    """What `host_mark` makes of the host of the URL."""
    is_revisit: npt.NDArray[np.bool_]
    is_aid: npt.NDArray[np.bool_]
    """Whether it is what pages are shown with: a picture, a style sheet, a script, a font."""

    def place_of(self, offset: int) -> int | None:
        """Which capture begins there; None if none does."""
        place = int(np.searchsorted(self.begins, offset))
        return place if place < len(self.begins) and self.begins[place] == offset else None


def segments_in(folder: Path) -> list[Path]:
    """The segments of an archive that have an index, by their names."""
    indexes = [
        path.name.removesuffix(ending)
        for ending in (cdxj.SORTED, cdxj.GROWING)
        for path in folder.glob("*" + ending)
    ]
    found = (folder / (stem + WARC_ENDING) for stem in sorted(set(indexes)))
    return [segment for segment in found if segment.exists()]


def is_growing(segment: Path) -> bool:
    """Whether somebody writes it, or was killed while writing."""
    return cdxj.growing_path(segment).exists()


def indexed_captures(segment: Path) -> Iterator[IndexedCapture]:
    """What the index of a segment says, in the order of its lines."""
    growing = is_growing(segment)
    index = cdxj.growing_path(segment) if growing else cdxj.sorted_path(segment)
    with index.open("rb") as lines:
        for line in lines:
            try:
                entry = cdxj.entry_of(line)
                _require_place(entry)
            except BROKEN_LINE as error:
                if growing:  # half a line: what it will lead to is not safe yet
                    return
                raise DamagedFileError(index, str(error)) from error
            yield IndexedCapture(line[: line.index(b" {") + 1], entry)


def _require_place(entry: CdxjEntry) -> None:
    """Raise ValueError if a line leads before its file."""
    if entry.capture.offset < 0 or entry.capture.length < 0:
        raise ValueError("it leads before the file")


def count_captures(segment: Path) -> int:
    """How many captures a segment has that is finished."""
    with cdxj.sorted_path(segment).open("rb") as lines:
        return sum(some.count(b"\n") for some in iter(partial(lines.read, READ_BYTES), b""))


def segment_captures(segment: Path) -> SegmentCaptures:
    """All captures of a segment; of one that grows, those that are there as a whole."""
    size, growing = segment.stat().st_size, is_growing(segment)
    numbers = chain.from_iterable(_rows(indexed_captures(segment)))
    rows = np.fromiter(numbers, np.int64).reshape(-1, COLUMNS)
    rows = rows[np.argsort(rows[:, 0])]
    if growing:  # lines come before the records that they lead to
        rows = rows[rows[:, 0] + rows[:, 1] <= size]
    begins, lengths, keys, moments, digests, hosts, revisits, aids = rows.T
    ends = np.append(begins[1:], size)[: len(begins)]
    if growing and len(begins):
        ends[-1] = _end_behind(segment, int(begins[-1] + lengths[-1]))
    places = begins, lengths, ends
    return SegmentCaptures(segment, *places, keys, moments, digests, hosts, revisits > 0, aids > 0)


def host_mark(host: str) -> int:
    """64 bits that stand for a host."""
    return xxh3_64_intdigest(host.encode()) - SIGNED


def is_aid(entry: CdxjEntry) -> bool:
    """Whether a capture is what pages are shown with, and came as a whole."""
    return entry.status == OK and AIDS.match(entry.mime) is not None


def _rows(captures: Iterable[IndexedCapture]) -> Iterator[tuple[int, ...]]:
    for key, entry in captures:
        place = entry.capture
        yield (
            place.offset,
            place.length,
            key_of(entry.url),
            int(key.split(b" ")[-2]),
            xxh3_64_intdigest(entry.digest.encode()) - SIGNED,
            host_mark(host_of(entry.url)),
            int(entry.mime == cdxj.REVISIT),
            int(is_aid(entry)),
        )


def _end_behind(segment: Path, end: int) -> int:
    """Where the records behind a response end that are whole."""
    with segment.open("rb") as file:
        for _ in range(RECORDS_BEHIND):
            try:
                record, length = member_at(file, end)
            except BrokenMemberError:
                break
            if type_of(record) not in BEHIND:
                break
            end += length
    return end
