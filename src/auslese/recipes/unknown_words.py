"""Words of a collection that no dictionary of ours knows, in the language of their sentences."""

from dataclasses import asdict, dataclass
from typing import Any, NamedTuple

from auslese.analyse.language.recogniser import shipped
from auslese.analyse.language.unknown_words import unknown_words
from auslese.recipes.word_lists import examples_of
from auslese.recipes.word_parts import Part
from auslese.records.errors import NotFoundError
from auslese.store.texts import all_sentences

SHORTEST = 2  # letters; single ones are initials and signs


@dataclass(frozen=True, slots=True)
class UnknownWord:
    """A word that the dictionary of a language lacks."""

    language: str
    word: str
    count: int
    example: str
    example_url: str


class UnknownList(NamedTuple):
    """The most frequent of them, and how many there are in each language."""

    kinds: dict[str, int]
    rows: list[UnknownWord]

    def as_json(self) -> dict[str, Any]:
        """As `words DIR unknown --json` tells it."""
        return {"kinds": self.kinds, "list": [asdict(row) for row in self.rows]}


def unknown_list(part: Part, most: int) -> UnknownList:
    """The words that dictionaries lack, the most frequent first."""
    sentences = all_sentences(part.collection, part.choice)
    found = unknown_words(shipped(), sentences)
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
        raise NotFoundError(f"no sentences: {part.told}; `auslese analyse` makes them from pages")
    examples = examples_of(part, list({word for _, word, _ in ranked}))
    rows = [UnknownWord(*row, *examples.get(row[1], ("", ""))) for row in ranked]
    return UnknownList({language: len(counts) for language, counts in found.items()}, rows)
