"""Words of a collection that no dictionary of ours knows, in the language of their sentences."""

from dataclasses import asdict, dataclass
from itertools import islice
from typing import Any, NamedTuple

from auslese.analyse.language.missing_words import STEINS, unknown_words
from auslese.analyse.language.recogniser import shipped_recogniser
from auslese.analyse.language.text_batches import batches
from auslese.analyse.language.word_letters import letter_words
from auslese.recipes.words.collection_parts import CollectionPart
from auslese.recipes.words.word_lists import SENTENCES_SEARCHED, shortened
from auslese.records.errors import NotFoundError
from auslese.store.lookups.page_texts import all_sentences, sentences_with

SHORTEST = 2  # letters; single ones are initials and signs


@dataclass(frozen=True, slots=True)
class UnknownWord:
    """A word that the dictionary of a language lacks."""

    language: str
    word: str
    count: int
    example: str
    example_url: str


class UnknownWordList(NamedTuple):
    """The most frequent of them, and how many there are in each language."""

    kinds: dict[str, int]
    rows: list[UnknownWord]

    def as_json(self) -> dict[str, Any]:
        """As `words unknown DIR --json` tells it."""
        return {"kinds": self.kinds, "list": [asdict(row) for row in self.rows]}


def unknown_list(part: CollectionPart, most: int) -> UnknownWordList:
    """The words that dictionaries lack, the most frequent first."""
    sentences = all_sentences(part.collection, part.choice)
    found = unknown_words(shipped_recogniser(), sentences)
    ranked = sorted(
        (
            (language, word, count)
            for language, counts in found.items()
            for word, count in counts.items()
            if len(word) >= SHORTEST
        ),
        key=lambda row: (-row[2], row[1], row[0]),
    )[:most]
    if not found:
        raise NotFoundError(
            f"no sentences: {part.description}; `auslese analyse` makes them from pages"
        )
    examples = _examples(part, {(language, word) for language, word, _ in ranked})
    rows = [UnknownWord(*row, *examples.get(row[:2], ("", ""))) for row in ranked]
    return UnknownWordList({language: len(counts) for language, counts in found.items()}, rows)


def _examples(
    part: CollectionPart, wanted: set[tuple[str, str]]
) -> dict[tuple[str, str], tuple[str, str]]:
    """For a language and a word a sentence that is surely in the one and has the other; its URL."""
    found: dict[tuple[str, str], tuple[str, str]] = {}
    words = sorted({word for _, word in wanted})
    sentences = sentences_with(part.collection, part.choice, words) if words else iter(())
    for some in batches(islice(sentences, SENTENCES_SEARCHED)):
        verdicts = shipped_recogniser().recognise([sentence for sentence, _ in some])
        for (sentence, url), verdict in zip(some, verdicts, strict=True):
            if STEINS.accepts([share for _, share in verdict.alternatives]):
                here = {(verdict.language, word) for word in letter_words(sentence)}
                for each in here & wanted - found.keys():
                    found[each] = shortened(sentence), url
        if len(found) == len(wanted):
            break
    return found
