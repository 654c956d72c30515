"""Which rows of a table leave the house: a query for them."""

from auslese.records.errors import SettingsError
from auslese.store.exports.export_selection import ExportSelection
from auslese.store.lookups.relevance_lookups import OF_TOPICS
from auslese.store.lookups.table_rows import PAGE_KEYS
from auslese.store.tables.schemas import TABLES
from auslese.store.tables.sql_views import Connection

ADDRESSES = ("id", "url", "host", "site", "fetched_at", "status", "media_type", "bytes", "digest")
"""What may be told of any page: where it is, and which bytes were there when."""
FITTING = "exported_fitting"


def pages_of_rows(tables: Connection, selection: ExportSelection) -> str:
    """A query for the ids of the pages that fit; empty if all do."""
    conditions = [f"id IN ({selection.pages})"] * bool(selection.pages)
    values: dict[str, object] = {}
    if selection.ids is not None:
        conditions.append("id IN (SELECT unnest($ids::BIGINT[]))")
        values["ids"] = list(selection.ids)
    if selection.languages:
        conditions.append(
            "id IN (SELECT id FROM languages WHERE list_contains($languages, language))"
        )
        values["languages"] = list(selection.languages)
    if selection.left_out:
        conditions.append(f"id NOT IN ({OF_TOPICS})")
        values["topics"] = list(selection.left_out)
    conditions += ["id IN (SELECT id FROM firsts)"] * selection.no_copies
    if not conditions:
        return ""
    which = " AND ".join(conditions)
    tables.execute(
        f"CREATE OR REPLACE TABLE {FITTING} AS SELECT id FROM pages WHERE {which}", values
    )
    return f"SELECT id FROM {FITTING}"


def require_table(table: str, *, of_pages: bool) -> None:
    """SettingsError if there is no such table, or if its rows are not of pages but must be."""
    if table not in TABLES:
        raise SettingsError(f"there is no table {table}; there are {', '.join(TABLES)}")
    if of_pages and table not in PAGE_KEYS:
        raise SettingsError(
            f"rows of {table} are not of pages, so none can be chosen by them; those of"
            f" {', '.join(PAGE_KEYS)} are"
        )


def is_of_pages(table: str) -> bool:
    """Whether every row of a table belongs to a page."""
    return table in PAGE_KEYS
