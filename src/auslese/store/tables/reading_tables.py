"""How do documents, sentences and pictures get into their tables so that no kill can double one?

The three tables grow together: a chunk of pages is one segment of each, all under the same
number. The segment of `documents` is written last, and only what has one counts: whatever else a
kill has left is removed before the next chunk. So a kill costs at most the chunk at hand.

To read pages anew, the old segments go before the new ones come, that of `documents` first.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from auslese.store.tables.parquet_segments import read_segment, write_segment
from auslese.store.tables.segment_files import drop_segment, drop_unfinished, numbers_of

DOCUMENTS, SENTENCES, IMAGES = "documents", "sentences", "images"
BESIDE = (SENTENCES, IMAGES)


class ReadingBatch(NamedTuple):
    """The rows of some pages, each table an Arrow batch."""

    documents: bytes
    sentences: bytes
    images: bytes


class ChunkReaderVersion(NamedTuple):
    """How a chunk was read."""

    reader: int
    """The version of the reader."""
    rules: str
    """The short name of the rules; empty if it is from before they were noted."""


class ReadingTables:
    """Writes the three tables; one process at a time, the one that holds the collection."""

    def __init__(self, folder: Path) -> None:
        """Write below this folder; what a kill left over is removed first."""
        self._folder = folder
        counted = set(numbers_of(folder, DOCUMENTS))
        drop_unfinished(folder, DOCUMENTS)
        for table in BESIDE:
            drop_unfinished(folder, table)
            for number in set(numbers_of(folder, table)) - counted:
                drop_segment(folder, table, number)
        self._next = max(counted, default=0) + 1

    def write(self, batches: Iterable[ReadingBatch]) -> None:
        """Write a chunk; once this returns it is there for good."""
        documents, sentences, images = zip(*batches, strict=True)
        write_segment(self._folder, SENTENCES, self._next, sentences)
        write_segment(self._folder, IMAGES, self._next, images)
        write_segment(self._folder, DOCUMENTS, self._next, documents)
        self._next += 1

    def drop(self, number: int) -> None:
        """Remove a chunk, to write its pages anew."""
        for table in (DOCUMENTS, *BESIDE):
            drop_segment(self._folder, table, number)


def chunks_by_reader(folder: Path) -> dict[int, ChunkReaderVersion]:
    """Return for each chunk how it was read."""
    return {number: _read_by(folder, number) for number in numbers_of(folder, DOCUMENTS)}


def _read_by(folder: Path, number: int) -> ChunkReaderVersion:
    """Return how a chunk was read: all of it in the same way, so one row tells."""
    columns = read_segment(folder, DOCUMENTS, number, ["reader", "rules"])
    rules = columns["rules"][0].as_py() if "rules" in columns.column_names else None
    return ChunkReaderVersion(int(columns["reader"][0].as_py()), rules or "")
