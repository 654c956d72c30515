"""Columns of our tables as SQL names them.

DuckDB would take an empty Arrow table, too; but to see what kind of object it is handed, it imports
pandas where that is installed, a quarter of a second for every command.
"""

import pyarrow as pa

SIMPLE = {
    pa.bool_(): "BOOLEAN",
    pa.int16(): "SMALLINT",
    pa.int32(): "INTEGER",
    pa.int64(): "BIGINT",
    pa.float32(): "FLOAT",
    pa.float64(): "DOUBLE",
    pa.string(): "VARCHAR",
    pa.timestamp("ms", tz="UTC"): "TIMESTAMP WITH TIME ZONE",
}


def columns_in_sql(schema: pa.Schema) -> str:
    """The columns with their types, as they stand in CREATE TABLE."""
    return _fields(schema)


def sql_type(kind: pa.DataType) -> str:
    """The SQL type of an Arrow type; KeyError for one that no table of ours has yet."""
    if pa.types.is_list(kind):
        return f"{sql_type(kind.value_type)}[]"
    if pa.types.is_struct(kind):
        return f"STRUCT({_fields(kind)})"
    return SIMPLE[kind]


def _fields(fields: pa.Schema | pa.StructType) -> str:
    return ", ".join(f'"{field.name}" {sql_type(field.type)}' for field in fields)
