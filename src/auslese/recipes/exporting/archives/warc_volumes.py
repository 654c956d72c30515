"""The chosen parts of an archive, copied into one WARC file or into several.

Records are copied as they are packed. Each file begins with a record that says what it is; those of
the crawls stand before what they wrote.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack
from http import HTTPStatus
from pathlib import Path
from typing import IO, NamedTuple

import numpy as np

from auslese.recipes.exporting.archives.capture_plan import ArchiveStretch, SegmentPart
from auslese.recipes.exporting.export_formats import Write
from auslese.records.exported_page import ExportContext
from auslese.store.archive import cdxj
from auslese.store.archive.archived_responses import fields_of, read_response, record_at
from auslese.store.archive.cdxj import CaptureLocation
from auslese.store.archive.segment_captures import IndexedCapture, indexed_captures
from auslese.store.archive.warc_records import filled_member, info_member
from auslese.system.seals.damaged_file import DamagedFileError

COPY_BYTES = 1 << 18  # at a time: as fast as `cat`; more does not gain anything
WARC = ".warc.gz"
UNCHANGED = str(int(HTTPStatus.NOT_MODIFIED))
OpenVolume = Callable[[str], AbstractContextManager[Write]]
"""Opens a file by its name."""


class _PlacedStretch(NamedTuple):
    """Where a stretch of a segment has gone."""

    begin: int
    end: int
    volume: str
    offset: int
    filled: tuple[int, str] | None
    """New length and media type of a response that was a revisit."""


class VolumeSettings(NamedTuple):
    """How the files are to be."""

    context: ExportContext
    size: int | None
    """Most bytes of a file, if it can be; None: all go into one."""
    lists_unchanged: bool = True
    """Whether the index has answers 304; a replay that finds one has nothing to show."""


class WarcVolumes:
    """WARC files that grow part by part."""

    def __init__(self, open_volume: OpenVolume, settings: VolumeSettings) -> None:
        """The files are called after the collection, with numbers if there may be several."""
        self._open_volume = open_volume
        self._settings = settings
        self._open = ExitStack()
        self._write: Write | None = None
        self._name = ""
        self._offset = 0
        self.volumes = self.bytes = self.captures = self.filled = 0

    def __enter__(self) -> "WarcVolumes":
        """There is a first file, also if nothing comes."""
        self._begin_volume()
        return self

    def __exit__(self, *problem: object) -> None:
        """Close the last file."""
        self._open.close()

    def add(self, part: SegmentPart) -> list[_PlacedStretch]:
        """Copy a part; where its stretches have gone is for `lines_of`."""
        placed: list[_PlacedStretch] = []
        with part.segment.open("rb", buffering=0) as file:
            for stretch in part.stretches:
                if stretch.filled_from is not None:
                    placed.append(self._fill(part, stretch))
                else:
                    placed += self._copy(part, file, stretch)
        self.captures += part.leaving
        return placed

    def lines_of(self, part: SegmentPart, placed: list[_PlacedStretch]) -> Iterator[bytes]:
        """The lines of the index that lead to what was copied."""
        begins = [each.begin for each in placed]
        for capture in indexed_captures(part.segment):
            if capture.entry.status == UNCHANGED and not self._settings.lists_unchanged:
                continue
            offset = capture.entry.capture.offset
            found = bisect_right(begins, offset) - 1
            if found >= 0 and offset < placed[found].end:
                yield _line(capture, placed[found])

    def _copy(
        self, part: SegmentPart, file: IO[bytes], stretch: ArchiveStretch
    ) -> Iterator[_PlacedStretch]:
        begin = stretch.begin
        while begin < stretch.end:
            end = self._cut(part, begin, stretch.end)
            if end == begin:
                self._begin_volume()
                continue
            yield _PlacedStretch(begin, end, self._name, self._offset, None)
            file.seek(begin)
            self._copy_bytes(file, end - begin)
            begin = end

    def _copy_bytes(self, file: IO[bytes], length: int) -> None:
        while length:
            data = file.read(min(length, COPY_BYTES))
            if not data:
                raise DamagedFileError(Path(file.name), "it ends before its index says")
            self._put(data)
            length -= len(data)

    def _cut(self, part: SegmentPart, begin: int, end: int) -> int:
        """How far the file at hand takes a stretch: to its end, or before a capture."""
        size = self._settings.size
        if size is None or self._offset + end - begin <= size:
            return end
        begins = part.begins()[1:]  # what says who wrote a segment stays with its first capture
        last = int(np.searchsorted(begins, begin + max(size - self._offset, 0), side="right")) - 1
        cut = int(begins[last]) if last >= 0 else begin
        if cut > begin:
            return min(cut, end)
        if self._offset > self._least:
            return begin
        after = int(np.searchsorted(begins, begin, side="right"))
        return min(int(begins[after]), end) if after < len(begins) else end

    def _fill(self, part: SegmentPart, stretch: ArchiveStretch) -> _PlacedStretch:
        folder = part.segment.parent
        place = CaptureLocation(part.segment.name, stretch.begin, stretch.length)
        record, response = record_at(folder, place), read_response(folder, place)
        member = filled_member(record, response.body)
        size = self._settings.size
        if size is not None and self._least < self._offset > size - len(member):
            self._begin_volume()
        kind = fields_of(response.header).get("content-type", "").partition(";")[0].strip().lower()
        filled = len(member), kind or cdxj.UNKNOWN
        placed = _PlacedStretch(stretch.begin, stretch.end, self._name, self._offset, filled)
        self._put(member)
        self.filled += 1
        return placed

    def _begin_volume(self) -> None:
        self._open.close()
        self.volumes += 1
        stem = self._settings.context.collection
        number = "" if self._settings.size is None else f"-{self.volumes:05}"
        self._name = f"{stem}{number}{WARC}"
        self._write = self._open.enter_context(self._open_volume(self._name))
        self._offset = 0
        made_at = self._settings.context.made_at
        self._put(info_member(self._name, made_at, _volume_fields(self._settings.context)))
        self._least = self._offset

    def _put(self, data: bytes) -> None:
        assert self._write is not None
        self._write(data)
        self._offset += len(data)
        self.bytes += len(data)


def _line(capture: IndexedCapture, placed: _PlacedStretch) -> bytes:
    offset = placed.offset + capture.entry.capture.offset - placed.begin
    if placed.filled is not None:
        capture = capture.filled(*placed.filled)
    return capture.line_for(placed.volume, offset)


def _volume_fields(context: ExportContext) -> bytes:
    """What a file says of itself, in the words of the standard (WARC 1.1, 6.2)."""
    which = f"pages that fit {context.where}" if context.where else "all that was archived"
    profile = f", as far as it may leave (profile {context.profile})" if context.profile else ""
    fields = {
        "software": f"Auslese/{context.version}",
        "format": "WARC File Format 1.1",
        "conformsTo": "http://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/",
        "isPartOf": context.collection,
        "description": " ".join(f"export of {context.collection}: {which}{profile}".split()),
    }
    return "".join(f"{name}: {text}\r\n" for name, text in fields.items()).encode()
