"""Words as rows of small numbers, a number for each letter.

Twelve bits hold a letter, so five letters fit into one 64-bit number: an n-gram is its own key and
two n-grams never share one. Number 0 is a letter that the alphabet lacks, 1 the edge of a word.
"""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from auslese.text.late_pattern import late_pattern

BITS = 12
UNKNOWN_LETTER, EDGE, FIRST = 0, 1, 2
MOST_LETTERS = (1 << BITS) - FIRST
HANGUL = range(0xAC00, 0xD7A4)
LONGEST_WORD = 40
"""Longer rows of letters, as a clause in Thai or Chinese, are cut into pieces."""

Codes = npt.NDArray[np.int64]
# Vowel signs of India, Sri Lanka, Tibet, Burma and Cambodia stand behind their letter and belong
# to the word as much as it does; so do those of Thailand and Laos.
_SIGNS = "".join(
    chr(code)
    for block in (range(0x900, 0x1000), range(0x1000, 0x10A0), range(0x1780, 0x1800))
    for code in block
    if unicodedata.category(chr(code)).startswith("M")
)
# Marks that most texts do without: accents beside their letter, the vowels of Hebrew and Arabic,
# the stroke that stretches Arabic, the hyphen that shows only at the end of a line. Python leaves
# such an accent above the small letter of Turkish İ.
_MARKS = (
    "\u0300-\u036f\u0591-\u05bd\u05bf-\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670"
    "\u06d6-\u06dc\u06df-\u06e8\u06ea-\u06ed\u00ad"
)
_MARK = re.compile(f"[{_MARKS}]")
_LETTERS = late_pattern(rf"[^\W\d_](?:[^\W\d_]|[{_SIGNS}])*")
_MARKED = late_pattern(rf"[^\W\d_](?:[^\W\d_]|[{_SIGNS}{_MARKS}])*")
_HASH_FACTOR = np.uint64(0x9E3779B97F4A7C15)  # 2^64 divided by the golden ratio: spreads well
_HALF = np.uint64(32)


def letter_words(text: str) -> list[str]:
    """The rows of letters of a text, in lower case, none longer than forty.

    Apostrophes and hyphens part them: `don't` has two. That costs nothing, for every language is
    learnt and recognised by the same rows.
    """
    small = text.lower()
    if _MARK.search(small):
        return [word.letters for word in placed_letter_words(text)]
    found = _LETTERS.findall(small)
    if all(len(word) <= LONGEST_WORD for word in found):
        return found
    return [
        word[begin : begin + LONGEST_WORD]
        for word in found
        for begin in range(0, len(word), LONGEST_WORD)
    ]


class LetterWord(NamedTuple):
    """A row of letters and where it stands."""

    start: int
    end: int
    letters: str


def placed_letter_words(text: str) -> list[LetterWord]:
    """The same words as `letter_words`, with their places."""
    words = []
    for found in _MARKED.finditer(text):
        begin, end = found.span()
        for start in range(begin, end, LONGEST_WORD):
            stop = min(start + LONGEST_WORD, end)
            if letters := _unmarked(text[start:stop].lower()):
                words.append(LetterWord(start, stop, letters))
    return words


def _unmarked(word: str) -> str:
    """A word as it is mostly written: accents join their letters, other marks go."""
    if not _MARK.search(word):
        return word
    return _MARK.sub("", unicodedata.normalize("NFC", word))


class ModelAlphabet:
    """The letters a model knows, and their numbers."""

    def __init__(self, letters: npt.NDArray[np.uint32]) -> None:
        """Take code points; the first gets number 2."""
        self.letters = letters
        numbers = np.zeros(int(letters.max(initial=0)) + 1 + len(HANGUL), np.int64)
        numbers[letters] = np.arange(FIRST, FIRST + len(letters))
        if HANGUL.start in letters:
            numbers[HANGUL.start : HANGUL.stop] = numbers[HANGUL.start]
        self._numbers = numbers

    @classmethod
    def of(cls, shares: Mapping[str, float]) -> "ModelAlphabet":
        """The most frequent letters, as many as twelve bits can number.

        All syllables of Korean are one letter: no other language has them, and they are many.
        """
        if any(ord(letter) in HANGUL for letter in shares):
            shares = {letter: each for letter, each in shares.items() if ord(letter) not in HANGUL}
            shares[chr(HANGUL.start)] = 1.0
        kept = sorted(shares, key=lambda letter: (-shares[letter], letter))[:MOST_LETTERS]
        return cls(np.array([ord(letter) for letter in kept], np.uint32))

    def spell(self, words: Sequence[str]) -> tuple[Codes, Codes]:
        """The numbers of all letters, each word between two edges, and where the words begin."""
        text = "\n" + "\n\n".join(words) + "\n"
        points = np.frombuffer(text.encode("utf-32-le", "replace"), np.uint32)
        known = np.where(points < len(self._numbers), points, 0)
        codes = self._numbers[known]
        edges = points == ord("\n")
        codes[edges] = EDGE
        return codes, np.flatnonzero(edges)[::2]

    def key(self, gram: str) -> int:
        """An n-gram as one number; 0 if the alphabet lacks a letter. A blank is the edge."""
        key = 0
        for letter in gram:
            point = ord(letter)
            number = int(self._numbers[point]) if point < len(self._numbers) else UNKNOWN_LETTER
            number = EDGE if letter == " " else number
            if number == UNKNOWN_LETTER:
                return 0
            key = key << BITS | number
        return key


LATIN, GREEK, CYRILLIC, ARABIC, EAST_ASIAN, OTHERS = range(6)
# Where a script begins; a block that has no name here is a script of its own.
_SCRIPTS = (
    (range(0x370), LATIN),
    (range(0x370, 0x400), GREEK),
    (range(0x400, 0x530), CYRILLIC),
    (range(0x600, 0x780), ARABIC),
    (range(0x1E00, 0x1F00), LATIN),
    (range(0x1F00, 0x2000), GREEK),
    (range(0x2E80, 0xA000), EAST_ASIAN),
    (range(0xAC00, 0xD800), EAST_ASIAN),
    (range(0xFB50, 0xFF00), ARABIC),
)
_BLOCK = 0x80  # letters, as the blocks of India have


def script_of(letter: str) -> int:
    """A number for the script of a letter; Chinese, Japanese and Korean share one."""
    point = ord(letter)
    return next((script for block, script in _SCRIPTS if point in block), OTHERS + point // _BLOCK)


def fingerprints(words: Sequence[str]) -> npt.NDArray[np.uint32]:
    """32 bits for each word.

    Among a million words a foreign one has the fingerprint of another once in four thousand.
    """
    text = "".join(words).encode("utf-32-le", "replace")
    numbers = np.frombuffer(text, np.uint32).astype(np.uint64)
    lengths = np.fromiter(map(len, words), np.int64, len(words))
    starts = np.cumsum(lengths) - lengths
    sums = np.zeros(len(starts), np.uint64)
    with np.errstate(over="ignore"):
        for place in range(int(lengths.max(initial=0))):
            within = np.flatnonzero(lengths > place)
            letters = numbers[starts[within] + place]
            mixed = (sums[within] ^ letters) * _HASH_FACTOR
            sums[within] = mixed ^ (mixed >> _HALF)
        result: npt.NDArray[np.uint32] = (sums >> _HALF).astype(np.uint32)
    return result
