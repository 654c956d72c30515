"""Which queries can be asked, and which of them would find a given text?

A pool is made of the words of a lexicon whose document frequency lies in a window: neither so
common that the engine's order decides what is seen, nor so rare that the query does. A query is
one of these words, or several that a page must all have. Conjunctions are never written out: a
pool of 400,000 words has eighty thousand million pairs.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from math import comb
from unicodedata import normalize

import numpy as np

from auslese.text.words import words_of

PoolQuery = tuple[str, ...]

LONGEST_WORD = 64  # as in word lists: what is longer is no word but a piece of data
FEWEST_EXPECTED, MOST_EXPECTED = 5.0, 100.0
"""Pages that a query should find; the most is Bharat and Broder's first hundred (1998)."""


@dataclass(frozen=True, slots=True)
class FrequencyWindow:
    """Document frequencies that a word of the pool may have, both included."""

    low: float
    high: float

    def has(self, frequency: float) -> bool:
        """Whether a word is neither too rare nor too common."""
        return self.low <= frequency <= self.high


def window_for(
    pages: int,
    together: int = 1,
    expected: tuple[float, float] = (FEWEST_EXPECTED, MOST_EXPECTED),
) -> FrequencyWindow:
    """The window in which queries of so many words find as many pages as expected.

    `pages` is how many documents the lexicon was counted in. Words that fall independently of each
    other find pages · (frequency / pages)^together pages together; real words that belong together
    find more, others fewer.
    """
    low, high = (
        (bound * float(max(pages, 1)) ** (together - 1)) ** (1 / together) for bound in expected
    )
    return FrequencyWindow(low, high)


@dataclass(frozen=True, slots=True)
class MatchingQueries:
    """The queries of a pool that a text has all words of."""

    words: tuple[str, ...]
    """The pool's words in the text, each once, sorted."""
    together: int

    @property
    def degree(self) -> int:
        """How many queries they are."""
        return comb(len(self.words), self.together)

    def draw(self, chance: np.random.Generator) -> PoolQuery:
        """One of them, all alike; there must be one."""
        return _some_of(self.words, self.together, chance)


@dataclass(frozen=True)
class QueryPool:
    """Queries that can be drawn; equal for the same words in any order."""

    words: tuple[str, ...]
    """Sorted, each once."""
    together: int = 1
    """How many words make a query."""
    window: FrequencyWindow = field(default_factory=lambda: FrequencyWindow(0, float("inf")))

    @property
    def size(self) -> int:
        """How many different queries it has."""
        return comb(len(self.words), self.together)

    def draw(self, chance: np.random.Generator) -> PoolQuery:
        """Draw a query, all alike; there must be one."""
        return _some_of(self.words, self.together, chance)

    def queries_of(self, text: str) -> MatchingQueries:
        """Which queries would find a text."""
        return MatchingQueries(tuple(sorted(self._known.intersection(_forms(text)))), self.together)

    def fits(self, query: PoolQuery, matching: MatchingQueries) -> bool:
        """Whether a query is among those that a text matches."""
        return len(query) == self.together and set(query) <= set(matching.words)

    @cached_property
    def _known(self) -> frozenset[str]:
        return frozenset(self.words)


def pool_of(
    lexicon: Mapping[str, int] | Iterable[tuple[str, int]],
    window: FrequencyWindow,
    together: int = 1,
) -> QueryPool:
    """Make a pool of a lexicon: word and document frequency.

    Words are compared in small letters. Left out are words that engines part differently: with a
    hyphen or an apostrophe, without a letter, longer than 64 letters.
    """
    if together < 1:
        raise ValueError("A query has at least one word.")
    rows = lexicon.items() if isinstance(lexicon, Mapping) else lexicon
    words = {_small(word) for word, frequency in rows if window.has(frequency)}
    return QueryPool(tuple(sorted(filter(_is_plain, words))), together, window)


def _forms(text: str) -> set[str]:
    return set(words_of(_small(text)))


def _small(text: str) -> str:
    """In small letters, accents in one piece with their letters, as word lists have it."""
    return normalize("NFC", text.lower())


def _is_plain(word: str) -> bool:
    return (
        len(word) <= LONGEST_WORD
        and any(map(str.isalpha, word))
        and words_of(word) == [word]
        and not any(sign in word for sign in "'’ʼ·-‐‑")
    )


def _some_of(words: tuple[str, ...], together: int, chance: np.random.Generator) -> PoolQuery:
    """Some different words, sorted, so that a conjunction has one spelling."""
    if len(words) < together:
        raise ValueError("There are fewer words than a query has.")
    places: set[int] = set()
    while len(places) < together:
        places.add(int(chance.integers(len(words))))
    return tuple(words[place] for place in sorted(places))
