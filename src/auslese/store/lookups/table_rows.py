"""Which rows of which table? A selection in SQL, and its columns."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import duckdb

from auslese.records.errors import SettingsError
from auslese.store.tables.schemas import TABLES
from auslese.store.tables.sql_views import Connection

Relation = duckdb.DuckDBPyRelation
ArrowTable = Any
"""A `pyarrow.Table`, which comes without types."""
ArrowBatch = Any
"""A `pyarrow.RecordBatch`, which comes without types."""

PAGE_KEYS = {
    "pages": "id",
    "documents": "id",
    "languages": "id",
    "duplicates": "id",
    "ranks": "id",
    "page_clusters": "id",
    "relevance": "id",
    "mentions": "id",
    "person_pages": "id",
    "contacts": "id",
    "links": "source",
    "sentences": "page",
    "images": "page",
    "harvest": "page",
}
"""By which column a row belongs to a page, of tables in which every row does."""
WIDER_VIEWS = {"sentences": "sentence_languages"}
"""Views that have more columns than the table: what else is known of its rows."""


@dataclass(frozen=True, slots=True)
class RowSelection:
    """Some rows and columns of a table."""

    table: str
    columns: tuple[str, ...] = ()
    """All if empty."""
    pages: str = ""
    """A query for the ids of the pages whose rows are meant; all if empty."""

    def in_sql(self, tables: Connection) -> str:
        """The query; SettingsError if there is no such column."""
        view = self._view()
        known = tables.columns_of(view)
        if unknown := [name for name in self.columns if name not in known]:
            raise SettingsError(
                f"{self.table} has no column {', '.join(unknown)}; it has {', '.join(known)}"
            )
        shown = ", ".join(f'"{name}"' for name in self.columns) or "*"
        chosen = f" WHERE {PAGE_KEYS[self.table]} IN ({self.pages})" if self.pages else ""
        return f"SELECT {shown} FROM {view}{chosen}"

    def _view(self) -> str:
        """The view with all these columns; a wider one costs a join."""
        if self.columns and set(self.columns) <= set(TABLES[self.table].schema.names):
            return self.table
        return WIDER_VIEWS.get(self.table, self.table)


def record_batches(relation: Relation, rows: int) -> Any:
    """The rows of a relation as a `pyarrow.RecordBatchReader`, so many at a time."""
    return relation.to_arrow_reader(rows)


def column_names(columns: Sequence[str] | None) -> tuple[str, ...]:
    """The names that were given; one alone need not stand in a list."""
    return (columns,) if isinstance(columns, str) else tuple(columns or ())


def row_count(tables: Connection, query: str) -> int:
    """How many rows a query has."""
    ((count,),) = tables.execute(f"SELECT count(*) FROM ({query})").fetchall()
    return int(count)


def first_of(query: str, rows: int) -> str:
    """The same query for so many rows at most."""
    return f"SELECT * FROM ({query}) LIMIT {int(rows)}"
