"""How does every document get its languages once, whatever is killed, and anew when it must?

`languages` has a segment for each segment of `documents`, under the same number and with a row for
each of its rows. A segment is replaced as a whole in one step, so no kill can double a row or leave
half of one. Which are stale: language_chunks.py.
"""

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from auslese.store.tables.language_chunks import DOCUMENTS, LANGUAGES
from auslese.store.tables.parquet_segments import Columns, reading_segment, to_ipc, write_segment
from auslese.store.tables.segment_files import (
    drop_segment,
    drop_unfinished,
    numbers_of,
    segment_path,
)

ROWS_AT_ONCE = 64


class DocumentParagraphs(NamedTuple):
    """What is needed of a document to tell its languages."""

    id: int
    url: str
    fetched_at: datetime
    text: str
    paragraphs: list[dict[str, int]]
    rest: str
    language_hint: str


def drop_leftovers(folder: Path) -> None:
    """Remove what a kill left over, and the languages of documents that are not there any more."""
    drop_unfinished(folder, LANGUAGES)
    for number in set(numbers_of(folder, LANGUAGES)) - set(numbers_of(folder, DOCUMENTS)):
        drop_segment(folder, LANGUAGES, number)


def documents_in(folder: Path, number: int) -> Iterator[DocumentParagraphs]:
    """The documents of a chunk, few of them in memory at a time."""
    columns = list(DocumentParagraphs._fields)
    with reading_segment(segment_path(folder, DOCUMENTS, number)) as file:
        for batch in file.iter_batches(ROWS_AT_ONCE, columns=columns):
            yield from (DocumentParagraphs(**row) for row in batch.to_pylist())


def count_documents(folder: Path, numbers: list[int]) -> int:
    """How many documents these chunks have."""
    return sum(_rows(segment_path(folder, DOCUMENTS, number)) for number in numbers)


def _rows(path: Path) -> int:
    with reading_segment(path) as file:
        return int(file.metadata.num_rows)


def write_chunk(folder: Path, number: int, columns: Columns) -> None:
    """Write the languages of a chunk in the place of those that were there."""
    write_segment(folder, LANGUAGES, number, [to_ipc(LANGUAGES, columns)])
