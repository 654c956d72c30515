"""Publishes what a writer has brought to shared storage and the frontier has recorded since.

The frontier decides: what it has recorded is published sooner or later, by its writer or by whoever
comes after, and what it has not recorded never is.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from auslese.store.archive import cdxj
from auslese.store.archive.archive_writer import SegmentPosition
from auslese.store.shared.manifest import Manifest, Publication, WriterChain
from auslese.store.shared.piece_keys import FilePiece, folder_of_file, piece_at, piece_key
from auslese.store.shared.piece_upload import ARCHIVE, TABLES, table_file
from auslese.store.shared.shared_storage import SharedStorage, StorageError
from auslese.wording.fleet.storage_sentences import StorageProblem


class RecordedFiles(NamedTuple):
    """How far a frontier has recorded what one writer wrote."""

    segments: Mapping[str, SegmentPosition]
    """Archive segments by name."""
    tables: Mapping[str, int]
    """The number of the next segment of each table: those before it are recorded."""


def publish_recorded(
    storage: SharedStorage, manifest: Manifest, writer: int, recorded: RecordedFiles
) -> Publication | None:
    """Publish what is recorded and not published yet; None if there is nothing."""
    chain = manifest.chain(writer)
    pieces: list[FilePiece] = []
    for position in recorded.segments.values():
        segment = Path(ARCHIVE, position.segment)
        pieces += _joined(storage, writer, chain, str(segment), position.warc_bytes)
        lines = str(cdxj.growing_path(segment))
        pieces += _joined(storage, writer, chain, lines, position.cdxj_bytes)
    for table, following in recorded.tables.items():
        pieces += _table_pieces(storage, writer, chain, table, following)
    closed = [f"{ARCHIVE}/{one.segment}" for one in recorded.segments.values() if one.closed]
    return manifest.publish(writer, pieces, closed)


def _joined(
    storage: SharedStorage, writer: int, chain: WriterChain, file: str, end: int
) -> Iterator[FilePiece]:
    """The pieces of a growing file from where it is published up to where it is recorded."""
    at = chain.end_of(file)
    if at >= end:
        return
    after = piece_key(writer, chain.tails[file]) if file in chain.tails else ""
    for entry in storage.entries(folder_of_file(writer, file), after):
        piece = piece_at(entry.key)
        if piece is not None and piece.begin == at and piece.end <= end:
            yield piece
            at = piece.end
    if at < end:
        raise StorageError(StorageProblem.MISSING.of(key=f"{file} ({at}-{end})", url=storage.url))


def _table_pieces(
    storage: SharedStorage, writer: int, chain: WriterChain, table: str, following: int
) -> Iterator[FilePiece]:
    """The segments of a table that are recorded and not published; one without rows is no file."""
    published = [file for file in chain.tails if file.startswith(f"{TABLES}/{table}/")]
    first = max((int(Path(file).stem) for file in published), default=0) + 1
    for number in range(first, following):
        for entry in storage.entries(folder_of_file(writer, table_file(table, number))):
            if piece := piece_at(entry.key):
                yield piece
