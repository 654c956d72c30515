"""Which texts are compared at all: those whose sketches agree in one band of some numbers.

With `rows` numbers in each of `bands`, two texts with the likeness J meet with the probability
1 - (1 - J^rows)^bands. The choice is made by the recall that is wanted at the threshold itself,
where it is least; it is never given up for less work.
"""

from math import ceil, log1p
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from auslese.analyse.duplicates.minhash import Sketches

MOST_MINIMA = 128  # of a sketch; with them 18 bands of 6 for a threshold of 0.8
RECALL = 0.995  # of pairs at the threshold itself; of all above it more
LEAST_THRESHOLD = 0.05  # below that every text must be compared with every other

_FACTOR = np.uint64(0xD1342543DE82EF95)
_STIR = np.uint64(0x9E3779B97F4A7C15)


class Bands(NamedTuple):
    """How a sketch is cut."""

    bands: int
    rows: int

    @property
    def minima(self) -> int:
        """Numbers of a sketch."""
        return self.bands * self.rows

    def chance(self, likeness: float) -> float:
        """The probability that two texts so alike are compared."""
        return 1 - (1 - likeness**self.rows) ** self.bands

    def keys(self, sketches: Sketches) -> NDArray[np.uint32]:
        """One number for each band of each text; equal if the band is."""
        cut = sketches[:, : self.minima].reshape(len(sketches), self.bands, self.rows)
        keys = np.zeros((len(sketches), self.bands), np.uint64)
        for row in range(self.rows):
            keys = keys * _FACTOR + cut[:, :, row]
        keys = (keys ^ (keys >> np.uint64(29))) * _STIR
        return (keys >> np.uint64(32)).astype(np.uint32)


def choose_bands(threshold: float, recall: float = RECALL, most: int = MOST_MINIMA) -> Bands:
    """The cut with the fewest vain comparisons that keeps the recall with so many minima.

    Where no cut can, it is one row to a band and as many bands as the recall asks for.
    """
    fits = [
        cut
        for rows in range(1, most + 1)
        if (cut := _least_bands(threshold, recall, rows)).minima <= most
    ]
    return max(fits, key=lambda cut: cut.rows, default=_least_bands(threshold, recall, 1))


def _least_bands(threshold: float, recall: float, rows: int) -> Bands:
    met = min(threshold**rows, 1 - 1e-12)
    return Bands(max(1, ceil(log1p(-recall) / log1p(-met))) if met > 0 else 1 << 30, rows)
