"""The rows of a chunk: documents, few at a time, and what was made of them."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, TypeVar

from auslese.store.tables.document_chunks import DOCUMENTS, ChunkTable, fingerprint_of
from auslese.store.tables.parquet_segments import (
    read_segment,
    reading_segment,
    to_ipc,
    write_segment,
)
from auslese.store.tables.schemas import TABLES
from auslese.store.tables.segment_files import segment_path

ROWS_AT_ONCE = 64
Row = dict[str, Any]
ChunkDocument = TypeVar("ChunkDocument")
"""A named tuple of columns of `documents`; those with a default may be missing in old segments."""


def documents_of_chunk(
    folder: Path, number: int, kind: type[ChunkDocument]
) -> Iterator[ChunkDocument]:
    """The documents of a chunk, few of them in memory at a time."""
    with reading_segment(segment_path(folder, DOCUMENTS, number)) as file:
        there = set(file.schema_arrow.names)
        columns = [name for name in kind._fields if name in there]  # type: ignore[attr-defined]
        for batch in file.iter_batches(ROWS_AT_ONCE, columns=columns):
            yield from (kind(**row) for row in batch.to_pylist())


def count_documents(folder: Path, numbers: Sequence[int]) -> int:
    """How many documents these chunks have."""
    return sum(_count(segment_path(folder, DOCUMENTS, number)) for number in numbers)


def _count(path: Path) -> int:
    with reading_segment(path) as file:
        return int(file.metadata.num_rows)


def read_chunk(
    table: ChunkTable, folder: Path, number: int, columns: Sequence[str] | None = None
) -> list[Row]:
    """The rows of a chunk of a table, with these columns or all."""
    names = list(columns or TABLES[table.name].schema.names)
    rows: list[Row] = read_segment(folder, table.name, number, names).to_pylist()
    return rows


def write_chunk(
    table: ChunkTable, folder: Path, number: int, rows: Sequence[Row], model: str
) -> None:
    """Write what this method has made of a chunk in the place of what was there."""
    marks = {"model": model, "documents": fingerprint_of(folder, number)}
    replace_chunk(table, folder, number, [row | marks for row in rows])


def replace_chunk(table: ChunkTable, folder: Path, number: int, rows: Sequence[Row]) -> None:
    """Write rows that say who made them in the place of those that were there."""
    columns = {name: [row[name] for row in rows] for name in TABLES[table.name].schema.names}
    write_segment(folder, table.name, number, [to_ipc(table.name, columns)])
