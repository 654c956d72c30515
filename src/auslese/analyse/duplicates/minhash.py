"""Min-hash sketches: a few numbers that are equal as often as two texts are alike.

Each shuffle of all shingles has one that comes first in a set; two sets have the same first one
with the probability |A∩B| / |A∪B| (Broder 1997). Shingles are numbers without pattern already, so
that `a·x + b mod 2^32` with an odd `a` shuffles them well enough: `tests/analyse/duplicates` hold
that to the theorem.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from auslese.analyse.duplicates.shingles import Numbers, ShingleSets

SEED = 1997  # the same sketches on every machine and in every year
WITHOUT = np.uint32(0xFFFF_FFFF)
"""All numbers of a text without a word."""
AT_ONCE = 1 << 13  # shingles of a text; times the shuffles they still fit the processor's cache

Sketches = NDArray[np.uint32]
"""A row for each text."""


class Shuffles(NamedTuple):
    """So many ways to put all shingles in order."""

    factors: Numbers
    shifts: Numbers

    def __len__(self) -> int:
        """How many there are: the numbers of a sketch."""
        return len(self.factors)

    def sketches(self, sets: ShingleSets) -> Sketches:
        """The sketch of each text."""
        found = np.full((len(sets), len(self)), WITHOUT)
        for number in np.flatnonzero(sets.sizes).tolist():
            found[number] = self._least(sets.of(number))
        return found

    def _least(self, values: Numbers) -> Numbers:
        parts = [values[at : at + AT_ONCE] for at in range(0, len(values), AT_ONCE)]
        least: Numbers = np.minimum.reduce([self._shuffled(part).min(axis=1) for part in parts])
        return least

    def _shuffled(self, values: Numbers) -> Sketches:
        shuffled = np.multiply.outer(self.factors, values)
        shuffled += self.shifts[:, None]
        return shuffled


def shuffles(number: int) -> Shuffles:
    """The first so many shuffles; more of them begin with the same ones."""
    chance = np.random.Generator(np.random.PCG64(SEED)).integers(
        0, 1 << 32, size=(number, 2), dtype=np.uint32
    )
    return Shuffles(chance[:, 0] | np.uint32(1), chance[:, 1])


def estimates(one: Sketches, other: Sketches) -> NDArray[np.float64]:
    """How alike the texts are, row by row, as far as sketches tell."""
    equal: NDArray[np.float64] = np.mean(one == other, axis=1)
    return equal
