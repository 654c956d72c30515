"""In which order do pictures promise the topic? By the scores of alt text and surroundings.

Werner (2015, 4.3 and 5.1.2): the geometric mean of the score of the alt text and of that of a
parent, lower is better. His files count parents from 0, and his ranking takes `parent-1`: of
pictures in their own frame, parent 0 says what the caption says, and parent 1 is the first that
says more. A picture with one parent alone is ranked by that one.
"""

from collections.abc import Sequence
from math import inf, isfinite, sqrt
from typing import NamedTuple

DEFAULT_PARENT = 1


class RankingOptions(NamedTuple):
    """How the ranking is cut."""

    least: float = 2.0
    """The lower bound of the seed."""
    most: float = 70_000.0
    keep_best: bool = True
    """Whether a mean below `least` that comes from key words alone (both scores are 1) stays.

    The seed's weighted score is 1 if the key words outweigh all else: its own best example,
    listing 5.1, has 1 for alt and parent, so its mean of 1 would fall to its own cut of 2, which
    was meant against very short formulae. Who wants the seed's cut to the letter sets this to
    False.
    """
    parent: int = DEFAULT_PARENT


CLAMPED = 1.0
"""What a weighted score below 0 becomes: see `analyse.focus.focus_scores`."""


def ranking_value(alt: float | None, parents: Sequence[float], parent: int) -> float:
    """The geometric mean of the scores of the alt text and of a parent; infinite without one."""
    if alt is None or not parents:
        return inf
    around = parents[min(parent, len(parents) - 1)]
    return sqrt(alt) * sqrt(around) if alt >= 0 and around >= 0 else inf


def is_within(value: float, options: RankingOptions) -> bool:
    """Whether a mean is within the cut."""
    if not isfinite(value):
        return False
    if options.least <= value <= options.most:
        return True
    return options.keep_best and value == CLAMPED
