"""How much a page is about a person, as search knows it: in steps, and who is not to be found."""

from typing import NamedTuple

BEST_LEVEL = 20
"""The step of the best page of a person, whatever its score: it comes first."""
OTHER_LEVELS = 12
"""The highest step of all others. So the best page is ahead of them by 0.4 of what a person is
worth to an answer, which is 4: more than PageRank, freshness and topics bring together (3.4)."""


class HiddenPeople(NamedTuple):
    """Who is neither found nor shown, for somebody asked for that."""

    people: frozenset[int] = frozenset()
    """Keys of persons."""
    pages: frozenset[int] = frozenset()
    """Ids of pages by which nobody is found."""


NOBODY_HIDDEN = HiddenPeople()
