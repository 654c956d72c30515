"""Why two texts are alike: the passages that both have, and those that only one has.

The similarity beside them is counted from the same words and shingles, so that it can be checked
by who reads them: `shared_shingles` of `all_shingles`.
"""

from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from auslese.analyse.duplicates.alignment import SharedRun, shared_runs
from auslese.analyse.duplicates.shingles import SHINGLE_WORDS, Numbers, PlacedWords, placed_words


class PassageKind(StrEnum):
    """Which of two texts has a passage."""

    SHARED = "shared"
    ONLY_A = "only_a"
    ONLY_B = "only_b"
    CHANGED = "changed"


MIRRORED = {PassageKind.ONLY_A: PassageKind.ONLY_B, PassageKind.ONLY_B: PassageKind.ONLY_A}


class Passage(NamedTuple):
    """A part of both texts, or of one; put together, all of them give both texts again."""

    kind: PassageKind
    a_text: str
    b_text: str
    """If shared, the same words as in `a_text`; capitals and what is between words may differ."""
    words: int
    """Of the longer side."""
    elsewhere: int = 0
    """How many of them are in shingles that the other text has at another place: moved ones."""


class PassageExplanation(NamedTuple):
    """Two texts side by side."""

    similarity: float
    """`shared_shingles` / `all_shingles`; 0 if one text has no word."""
    shared_shingles: int
    all_shingles: int
    a_words: int
    b_words: int
    shared_words: int
    """Words of the shared passages."""
    passages: list[Passage]

    @property
    def has_same_words(self) -> bool:
        """Both texts say the same, word by word."""
        return self.shared_words == self.a_words == self.b_words


def explain(a: str, b: str, words: int = SHINGLE_WORDS) -> PassageExplanation:
    """Tell what two texts have in common; of (b, a) the same, seen from the other side.

    All shingles are counted here, also of texts of which the similarity elsewhere takes a sample.
    """
    if b < a:  # so that both directions choose the same of several ways to lay words side by side
        return _mirrored(explain(b, a, words))
    one, other = placed_words(a, words), placed_words(b, words)
    runs = shared_runs(one, other, words)
    shared, every = _counted(one.shingles, other.shingles)
    sides = _PassageSide.of(a, one, shared, words), _PassageSide.of(b, other, shared, words)
    return PassageExplanation(
        len(shared) / every if len(one.shingles) and len(other.shingles) else 0.0,
        len(shared),
        every,
        len(one.hashes),
        len(other.hashes),
        sum(run.length for run in runs),
        [_passage(sides, stretch) for stretch in _stretches(sides, runs)],
    )


def _counted(one: Numbers, other: Numbers) -> tuple[Numbers, int]:
    """The shingles of both, each once, and how many different ones there are."""
    one, other = _distinct(one), _distinct(other)
    shared = one[_is_among(one, other)]
    return shared, len(one) + len(other) - len(shared)


def _distinct(shingles: Numbers) -> Numbers:
    ordered = np.sort(shingles)  # some ten times as quick as numpy's own `unique`, which hashes
    return ordered[np.flatnonzero(np.diff(ordered, prepend=~ordered[:1]))]


def _is_among(shingles: Numbers, ordered: Numbers) -> NDArray[np.bool_]:
    if not len(ordered):
        return np.zeros(len(shingles), bool)
    places = np.minimum(np.searchsorted(ordered, shingles), len(ordered) - 1)
    among: NDArray[np.bool_] = ordered[places] == shingles
    return among


def _mirrored(found: PassageExplanation) -> PassageExplanation:
    passages = [
        Passage(MIRRORED.get(kind, kind), b, a, *counts) for kind, a, b, *counts in found.passages
    ]
    return found._replace(a_words=found.b_words, b_words=found.a_words, passages=passages)


class _PassageSide(NamedTuple):
    """One of the two texts."""

    text: str
    begins: list[int]
    """Where the letters of each word begin, and the end; the first takes what is before it."""
    elsewhere: NDArray[np.int64]
    """How many words before each one, and before the end, stand in shared shingles."""

    @classmethod
    def of(cls, text: str, placed: PlacedWords, shared: Numbers, words: int) -> "_PassageSide":
        begins = [0, *placed.begins[1:].tolist(), len(text)] if len(placed.begins) else [len(text)]
        covers = np.zeros(len(placed.hashes) + 1, np.int64)
        at = np.flatnonzero(_is_among(placed.shingles, shared))
        width = min(words, len(placed.hashes))
        np.add.at(covers, at, 1)
        np.add.at(covers, at + width, -1)
        covered = np.cumsum(covers)[:-1] > 0
        return cls(text, begins, np.concatenate([[0], np.cumsum(covered)]))

    @property
    def words(self) -> int:
        return len(self.begins) - 1

    def part(self, begin: int, end: int) -> str:
        if not self.words:  # of a text without words the first passage has it all
            return self.text
        return self.text[self.begins[begin] : self.begins[end]]


class _AlignedStretch(NamedTuple):
    """A passage in words."""

    is_shared: bool
    a: tuple[int, int]
    b: tuple[int, int]


_Sides = tuple[_PassageSide, _PassageSide]


def _stretches(sides: _Sides, runs: Sequence[SharedRun]) -> Iterator[_AlignedStretch]:
    """The runs and what is between them, in order."""
    a = b = 0
    for run in [*runs, SharedRun(sides[0].words, sides[1].words, 0)]:
        if run.a > a or run.b > b:
            yield _AlignedStretch(False, (a, run.a), (b, run.b))
        a, b = run.a + run.length, run.b + run.length
        if run.length:
            yield _AlignedStretch(True, (run.a, a), (run.b, b))
    if not a and not b and (sides[0].text or sides[1].text):
        yield _AlignedStretch(True, (0, 0), (0, 0))


def _passage(sides: _Sides, stretch: _AlignedStretch) -> Passage:
    places = (stretch.a, stretch.b)
    a_words, b_words = (end - begin for begin, end in places)
    if stretch.is_shared:
        kind, elsewhere = PassageKind.SHARED, 0
    else:
        only = PassageKind.ONLY_A if not b_words else PassageKind.ONLY_B
        kind = PassageKind.CHANGED if a_words and b_words else only
        elsewhere = max(
            int(side.elsewhere[end] - side.elsewhere[begin])
            for side, (begin, end) in zip(sides, places, strict=True)
        )
    a_text, b_text = (side.part(*place) for side, place in zip(sides, places, strict=True))
    return Passage(kind, a_text, b_text, max(a_words, b_words), elsewhere)
