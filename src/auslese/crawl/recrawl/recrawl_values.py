"""Coming back, in a few numbers: how much is wanted, what was planned, what is due."""

from dataclasses import dataclass
from typing import NamedTuple


@dataclass(frozen=True, slots=True)
class RecrawlSettings:
    """How much to come back to."""

    budget: int | None = None
    """URLs to ask for again; None for all that are due."""
    rest: float = 3600.0
    """Seconds that a page is left alone after a visit."""


class RecrawlPlan(NamedTuple):
    """What came of planning."""

    due: int
    chosen: int
    left: int = 0
    """Not 0: so many of an earlier plan still wait, and no new one was made."""


class RecrawlStatus(NamedTuple):
    """How a collection stands to the changing web."""

    last: float = 0.0
    """When it was last crawled, in seconds since 1970; 0: never."""
    due: int = 0
    """Pages and redirects that have rested long enough."""
    waiting: int = 0
    """URLs that wait to be seen again in a round that is not done."""
    gone: int = 0
    """Pages that were there and are no more."""
