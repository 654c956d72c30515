"""A text as a set of shingles: its runs of k words, each of them a number of 32 bits.

Broder's shingles (1997), as in Sauerhoff's lecture. Words are runs of letters, digits and
underscores in small letters; a Chinese character or a letter of hiragana is a word by itself.
That is simpler than the words of `text.words`: whether somebody writes `e-mail` or `e mail` must
not make two texts out of one. Many texts are done at once, as arrays: what a word costs is then
some ten operations on a number, and no object.
"""

import re
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from auslese.text.words import JOINERS, MARKS, SINGLE

Numbers = NDArray[np.uint32]
Hashes = NDArray[np.uint64]
Places = NDArray[np.int64]

SHINGLE_WORDS = 5  # Sauerhoff: k = 5…10; fewer miss less where texts are short
MOST_SHINGLES = 65_536
"""Kept of a text. Of a longer one those with the least numbers stay, a fair sample: the likeness of
two such texts is then right to 0.004, twice the standard error of a share of so many."""
LONGEST_PIECE = 1 << 20  # letters of a text at a time
BATCH_LETTERS = 1 << 16  # of text at a time: the arrays of a batch stay in the processor's cache
END_OF_LETTERS = 0x40001  # behind the two planes of Chinese characters, one that is no letter
LEAST_LETTERS = 64  # of room for each text, so that a batch has at most some 2,000

_ALONE = np.uint32(1 << 31)
_LETTER = np.uint64(0x9E3779B97F4A7C15)  # odd numbers without pattern: the golden ratio, and the
_WORD = np.uint64(0xD1342543DE82EF95)  # multiplier of Steele and Vigna's generator (2021)


class ShingleSets(NamedTuple):
    """The shingles of many texts, one after the other."""

    values: Numbers
    """Those of each text ascending, each once, none of them 0."""
    starts: Places
    """Where each text begins in `values`, and the end."""

    def __len__(self) -> int:
        """How many texts there are."""
        return len(self.starts) - 1

    def of(self, number: int) -> Numbers:
        """The shingles of one text."""
        return self.values[self.starts[number] : self.starts[number + 1]]

    @property
    def sizes(self) -> Places:
        """How many shingles each text has; 0 only if it has no word."""
        return np.diff(self.starts)


def shingle_sets(texts: Sequence[str], words: int = SHINGLE_WORDS) -> ShingleSets:
    """The shingles of texts; one with fewer words than a shingle is a single shingle."""
    return joined([_batch(some, words) for some in _batches(texts)])


class PlacedWords(NamedTuple):
    """The words of one text in its order, and its shingles."""

    hashes: Hashes
    begins: Places
    """Where each word begins, in letters of the text."""
    shingles: Numbers
    """The one that begins with each word, as far as there are words enough."""


def placed_words(text: str, words: int = SHINGLE_WORDS) -> PlacedWords:
    """The words and shingles of a text as it goes; the shingles are those of `shingle_sets`."""
    hashes, begins = _words_in(text)
    shingles, _ = _runs(hashes, np.array([0, len(hashes)]), words)
    return PlacedWords(hashes, begins, shingles)


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
    hashes, firsts = _hashed_words(texts) if len(texts) > 1 else _hashed_text(texts[0])
    shingles, starts = _runs(hashes, firsts, words)
    sets = [_set_of(shingles[begin:end]) for begin, end in pairwise(starts.tolist())]
    sizes = np.cumsum([0, *map(len, sets)], dtype=np.int64)
    return ShingleSets(np.concatenate(sets), sizes)


def _set_of(shingles: Numbers) -> Numbers:
    shingles = np.sort(shingles)
    is_new = np.concatenate([[True], shingles[1:] != shingles[:-1]])[: len(shingles)]
    kept: Numbers = shingles[is_new][:MOST_SHINGLES]
    return kept


def _hashed_text(text: str) -> tuple[Hashes, Places]:
    """The same of one text, piece by piece if it is huge; a word at a cut counts as two."""
    hashes, _ = _words_in(text)
    return hashes, np.array([0, len(hashes)])


