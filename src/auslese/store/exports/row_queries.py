"""Rows of a table that leave, in queries that need little memory."""

from collections.abc import Sequence

from auslese.records.errors import SettingsError
from auslese.store.collection import Collection
from auslese.store.exports.segment_groups import lots_of, rows_of_segments
from auslese.store.lookups.table_rows import PAGE_KEYS, WIDER_VIEWS, RowSelection
from auslese.store.tables.schemas import TABLES
from auslese.store.tables.segment_files import numbers_of
from auslese.store.tables.sql_views import Connection

DOCUMENTS, LANGUAGE = "documents", "language"
BY_SEGMENT = frozenset({DOCUMENTS, "languages", "sentences", "images"})
"""Tables that are written a chunk of pages at a time, with a row for each page, or several."""
KEYS = "exported_keys"
# One step after the other: all views at once take twice the memory.
KEYED = f"""
    CREATE OR REPLACE TABLE exported_ids AS {{ids}};
    CREATE OR REPLACE TABLE {KEYS} AS
        SELECT id, fetched_at FROM pages WHERE id IN (SELECT id FROM exported_ids)
"""
WITH_LANGUAGE = f"""
    CREATE OR REPLACE TABLE {KEYS} AS
    SELECT chosen.*, coalesce(languages_ever.language, '') AS language
    FROM {KEYS} AS chosen LEFT JOIN languages_ever
    ON languages_ever.id = chosen.id AND languages_ever.fetched_at = chosen.fetched_at
"""
ALL_IDS = "SELECT id FROM pages"
LOT = """
    SELECT {shown} FROM (FROM columns.{table} UNION ALL BY NAME FROM {segments}) AS read
    JOIN (SELECT * FROM {keys} WHERE id IN (SELECT {key} FROM {segments})) AS chosen
    ON chosen.id = read.{key} AND chosen.fetched_at = read.fetched_at
"""


def row_queries(
    collection: Collection, tables: Connection, rows: RowSelection, order: Sequence[int] = ()
) -> list[str]:
    """The rows of a table in queries to be asked one after the other, all with the same columns.

    What grows with the pages is read some segments at a time, so that no text waits for a join;
    documents come with the language they are in. Rows of a few pages come in the order of their ids
    if there is one. SettingsError names unknown columns.
    """
    known = _columns_of(rows.table)
    numbers = numbers_of(collection.tables, rows.table)
    if rows.table not in BY_SEGMENT or not numbers or _wants_wider(rows, known):
        return [rows.in_sql(tables) + _ordered(PAGE_KEYS.get(rows.table, ""), order)]
    _require_known(rows, known)
    _note_keys(tables, rows)
    tables.columns_of(rows.table)  # makes the empty table that old segments lack columns of
    lots = [numbers] if order else lots_of(numbers)
    ordered = _ordered(f"read.{PAGE_KEYS[rows.table]}", order)
    return [_lot_query(collection, rows, known, lot) + ordered for lot in lots]


def _ordered(key: str, order: Sequence[int]) -> str:
    ids = ", ".join(map(str, order))
    return f" ORDER BY list_position([{ids}]::BIGINT[], {key})" if order else ""


def _columns_of(table: str) -> list[str]:
    names = list(TABLES[table].schema.names)
    return [*names, LANGUAGE] if table == DOCUMENTS else names


def _wants_wider(rows: RowSelection, known: Sequence[str]) -> bool:
    """Whether a column is wanted that a wider view may have, at its price."""
    return rows.table in WIDER_VIEWS and not set(rows.columns) <= set(known)


def _require_known(rows: RowSelection, known: Sequence[str]) -> None:
    if unknown := [name for name in rows.columns if name not in known]:
        raise SettingsError(
            f"{rows.table} has no column {', '.join(unknown)}; it has {', '.join(known)}"
        )


def _note_keys(tables: Connection, rows: RowSelection) -> None:
    """Make a small table of the pages that leave."""
    for step in KEYED.split(";"):
        tables.execute(step.format(ids=rows.pages or ALL_IDS))
    if rows.table == DOCUMENTS:
        tables.execute(WITH_LANGUAGE)


def _lot_query(
    collection: Collection, rows: RowSelection, known: Sequence[str], numbers: list[int]
) -> str:
    shown = (
        f'chosen."{name}"' if (rows.table, name) == (DOCUMENTS, LANGUAGE) else rows.column(name)
        for name in rows.columns or known
    )
    return LOT.format(
        shown=", ".join(shown),
        table=rows.table,
        segments=rows_of_segments(collection, rows.table, numbers),
        keys=KEYS,
        key=PAGE_KEYS[rows.table],
    )
