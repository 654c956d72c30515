"""Plots made of letters, for a terminal."""

import unicodedata
from collections.abc import Sequence
from math import log10

EIGHTHS = " ▏▎▍▌▋▊▉█"
DOT, LAW = "●", "·"
COLUMNS, ROWS = 56, 12


def bar(value: float, most: float, width: int) -> str:
    """A bar of so many columns for the largest value, exact to an eighth of a column."""
    eighths = round(8 * width * min(max(value, 0.0), most) / most) if most > 0 else 0
    full, rest = divmod(eighths, 8)
    return (EIGHTHS[8] * full + (EIGHTHS[rest] if rest else "")) or EIGHTHS[1]


def columns_of(text: str) -> int:
    """How many columns a terminal needs for it: two for Chinese, none for accents."""
    return sum(
        0
        if unicodedata.combining(letter)
        else 1 + (unicodedata.east_asian_width(letter) in ("W", "F"))
        for letter in text
    )


def padded(text: str, width: int) -> str:
    """The text cut or filled up to so many columns."""
    while columns_of(text) > width:
        text = text[: -2 if text.endswith("…") else -1] + "…"
    return text + " " * (width - columns_of(text))


def curve(across: Sequence[float], up: Sequence[float], law: Sequence[float] = ()) -> str:
    """A curve on logarithmic axes; the law beside it as small dots, where it is apart."""
    if not across:
        return ""
    lines = [[" "] * COLUMNS for _ in range(ROWS)]
    highest = max(*up, *law, 2.0)
    for values, mark in ((law, LAW), (up, DOT)):
        for x, y in zip(across[-len(values) :] if values else (), values, strict=True):
            column = _place(x, across[-1], COLUMNS)
            lines[ROWS - 1 - _place(y, highest, ROWS)][column] = mark
    foot = f"└{'─' * COLUMNS}"
    left, right = "1", f"{across[-1]:,.0f}"
    axis = f" {left}{right:>{COLUMNS - len(left)}}"
    return "\n".join([*(f"│{''.join(line).rstrip()}" for line in lines), foot, axis])


def _place(value: float, most: float, number: int) -> int:
    share = log10(max(value, 1.0)) / max(log10(max(most, 2.0)), 1e-9)
    return min(number - 1, round(share * (number - 1)))
