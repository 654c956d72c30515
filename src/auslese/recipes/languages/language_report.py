"""Which languages a collection has, and a page, for those who ask."""

from auslese.recipes.languages.chosen_model import chosen_language_model
from auslese.recipes.settings.analysis_settings import LanguageSection
from auslese.records.errors import SettingsError
from auslese.store.collection import Collection
from auslese.store.lookups.document_lookups import documents_of_chunks, key_read_as
from auslese.store.lookups.language_lookups import PageLanguage, page_language
from auslese.store.tables.document_chunks import LANGUAGES
from auslese.store.tables.sql_views import Connection


def stale_languages(
    collection: Collection, tables: Connection, language_settings: LanguageSection
) -> int:
    """How many documents wait for their language; all if the model that is wanted is not there."""
    try:
        model = chosen_language_model(collection, language_settings).name
    except SettingsError:
        model = ""
    return documents_of_chunks(tables, collection, LANGUAGES.stale(collection.tables, model))


def language_of_page(tables: Connection, text: str) -> PageLanguage | None:
    """The language of the page of this URL; None if it was not told."""
    return page_language(tables, key_read_as(tables, text))
