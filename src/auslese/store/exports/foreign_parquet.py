"""Rows of a Parquet file that somebody else wrote, a few in memory at a time."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

BATCH_ROWS = 64  # each may hold a document of some megabytes
LARGEST_COLUMN = 1 << 31  # bytes of one column in one group of rows; we write a hundredth of that
LONGEST_NAME = 1 << 20  # bytes of a text in the description of the file
MOST_PARTS = 1 << 18  # groups and columns in it


class UnreadableParquetError(Exception):
    """Not Parquet, or not within bounds; the message says why."""


def parquet_columns(path: Path) -> list[str]:
    """The names of the columns."""
    with _opened(path) as file:
        return list(file.schema_arrow.names)


def parquet_rows(path: Path, columns: list[str]) -> Iterator[dict[str, Any]]:
    """The rows with these columns, as values of Python."""
    with _opened(path) as file:
        _require_bounds(file)
        try:
            for batch in file.iter_batches(BATCH_ROWS, columns=columns, use_threads=False):
                yield from batch.to_pylist()
        except (pa.ArrowException, OSError, ValueError, OverflowError) as error:
            raise UnreadableParquetError(_line(error)) from error


def _opened(path: Path) -> pq.ParquetFile:
    try:
        return pq.ParquetFile(
            path,
            thrift_string_size_limit=LONGEST_NAME,
            thrift_container_size_limit=MOST_PARTS,
        )
    except (pa.ArrowException, OSError, ValueError) as error:
        raise UnreadableParquetError(_line(error)) from error


def _require_bounds(file: pq.ParquetFile) -> None:
    for number in range(file.metadata.num_row_groups):
        group = file.metadata.row_group(number)
        sizes = (group.column(place).total_uncompressed_size for place in range(group.num_columns))
        if max(sizes, default=0) > LARGEST_COLUMN:
            raise UnreadableParquetError(f"a column of more than {LARGEST_COLUMN:,} bytes")


def _line(error: BaseException) -> str:
    return str(error).partition("\n")[0]
