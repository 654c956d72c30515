"""How do rows become Parquet segments, and how are they read again?

    worker        to_ipc(name, columns)                    → bytes: one batch
    coordinator   write_segment(folder, name, number, …)   → tables/<name>/000001.parquet
    everyone      read_table(folder, name)                 → Arrow table; sql_views for SQL

A segment is written once and never changed. What the columns mean: schemas.py.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from shutil import copyfile
from types import MappingProxyType
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from auslese.store.tables.schemas import TABLES
from auslese.store.tables.segment_files import (
    SNAPSHOT,
    drop_segments_from,
    segment_path,
    segments_of,
)
from auslese.store.tables.segment_seal import footer_of, seal_segment
from auslese.system.durable_files import publish, written_aside
from auslese.system.seals.damaged_file import DamagedFileError

WRITTEN: Mapping[str, Any] = {"compression": "zstd", "write_page_checksum": True}
"""How all segments are written. A checksum is 4 bytes for each page, of a mebibyte at most."""

Columns = Mapping[str, Sequence[Any]]
"""Values by column: text, numbers, moments in UTC; None where the schema allows it."""


# Links are a third of their size then, on the way to the coordinator and through its file.
PACKED = pa.ipc.IpcWriteOptions(compression="lz4")


def to_ipc(name: str, columns: Columns) -> bytes:
    """Return the rows as one Arrow batch, ready to be sent to the process that writes them."""
    batch = _batch(name, columns)
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, batch.schema, options=PACKED) as stream:
        stream.write_batch(batch)
    return bytes(sink.getvalue())


def from_ipc(batch: bytes, names: Iterable[str]) -> Iterator[tuple[Any, ...]]:
    """Give the rows of such a batch, of these columns only."""
    rows = pa.ipc.open_stream(batch).read_all()
    return zip(*(rows[name].to_pylist() for name in names), strict=True)


def write_segment(folder: Path, name: str, number: int, batches: Iterable[bytes]) -> int:
    """Return the number of rows in the new segment; without rows there is no segment.

    Batches from before a column was added get null for it: a crawl may go on with a new version.
    """
    rows = pa.concat_tables(
        [
            TABLES[name].schema.empty_table(),
            *(pa.ipc.open_stream(each).read_all() for each in batches),
        ],
        promote_options="default",
    )
    if rows.num_rows:
        _write(segment_path(folder, name, number), rows)
    return int(rows.num_rows)


def replace_table(folder: Path, name: str, columns: Columns) -> int:
    """Return the number of rows of a table that is now these rows and no others."""
    rows = pa.Table.from_batches([_batch(name, columns)])
    _write(segment_path(folder, name, SNAPSHOT), rows)
    drop_segments_from(folder, name, SNAPSHOT + 1)
    return int(rows.num_rows)


def replace_in_parts(
    folder: Path,
    name: str,
    parts: Iterable[Columns],
    note: Mapping[bytes, bytes] = MappingProxyType({}),
) -> int:
    """Return the number of rows of a table that is now these parts; one of them is in memory.

    What is noted stands in the footer of the file.
    """
    path = segment_path(folder, name, SNAPSHOT)
    path.parent.mkdir(parents=True, exist_ok=True)
    schema = TABLES[name].schema.with_metadata(dict(note))
    rows = 0
    with written_aside(path) as aside:
        with pq.ParquetWriter(aside, schema, **WRITTEN) as writer:
            for part in parts:
                batch = _batch(name, part)
                writer.write_batch(batch.replace_schema_metadata(schema.metadata))
                rows += batch.num_rows
        _seal(aside)
        publish(aside, path)
    drop_segments_from(folder, name, SNAPSHOT + 1)
    return rows


@contextmanager
def reading_segment(path: Path) -> Iterator[pq.ParquetFile]:
    """A segment that is read by Arrow; its footer is verified now, its pages as they are read."""
    footer_of(path)
    try:
        with pq.ParquetFile(path, page_checksum_verification=True) as file:
            yield file
    except (pa.ArrowException, OSError) as error:
        if isinstance(error, OSError) and error.errno:  # of the system, and not of Arrow
            raise
        raise DamagedFileError(path, str(error).splitlines()[0]) from error


def read_segment(folder: Path, name: str, number: int, columns: Sequence[str]) -> pa.Table:
    """Return these columns of the n-th segment."""
    return _read(segment_path(folder, name, number), list(columns))


def read_table(folder: Path, name: str, columns: Sequence[str] | None = None) -> pa.Table:
    """Return all rows, in the order they were written; no rows if the table is not there.

    Segments from before a column was added give null for it.
    """
    schema = TABLES[name].schema
    wanted = pa.schema([schema.field(column) for column in columns]) if columns else schema
    parts = [_read(path, wanted.names) for path in segments_of(folder, name)]
    whole = pa.concat_tables([wanted.empty_table(), *parts], promote_options="default")
    return whole.select(wanted.names).cast(wanted)


def _batch(name: str, columns: Columns) -> pa.RecordBatch:
    schema = TABLES[name].schema
    if columns.keys() != set(schema.names):
        odd = sorted(columns.keys() ^ set(schema.names))
        raise ValueError(f"table {name}: missing or unknown columns: {', '.join(odd)}")
    arrays = [_array(columns[field.name], field) for field in schema]
    return pa.record_batch(arrays, schema=schema)


def _array(values: Sequence[Any], field: pa.Field) -> pa.Array:
    try:
        array = pa.array(values, field.type)
    except UnicodeEncodeError:  # a page may spell half a character; it must not stop the crawl
        array = pa.array([_encodable(text) for text in values], field.type)
    if array.null_count and not field.nullable:
        raise ValueError(f"column {field.name} must not be null")
    return array


def _encodable(text: str) -> str:
    return text.encode("utf-8", "replace").decode()


def _write(path: Path, rows: pa.Table) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with written_aside(path) as aside:
        pq.write_table(rows, aside, **WRITTEN)
        _seal(aside)
        publish(aside, path)


def seal_again(path: Path) -> None:
    """Give a segment a seal that is from before there were any; nothing else of it changes."""
    with written_aside(path) as aside:
        copyfile(path, aside)
        _seal(aside)
        publish(aside, path)


def _seal(aside: Path) -> None:
    """Seal a file that is written: where the chunks of each column lie stands in its footer.

    Without rows there are none.
    """
    chunks: dict[str, list[tuple[int, int]]] = {}
    about = pq.read_metadata(aside)
    for group in range(about.num_row_groups):
        for number in range(about.num_columns):
            chunk = about.row_group(group).column(number)
            begins = filter(None, (chunk.dictionary_page_offset, chunk.data_page_offset))
            name = chunk.path_in_schema.partition(".")[0]
            places = chunks.setdefault(name, [])
            places += [(begin, chunk.total_compressed_size) for begin in sorted(begins)[:1]]
    seal_segment(aside, chunks)


def _read(path: Path, columns: list[str]) -> pa.Table:
    with reading_segment(path) as file:
        there = set(file.schema_arrow.names)
        return file.read([column for column in columns if column in there])
