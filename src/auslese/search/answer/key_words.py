"""Which words stand more often in the best hits than in the collection (Stein 1997)?

For "Bundeskanzler" these were Saarland, Lafontaine, Bundestag, Kohl. Of each page its most telling
words lie ready; those of the hits are counted and compared with those of all pages.
"""

from collections.abc import Callable, Iterable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from auslese.records.answer import KeyWord
from auslese.search.index.key_terms import NONE, Hashes, KeyArrays, term_hash
from auslese.text.name_rules import may_stand_alone

LOOKED_AT = 100
"""Hits that are looked at: the best ones say what an answer is about."""
FEW = 4
"""Hits of which a word of a single one is told; of more, two must have it."""
SHARE = 25
"""And one in so many hits: what fewer have is about them, not about the answer."""
DIGITS = 2

Surprise = Callable[[NDArray[np.float64], NDArray[np.float64], float, float], NDArray[np.float64]]
"""How surprising counts are: here and elsewhere, of how many pages here and elsewhere."""


class ExcludedWords(NamedTuple):
    """Words that are left out, for they were asked for."""

    stems: frozenset[str] = frozenset()
    beginnings: tuple[str, ...] = ()

    def has(self, word: str) -> bool:
        """Whether a word begins as one that was asked for by its beginning."""
        return bool(self.beginnings) and word.lower().startswith(self.beginnings)


class SharedTerms(NamedTuple):
    """Terms of some pages, with what is counted of each."""

    places: NDArray[np.int64]
    """In the table of all terms."""
    here: NDArray[np.int64]
    """How many of the pages have it."""


class KeyWords:
    """Asks the telling words of all pages."""

    def __init__(self, arrays: KeyArrays, surprise: Surprise) -> None:
        self._arrays, self._surprise = arrays, surprise

    def of_pages(self, ids: Iterable[int], left: ExcludedWords, most: int) -> list[KeyWord]:
        """The words of these pages, what tells most first."""
        arrays = self._arrays
        pages = arrays.pages(np.fromiter(ids, np.int64))
        count, others = len(pages), len(arrays.ids) - len(pages)
        shared = self._shared(pages, left.stems, least_of(count))
        here = shared.here.astype(np.float64)
        elsewhere = arrays.counts[shared.places] - here
        is_frequent = here * others > elsewhere * count
        here, elsewhere, places = (
            here[is_frequent],
            elsewhere[is_frequent],
            shared.places[is_frequent],
        )
        scores = self._surprise(here, elsewhere, float(count), float(others))
        order = np.lexsort((places, -scores))
        found: list[KeyWord] = []
        for at in order.tolist():
            word = arrays.words.text(int(places[at]))
            if len(found) == most:
                break
            if not left.has(word) and may_stand_alone(word):
                found.append(KeyWord(word, int(here[at]), round(float(scores[at]), DIGITS)))
        return found

    def of_page(self, page: int) -> list[tuple[str, int]]:
        """The telling words of a page, the most telling first, and how many pages have each."""
        arrays = self._arrays
        rows = arrays.rows[arrays.pages(np.array([page], np.int64))].ravel()
        places, known = arrays.places_of(rows)
        return [(arrays.words.text(at), int(arrays.counts[at])) for at in places[known].tolist()]

    def _shared(self, pages: NDArray[np.int64], without: Iterable[str], least: int) -> SharedTerms:
        terms, here = np.unique(self._arrays.rows[pages], return_counts=True)
        out: Hashes = np.array([NONE, *map(term_hash, without)], np.uint32)
        kept = here >= least
        terms, here = terms[kept], here[kept]
        places, known = self._arrays.places_of(terms)
        kept = known & ~np.isin(terms, out)
        return SharedTerms(places[kept], here[kept])


def least_of(count: int) -> int:
    """Pages that must have a word, of so many that are looked at."""
    return 1 if count < FEW else max(2, -(-count // SHARE))
