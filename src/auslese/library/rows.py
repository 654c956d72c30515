"""Rows of a collection that are read when somebody wants them."""

from collections.abc import Iterator
from typing import Any

from auslese.library.extras import extra_library
from auslese.store.lookups.table_rows import (
    ArrowBatch,
    ArrowTable,
    Relation,
    first_of,
    record_batches,
    row_count,
)
from auslese.store.tables.fresh_tables import FreshTables

ROWS_AT_ONCE = 10_000
"""Rows of a batch: some megabytes of text."""
FEW = 5


class Rows:
    """Rows of a table, chosen and not read yet.

    Nothing is read before it is asked for, and then the tables are read as they are at that moment:
    of a page that was fetched several times the last version only. Whatever takes Arrow takes
    these rows: `pyarrow.table(rows)`, `polars.DataFrame(rows)`, `FROM rows` in DuckDB.
    """

    def __init__(self, tables: FreshTables, query: str) -> None:
        """Made by the methods of an open collection."""
        self._tables = tables
        self._query = query

    def __repr__(self) -> str:
        """What one would get, without reading it."""
        return "<Rows, closed>" if self._tables.is_closed else f"<Rows: {', '.join(self.columns)}>"

    def __len__(self) -> int:
        """Count the rows."""
        return row_count(self._tables.connection(), self._query)

    def __iter__(self) -> Iterator[dict[str, Any]]:
        """Go through the rows, each as a dict by column; `batches` is faster for many."""
        for batch in self.batches():
            yield from batch.to_pylist()

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """Hand the rows over to another library that speaks Arrow."""
        return record_batches(self.relation(), ROWS_AT_ONCE).__arrow_c_stream__(requested_schema)

    @property
    def columns(self) -> list[str]:
        """The names of the columns."""
        return list(self.relation().columns)

    def head(self, rows: int = FEW) -> "Rows":
        """Return the first of them, to have a look."""
        return Rows(self._tables, first_of(self._query, rows))

    def batches(self, rows: int = ROWS_AT_ONCE) -> Iterator[ArrowBatch]:
        """Go through the rows as `pyarrow.RecordBatch`, so many rows each, in little memory."""
        yield from record_batches(self.relation(), rows)

    def to_arrow(self) -> ArrowTable:
        """Read all rows into a `pyarrow.Table`."""
        return self.relation().to_arrow_table()

    def to_pandas(self) -> Any:
        """Read all rows into a `pandas.DataFrame`; needs the extra `notebook`."""
        extra_library("pandas")
        return self.to_arrow().to_pandas()

    def to_polars(self) -> Any:
        """Read all rows into a `polars.DataFrame`; needs the extra `notebook`."""
        return extra_library("polars").from_arrow(self.to_arrow())

    def relation(self) -> Relation:
        """Return a DuckDB relation, to filter, join and count without reading all.

        Relations of one open collection can be joined with each other.
        """
        return self._tables.connection().sql(self._query)
