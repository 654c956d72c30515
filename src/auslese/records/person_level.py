"""How much a page is about a person, as search knows it: in steps, and who is not to be found."""

from typing import NamedTuple

BEST_LEVEL = 20
"""The step of the page that is about a person, whatever its score: it comes first."""
NEXT_LEVEL = 13
"""The step of the best page of a person who has none: behind those about others of the name."""
OTHER_LEVELS = 12
"""The highest step of all others. A step is worth 0.5 to an answer; PageRank, freshness and topics
bring 3.4 together. So no page comes before the one about a person for these alone."""


class HiddenPeople(NamedTuple):
    """Who is neither found nor shown, for somebody asked for that."""

    people: frozenset[int] = frozenset()
    """Keys of persons."""
    pages: frozenset[int] = frozenset()
    """Ids of pages by which nobody is found."""


NOBODY_HIDDEN = HiddenPeople()
