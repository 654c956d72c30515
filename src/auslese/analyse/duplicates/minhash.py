"""Min-hash sketches: a few numbers that are equal as often as two texts are alike.

Each shuffle of all shingles has one that comes first in a set; two sets have the same first one
with the probability |A∩B| / |A∪B| (Broder 1997). Shingles are numbers without pattern already, so
that `a·x mod 2^32` with an odd `a` shuffles them well enough: simulated, the share of equal numbers
has neither bias nor more variance than true shuffles give (`docs/methods/duplicates.md`).
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

    def __len__(self) -> int:
        """How many there are: the numbers of a sketch."""
        return len(self.factors)

    def sketches(self, sets: ShingleSets) -> Sketches:
        """The sketch of each text."""
        found = np.full((len(sets), len(self)), WITHOUT)
        longest = min(sets.sizes.max(initial=0), AT_ONCE)
        room = np.empty(len(self) * longest, np.uint32)
        for number in np.flatnonzero(sets.sizes).tolist():
            values = sets.of(number)
            for at in range(0, len(values), AT_ONCE):
                self._note_least(values[at : at + AT_ONCE], room, found[number])
        return found

    def _note_least(self, values: Numbers, room: Numbers, least: Numbers) -> None:
        shuffled = room[: len(self) * len(values)].reshape(len(self), len(values))
        np.multiply(self.factors[:, None], values, out=shuffled)
        np.minimum(least, shuffled.min(axis=1), out=least)


def shuffles(number: int) -> Shuffles:
    """The first so many shuffles; more of them begin with the same ones."""
    chance = np.random.Generator(np.random.PCG64(SEED))
    return Shuffles(chance.integers(0, 1 << 32, size=number, dtype=np.uint32) | np.uint32(1))
