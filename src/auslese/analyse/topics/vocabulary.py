"""The words by which topics are told, learnt from some texts and kept for those that come later.

Texts of one collection are in many languages: each is read with the stop words and stems of its
own. Stems that are spelt alike are one column, whatever the language: names and borrowed words are
what texts in two languages have in common.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from auslese.analyse.topics.phrases import TextOf
from auslese.analyse.topics.vectors import (
    LONGEST_WORD,
    SHORTEST_WORD,
    Counted,
    Matrix,
    Weights,
    of_length_one,
    saturated,
    weighted,
)
from auslese.text.stemming import stems
from auslese.text.stop_words import stop_words
from auslese.text.words import words_of

NO_COLUMN = -1
MOST_KNOWN = 1 << 20  # words whose column is kept in mind, so that a stem is cut once

Columns = NDArray[np.int64]


@dataclass(slots=True)
class StemColumns:
    """The column of every stem; a stem that is new gets one as long as it may."""

    numbers: dict[str, int] = field(default_factory=dict)
    grows: bool = True
    _known: dict[str, dict[str, int]] = field(default_factory=dict)
    """By language: the column of each word that was met."""

    def counted(self, texts: Iterable[TextOf]) -> Counted:
        """How often each stem stands in each text."""
        columns = [self._columns(each) for each in texts]
        rows = np.repeat(np.arange(len(columns)), [len(each) for each in columns])
        places = np.concatenate([np.empty(0, np.int64), *columns])
        counts = sparse.coo_array(
            (np.ones(len(places), np.float32), (rows, places)), (len(columns), len(self.numbers))
        ).tocsr()
        counts.sum_duplicates()
        return Counted(counts, list(self.numbers))

    def _columns(self, text: TextOf) -> Columns:
        words = words_of(f"{text.title}\n{text.text}".lower())
        known = self._known.setdefault(text.language, {})
        if len(known) > MOST_KNOWN:
            known.clear()
        if new := [word for word in dict.fromkeys(words) if word not in known]:
            known.update(zip(new, self._of_new(new, text.language), strict=True))
        found: Columns = np.fromiter((known[word] for word in words), np.int64, len(words))
        telling: Columns = found[found != NO_COLUMN]
        return telling

    def _of_new(self, words: list[str], language: str) -> list[int]:
        without = stop_words(language)
        return [
            self._column(stem) if _is_telling(word) and word not in without else NO_COLUMN
            for word, stem in zip(words, stems(words, language), strict=True)
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

    def vectors(self, texts: Iterable[TextOf]) -> Matrix:
        """A row for each text."""
        counts = self.columns.counted(texts).counts.astype(np.float64)
        if self.mean_length:
            return of_length_one(weighted(saturated(counts, self.mean_length), self.worth))
        return weighted(counts, self.worth)
