"""How well a text was taken out of its page: the measures of bench/extract and the quality gates.

They give, for Trafilatura 2.3.1, the figures that come with the evaluation data; so they measure
the same thing.
"""

import re
from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple, TypeVar

WORD = re.compile(r"\w+")
SHINGLE_WORDS = 4
Key = TypeVar("Key")


class Counts(NamedTuple):
    """What was rightly taken, wrongly taken, and missed."""

    right: int = 0
    wrong: int = 0
    missed: int = 0

    @property
    def precision(self) -> float:
        """The share of what was taken that is right; 1 if nothing was taken."""
        taken = self.right + self.wrong
        return self.right / taken if taken else 1.0

    @property
    def recall(self) -> float:
        """The share of what is right that was taken; 1 if there is nothing to take."""
        there = self.right + self.missed
        return self.right / there if there else 1.0

    @property
    def f1(self) -> float:
        """Their harmonic mean; 1 if there was nothing to take and nothing was taken."""
        everything = 2 * self.right + self.wrong + self.missed
        return 2 * self.right / everything if everything else 1.0


def summed(counts: Iterable[Counts]) -> Counts:
    """All pages counted as one; so a long page weighs more."""
    return Counts(*(sum(column) for column in zip(*counts, strict=True)))


def word_counts(taken: str, gold: str) -> Counts:
    """Compare as bags of words, small and capital letters alike."""
    return _compared(Counter(WORD.findall(taken.lower())), Counter(WORD.findall(gold.lower())))


def shingle_counts(taken: str, gold: str) -> Counts:
    """Compare as bags of shingles of four words, letters as they are."""
    return _compared(shingles_of(taken), shingles_of(gold))


def shingles_of(text: str) -> Counter[tuple[str, ...]]:
    """The runs of four words in a text; a shorter text is one run."""
    words = WORD.findall(text)
    if not words:
        return Counter()
    begins = range(max(1, len(words) - SHINGLE_WORDS + 1))
    return Counter(tuple(words[begin : begin + SHINGLE_WORDS]) for begin in begins)


def _compared(taken: Counter[Key], gold: Counter[Key]) -> Counts:
    right = (taken & gold).total()
    return Counts(right, taken.total() - right, gold.total() - right)


class Snippets(NamedTuple):
    """Pieces that belong to the text, and pieces that do not, looked for as they are written."""

    found: int = 0
    wanted: int = 0
    wrongly_found: int = 0
    unwanted: int = 0


def snippet_counts(taken: str, wanted: Iterable[str], unwanted: Iterable[str]) -> Snippets:
    """Look for the pieces of one page."""
    here = [piece in taken for piece in wanted]
    wrongly = [piece in taken for piece in unwanted]
    return Snippets(sum(here), len(here), sum(wrongly), len(wrongly))


def summed_snippets(counts: Iterable[Snippets]) -> Snippets:
    """The pieces of all pages."""
    return Snippets(*(sum(column) for column in zip(*counts, strict=True)))
