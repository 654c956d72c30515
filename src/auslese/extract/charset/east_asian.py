"""Chinese, Japanese and Korean: how plausible is a text in a charset of two bytes a letter?

The national standards put the common letters first, so that the place of a letter in its charset
says how common it is. The commonest of all are listed here by hand.
"""

import re
from collections.abc import Iterator
from functools import cache
from math import log
from typing import NamedTuple

MOST_ERRORS = 0.03  # of the letters; pages have a broken one now and then
TRAILING_ASCII = 2.5  # what a byte of ASCII within a letter would cost by itself
ERROR = -16.0
TOUCHES_LATIN = -3.0  # words of two scripts mostly have a blank or a sign between them
_TOUCHING = re.compile(r"[A-Za-z][^\x00-\x7f]|[^\x00-\x7f][A-Za-z]")

_KANA = "のにはをたがでてとしれさいるもなかりすうらくきまこっよあせそちけやんおどじばえめつ"
_KATAKANA = "ーンスルトリアイラクシドジタレプフ"
_KANJI = "日一国人年大本中会出者上事時行月生分後前新社自長間的地場合部文内同名入見学"
_JAPANESE_SIGNS = "、。・「」（）"
_SIMPLIFIED = (
    "的一是不了在人有我他这中大来上国个到说们为子和你地出道也时年得就那要下以生会自着去之过"
    "家学对可她里后小么心多天而能好都然没日于起还发成事只作当想看文无开手十用主行方又如前所"
    "本见经头面公同三已老从动两长知民样现分将外但身些与高意进把法此实回二理美点月明其种声全"
)
_TRADITIONAL = (
    "的一是不了在人有我他這中大來上國個到說們為子和你地出道也時年得就那要下以生會自著去之過"
    "家學對可她裡後小麼心多天而能好都然沒日於起還發成事只作當想看文無開手十用主行方又如前所"
    "本見經頭面公同三已老從動兩長知民樣現分將外但身些與高意進把法此實回二理美點月明其種聲全"
)
_CHINESE_SIGNS = "，。、“”：；《》（）！？「」　"
_HANGUL = (
    "이다는의에가을하고로를기사은한지대있시어그도자리정인나서으아일제들라과수부해전보스상"
    "만주여원것공장게구경유모성미소치국교당요았었우연적조실와동신관비무거면"
)


class _CharsetLevels(NamedTuple):
    """Common letters, with the share they have together, and rows of the charset with theirs."""

    common: tuple[tuple[str, float], ...]
    rows: tuple[tuple[int, int, float], ...]
    """First and last leading byte, share."""
    trailing: tuple[int, int]
    """Between which the second bytes lie."""


_LEVELS = {
    "shift_jis": _CharsetLevels(
        (
            (_KANA, 0.46),
            (_KATAKANA, 0.08),
            (_KANJI, 0.10),
            (_JAPANESE_SIGNS, 0.08),
        ),
        ((0x88, 0x97, 0.20), (0x98, 0x9F, 0.004), (0xE0, 0xEA, 0.003), (0x81, 0x84, 0.07)),
        (0x40, 0xFC),
    ),
    "euc_jp": _CharsetLevels(
        (
            (_KANA, 0.46),
            (_KATAKANA, 0.08),
            (_KANJI, 0.10),
            (_JAPANESE_SIGNS, 0.08),
        ),
        ((0xB0, 0xCF, 0.20), (0xD0, 0xF4, 0.007), (0xA1, 0xA8, 0.07)),
        (0xA1, 0xFE),
    ),
    "gb18030": _CharsetLevels(
        ((_SIMPLIFIED, 0.38), (_CHINESE_SIGNS, 0.08)),
        ((0xB0, 0xD7, 0.50), (0xD8, 0xF7, 0.01), (0xA1, 0xA9, 0.02), (0x81, 0xFE, 0.004)),
        (0x40, 0xFE),
    ),
    "big5": _CharsetLevels(
        ((_TRADITIONAL, 0.38), (_CHINESE_SIGNS, 0.08)),
        ((0xA4, 0xC6, 0.50), (0xC9, 0xF9, 0.01), (0xA1, 0xA3, 0.02)),
        (0x40, 0xFE),
    ),
    "euc_kr": _CharsetLevels(
        ((_HANGUL, 0.55), ("·“”‘’", 0.01)),
        ((0xB0, 0xC8, 0.40), (0xCA, 0xFD, 0.01), (0xA1, 0xAC, 0.02), (0x81, 0xC6, 0.004)),
        (0x41, 0xFE),
    ),
}
EAST_ASIAN = {
    "shift_jis": ("ja", "jp"),
    "euc_jp": ("ja", "jp"),
    "gb18030": ("zh", "cn", "sg"),
    "big5": ("zh", "tw", "hk", "mo"),
    "euc_kr": ("ko", "kr"),
}
"""Languages and domains in which each charset is at home."""
WIDER = {"shift_jis": "cp932", "euc_kr": "cp949"}
"""Charsets that browsers read in place of those named (WHATWG Encoding, index of each)."""


def plausibility(sample: bytes, charset: str) -> float | None:
    """The logarithm of how likely these letters are; None if it is not that charset."""
    text = sample.decode(WIDER.get(charset, charset), "replace")
    letters = [letter for letter in text if letter > "\x7f"]
    errors = letters.count("\ufffd")
    if not letters or errors > MOST_ERRORS * len(letters) + 1:
        return None
    chances, rarest = _chances(charset)
    total = sum(chances.get(letter, rarest) for letter in letters) + errors * ERROR
    high = len(sample) - len(sample.translate(None, bytes(range(0x80, 0x100))))
    swallowed = max(2 * (len(letters) - errors) - high, 0)
    touching = len(_TOUCHING.findall(text))
    return total + TRAILING_ASCII * swallowed + TOUCHES_LATIN * touching


@cache
def _chances(charset: str) -> tuple[dict[str, float], float]:
    """The logarithm for each letter of a charset, and that of a letter not in it."""
    levels = _LEVELS[charset]
    chances: dict[str, float] = {}
    for first, last, share in reversed(levels.rows):
        letters = list(_letters(WIDER.get(charset, charset), first, last, levels.trailing))
        chance = log(share / len(letters))
        chances.update(dict.fromkeys(letters, chance))
    for common, share in levels.common:
        for rank, letter in enumerate(common):
            chances[letter] = log(share / len(common) * (1.6 - 1.2 * rank / len(common)))
    return chances, ERROR / 2 - 3


def _letters(charset: str, first: int, last: int, trailing: tuple[int, int]) -> Iterator[str]:
    for lead in range(first, last + 1):
        for trail in range(trailing[0], trailing[1] + 1):
            letter = bytes((lead, trail)).decode(charset, "ignore")
            if len(letter) == 1 and letter > "\x7f":
                yield letter
