"""Languages of documents and paragraphs."""

from typing import Any

from auslese.recipes.analyses.wishes import Run, some
from auslese.recipes.language_model import chosen_model
from auslese.recipes.languages import LanguageWishes, chunks_to_tell, tell_languages
from auslese.store.collection import Collection
from auslese.store.language_table import count_documents


def stale(collection: Collection, how: Run) -> list[str]:
    """Of which documents the languages are to be told."""
    model = chosen_model(collection, how.settings.language)
    chunks = chunks_to_tell(collection, model.name, again=how.again)
    number = count_documents(collection.tables, chunks)
    if how.again:
        return [f"{some(number, 'document')}, all anew"] if number else []
    return [f"{some(number, 'document')} new, changed or told by another model"] * bool(number)


def run(collection: Collection, how: Run) -> dict[str, Any]:
    """Tell the languages of documents."""
    wishes = LanguageWishes(how.workers, how.again, how.progress, how.stopped)
    model = chosen_model(collection, how.settings.language)
    return tell_languages(collection, model, wishes).as_json()
