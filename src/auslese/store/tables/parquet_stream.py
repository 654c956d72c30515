"""Rows as the bytes of one Parquet file, for a file that is not a segment of ours."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from auslese.store.tables.arrow_types import arrow_schema
from auslese.store.tables.column_types import Column

ROWS = 1_000  # of a row group, which are in memory together


class ParquetSink:
    """Takes bytes of a writer, until somebody fetches them."""

    closed = False

    def __init__(self) -> None:
        self._chunks: list[bytes] = []
        self._length = 0

    def write(self, chunk: bytes) -> int:
        self._chunks.append(bytes(chunk))
        self._length += len(chunk)
        return len(chunk)

    def tell(self) -> int:
        return self._length

    def flush(self) -> None:
        """Nothing is held back."""

    def close(self) -> None:
        """Nothing is to be given back."""

    def fetched(self) -> list[bytes]:
        """What came since the last time."""
        chunks, self._chunks = self._chunks, []
        return chunks


def parquet_bytes(
    columns: Iterable[Column], rows: Iterable[Mapping[str, Any]], at_once: int = ROWS
) -> Iterator[bytes]:
    """The file, piece by piece; rows have these columns and maybe others.

    So many rows make a group, and are in memory together.
    """
    schema, sink = arrow_schema(tuple(columns)), ParquetSink()
    with pq.ParquetWriter(pa.PythonFile(sink, "w"), schema, compression="zstd") as writer:
        remaining = iter(rows)
        while some := list(islice(remaining, at_once)):
            named = [{name: row[name] for name in schema.names} for row in some]
            writer.write_batch(pa.RecordBatch.from_pylist(named, schema=schema))
            yield from sink.fetched()
    yield from sink.fetched()
