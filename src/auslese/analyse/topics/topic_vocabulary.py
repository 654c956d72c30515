"""The words by which topics are told, learnt from some texts and kept for those that come later.

Texts of one collection are in many languages: each is read with the stems of its own, and without
the stop words of all that it has. Stems that are spelt alike are one column, whatever the language:
names and borrowed words are what texts in two languages have in common.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np
from scipy import sparse

from auslese.analyse.topics.phrases import LONGEST_WORD, TextToLabel
from auslese.analyse.topics.text_vectors import (
    SHORTEST_WORD,
    CountedTexts,
    Matrix,
    Weights,
    of_length_one,
    saturated,
    weighted,
)
from auslese.text.name_rules import QUOTED, languages_in, silent_words
from auslese.text.stemming import stems
from auslese.text.words import words_of

NO_COLUMN = -1
MOST_KNOWN = 1 << 20  # words whose column is kept in mind, so that a stem is cut once


@dataclass(slots=True)
class StemColumns:
    """The column of every stem; a stem that is new gets one as long as it may."""

    numbers: dict[str, int] = field(default_factory=dict)
    grows: bool = True
    _known: dict[tuple[str, ...], dict[str, int]] = field(default_factory=dict)
    """By the languages of texts: the column of each word that was met."""

    def counted(self, texts: Iterable[TextToLabel]) -> CountedTexts:
        """How often each stem stands in each text."""
        columns: list[int] = []
        often: list[int] = []
        ends = [0]
        for text in texts:
            words = Counter(words_of(f"{text.title}\n{text.text}".lower()))
            columns += self._columns(words, languages_in(words.keys(), text.language, QUOTED))
            often += words.values()
            ends.append(len(columns))
        rows = np.repeat(np.arange(len(ends) - 1), np.diff(ends))
        places, counts = np.array(columns, np.int64), np.array(often, np.float32)
        telling = places != NO_COLUMN
        found = sparse.coo_array(
            (counts[telling], (rows[telling], places[telling])), (len(ends) - 1, len(self.numbers))
        ).tocsr()
        found.sum_duplicates()
        return CountedTexts(found, list(self.numbers))

    def _columns(self, words: Iterable[str], languages: tuple[str, ...]) -> list[int]:
        known = self._known.setdefault(languages, {})
        if len(known) > MOST_KNOWN:
            known.clear()
        if new := [word for word in words if word not in known]:
            known.update(zip(new, self._of_new(new, languages), strict=True))
        return [known[word] for word in words]

    def _of_new(self, words: list[str], languages: tuple[str, ...]) -> list[int]:
        without = silent_words(languages)
        return [
            self._column(stem) if _is_telling(word) and word not in without else NO_COLUMN
            for word, stem in zip(words, stems(words, languages[0]), strict=True)
        ]

    def _column(self, stem: str) -> int:
        if self.grows:
            return self.numbers.setdefault(stem, len(self.numbers))
        return self.numbers.get(stem, NO_COLUMN)


def _is_telling(word: str) -> bool:
    return SHORTEST_WORD <= len(word) <= LONGEST_WORD and not word[0].isdecimal()


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Stems with their worth: what makes a vector of length 1 from any text."""

    words: tuple[str, ...]
    worth: Weights
    mean_length: float
    """Words of a text that are in here; 0 for weights that do not saturate."""
    columns: StemColumns

    @classmethod
    def of(cls, words: list[str], worth: Weights, mean_length: float) -> "Vocabulary":
        """Make it ready to read texts."""
        numbers = {word: number for number, word in enumerate(words)}
        return cls(tuple(words), worth, mean_length, StemColumns(numbers, grows=False))

    def vectors(self, texts: Iterable[TextToLabel]) -> Matrix:
        """A row for each text."""
        counts = self.columns.counted(texts).counts.astype(np.float64)
        if self.mean_length:
            return of_length_one(weighted(saturated(counts, self.mean_length), self.worth))
        return weighted(counts, self.worth)
