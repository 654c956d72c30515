"""Which labels stand on a map, and where: none stands on another.

The clusters with most pages choose first. A label is broken into at most three lines and stands in
the middle of its disc; it may reach over the edge, but not over the middle of another disc. If all
of it has no room its first words may have, up to a comma. Where none of this works there is no
label: the list has it, and so has the tooltip.
"""

import unicodedata
from collections.abc import Sequence
from itertools import islice
from math import hypot
from typing import NamedTuple

from auslese.export.maps.map_records import MapCluster

MOST_LINES = 3
LONGEST_LINE = 26  # letters
CUT = "…"
LINE = 1.18  # the height of a line, by the size of letters
LETTER, WIDE_LETTER = 0.64, 1.0  # widths by the size of letters: bold ones of a wide sans-serif
BY_RADIUS = 0.3  # how large letters are in a disc
OVER = 1.3  # by how much the corners of a label may lie outside of its disc
SMALLER = (1.0, 0.85, 0.72)  # sizes that are tried


class MapLabel(NamedTuple):
    """Lines of text around a place, in the units of the picture."""

    number: int
    x: float
    y: float
    size: float
    lines: tuple[str, ...]

    @property
    def width(self) -> float:
        """Of the longest line, about."""
        return max(width_of(line) for line in self.lines) * self.size

    @property
    def height(self) -> float:
        """Of all lines."""
        return len(self.lines) * LINE * self.size

    @property
    def is_cut(self) -> bool:
        """Whether something of the text is missing."""
        return any(line.endswith(CUT) for line in self.lines)

    @property
    def reach(self) -> float:
        """From the middle to a corner."""
        return hypot(self.width, self.height) / 2


class LetterSizes(NamedTuple):
    """How large the letters of labels may be, in the units of the picture."""

    least: float
    most: float


def labels_on(
    discs: Sequence[tuple[MapCluster, str]], letters: LetterSizes, field: float
) -> list[MapLabel]:
    """Labels for as many clusters as there is room for."""
    by_pages = sorted(discs, key=lambda disc: (-disc[0].pages, disc[0].number))
    placed: list[MapLabel] = []
    for cluster, text in by_pages:
        short = text.partition(",")[0]
        tries = (label for name in (text, short) for label in _tries(cluster, name, letters, field))
        fitting = (label for label in tries if _has_room(label, placed, discs, field))
        placed.extend(islice(fitting, 1))
    return placed


def _tries(cluster: MapCluster, text: str, letters: LetterSizes, field: float) -> list[MapLabel]:
    """The label in several shapes, those that fit the disc best first."""
    radius = cluster.radius * field
    preferred_size = min(max(radius * BY_RADIUS, letters.least), letters.most)
    sizes = sorted(
        {max(preferred_size * smaller, letters.least) for smaller in SMALLER}, reverse=True
    )
    found = []
    for size in sizes:
        for number in range(1, MOST_LINES + 1):
            label = MapLabel(
                cluster.number, cluster.x * field, cluster.y * field, size, broken(text, number)
            )
            if label.reach <= radius * OVER:
                half = label.width / 2
                inside = min(max(label.x, half), field - half)
                found.append(label._replace(x=inside))
    return sorted(found, key=lambda label: (label.is_cut, label.reach > radius))


def broken(text: str, number: int) -> tuple[str, ...]:
    """The text in at most so many lines of about the same length; what is too long is cut."""
    words = _cut(text, number * LONGEST_LINE).split() or [""]
    goal = sum(map(width_of, words)) / number
    lines: list[str] = []
    line = ""
    for word in words:
        longer = f"{line} {word}".strip()
        if line and len(lines) < number - 1 and width_of(longer) > goal * 1.2 + 1:
            lines.append(line)
            longer = word
        line = longer
    return tuple(_cut(each) for each in (*lines, line))


def _cut(line: str, most: int = LONGEST_LINE) -> str:
    return line if len(line) <= most else line[: most - 1] + CUT


def width_of(line: str) -> float:
    """How wide a line is, by the size of its letters."""
    return sum(
        WIDE_LETTER if unicodedata.east_asian_width(letter) in "WF" else LETTER for letter in line
    )


def _has_room(
    label: MapLabel,
    placed: Sequence[MapLabel],
    discs: Sequence[tuple[MapCluster, str]],
    field: float,
) -> bool:
    half_width, half_height = label.width / 2, label.height / 2
    if label.width > field or not half_height <= label.y <= field - half_height:
        return False
    for other in placed:
        across = abs(label.x - other.x) < half_width + other.width / 2
        if across and abs(label.y - other.y) < half_height + other.height / 2:
            return False
    return not any(
        disc.number != label.number
        and abs(label.x - disc.x * field) < half_width
        and abs(label.y - disc.y * field) < half_height
        for disc, _ in discs
    )
