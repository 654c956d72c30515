"""What texts look like, whatever their language: digits, signs, capitals, line ends.

All texts of a batch are looked at in one array of code points; a text costs about four
microseconds.
"""

import sys
import unicodedata
from collections.abc import Sequence
from enum import IntEnum
from functools import cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

Shares = npt.NDArray[np.float32]


class SignKind(IntEnum):
    """What kind of sign a character is."""

    LETTER = 0
    CAPITAL = 1
    WIDE = 2
    """A letter of Chinese, Japanese or Korean."""
    DIGIT = 3
    BLANK = 4
    LINE_END = 5
    STOP = 6
    """Ends a sentence."""
    PAUSE = 7
    """Stands between words and sentences in every book."""
    CODE = 8
    """Frequent in programs and addresses, rare in books."""
    BORDER = 9
    """Stands between the entries of menus and tables."""
    OTHER = 10


STOPS = ".!?…。।॥۔؟։።！？．՞"
_STOPS = frozenset(STOPS)
_PAUSES = ",;:'\"«»“”„‘’‚‹›()-–—¿¡、，：（）「」『』《》·・،؛־‐‑"
_CODE = "{}[]<>=_\\$#@*&^~+`%/"
_BORDERS = "|•»›→▸►·¦║│"
_TABLE = 0x3000  # above it stand nearly only letters
_WIDE = 0x2E80
_CLOSING = " \t\r\n\"'«»“”‘’)]」』›"


class TextLooks(NamedTuple):
    """What texts look like: an entry a text."""

    letters: Shares
    """How many letters."""
    signs: Shares
    """How many characters that are no blanks."""
    capitals: Shares
    wide: Shares
    digits: Shares
    pauses: Shares
    codes: Shares
    borders: Shares
    line_ends: Shares
    first_capitals: Shares
    """How many capitals begin a word."""
    inner_capitals: Shares
    """How many capitals stand behind a small letter, as in camelCase."""
    is_closed: Shares
    """1 where it ends as a sentence does."""

    @classmethod
    def of(cls, texts: Sequence[str]) -> "TextLooks":
        """Look at texts."""
        lengths = np.fromiter(map(len, texts), np.int64, len(texts))
        kinds = _kinds("".join(texts))
        owners = np.repeat(np.arange(len(texts)), lengths)
        counts = np.bincount(owners * len(SignKind) + kinds, minlength=len(texts) * len(SignKind))
        counted = counts.reshape(len(texts), len(SignKind)).astype(np.float32).T
        before = np.roll(kinds, 1)
        before[(np.cumsum(lengths) - lengths)[lengths > 0]] = SignKind.BLANK
        is_capital = kinds == SignKind.CAPITAL
        first = is_capital & (before > SignKind.WIDE)
        inner = is_capital & (before == SignKind.LETTER)
        closed = (text.rstrip(_CLOSING)[-1:] in _STOPS for text in texts)
        letters = counted[SignKind.LETTER] + counted[SignKind.CAPITAL] + counted[SignKind.WIDE]
        return cls(
            letters,
            lengths.astype(np.float32) - counted[SignKind.BLANK] - counted[SignKind.LINE_END],
            counted[SignKind.CAPITAL],
            counted[SignKind.WIDE],
            counted[SignKind.DIGIT],
            counted[SignKind.PAUSE],
            counted[SignKind.CODE],
            counted[SignKind.BORDER],
            counted[SignKind.LINE_END],
            np.bincount(owners[first], minlength=len(texts)).astype(np.float32),
            np.bincount(owners[inner], minlength=len(texts)).astype(np.float32),
            np.fromiter(closed, np.float32, len(texts)),
        )


def _kinds(text: str) -> npt.NDArray[np.int64]:
    points = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.uint32)
    kinds = _table()[np.minimum(points, _TABLE)]
    high = np.flatnonzero(points >= _TABLE)
    if len(high):
        kinds[high] = [_kind(chr(point)) for point in points[high].tolist()]
    return kinds


@cache
def _table() -> npt.NDArray[np.int64]:
    return np.array([_kind(chr(point)) for point in range(_TABLE)] + [SignKind.OTHER], np.int64)


@cache
def _special() -> dict[str, SignKind]:
    kinds = dict.fromkeys(_PAUSES, SignKind.PAUSE) | dict.fromkeys(_CODE, SignKind.CODE)
    kinds |= dict.fromkeys(_BORDERS, SignKind.BORDER) | dict.fromkeys(STOPS, SignKind.STOP)
    return kinds | {"\n": SignKind.LINE_END}


@cache
def _kind(letter: str) -> SignKind:
    if special := _special().get(letter):
        return special
    category = unicodedata.category(letter)
    if category in ("Lu", "Lt"):
        return SignKind.CAPITAL
    if category[0] in "LM":
        is_wide = _WIDE <= ord(letter) < sys.maxunicode
        return SignKind.WIDE if is_wide else SignKind.LETTER
    return {"N": SignKind.DIGIT, "Z": SignKind.BLANK, "C": SignKind.BLANK}.get(
        category[0], SignKind.OTHER
    )
