"""Columns that were written line by line across the page, told apart again.

Most programs write one column after the other, and PDFium gives text as it was written. Some write
as a typewriter would: a line of the left column, the same line of the right. Then most wide lines
have one gap, all at the same place, with much text on either side; tables have short cells.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from auslese.extract.pdf.pdf_layout import PrintLine

SAMPLE = 12  # wide lines that are looked at; if there are fewer, the page has no columns
FIRST_LOOK = 4  # lines of the sample: if none of them has a gap, the others are not looked at
LEAST_SHARE = 0.6  # of them that have the gap
WIDE = 0.55  # of the widest line: lines that may run over both columns
GAP = 0.9  # of a letter's height, at the least; blanks have a quarter
LEAST_LETTERS = 20  # on either side of the gap, in the middle of the sample
MIDDLE = (0.3, 0.7)  # of the page's width, where two columns part


class LineGap(NamedTuple):
    """A blank within a line."""

    begin: int
    end: int
    """Where it stands in the text."""
    left: float
    right: float
    """Where it stands on the page."""


def in_columns(
    lines: list[PrintLine], gaps_of: Callable[[PrintLine], list[LineGap]]
) -> list[PrintLine]:
    """The same lines, the left column before the right if they were written across."""
    gutter = _gutter(lines, gaps_of)
    if gutter is None:
        return lines
    return _parted(lines, gutter, gaps_of)


def _gutter(
    lines: Sequence[PrintLine], gaps_of: Callable[[PrintLine], list[LineGap]]
) -> tuple[float, float] | None:
    """The empty strip between two columns that are written across, or None."""
    if len(lines) < SAMPLE:
        return None
    left, right = min(line.left for line in lines), max(line.right for line in lines)
    width = right - left
    wide = [line for line in lines if line.right - line.left > WIDE * width]
    if len(wide) < max(SAMPLE, len(lines) // 3):
        return None
    sample = wide[:: max(len(wide) // SAMPLE, 1)][:SAMPLE]
    low, high = (left + share * width for share in MIDDLE)
    found: list[tuple[PrintLine, LineGap]] = []
    for place, line in enumerate(sample):
        if place == FIRST_LOOK and not found:
            return None
        if gap := _widest(line, gaps_of(line), low, high):
            found.append(gap)
    if len(found) < LEAST_SHARE * len(sample):
        return None
    strip = max(gap.left for _, gap in found), min(gap.right for _, gap in found)
    if strip[1] <= strip[0]:
        return None
    sides = sorted(min(gap.begin, len(line.text) - gap.end) for line, gap in found)
    return strip if sides[len(sides) // 2] >= LEAST_LETTERS else None


def _widest(
    line: PrintLine, gaps: list[LineGap], low: float, high: float
) -> tuple[PrintLine, LineGap] | None:
    """The widest gap in the middle of the page, if it is one."""
    gap = max(gaps, key=lambda gap: gap.right - gap.left, default=None)
    if gap is None or gap.right - gap.left < GAP * line.size:
        return None
    return (line, gap) if low < gap.left and gap.right < high else None


def _parted(
    lines: Sequence[PrintLine],
    gutter: tuple[float, float],
    gaps_of: Callable[[PrintLine], list[LineGap]],
) -> list[PrintLine]:
    """Stretches of lines in two columns, each stretch ended by a line that runs over both."""
    done: list[PrintLine] = []
    left: list[PrintLine] = []
    right: list[PrintLine] = []
    for line in lines:
        parts = _two_parts(line, gutter, gaps_of)
        if parts is None:
            done += (*left, *right, line)
            left, right = [], []
            continue
        for part, column in zip(parts, (left, right), strict=True):
            if part is not None:
                column.append(part)
    return [*done, *left, *right]


def _two_parts(
    line: PrintLine, gutter: tuple[float, float], gaps_of: Callable[[PrintLine], list[LineGap]]
) -> tuple[PrintLine | None, PrintLine | None] | None:
    """What of a line stands in either column; None if it runs over both."""
    begin, end = gutter
    if line.right <= end:
        return line, None
    if line.left >= begin:
        return None, line
    for gap in gaps_of(line):
        if gap.left <= begin and gap.right >= end:
            one = line._replace(text=line.text[: gap.begin], right=gap.left)
            other = line._replace(
                text=line.text[gap.end :], left=gap.right, begin=line.begin + gap.end
            )
            return one, other
    return None
