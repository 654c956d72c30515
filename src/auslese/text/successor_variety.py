"""Where does a word end and its ending begin, judged by how words of a list go on?

After *read* many letters may follow, after *reada* only *b*: where a piece of a word can go on in
many ways, a part of it ends (Hafer and Weiss 1974). The number of different letters that follow a
piece in the list is its successor variety. A word that ends there counts as one way to go on, if
there is no other.
"""

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise, takewhile

_LAST = "\U0010ffff"  # sorts behind every letter
LONGEST = 64  # letters; what is longer is no word
CUTOFF = 5  # Nitsche leaves it open, since no number fits all lists; not tuned
STEM_OF_WORDS = 12
"""Nitsche: a first part with which so many words begin is a stem; otherwise the second is."""
SHORTEST_STEM = 3


class CutRule(StrEnum):
    """The rule by which a word is cut."""

    CUTOFF = "cutoff"
    """Where the variety reaches a number."""
    PEAK = "peak"
    """Where it is greater than before and after: peak and plateau."""
    WORD = "word"
    """Where a word of the list ends: complete word."""
    BOTH = "both"
    """Where peak or complete word would cut, as Nitsche found best."""


class StemPart(StrEnum):
    """Which part of a cut word is its stem."""

    FIRST = "first"
    NITSCHE = "nitsche"
    """The first if at least twelve words begin with it, otherwise the second."""
    HAFER_WEISS = "hafer-weiss"
    """The first if at most twelve words begin with it: with more it is likely a prefix."""


@dataclass(frozen=True, slots=True)
class SuccessorVarieties:
    """A list of words, and how their beginnings go on."""

    words: list[str]
    """Sorted, each once."""
    branches: dict[str, int]
    """Where neighbours in the list part; all other beginnings go on in one way."""

    @classmethod
    def learnt(cls, words: Iterable[str]) -> "SuccessorVarieties":
        """Learn from a list of words, in any order."""
        ordered = sorted({word for word in words if word and len(word) <= LONGEST})
        return cls(ordered, Counter(_common(*pair) for pair in pairwise(ordered)))

    def has(self, word: str) -> bool:
        """Whether this word is in the list."""
        place = bisect_left(self.words, word)
        return place < len(self.words) and self.words[place] == word

    def beginning_with(self, piece: str) -> int:
        """How many words of the list begin so."""
        return bisect_right(self.words, piece + _LAST) - bisect_left(self.words, piece)

    def variety(self, piece: str) -> int:
        """How many different letters follow this beginning."""
        ways = self.branches.get(piece, 0)
        if ways and self.has(piece):  # the word itself parts from its neighbour, too
            return ways
        return ways + 1 if ways or self.beginning_with(piece) else 0

    def parts(self, word: str, cut: CutRule = CutRule.BOTH, cutoff: int = CUTOFF) -> list[str]:
        """A word cut by a rule."""
        varieties = [self.variety(word[:end]) for end in range(1, len(word) + 1)]
        cuts = [
            end
            for end in range(1, len(word))
            if (cut is CutRule.CUTOFF and varieties[end - 1] >= cutoff)
            or (cut in (CutRule.PEAK, CutRule.BOTH) and _is_peak(varieties, end - 1))
            or (cut in (CutRule.WORD, CutRule.BOTH) and self.has(word[:end]))
        ]
        return [word[begin:end] for begin, end in pairwise([0, *cuts, len(word)])]

    def stem(
        self, word: str, cut: CutRule = CutRule.BOTH, part: StemPart = StemPart.NITSCHE
    ) -> str:
        """The part of a word that is its stem.

        A first part of one or two letters is none: every list has words that short.
        """
        if len(word) > LONGEST:
            return word
        first, *others = _joined(self.parts(word, cut))
        if not others or part is StemPart.FIRST:
            return first
        number = self.beginning_with(first)
        if part is StemPart.NITSCHE:
            return first if number >= STEM_OF_WORDS else others[0]
        return first if number <= STEM_OF_WORDS else others[0]


def _common(one: str, other: str) -> str:
    """The beginning that two words share."""
    same = takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False))
    return one[: sum(1 for _ in same)]


def _is_peak(varieties: list[int], at: int) -> bool:
    return at > 0 and varieties[at] > varieties[at - 1] and varieties[at] > varieties[at + 1]


def _joined(parts: list[str]) -> list[str]:
    """The parts, the first ones joined until they can be a stem."""
    first, *others = parts
    while others and len(first) < SHORTEST_STEM:
        first += others.pop(0)
    return [first, *others]
