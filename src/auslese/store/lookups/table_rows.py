"""Which rows of which table? A selection in SQL, and its columns."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import duckdb

from auslese.records.errors import SettingsError
from auslese.records.person_level import NOBODY_HIDDEN, HiddenPeople
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
    "records": "page",
    "rights": "id",
}
"""By which column a row belongs to a page, of tables in which every row does."""
OF_NO_PAGE = {"records": "source = 'curated'"}
"""Which rows of such a table stand on no page all the same: people gave them to us."""
WIDER_VIEWS = {"sentences": "sentence_languages"}
"""Views that have more columns than the table: what else is known of its rows."""
HIDDEN_BY = {
    "people": "person IN ({people})",
    "person_pages": "person IN ({people}) OR id IN ({pages})",
    # As a whole: the table itself is without their mails and numbers from its next run on.
    "contacts": """id IN ({pages}) OR list_has_any(
        list_concat(
            list_transform(ways, lambda way: way.person),
            list_transform(ways, lambda way: lower(way.value))
        ), (SELECT list(said) FROM (
            SELECT unnest(forms).name AS said FROM people WHERE person IN ({people})
            UNION ALL SELECT lower(unnest(emails)) FROM people WHERE person IN ({people})
        )))""",
    "mentions": """id IN ({pages}) OR (id, name) IN (
        SELECT (hidden.id, form.name) FROM (
            SELECT person_pages.id, unnest(forms) AS form
            FROM person_pages JOIN people USING (person) WHERE person IN ({people})
        ) AS hidden
    )""",
}
"""Which rows speak of whoever is not to be shown."""


@dataclass(frozen=True, slots=True)
class RowSelection:
    """Some rows and columns of a table."""

    table: str
    columns: tuple[str, ...] = ()
    """All if empty."""
    pages: str = ""
    """A query for the ids of the pages whose rows are meant; all if empty."""
    hidden: HiddenPeople = NOBODY_HIDDEN
    """Who is not to be shown."""
    shown: Mapping[str, str] = field(default_factory=dict)
    """Columns that are not shown as they are, in SQL over a row called `read`."""
    hidden_ids: Sequence[int] = ()
    """Rows of records that speak of them."""
    of_pages_alone: bool = True
    """Whether rows that stand on no page are left out, too."""

    def in_sql(self, tables: Connection) -> str:
        """The query; SettingsError if there is no such column."""
        view = self._view()
        known = tables.columns_of(view)
        if unknown := [name for name in self.columns if name not in known]:
            raise SettingsError(
                f"{self.table} has no column {', '.join(unknown)}; it has {', '.join(known)}"
            )
        shown = ", ".join(map(self.column, self.columns)) or self._all_columns()
        conditions = [self._on_pages()] if self.pages else []
        conditions += self._shown()
        chosen = f" WHERE {' AND '.join(conditions)}" if conditions else ""
        return f"SELECT {shown} FROM {view} AS read{chosen}"

    def column(self, name: str) -> str:
        """A column as it is shown."""
        return f'{self.shown[name]} AS "{name}"' if name in self.shown else f'read."{name}"'

    def _all_columns(self) -> str:
        replaced = ", ".join(map(self.column, self.shown))
        return f"read.* REPLACE ({replaced})" if replaced else "*"

    def _on_pages(self) -> str:
        """What holds for rows of the pages that are meant."""
        chosen = f"{PAGE_KEYS[self.table]} IN ({self.pages})"
        if self.of_pages_alone or self.table not in OF_NO_PAGE:
            return chosen
        return f"({chosen} OR {OF_NO_PAGE[self.table]})"

    def _shown(self) -> list[str]:
        """What holds for rows that may be shown; nothing if all may."""
        if self.hidden_ids:
            return [f"id NOT IN ({', '.join(map(str, self.hidden_ids))})"]
        if self.hidden == NOBODY_HIDDEN or self.table not in HIDDEN_BY:
            return []
        people, pages = (", ".join(map(str, sorted(keys))) or "NULL" for keys in self.hidden)
        spoken = HIDDEN_BY[self.table].format(people=people, pages=pages)
        return [f"coalesce(NOT ({spoken}), true)"]

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
