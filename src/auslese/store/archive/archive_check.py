"""Is a segment of the archive as it was written, and its index with it?

Every record is a gzip member with a checksum of its own, so each is unpacked. Behind one that
cannot be, the walk goes on at the next that the index knows. The index is compared with what the
records say; it can be written again from them.
"""

from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

import msgspec

from auslese.records.url import Url
from auslese.store.archive import cdxj
from auslese.store.archive.archived_responses import fields_of
from auslese.store.archive.cdxj import CdxjEntry
from auslese.store.archive.gzip_members import BrokenMemberError, member_at

INDEXED = frozenset({"response", "revisit", "resource"})
RESOURCE_STATUS = "200"


class BrokenRecord(NamedTuple):
    """A record that cannot be read any more."""

    offset: int
    length: int
    """Up to the next record that is known."""
    url: str
    """Of whom it was, as far as the index knows."""
    problem: str


class SegmentReport(NamedTuple):
    """What was found of a segment and its index."""

    broken: list[BrokenRecord]
    lines: list[bytes]
    """What belongs into the index, of all records that are whole."""
    is_index_whole: bool
    is_growing: bool
    """Somebody writes it, or was killed while writing: its end may be half a record."""


def check_segment(segment: Path, advance: Callable[[int], None]) -> SegmentReport:
    """Read all of a segment; `advance` hears of every piece that was read, in bytes."""
    growing, finished = cdxj.growing_path(segment), cdxj.sorted_path(segment)
    is_growing = growing.exists()
    index = growing if is_growing else finished
    written = index.read_bytes().splitlines(keepends=True) if index.exists() else []
    known = {entry.capture.offset: entry for entry in _readable(written)}
    broken, lines = list[BrokenRecord](), list[bytes]()
    for offset, length, found in _records(segment, sorted(known), advance):
        if isinstance(found, str):
            url = known[offset].url if offset in known else ""
            broken.append(BrokenRecord(offset, length, url, found))
        elif line := _line(segment, offset, length, found, known.get(offset)):
            lines.append(line)
    kept = [line for line in written if _offset_of(line) in {each.offset for each in broken}]
    is_whole = is_growing or written == sorted([*lines, *kept])
    return SegmentReport(broken, sorted([*lines, *kept]), is_whole, is_growing)


def _records(
    segment: Path, known: list[int], advance: Callable[[int], None]
) -> Iterator[tuple[int, int, bytes | str]]:
    """Begin and length of every record with its bytes, or with what is wrong with it."""
    size, offset = segment.stat().st_size, 0
    with segment.open("rb") as file:
        while offset < size:
            try:
                record, length = member_at(file, offset)
                yield offset, length, record
            except BrokenMemberError as problem:
                after = next((each for each in known if each > offset), size)
                length = after - offset
                yield offset, length, str(problem)
            advance(length)
            offset += length


def _line(segment: Path, offset: int, length: int, record: bytes, known: CdxjEntry | None) -> bytes:
    """The line of the index that leads to a record; nothing if none does."""
    head, _, block = record.partition(b"\r\n\r\n")
    fields = fields_of(head)
    kind = fields.get("warc-type", "")
    if kind not in INDEXED:
        return b""
    status = RESOURCE_STATUS if kind == "resource" else _status(block)
    entry = CdxjEntry(
        url=Url(fields["warc-target-uri"]),
        # What the crawl took the page for; that stands in the index alone.
        mime=cdxj.REVISIT if kind == "revisit" else known.mime if known else cdxj.UNKNOWN,
        status=known.status if known and kind == "resource" else status,
        digest=fields.get("warc-payload-digest", ""),
        length=str(length),
        offset=str(offset),
        filename=segment.name,
    )
    return cdxj.line_of(entry, datetime.fromisoformat(fields["warc-date"]))


def _status(block: bytes) -> str:
    parts = block.split(b"\r\n", 1)[0].split(b" ")
    return parts[1].decode("latin-1") if len(parts) > 1 else ""


def _readable(lines: list[bytes]) -> Iterator[CdxjEntry]:
    for line in lines:
        with suppress(msgspec.MsgspecError, IndexError, ValueError):
            entry = cdxj.entry_of(line)
            if entry.capture.offset >= 0:
                yield entry


def _offset_of(line: bytes) -> int:
    return next((entry.capture.offset for entry in _readable([line])), -1)
