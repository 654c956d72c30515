"""Names of further lists beside those of a finder, as `auslese wikidata names` makes such lists.

A list has what a finder may lack: names of a country, a time, a profession. What stands in it as a
whole, a first name with its last name and what may be between, is a name whoever else finds it; all
else is left to the finder, which knows more about names than lists can.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from xxhash import xxh3_64_hexdigest

from auslese.analyse.people.name_finder import NameFinder
from auslese.analyse.people.name_lists import NameLists, shipped_names
from auslese.analyse.people.name_parts import is_initials, is_particle, split_name
from auslese.records.errors import AusleseError
from auslese.records.person import FoundName

COLUMNS = 4
FEWEST_BEARERS = 2  # in the whole list: a slip of the pen has no namesake
MOST_WORDS = 6  # of a name; the longest in use have titles of nobility, which others look after
LEAST_SHARE = 0.35  # as for the machine of the seed: Müller .57, Hall .48, Will .09
WHOLLY_LISTED = 0.8
"""How sure a name is of which all parts are listed; a guess, above the half from which names count
and below the nine tenths of the strict finder."""
# Words of one line with a blank between them; a sign parts names, but for the dot of an initial.
_RUN = re.compile(r"[^\W\d_][\w'’.‐-]*(?:[ \u00a0][^\W\d_][\w'’.‐-]*)+")
_WORD = re.compile(r"\S+")
_ENDS = ".‐-'’"


class PartCount(NamedTuple):
    """How many people have a part of a name, by its place."""

    part: str
    first: int
    middle: int
    last: int


def read_counts(lines: Iterable[str], name: str) -> Iterator[PartCount]:
    """The parts of a file of counts: part, as first, as middle, as last name; tabs between."""
    for number, line in enumerate(lines, 1):
        columns = line.rstrip("\n").split("\t")
        if number == 1 and columns[0] == "part":
            continue
        if len(columns) != COLUMNS or not all(each.isdecimal() for each in columns[1:]):
            raise AusleseError(
                f"{name}, line {number}: expected a part of a name and three numbers, with tabs"
            )
        yield PartCount(columns[0], *map(int, columns[1:]))


class FurtherLists(NamedTuple):
    """Parts of names by their place, and a short name for all of them."""

    first: frozenset[str]
    middle: frozenset[str]
    last: frozenset[str]
    digest: str


def further_lists(counts: Iterable[PartCount], shipped: NameLists | None = None) -> FurtherLists:
    """The lists of these parts, without what the shipped lists know as an ordinary word."""
    known = shipped or shipped_names()
    parts = [each for each in counts if _may_be_name(each, known)]
    lists = (
        frozenset(each.part for each in parts if each.first >= FEWEST_BEARERS),
        frozenset(each.part for each in parts if each.first + each.middle >= FEWEST_BEARERS),
        frozenset(each.part for each in parts if each.last >= FEWEST_BEARERS),
    )
    spelled = "\n".join(",".join(sorted(each)) for each in lists)
    return FurtherLists(*lists, xxh3_64_hexdigest(spelled.encode("utf-8", "replace")))


def _may_be_name(count: PartCount, known: NameLists) -> bool:
    evidence = known.evidence(count.part)
    is_word = max(evidence.lower, evidence.capital) > 0 and evidence.share < LEAST_SHARE
    return count.part[:1].isupper() and not is_word


class WidenedFinder:
    """Finds what another finder finds, and names of which all parts are in further lists."""

    def __init__(self, finder: NameFinder, lists: FurtherLists) -> None:
        """Find with both."""
        self.name = f"{finder.name}+{lists.digest}"
        self._finder = finder
        self._lists = lists

    def find(self, text: str, language: str = "") -> list[FoundName]:
        """The names of a text in order, without overlaps; those of the finder go first."""
        found = self._finder.find(text, language)
        free = _gaps(found, len(text))
        further = [name for start, end in free for name in self._listed(text, start, end)]
        return sorted([*found, *further], key=lambda name: name.start)

    def _listed(self, text: str, start: int, end: int) -> Iterator[FoundName]:
        """The wholly listed names between two places."""
        for run in _RUN.finditer(text, start, end):
            words = [(run.start() + it.start(), it[0]) for it in _WORD.finditer(run[0])]
            at = 0
            while at < len(words):
                size = self._length(words[at : at + MOST_WORDS])
                if size:
                    begin, (last, word) = words[at][0], words[at + size - 1]
                    behind = last + len(word.rstrip(_ENDS))
                    name = split_name(text[begin:behind])
                    yield FoundName(begin, behind, name, WHOLLY_LISTED)
                at += max(size, 1)

    def _length(self, words: Sequence[tuple[int, str]]) -> int:
        """How many of these words are one listed name; the longest there is, 0 if none."""
        if words[0][1] not in self._lists.first:
            return 0
        longest = 0
        for place, (_, word) in enumerate(words[1:], 1):
            if word.rstrip(_ENDS) in self._lists.last:
                longest = place + 1
            if not self._goes_on(word):
                break
        return longest

    def _goes_on(self, word: str) -> bool:
        """Whether a name may go on behind this word."""
        return word in self._lists.middle or is_initials(word) or is_particle(word)


def _gaps(found: Sequence[FoundName], length: int) -> Iterator[tuple[int, int]]:
    """The stretches of a text between names."""
    bounds = [0, *(place for name in found for place in (name.start, name.end)), length]
    yield from ((start, end) for start, end in list(pairwise(bounds))[::2] if start < end)
