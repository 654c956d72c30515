"""Lets the dictionaries that a collection taught grow by words that they lack (Stein 1997)."""

from dataclasses import dataclass
from typing import Any

from auslese.analyse.language.language_candidates import open_model
from auslese.analyse.language.missing_words import unknown_words
from auslese.analyse.language.recogniser import Recogniser
from auslese.recipes.languages.trained_languages import TrainedLanguages
from auslese.store.collection import Collection
from auslese.store.lookups.page_texts import PageSelection, all_sentences

SHORTEST = 2  # letters; single ones are initials and signs


@dataclass(frozen=True, slots=True)
class DictionaryGrowth:
    """By language which words were added, the most frequent first, and how often each was seen."""

    added: dict[str, dict[str, int]]

    def as_json(self) -> dict[str, Any]:
        """As `language grow --json` prints it."""
        return {"added": self.added}


def grow_dictionaries(collection: Collection, least: int) -> DictionaryGrowth:
    """Add words of sentences that are surely in a learnt language, seen at least so often.

    Whoever calls it holds the collection. What a reviewer has rejected stays out.
    """
    learnt = TrainedLanguages(collection.models)
    learnt.dictionaries()  # says so if there are none
    recogniser = Recogniser(open_model(learnt.folder))
    sentences = all_sentences(collection, PageSelection())
    found = {
        language: {
            word: count
            for word, count in counts.most_common()
            if count >= least and len(word) >= SHORTEST
        }
        for language, counts in unknown_words(recogniser, sentences).items()
    }
    return DictionaryGrowth(learnt.add_words(found))
