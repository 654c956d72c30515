"""The names of persons in a text, with their places, whatever finds them.

`shipped_finder()` is the finder of the house: rules (`name_grammar`, `turned_names`,
`told_names`) and the statistical tagger (`name_tagger`) together. Another one is anything that has
a name and can `find`; `recipes.people.finder_choice` opens those of other packages.
"""

from functools import cache
from typing import Protocol

from auslese.analyse.people.combined_finder import USUAL, CombinedFinder
from auslese.analyse.people.person_titles import begin_of_titles, end_of_titles
from auslese.records.person import FoundName


class NameFinder(Protocol):
    """Whoever finds names."""

    @property
    def name(self) -> str:
        """What it is called, with its version: what it has found is found anew by another one."""

    def find(self, text: str, language: str = "") -> list[FoundName]:
        """The names of a text in order, without overlaps; its language, as de, if it is known."""


def shipped_finder(mode: str = USUAL) -> NameFinder:
    """The finder of the house, made once; `mode` is one of `combined_finder.MODES`."""
    return _made(mode)


@cache
def _made(mode: str) -> NameFinder:
    return CombinedFinder(mode)


def titled_span(text: str, found: FoundName) -> tuple[int, int]:
    """Where a name stands with the titles around it."""
    return begin_of_titles(text, found.start), end_of_titles(text, found.end)
