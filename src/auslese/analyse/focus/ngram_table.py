"""Rows of words that a model has seen, found many at a time.

A row of k words is known by the number of its first k - 1 words and by its last word. Both make one
key of 64 bits, which is stirred by a function that can be undone: no two rows share a key, and keys
lie evenly, so that a small directory of their upper bits leads to the place. A row's number is the
place of its key. Nothing is looked up word by word: all steps are made for all rows at once.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from auslese.analyse.focus.word_stream import Numbers

Keys = NDArray[np.uint64]

ABSENT = -1
"""Instead of the number of a row that was not seen."""
# 2^64 divided by the golden ratio, an odd number (Knuth, The Art of Computer Programming, 6.4).
STIR = 0x9E3779B97F4A7C15
UNSTIR = pow(STIR, -1, 1 << 64)
HALF = np.uint64(32)
WORD_BITS = 24
"""Of a key: 16 million words; the other 40 bits are for the first words of a row."""
MOST_WORDS = 1 << WORD_BITS
KEY_BITS = 64
ONE = np.uint32(1)
CHUNK = 1 << 15
"""Rows looked up in one step: what a step needs stays in the cache of a core (measured: 2^15 is
1.5 times as fast as 2^20)."""


def row_keys(contexts: NDArray[np.integer], words: NDArray[np.integer]) -> Keys:
    """The keys of rows, of the numbers of their first words and of their last words."""
    keys = contexts.astype(np.uint64)
    keys <<= np.uint64(WORD_BITS)
    keys |= words.astype(np.uint64)
    keys *= np.uint64(STIR)
    keys ^= keys >> HALF
    keys *= np.uint64(STIR)
    return keys


def rows_of(keys: Keys) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The contexts and last words of which these keys were made."""
    keys = keys * np.uint64(UNSTIR)
    keys ^= keys >> HALF
    keys *= np.uint64(UNSTIR)
    contexts = (keys >> np.uint64(WORD_BITS)).astype(np.int64)
    return contexts, (keys & np.uint64(MOST_WORDS - 1)).astype(np.int64)


class NgramTable(NamedTuple):
    """Keys in order, and where those begin whose upper bits are the same."""

    keys: Keys
    starts: NDArray[np.uint32]
    """One for each value of the upper bits, and one for the end."""

    def find(self, keys: Keys) -> Numbers:
        """The numbers of rows with these keys."""
        found = np.full(len(keys), ABSENT, np.int32)
        if len(self.keys):
            for begin in range(0, len(keys), CHUNK):
                self._find(keys[begin : begin + CHUNK], found[begin : begin + CHUNK])
        return found

    def _find(self, keys: Keys, found: Numbers) -> None:
        """All at once, until each is found or must have been: keys of a bucket are in order."""
        buckets = (keys >> np.uint64(KEY_BITS - _bits(len(self.keys)))).view(np.int64)
        places = self.starts.take(buckets)
        seen = self.keys.take(places, mode="clip")  # behind the last key there is none
        hits = np.flatnonzero(seen == keys)
        found[hits] = places[hits]
        rest = np.flatnonzero(seen < keys)
        places, wanted = places[rest] + ONE, keys[rest]
        while len(rest):
            seen = self.keys.take(places, mode="clip")
            hits = np.flatnonzero(seen == wanted)
            found[rest[hits]] = places[hits]
            further = np.flatnonzero((seen < wanted) & (places < self.keys.size))
            rest, places, wanted = rest[further], places[further] + ONE, wanted[further]


def ngram_table(keys: Keys) -> NgramTable:
    """The table of keys that are in order, none of them twice."""
    bits = _bits(len(keys))
    counts = np.zeros((1 << bits) + 1, np.uint32)
    for begin in range(0, len(keys), CHUNK):
        buckets = (keys[begin : begin + CHUNK] >> np.uint64(KEY_BITS - bits)).astype(np.int64)
        low = int(buckets[0])
        some = np.bincount(buckets - low)
        counts[low + 1 : low + 1 + len(some)] += some.astype(np.uint32)
    return NgramTable(keys, np.cumsum(counts, dtype=np.uint32))


def _bits(size: int) -> int:
    """Upper bits by which a table of this size is looked up: half a key to one for each value."""
    return max(size.bit_length(), 1)
