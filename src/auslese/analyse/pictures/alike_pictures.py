"""Which pictures look alike? Those whose perceptual hashes differ in few bits.

Two hashes that differ in d bits at most agree in one of d + 1 parts at least: only pictures that
share a part are compared. The earlier one stands for both.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

BITS = 64
MOST_NEIGHBOURS = 200
"""Pictures with the same part with which one is compared: the next ones by number. Where so many
share a part they are variants of one, and each is folded into one before it."""


def folded(hashes: Sequence[int | None], most_bits: int) -> list[int]:
    """For each picture the number of the first one that looks like it, its own if none does."""
    known = np.array([number for number, each in enumerate(hashes) if each is not None], np.int64)
    values = np.array([hashes[number] for number in known], np.int64).view(np.uint64)
    first = np.arange(len(values), dtype=np.int64)
    for shift, width in _parts(most_bits + 1):
        part = values >> np.uint64(shift) & np.uint64((1 << width) - 1)
        for one, two in _alike(values, part, most_bits):
            earlier, later = sorted((_root(first, one), _root(first, two)))
            first[later] = earlier
    stands_for = list(range(len(hashes)))
    for place, number in enumerate(known):
        stands_for[number] = int(known[_root(first, place)])
    return stands_for


def _parts(number: int) -> list[tuple[int, int]]:
    """Where each part of a hash begins, and how many bits it has."""
    borders = [BITS * part // number for part in range(number + 1)]
    return [(begin, end - begin) for begin, end in pairwise(borders)]


def _alike(
    values: NDArray[np.uint64], part: NDArray[np.uint64], most_bits: int
) -> Iterator[tuple[int, int]]:
    """Pairs that share a part and differ in few bits: each with its next, its next but one, …"""
    order = np.argsort(part, kind="stable")
    for step in range(1, min(MOST_NEIGHBOURS, len(order))):
        one, two = order[:-step], order[step:]
        shares = part[one] == part[two]
        if not shares.any():
            return
        one, two = one[shares], two[shares]
        near = np.bitwise_count(values[one] ^ values[two]) <= most_bits
        yield from zip(one[near].tolist(), two[near].tolist(), strict=True)


def _root(first: NDArray[np.int64], place: int) -> int:
    while first[place] != place:
        first[place] = first[first[place]]
        place = int(first[place])
    return place
