"""`auslese language grow`: unknown words into the dictionaries that a collection taught."""

from pathlib import Path

import click

from auslese.cli.terminal import harmless, say, say_json
from auslese.recipes.languages.dictionary_growth import DictionaryGrowth, grow_dictionaries
from auslese.recipes.settings.settings_loading import settings_of
from auslese.store.collection import Collection
from auslese.wording.figures import plural

SHOWN = 10  # words of a language that are named


@click.command(name="grow")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option(
    "--min-count",
    metavar="N",
    type=click.IntRange(min=1),
    help="Times that a word must be seen; language.grow_from unless told.",
)
@click.option("--json", "as_data", is_flag=True, help="Print what was added as JSON.")
def grow(folder: Path, min_count: int | None, as_data: bool) -> None:
    """Add words that learnt dictionaries lack to them, from the sentences of DIR.

    A sentence counts if its language is sure (70 %, and no other more than 10 %). What was added is
    kept for later trainings, in models/language-words.tsv; what `language review` rejected stays
    out. `auslese words unknown DIR` shows words that the dictionaries of Auslese lack.
    """
    collection = Collection.open(folder)
    least = min_count or settings_of(collection).language.grow_from
    with collection.lock():
        grown = grow_dictionaries(collection, least)
    if as_data:
        say_json(grown.as_json())
    else:
        say(growth_report(grown))


def growth_report(grown: DictionaryGrowth) -> str:
    """What was added, in words."""
    lines = [
        f"{language}: {plural(len(words), 'word')} added: {harmless(', '.join([*words][:SHOWN]))}"
        for language, words in grown.added.items()
    ]
    return "\n".join(lines) or "the dictionaries lack no word that was seen so often"
