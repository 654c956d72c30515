"""What does SQL see? One view per table, over whatever segments there are."""

import duckdb

from auslese.store.collection import Collection
from auslese.store.schemas import TABLES
from auslese.store.tables import segments_of


def connect(collection: Collection) -> duckdb.DuckDBPyConnection:
    """Return a DuckDB connection in which every table of the house is a view.

    A table without segments is an empty view with its columns. Moments are shown in UTC.
    """
    connection = duckdb.connect()
    connection.execute("SET TimeZone = 'UTC'")
    connection.execute("CREATE SCHEMA columns")  # empty tables: names and types of all columns
    for name, table in TABLES.items():
        connection.register("empty", table.schema.empty_table())
        connection.execute(f"CREATE TABLE columns.{name} AS FROM empty")
        connection.unregister("empty")
        connection.execute(
            f"CREATE VIEW {name} AS FROM columns.{name}{_segments(collection, name)}"
        )
    return connection


def _segments(collection: Collection, name: str) -> str:
    """Return the rest of the view: old segments may lack columns, so they are joined by name."""
    if not segments_of(collection.tables, name):
        return ""
    pattern = f"{_literal_path(str(collection.tables / name))}/*.parquet"
    return f" UNION ALL BY NAME FROM read_parquet('{pattern}', union_by_name = true)"


def _literal_path(path: str) -> str:
    """Return the path quoted for SQL and for DuckDB's patterns."""
    literal = "".join(f"[{letter}]" if letter in "*?[" else letter for letter in path)
    return literal.replace("'", "''")