def _words_in(text: str) -> tuple[Hashes, Places]:
    """The words of one text as numbers, and where each begins."""
    cuts = range(0, max(len(text), 1), LONGEST_PIECE)
    pieces = [_words_of([text[at : at + LONGEST_PIECE]]) for at in cuts]
    begins = [at + before for at, (_, before) in zip(cuts, pieces, strict=True)]
    return np.concatenate([hashes for hashes, _ in pieces]), np.concatenate(begins)


def _hashed_words(texts: Sequence[str]) -> tuple[Hashes, Places]:
    """The words of all texts as numbers, and where those of each text begin, and the end."""
    hashes, before = _words_of(texts)
    begins = np.cumsum([0, *(len(text) + 1 for text in texts)])
    return hashes, np.searchsorted(before, begins)


def _words_of(texts: Sequence[str]) -> tuple[Hashes, Places]:
    """The words of all texts as numbers, and where each begins if texts are a letter apart.

    A word is the sum of its letters times powers of an odd number. Sums from the beginning of the
    first text to the end and to the beginning of a word differ by it, times a power more.
    """
    joined = "\n".join(["", *texts, ""])
    letters = np.frombuffer(joined.encode("utf-32-le", "surrogatepass"), np.uint32)
    codes = _alphabet().take(letters, mode="clip")
    before, last = _edges(codes)
    powers, inverse = _powers(1 << (len(codes) - 1).bit_length())
    sums = np.cumsum(codes * powers[: len(codes)], dtype=np.uint64)
    hashes = (sums[last] - sums[before]) * inverse[before]
    return _stirred(hashes), before


def _edges(codes: Numbers) -> tuple[Places, Places]:
    """Where words begin, as the places before them, and their last letters."""
    is_letter, is_alone = codes != 0, codes >= _ALONE
    if not is_alone.any():
        edges = np.flatnonzero(is_letter[1:] != is_letter[:-1])
        return edges[0::2], edges[1::2]
    parted = is_alone[1:] | is_alone[:-1]
    before = np.flatnonzero(is_letter[1:] & (parted | ~is_letter[:-1]))
    last = np.flatnonzero(is_letter[:-1] & (parted | ~is_letter[1:]))
    return before, last


@lru_cache(maxsize=8)  # batches have about the same length
def _powers(number: int) -> tuple[Hashes, Hashes]:
    """The powers of a number, and those of what it is undone by."""
    undo = pow(int(_LETTER), -1, 1 << 64)
    both = (np.full(number, factor, np.uint64) for factor in (_LETTER, np.uint64(undo)))
    powers, inverse = (np.cumprod(factors, dtype=np.uint64) for factors in both)
    return powers, inverse


def _runs(hashes: Hashes, firsts: Places, words: int) -> tuple[Numbers, Places]:
    """Every run of so many words within a text, and where those of each text begin, and the end."""
    counts = np.diff(firsts)
    padded = np.concatenate([hashes, np.zeros(words, np.uint64)])
    shingles = np.zeros(len(hashes), np.uint64)
    for place in range(words):
        shingles *= _WORD
        shingles += padded[place : place + len(hashes)]
    whole = np.ones(len(hashes), bool)
    for back in range(1, words):  # a run that begins so near the end goes on in the next text
        whole[firsts[1:][counts >= back] - back] = False
    for short in np.flatnonzero((counts > 0) & (counts < words)).tolist():
        first, end = firsts[short], firsts[short + 1]
        whole[first] = True
        shingles[first] = _of_few(hashes[first:end])
    # Never 0, which every shuffle would put first.
    kept = np.maximum(_stirred(shingles[whole]) >> np.uint64(32), 1)
    starts = np.concatenate(
        [[0], np.cumsum(np.where(counts, np.maximum(counts - words + 1, 1), 0))]
    )
    return kept.astype(np.uint32), starts


def _of_few(hashes: Hashes) -> np.uint64:
    """A text shorter than a shingle; its length counts, as no run may be taken for it."""
    value = len(hashes)
    for each in hashes.tolist():
        value = (value * int(_WORD) + each) & 0xFFFF_FFFF_FFFF_FFFF
    return np.uint64(value)


def _stirred(numbers: Hashes) -> Hashes:
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
    alone = np.zeros(len(small), bool)
    for run in re.finditer(f"[{SINGLE}]+", every):
        alone[run.start() : run.end()] = True
    # Also those that this version of Python knows as no letters yet.
    small[~in_words & ~alone] = 0
    small[alone] |= _ALONE
    return small
