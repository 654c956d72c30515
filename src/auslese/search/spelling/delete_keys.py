"""Keys under which words that are nearly equal meet.

Two words at most two edits apart become equal if at most two letters are deleted from each
(Mor and Fraenkel 1982; Garbe 2012). So a word is kept under the keys of all it may become by
deletions, and whoever looks for it deletes as well. Seven letters from the beginning are enough:
edits farther back do not change them, and what only begins alike is compared and left out.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.uint64]

BEGINNING = 7
"""Letters of which deletions are made; the keys of a word are 1 + 7 + 21 at most."""
FARTHEST = 2
"""Edits between two words, at most."""
ID_BITS = 24
MOST_WORDS = 1 << ID_BITS
"""As many words as there are numbers for in a key; the rest of its 64 bits is the hash."""

_ID_MASK = MOST_WORDS - 1
_ALL_BITS = (1 << 64) - 1
# Odd numbers with bits all over, from the digits of the golden ratio and of the square root of 2.
_MULTIPLIER = 0x9E3779B97F4A7C15
_LAST = 0x6A09E667F3BCC909


def keys_of(words: Sequence[str]) -> Numbers:
    """All keys of all words, sorted; `ids_under` finds words by them."""
    ids = np.arange(len(words), dtype=np.uint64)
    letters = _letters(words, BEGINNING)
    columns = [letters[:, at].astype(np.uint64) for at in range(BEGINNING)]
    keys = [_hashed(columns, kept) & ~np.uint64(_ID_MASK) | ids for kept in _kept(FARTHEST)]
    joined = np.concatenate(keys)
    joined.sort()
    fresh = np.ones(len(joined), dtype=bool)
    fresh[1:] = joined[1:] != joined[:-1]
    return joined[fresh]


def ids_under(keys: Numbers, word: str, edits: int) -> NDArray[np.int64]:
    """The numbers of the words that may be so few edits away, each once."""
    codes = [ord(letter) for letter in word[:BEGINNING]]
    codes += [0] * (BEGINNING - len(codes))
    hashes = {
        _hashed_one([codes[at] for at in kept], BEGINNING) & ~_ID_MASK for kept in _kept(edits)
    }
    lows = np.array(sorted(hashes), dtype=np.uint64)
    first = np.searchsorted(keys, lows)
    last = np.searchsorted(keys, lows | np.uint64(_ID_MASK), side="right")
    found = [keys[start:end] for start, end in zip(first, last, strict=True) if start < end]
    if not found:
        return np.empty(0, dtype=np.int64)
    return np.unique(np.concatenate(found) & np.uint64(_ID_MASK)).astype(np.int64)


def hashes_of(words: Sequence[str], longest: int) -> Numbers:
    """One number for each word, of all its letters."""
    letters = _letters(words, longest)
    columns = [letters[:, at].astype(np.uint64) for at in range(longest)]
    return _hashed(columns, tuple(range(longest)))


def hash_of(word: str, longest: int) -> int:
    """The number that `hashes_of` gives a word."""
    return _hashed_one([ord(letter) for letter in word], longest)


def _letters(words: Sequence[str], longest: int) -> NDArray[np.uint32]:
    """Letters as numbers, a row for each word, zeros behind its end."""
    return np.array(words, dtype=f"<U{longest}").view(np.uint32).reshape(len(words), longest)


@cache
def _kept(edits: int) -> tuple[tuple[int, ...], ...]:
    """The places that remain, for every way of deleting so many letters or fewer."""
    return tuple(_remaining(edits))


def _remaining(edits: int) -> Iterator[tuple[int, ...]]:
    for count in range(edits + 1):
        yield from combinations(range(BEGINNING), BEGINNING - count)


def _hashed(columns: Sequence[Numbers], kept: Sequence[int]) -> Numbers:
    """A polynomial of the letters, as long as if nothing had been deleted."""
    total = np.zeros(len(columns[0]), dtype=np.uint64)
    multiplier = np.uint64(_MULTIPLIER)
    for at in kept:
        total += columns[at]
        total *= multiplier
    for _ in range(len(columns) - len(kept)):
        total *= multiplier
    total ^= total >> np.uint64(29)
    total *= np.uint64(_LAST)
    return total


def _hashed_one(codes: Sequence[int], columns: int) -> int:
    """The same for one word: numpy takes longer for few numbers."""
    total = 0
    for code in codes:
        total = (total + code) * _MULTIPLIER & _ALL_BITS
    for _ in range(columns - len(codes)):
        total = total * _MULTIPLIER & _ALL_BITS
    total ^= total >> 29
    return total * _LAST & _ALL_BITS
