"""Languages of documents and paragraphs."""

from typing import Any

from auslese.recipes.languages.chosen_model import chosen_language_model
from auslese.recipes.languages.language_stage import (
    LanguageOptions,
    chunks_to_recognise,
    recognise_languages,
)
from auslese.recipes.stages.stage_run import StageOptions, with_plural
from auslese.store.collection import Collection
from auslese.store.tables.language_table import count_documents


def stale(collection: Collection, options: StageOptions) -> list[str]:
    """Of which documents the languages are to be told."""
    model = chosen_language_model(collection, options.settings.language)
    chunks = chunks_to_recognise(collection, model.name, again=options.again)
    number = count_documents(collection.tables, chunks)
    if options.again:
        return [f"{with_plural(number, 'document')}, all anew"] if number else []
    return [f"{with_plural(number, 'document')} new, changed or told by another model"] * bool(
        number
    )


def run(collection: Collection, options: StageOptions) -> dict[str, Any]:
    """Tell the languages of documents."""
    wishes = LanguageOptions(options.workers, options.again, options.progress, options.stopped)
    model = chosen_language_model(collection, options.settings.language)
    return recognise_languages(collection, model, wishes).as_json()
