"""The life of one URL: how we came to it, when we tried, how it ended."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

from auslese.records.url import Url


class PathStep(NamedTuple):
    """One URL on the way from a start page."""

    url: str
    how: str
    """start or import, or how the step before led here: link, redirect, sitemap.

    A sitemap that no page led to: robots (a robots.txt names it) or probe (its name is usual).
    """


class EarlierVisit(NamedTuple):
    """How a visit before the last one ended."""

    at: float
    kind: str
    reason: str
    detail: str
    status: int


class FailedAttempt(NamedTuple):
    """One try in vain."""

    at: float
    reason: str
    detail: str
    status: int


@dataclass(frozen=True, slots=True)
class UrlTrace:
    """The life of one URL."""

    url: str
    found: bool
    state: str = "unknown"
    """unknown, waiting, under way, or how it ended."""
    reason: str = ""
    detail: str = ""
    status: int = 0
    at: float = 0.0
    depth: int = 0
    tries: int = 0
    attempts: list[FailedAttempt] = field(default_factory=list)
    path: list[PathStep] = field(default_factory=list)
    """How we came here: from a start page, or the sitemap of a site, to this URL."""
    next_access: float = 0.0
    """When its host may be asked again."""
    visits: list[EarlierVisit] = field(default_factory=list)
    """How the visits before the last one ended, the first first."""


class UrlOutcome(NamedTuple):
    """How a URL ended."""

    kind: str
    """fetched, refused or failed."""
    reason: str
    detail: str


class UrlOutcomes(Protocol):
    """What became of single URLs, for those who wait for them while the frontier is open."""

    def knows(self, url: Url) -> bool:
        """Whether this URL was ever taken in; not so if there was no more room for it."""
        ...

    def outcome_of(self, url: Url) -> UrlOutcome | None:
        """How a URL ended; None if it has not, or was never taken in."""
        ...


class UrlFate(NamedTuple):
    """What became of one of many URLs, in short."""

    kind: str
    """waiting, fetched, refused or failed."""
    reason: str = ""
    detail: str = ""
    depth: int = 0
    was_page: bool = False
    """An earlier visit found a page, and it waits to be visited again."""


class UrlFates(Protocol):
    """What became of very many URLs, for those who look at a frontier from outside."""

    def fates_of(self, urls: Sequence[Url]) -> list[UrlFate | None]:
        """What became of each of them; None where a URL was never seen."""
        ...

    def knows_host(self, host: str) -> bool:
        """Whether any URL of this host was ever seen."""
        ...

    def robots_text(self, origin: str) -> str:
        """What robots.txt of this origin says, as far as it was asked."""
        ...
