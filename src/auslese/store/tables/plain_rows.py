"""Rows of tables as plain values, for whoever makes other rows of them: moments are milliseconds.

A segment is in memory at a time.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from auslese.store.tables.parquet_segments import read_segment
from auslese.store.tables.schemas import TABLES
from auslese.store.tables.segment_files import numbers_of

NO_MOMENT = 0  # where a column is from before tables told it


def plain_rows(folder: Path, table: str, columns: Sequence[str]) -> Iterator[dict[str, Any]]:
    """All rows of a table, in the order they were written."""
    for number in numbers_of(folder, table):
        yield from segment_rows(folder, table, number, columns)


def segment_rows(
    folder: Path, table: str, number: int, columns: Sequence[str]
) -> list[dict[str, Any]]:
    """The rows of the n-th segment."""
    return list(_plain(folder, table, number, columns).to_pylist())


def segment_numbers(
    folder: Path, table: str, number: int, columns: Sequence[str]
) -> list[npt.NDArray[np.int64]]:
    """Columns of whole numbers, or moments, of the n-th segment."""
    rows = _plain(folder, table, number, columns)
    return [rows[name].to_numpy() for name in columns]


def _plain(folder: Path, table: str, number: int, columns: Sequence[str]) -> pa.Table:
    schema = pa.schema([TABLES[table].schema.field(name) for name in columns])
    there = read_segment(folder, table, number, columns)
    rows = pa.concat_tables([schema.empty_table(), there], promote_options="default")
    for place, field in enumerate(rows.schema):
        if pa.types.is_timestamp(field.type):
            plain = rows[field.name].cast(pa.int64()).fill_null(NO_MOMENT)
            rows = rows.set_column(place, field.name, plain)
    return rows
