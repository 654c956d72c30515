"""How alike two texts are: the Jaccard coefficient of their shingles, counted and not guessed."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from auslese.analyse.duplicates.minhash import Sketches
from auslese.analyse.duplicates.shingles import MOST_SHINGLES, Numbers

Pairs = NDArray[np.int64]
"""A row for each pair: two numbers of texts."""
ShinglesOf = Callable[[int], Numbers]
"""Gives the shingles of a text by its number."""

DOUBT = 4.0  # standard errors: one true pair in 30,000 is estimated so badly
LOOKED_AT = 1 << 15  # pairs whose sketches are compared at once: some 25 MB


def likeness(one: Numbers, other: Numbers) -> float:
    """|A∩B| / |A∪B| of two ascending sets; 0 if one is empty, as nothing is like nothing.

    Of texts that were cut, of the least numbers that both would have kept.
    """
    if not len(one) or not len(other):
        return 0.0
    if max(len(one), len(other)) == MOST_SHINGLES:
        return _of_samples(one, other)
    both = _in_both(one, other)
    return both / (len(one) + len(other) - both)


def _in_both(one: Numbers, other: Numbers) -> int:
    few, many = sorted((one, other), key=len)
    places = np.searchsorted(many, few)
    places[places == len(many)] = 0
    return int(np.count_nonzero(many[places] == few))


def _of_samples(one: Numbers, other: Numbers) -> float:
    every = np.union1d(one, other)[:MOST_SHINGLES]
    limit = every[-1]
    both = _in_both(one[one <= limit], other[other <= limit])
    return both / len(every)


def worth_a_look(
    sketches: Sketches, sizes: NDArray[np.int64], pairs: Pairs, threshold: float
) -> Pairs:
    """The pairs whose sizes and sketches do not rule the threshold out."""
    few, many = np.sort(sizes[pairs], axis=1).T
    pairs = pairs[few >= threshold * many]
    minima = sketches.shape[1]
    least = threshold - DOUBT * np.sqrt(threshold * (1 - threshold) / minima)
    kept = [pairs[:0]]
    for at in range(0, len(pairs), LOOKED_AT):
        some = pairs[at : at + LOOKED_AT]
        equal = np.count_nonzero(sketches[some[:, 0]] == sketches[some[:, 1]], axis=1)
        kept.append(some[equal >= least * minima])
    return np.concatenate(kept)


def verified(
    looked: ShinglesOf, pairs: Pairs, threshold: float
) -> tuple[Pairs, NDArray[np.float64]]:
    """The pairs that are at least so alike, and how much each is."""
    found = np.array([likeness(looked(one), looked(other)) for one, other in pairs.tolist()])
    kept = found.reshape(-1) >= threshold
    return pairs[kept], found[kept]
