"""Columns of our tables as SQL names them.

DuckDB would take an empty Arrow table, too; but to see what kind of object it is handed, it imports
pandas where that is installed, a quarter of a second for every command.
"""

from collections.abc import Iterable

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

SIMPLE = {
    BOOLEAN: "BOOLEAN",
    INT16: "SMALLINT",
    INT32: "INTEGER",
    INT64: "BIGINT",
    FLOAT32: "FLOAT",
    FLOAT64: "DOUBLE",
    STRING: "VARCHAR",
    MOMENT: "TIMESTAMP WITH TIME ZONE",
}


def columns_in_sql(columns: Iterable[Column]) -> str:
    """The columns with their types, as they stand in CREATE TABLE."""
    return _fields((column.name, column.type) for column in columns)


def sql_type(kind: ColumnType) -> str:
    """The SQL type; KeyError for one that no table of ours has yet."""
    if isinstance(kind, ListType):
        return f"{sql_type(kind.item)}[]"
    if isinstance(kind, StructType):
        return f"STRUCT({_fields(kind.parts)})"
    return SIMPLE[kind]


def _fields(fields: Iterable[tuple[str, ColumnType]]) -> str:
    return ", ".join(f'"{name}" {sql_type(kind)}' for name, kind in fields)
