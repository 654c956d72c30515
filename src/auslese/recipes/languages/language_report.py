"""Which languages a collection has, and a page, for those who ask."""

from typing import Any, NamedTuple

from auslese.recipes.languages.chosen_model import chosen_language_model
from auslese.recipes.reading.read_pages import key_read_as
from auslese.recipes.settings.settings_loading import settings_of
from auslese.records.errors import SettingsError
from auslese.store.collection import Collection
from auslese.store.tables.language_table import count_documents, stale_chunks
from auslese.store.tables.sql_views import Connection, connect


class PageLanguage(NamedTuple):
    """The language of a page, as it was told last."""

    language: str
    confidence: float
    runner_up: str
    running_text: float
    is_running: bool
    mix: list[dict[str, Any]]
    hint: str
    hreflang: str
    agrees: bool | None
    model: str


def language_counts(collection: Collection, tables: Connection) -> dict[str, Any]:
    """How many pages are in each language, and how many are stale, as `status --json` prints it."""
    query = """
        SELECT language, count(*) FROM languages WHERE language <> ''
        GROUP BY 1 ORDER BY 2 DESC, 1
    """
    pages = dict(tables.execute(query).fetchall())
    return {"pages": pages, "stale": _count_stale(collection)}


def _count_stale(collection: Collection) -> int:
    """How many documents wait; all of them if the model that is wanted is not there."""
    try:
        model = chosen_language_model(collection, settings_of(collection).language).name
    except SettingsError:
        model = ""
    return count_documents(collection.tables, stale_chunks(collection.tables, model))


def language_of_page(collection: Collection, text: str) -> PageLanguage | None:
    """The language of the page of this URL; None if it was not told."""
    query = f"""
        SELECT {", ".join(PageLanguage._fields)} FROM languages_ever
        WHERE id = $id ORDER BY fetched_at DESC LIMIT 1
    """
    with connect(collection) as tables:
        rows = tables.execute(query, {"id": key_read_as(tables, text)}).fetchall()
    return PageLanguage(*rows[0]) if rows else None
