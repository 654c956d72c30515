"""Columns of our tables as Arrow and Parquet have them."""

from collections.abc import Iterable

import pyarrow as pa

from auslese.store.tables.column_types import (
    BOOLEAN,
    FLOAT32,
    FLOAT64,
    INT16,
    INT32,
    INT64,
    MOMENT,
    STRING,
    Column,
    ColumnType,
    ListType,
    StructType,
)

PLAIN = {
    BOOLEAN: pa.bool_(),
    INT16: pa.int16(),
    INT32: pa.int32(),
    INT64: pa.int64(),
    FLOAT32: pa.float32(),
    FLOAT64: pa.float64(),
    STRING: pa.string(),
    MOMENT: pa.timestamp("ms", tz="UTC"),
}


def arrow_schema(columns: Iterable[Column]) -> pa.Schema:
    """The columns with what each says, as they stand in the footer of a Parquet file."""
    return pa.schema([_field(column) for column in columns])


def arrow_type(kind: ColumnType) -> pa.DataType:
    """The type of a column."""
    if isinstance(kind, ListType):
        return pa.list_(arrow_type(kind.item))
    if isinstance(kind, StructType):
        parts = [pa.field(name, arrow_type(part), nullable=False) for name, part in kind.parts]
        return pa.struct(parts)
    return PLAIN[kind]


def _field(column: Column) -> pa.Field:
    metadata = {"about": column.about}
    return pa.field(column.name, arrow_type(column.type), column.is_nullable, metadata)
