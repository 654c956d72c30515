"""Rows of any query as the bytes of a file: JSON lines, a table of commas, Parquet.

DuckDB makes whole lines of rows, on all cores, and Arrow hands them over without touching a letter.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from auslese.store.lookups.table_rows import ArrowBatch, ArrowTable, record_batches
from auslese.store.tables.column_types import Column
from auslese.store.tables.parquet_stream import ParquetSink
from auslese.store.tables.sql_views import Connection

ROWS_AT_ONCE = 2_048  # DuckDB's own measure; some megabytes of text
GROUP_BYTES = 1 << 25  # 32 MiB in memory together; readers of Parquet like groups of many rows
MOMENT = "TIMESTAMP WITH TIME ZONE"
MOMENT_FORMAT = "%Y-%m-%dT%H:%M:%S.%gZ"
LEVEL = 1  # of zstd: half of the bytes of none, and twice as fast as the next ones


class TablePiece(NamedTuple):
    """Some bytes of a file, and how many rows they bring."""

    data: bytes
    rows: int


def jsonl_pieces(tables: Connection, queries: Sequence[str]) -> Iterator[TablePiece]:
    """A line of JSON for each row."""
    columns = _columns(tables, queries[0])
    parts = (f"{_name(name)} := {_readable(name, kind)}" for name, kind in columns)
    yield from _lines(tables, f"to_json(struct_pack({', '.join(parts)}))::VARCHAR", queries)


def csv_pieces(tables: Connection, queries: Sequence[str]) -> Iterator[TablePiece]:
    """A line with the names of the columns, and one for each row.

    Texts stand in quotation marks, so that an empty one is not taken for none.
    """
    columns = _columns(tables, queries[0])
    yield TablePiece((",".join(_quoted(name) for name, _ in columns) + "\n").encode(), 0)
    # All at once: each `||` in a row of them would copy the text once more.
    yield from _lines(tables, ", ',', ".join(_cell(*column) for column in columns), queries)


def parquet_pieces(
    tables: Connection, queries: Sequence[str], about: Mapping[str, Column]
) -> Iterator[TablePiece]:
    """A file of Parquet; what these columns say stands in its footer."""
    sink, schema = ParquetSink(), _described(tables, queries[0], about)
    batches = (
        batch for query in queries for batch in record_batches(tables.sql(query), ROWS_AT_ONCE)
    )
    with pq.ParquetWriter(
        pa.PythonFile(sink, "w"), schema, compression="zstd", compression_level=LEVEL
    ) as writer:
        for group in _groups(batches):
            writer.write_table(group)
            yield TablePiece(b"".join(sink.fetched()), group.num_rows)
    yield TablePiece(b"".join(sink.fetched()), 0)


def _described(tables: Connection, query: str, about: Mapping[str, Column]) -> Any:
    """The columns of a query as Arrow has them, with what they say."""
    schema = record_batches(tables.sql(f"FROM ({query}) LIMIT 0"), ROWS_AT_ONCE).schema
    return pa.schema(
        field.with_metadata({"about": about[field.name].about}) if field.name in about else field
        for field in schema
    )


def _groups(batches: Iterator[ArrowBatch]) -> Iterator[ArrowTable]:
    """Batches put together to groups of rows of some size."""
    group: list[ArrowBatch] = []
    for batch in batches:
        group.append(batch)
        if sum(each.nbytes for each in group) >= GROUP_BYTES:
            yield pa.Table.from_batches(group)
            group = []
    if group:
        yield pa.Table.from_batches(group)


def _columns(tables: Connection, query: str) -> list[tuple[str, str]]:
    """The columns of a query, each with its type in SQL."""
    relation = tables.sql(query)
    return list(zip(relation.columns, map(str, relation.types), strict=True))


def _lines(tables: Connection, line: str, queries: Sequence[str]) -> Iterator[TablePiece]:
    for query in queries:
        relation = tables.sql(f"SELECT concat({line}, chr(10)) AS line FROM ({query})")
        for batch in record_batches(relation, ROWS_AT_ONCE):
            yield TablePiece(_bytes_of(batch), batch.num_rows)


def _bytes_of(batch: ArrowBatch) -> bytes:
    """All texts of a batch of one column, one behind the other, as they lie in memory."""
    column = batch.column(0).cast(pa.large_string())
    _, places, data = column.buffers()
    ends = np.frombuffer(places, np.int64)[column.offset : column.offset + len(column) + 1]
    return bytes(memoryview(data)[int(ends[0]) : int(ends[-1])]) if data else b""


def _readable(name: str, kind: str) -> str:
    """A value as others read it: moments as ISO 8601 writes them."""
    column = _name(name)
    return f"strftime({column}, '{MOMENT_FORMAT}')" if kind == MOMENT else column


def _cell(name: str, kind: str) -> str:
    value = _readable(name, kind)
    if kind.endswith("]") or kind.startswith("STRUCT"):
        value = f"to_json({value})::VARCHAR"
    elif kind not in ("VARCHAR", MOMENT):
        return f"coalesce({value}::VARCHAR, '')"
    return f"""if({value} IS NULL, '', concat('"', replace({value}, '"', '""'), '"'))"""


def _name(name: str) -> str:
    return f'"{name}"'


def _quoted(name: str) -> str:
    return name if name.isidentifier() else f'"{name}"'
