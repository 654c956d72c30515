"""Which languages a collection has, and a page, for those who ask."""

from typing import Any

from auslese.recipes.languages.chosen_model import chosen_language_model
from auslese.recipes.settings.settings_loading import settings_of
from auslese.records.errors import SettingsError
from auslese.store.collection import Collection
from auslese.store.lookups.document_lookups import documents_of_chunks, key_read_as
from auslese.store.lookups.language_lookups import PageLanguage, page_language, pages_by_language
from auslese.store.tables.language_chunks import stale_chunks
from auslese.store.tables.sql_views import Connection


def language_counts(collection: Collection, tables: Connection) -> dict[str, Any]:
    """How many pages are in each language, and how many are stale, as `status --json` prints it."""
    return {"pages": pages_by_language(tables), "stale": _count_stale(collection, tables)}


def _count_stale(collection: Collection, tables: Connection) -> int:
    """How many documents wait; all of them if the model that is wanted is not there."""
    try:
        model = chosen_language_model(collection, settings_of(collection).language).name
    except SettingsError:
        model = ""
    return documents_of_chunks(tables, collection, stale_chunks(collection.tables, model))


def language_of_page(tables: Connection, text: str) -> PageLanguage | None:
    """The language of the page of this URL; None if it was not told."""
    return page_language(tables, key_read_as(tables, text))
