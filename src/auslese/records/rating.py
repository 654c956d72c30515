"""What an expert says about pages: topics, grades, and why a page was shown."""

from dataclasses import dataclass
from enum import StrEnum

GRADES = (0.0, 0.25, 0.5, 0.75, 1.0)
"""From "not at all" to "just what is meant", as the digits 0 to 4 of the rating page."""
RELEVANT = 0.5
"""A page with this grade or more counts as relevant where only yes and no are counted."""


class RatingAnswer(StrEnum):
    """What a rater can answer."""

    RATED = "rated"
    LATER = "later"  # not sure: the page comes again
    WITHDRAWN = "withdrawn"  # an answer taken back; the page is as if nobody had seen it


class ChoiceReason(StrEnum):
    """Why a page was shown to a rater."""

    CLUSTER = "cluster"  # every cluster is seen
    BEST = "best"  # the model finds it likeliest
    DOUBT = "doubt"  # the model is least sure of it
    RANDOM = "random"  # drawn by lot: estimates rest on these alone
    OTHER = "other"  # something unlike what was shown lately
    AGREEMENT = "agreement"  # another rater has answered: do both say the same?
    SEARCH = "search"  # the rater found it
    IMPORTED = "imported"  # it came with a file of labels


@dataclass(frozen=True, slots=True)
class RatedTopic:
    """What pages are rated for."""

    number: int
    """Its name in the journal; it stays when the topic is renamed."""
    name: str
    criteria: str = ""
    """In the expert's own words: when is a page relevant?"""
    ready: str = ""
    """The ready-made topic that it was switched on from; else empty."""
    is_ranked: bool = False
    """Whether answers put relevant pages forward."""
    is_unwanted: bool = False
    """Whether its pages are rather left out: with `is_ranked` they go back, not forward."""
    threshold: float = RELEVANT
    """The score from which on a page counts as one of the topic."""
    created_at: float = 0.0
    """Seconds since 1970."""
    is_removed: bool = False


@dataclass(frozen=True, slots=True)
class PageRating:
    """One answer of one rater; a changed mind is another one."""

    topic: int
    page: int
    """Id of the page."""
    url: str
    rater: str
    at: float
    """Seconds since 1970."""
    answer: RatingAnswer = RatingAnswer.RATED
    grade: float = 0.0
    chosen: ChoiceReason = ChoiceReason.SEARCH
    number: int = 0
    """Its line in the journal."""
