"""Further lists of names beside the shipped ones, as `auslese wikidata names` makes them.

A part of a name counts by how many of a million named people have it, as in the shipped lists. What
it means as an ordinary word the shipped lists know; of a word that they lack nobody knows, so it is
believed to be a name the more people bear it.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from auslese.analyse.people.name_lists import (
    NAME_STEPS,
    SHARE_STEPS,
    NameColumns,
    NameLists,
    word_print,
)
from auslese.records.errors import AusleseError

MILLION = 1_000_000
MOST_STORED = 255  # of a byte
COLUMNS = 4
FEWEST_BEARERS = 2  # in the whole list: who is named by a slip of the pen has no namesake
SELDOM_SHARE, USUAL_SHARE = 0.5, 0.85
"""Share of places in which an unlisted word is a name, if few and if more bear it: the means of
those parts in the shipped lists that are no ordinary words, up to one bearer in a million (0.50 of
4,192) and beyond (0.81 to 0.87 of 76,499)."""
MORE_BEARERS = 1.0


class PartCount(NamedTuple):
    """How many people have a part of a name, by its place."""

    part: str
    first: int
    last: int


def read_counts(lines: Iterable[str], name: str) -> list[PartCount]:
    """The parts of a file of counts: part, as first, as middle, as last name; tabs between."""
    counts = []
    for number, line in enumerate(lines, 1):
        columns = line.rstrip("\n").split("\t")
        if number == 1 and columns[0] == "part":
            continue
        if len(columns) != COLUMNS or not all(each.isdecimal() for each in columns[1:]):
            raise AusleseError(
                f"{name}, line {number}: expected a part of a name and three numbers, with tabs"
            )
        first, _, last = map(int, columns[1:])
        counts.append(PartCount(columns[0], first, last))
    return counts


def widened(columns: NameColumns, counts: Sequence[PartCount]) -> NameLists:
    """The lists with these parts: those that are there may be more frequent, others are added."""
    firsts = sum(count.first for count in counts)
    lasts = sum(count.last for count in counts)
    found: dict[int, tuple[int, int]] = {}
    for count in counts:
        if count.first + count.last >= FEWEST_BEARERS:
            mark = word_print(count.part)
            first, last = found.get(mark, (0, 0))
            found[mark] = (
                max(first, _stored(count.first, firsts)),
                max(last, _stored(count.last, lasts)),
            )
    return NameLists(_merged(columns, found))


def _merged(columns: NameColumns, found: Mapping[int, tuple[int, int]]) -> NameColumns:
    known = np.isin(np.fromiter(found, np.uint32, len(found)), columns.prints)
    new = sorted(mark for mark, is_known in zip(found, known.tolist(), strict=True) if not is_known)
    prints = np.concatenate([columns.prints, np.array(new, np.uint32)])
    order = np.argsort(prints, kind="stable")
    grown = NameColumns(
        prints[order],
        *(
            np.concatenate([getattr(columns, name), np.zeros(len(new), np.uint8)])[order]
            for name in columns.__slots__[1:]
        ),
    )
    marks = np.fromiter(found, np.uint32, len(found))
    rows = grown.prints.searchsorted(marks)
    values = np.array(list(found.values()), np.uint8).reshape(-1, 2)
    first, last, share = grown.first.copy(), grown.last.copy(), grown.share.copy()
    first[rows] = np.maximum(first[rows], values[:, 0])
    last[rows] = np.maximum(last[rows], values[:, 1])
    share[rows[~known]] = [_share(int(value)) for value in values[~known].max(axis=1)]
    return replace(grown, first=first, last=last, share=share)


def _stored(bearers: int, people: int) -> int:
    """How many of a million have it, in the steps in which the lists store it."""
    if not bearers:
        return 0
    per_million = bearers * MILLION / people
    return min(max(round(NAME_STEPS * math.log2(per_million + 1.0)), 1), MOST_STORED)


def _share(stored: int) -> int:
    more = NAME_STEPS * math.log2(MORE_BEARERS + 1.0)
    return round(SHARE_STEPS * (USUAL_SHARE if stored > more else SELDOM_SHARE))
