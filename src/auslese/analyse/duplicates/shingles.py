"""A text as a set of shingles: its runs of k words, each of them a number of 32 bits.

Broder's shingles (1997), as in Sauerhoff's lecture. Words are runs of letters, digits and
underscores in small letters; a Chinese character or a letter of hiragana is a word by itself.
That is simpler than the words of `text.words`: whether somebody writes `e-mail` or `e mail` must
not make two texts out of one. Many texts are done at once, as arrays: what a word costs is then
some ten operations on a number, and no object.
"""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from auslese.text.words import JOINERS, MARKS, SINGLE

Numbers = NDArray[np.uint32]

SHINGLE_WORDS = 5  # Sauerhoff: k = 5…10; fewer miss less where texts are short
MOST_SHINGLES = 65_536
"""Kept of a text. Of a longer one those with the least numbers stay, a fair sample: the likeness of
two such texts is then right to 0.004, twice the standard error of a share of so many."""
LONGEST_WORD = 64  # letters; a longer one counts as several
BATCH_LETTERS = 1 << 17  # of text at a time: the arrays of a batch stay in the processor's cache
END_OF_LETTERS = 0x323B1  # behind the last Chinese character of Unicode 16, one that is no letter
LEAST_LETTERS = 64  # of room for each text, so that a batch has at most some 2,000

_ALONE = np.uint32(1 << 31)
_LETTER = np.uint64(0x9E3779B97F4A7C15)  # odd numbers without pattern: the golden ratio, and the
_WORD = np.uint64(0xD1342543DE82EF95)  # multiplier of Steele and Vigna's generator (2021)
_POWERS = np.cumprod(np.full(LONGEST_WORD, _LETTER, np.uint64), dtype=np.uint64)


class ShingleSets(NamedTuple):
    """The shingles of many texts, one after the other."""

    values: Numbers
    """Those of each text ascending, each once."""
    starts: NDArray[np.int64]
    """Where each text begins in `values`, and the end."""

    def __len__(self) -> int:
        """How many texts there are."""
        return len(self.starts) - 1

    def of(self, number: int) -> Numbers:
        """The shingles of one text."""
        return self.values[self.starts[number] : self.starts[number + 1]]

    @property
    def sizes(self) -> NDArray[np.int64]:
        """How many shingles each text has; 0 only if it has no word."""
        return np.diff(self.starts)


def shingle_sets(texts: Sequence[str], words: int = SHINGLE_WORDS) -> ShingleSets:
    """The shingles of texts; one with fewer words than a shingle is a single shingle."""
    return joined([_batch(some, words) for some in _batches(texts)])


class PlacedWords(NamedTuple):
    """The words of one text in its order, and its shingles."""

    hashes: NDArray[np.uint64]
    begins: NDArray[np.int64]
    """Where each word begins, in letters of the text."""
    shingles: Numbers
    """The one that begins with each word, as far as there are words enough."""


def placed_words(text: str, words: int = SHINGLE_WORDS) -> PlacedWords:
    """The words and shingles of a text as it goes; the shingles are those of `shingle_sets`."""
    hashes, places, begins = _words_in(text)
    shingles, _ = _runs(hashes, np.array([0, len(hashes)]), words)
    return PlacedWords(hashes, places[begins], shingles)


def joined(parts: Sequence[ShingleSets]) -> ShingleSets:
    """Sets in several parts as one."""
    if not parts:
        return ShingleSets(np.empty(0, np.uint32), np.zeros(1, np.int64))
    sizes = np.concatenate([part.sizes for part in parts])
    starts = np.concatenate([np.zeros(1, np.int64), np.cumsum(sizes)])
    return ShingleSets(np.concatenate([part.values for part in parts]), starts)


def _batches(texts: Sequence[str]) -> Iterator[Sequence[str]]:
    begin = letters = 0
    for end, text in enumerate(texts):
        if letters and letters + len(text) > BATCH_LETTERS:
            yield texts[begin:end]
            begin, letters = end, 0
        letters += max(len(text), LEAST_LETTERS)
    if begin < len(texts):
        yield texts[begin:]


def _batch(texts: Sequence[str], words: int) -> ShingleSets:
    hashes, firsts = _hashed_words(texts)
    shingles, owners = _runs(hashes, firsts, words)
    keys = np.sort((owners.astype(np.uint64) << np.uint64(32)) | shingles)
    if len(keys):
        keys = keys[np.concatenate([[True], keys[1:] != keys[:-1]])]
    edges = np.arange(len(texts) + 1, dtype=np.uint64) << np.uint64(32)
    starts = np.searchsorted(keys, edges)
    sets = ShingleSets(keys.astype(np.uint32), starts)
    return _shortened(sets) if sets.sizes.max(initial=0) > MOST_SHINGLES else sets


