"""Brings what a writer has written here onto shared storage, before anybody records it.

The order of a report, on every machine:

    1  archive segment and its index are appended to and synced, here       archive_writer
    2  what is new of both is put as a piece, whole                          SegmentUpload
    3  the report leaves, and the frontier records how far each segment is
    4  the piece is published                                                segment_publishing

A kill before 3 leaves pieces that are not recorded: they are never published, and are collected
when their writer is known to be gone. A kill after 3 leaves pieces that are recorded and not yet
published: whoever comes next publishes them. The machine itself need never come back.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from auslese.store.archive import cdxj
from auslese.store.archive.archive_writer import SegmentPosition
from auslese.store.shared.piece_keys import FilePiece, folder_of_file, piece_key, piece_of
from auslese.store.shared.shared_storage import SharedStorage


class StoragePlace(NamedTuple):
    """Where a writer brings what it writes; travels to worker processes."""

    url: str
    writer: int


ARCHIVE, TABLES = "archive", "tables"


class SegmentUpload:
    """The archive segments that one process writes, as pieces on the storage."""

    def __init__(self, storage: SharedStorage, writer: int, archive: Path) -> None:
        """Bring what grows in this archive folder."""
        self._storage = storage
        self._writer = writer
        self._archive = archive
        self._done: dict[str, SegmentPosition] = {}

    def bring(self, positions: Iterable[SegmentPosition]) -> None:
        """Return when all up to these positions is safe on the storage."""
        for position in positions:
            before = self._done.get(
                position.segment, SegmentPosition(position.segment, 0, 0, False)
            )
            segment = self._archive / position.segment
            warc = _part(segment, before.warc_bytes, position.warc_bytes)
            self._put(f"{ARCHIVE}/{segment.name}", before.warc_bytes, warc)
            lines = _lines(segment, before, position)
            self._put(f"{ARCHIVE}/{cdxj.growing_path(segment).name}", before.cdxj_bytes, lines)
            self._done[position.segment] = position
            if position.closed:
                del self._done[position.segment]

    def _put(self, file: str, begin: int, content: bytes) -> None:
        if content:
            piece = piece_of(file, begin, content)
            self._storage.put(piece_key(self._writer, piece), content)


def bring_table_segment(
    storage: SharedStorage, writer: int, tables: Path, table: str, number: int
) -> FilePiece:
    """Put a segment of a table that is written here and not recorded yet.

    What lies there under its name is of an earlier try that nobody recorded, and goes first: who
    finds one piece there later need not ask which was meant.
    """
    file = table_file(table, number)
    content = (tables / table / f"{number:06}.parquet").read_bytes()
    piece = piece_of(file, 0, content)
    for entry in storage.entries(folder_of_file(writer, file)):
        if entry.key != piece_key(writer, piece):
            storage.delete(entry.key)
    storage.put(piece_key(writer, piece), content)
    return piece


def table_file(table: str, number: int) -> str:
    """The path of a table's segment in a collection."""
    return f"{TABLES}/{table}/{number:06}.parquet"


def _part(path: Path, begin: int, end: int) -> bytes:
    with path.open("rb") as file:
        file.seek(begin)
        return file.read(end - begin)


def _lines(segment: Path, before: SegmentPosition, position: SegmentPosition) -> bytes:
    """The lines of the index between two positions, in the order in which they came."""
    growing = cdxj.growing_path(segment)
    if not position.closed:
        return _part(growing, before.cdxj_bytes, position.cdxj_bytes)
    places = [
        (cdxj.entry_of(line).capture.offset, line)
        for line in cdxj.lines_before(segment, position.warc_bytes)
    ]
    return b"".join(line for offset, line in sorted(places) if offset >= before.warc_bytes)