def _shortened(sets: ShingleSets) -> ShingleSets:
    kept = [sets.of(number)[:MOST_SHINGLES] for number in range(len(sets))]
    starts = np.cumsum([0, *map(len, kept)], dtype=np.int64)
    return ShingleSets(np.concatenate(kept), starts)


def _hashed_words(texts: Sequence[str]) -> tuple[NDArray[np.uint64], NDArray[np.int64]]:
    """The words of all texts as numbers, and where those of each text begin, and the end."""
    hashes, places, begins = _words_in("\n".join(texts))
    ends = np.cumsum([len(text) + 1 for text in texts])
    firsts = np.searchsorted(places[begins], np.concatenate([[0], ends]))
    return hashes, firsts


def _words_in(text: str) -> tuple[NDArray[np.uint64], NDArray[np.int64], NDArray[np.int64]]:
    """The words as numbers, the places of all their letters, and where in these each begins."""
    letters = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.uint32)
    codes = _alphabet().take(letters, mode="clip")
    places = np.flatnonzero(codes)
    codes = codes[places]
    if not len(places):
        return np.empty(0, np.uint64), places, places
    begins = _word_begins(places, codes)
    inside = np.arange(len(codes)) - np.repeat(begins, np.diff(begins, append=len(codes)))
    if inside.max() >= LONGEST_WORD:
        begins = np.flatnonzero(inside % LONGEST_WORD == 0)
        inside %= LONGEST_WORD
    hashes = np.add.reduceat(codes * _POWERS[inside], begins)
    return _stirred(hashes), places, begins


def _word_begins(places: NDArray[np.int64], codes: Numbers) -> NDArray[np.int64]:
    is_new = np.empty(len(places), bool)
    is_new[0] = True
    np.not_equal(places[1:], places[:-1] + 1, out=is_new[1:])
    alone = codes >= _ALONE
    if alone.any():
        is_new |= alone
        is_new[1:] |= alone[:-1]
    return np.flatnonzero(is_new)


def _runs(
    hashes: NDArray[np.uint64], firsts: NDArray[np.int64], words: int
) -> tuple[Numbers, NDArray[np.int64]]:
    """Every run of so many words within a text, and whose it is."""
    counts = np.diff(firsts)
    padded = np.concatenate([hashes, np.zeros(words, np.uint64)])
    shingles = np.zeros(len(hashes), np.uint64)
    for place in range(words):
        shingles = shingles * _WORD + padded[place : place + len(hashes)]
    owners = np.repeat(np.arange(len(counts)), counts)
    ends = np.repeat(firsts[1:], counts)
    whole = np.arange(len(hashes)) + words <= ends
    for short in np.flatnonzero((counts > 0) & (counts < words)):
        first, end = firsts[short], firsts[short + 1]
        whole[first] = True
        shingles[first] = _of_few(hashes[first:end])
    kept = _stirred(shingles[whole]) >> np.uint64(32)
    return kept.astype(np.uint32), owners[whole]


def _of_few(hashes: NDArray[np.uint64]) -> np.uint64:
    """A text shorter than a shingle; its length counts, as no run may be taken for it."""
    value = len(hashes)
    for each in hashes.tolist():
        value = (value * int(_WORD) + each) & 0xFFFF_FFFF_FFFF_FFFF
    return np.uint64(value)


def _stirred(numbers: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Numbers whose every bit depends on every bit (the end of Stafford's mix 13, 2011)."""
    numbers = (numbers ^ (numbers >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    numbers = (numbers ^ (numbers >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return numbers ^ (numbers >> np.uint64(31))


@cache
def _alphabet() -> Numbers:
    """For each letter of Unicode its small one; 0 if it is no part of a word, as the last."""
    every = "".join(map(chr, range(END_OF_LETTERS))).replace("\u0130", "i")
    small = np.frombuffer(every.lower().encode("utf-32-le", "surrogatepass"), np.uint32).copy()
    in_words = np.zeros(len(small), bool)
    for run in re.finditer(r"\w+", every):
        in_words[run.start() : run.end()] = True
    in_words[[ord(mark) for mark in MARKS + JOINERS]] = True
    small[~in_words] = 0
    for run in re.finditer(f"[{SINGLE}]+", every):
        small[run.start() : run.end()] |= _ALONE
    return small
