"""Where a crawl stands: counts, hosts, traps, and the pages that came of late."""

from dataclasses import dataclass, field
from typing import NamedTuple

from auslese.crawl.forecast.forecast import CrawlSurvey

PAGE_REASONS = ("page", "copy", "unchanged")


def is_page(kind: str, reason: str) -> bool:
    """Whether an outcome brought a page."""
    return kind == "fetched" and reason in PAGE_REASONS


@dataclass(frozen=True, slots=True)
class CrawlState:
    """How far a crawl has come."""

    seen: int = 0
    outcomes: dict[str, int] = field(default_factory=dict)
    """Counts by `kind.reason`; with `queued` they sum up to `seen`."""
    pages: int = 0
    depth: list[int] = field(default_factory=list)
    """Pages by depth."""
    hosts: int = 0
    survey: CrawlSurvey = field(default_factory=CrawlSurvey)
    """What the forecast is made from."""

    @property
    def queued(self) -> int:
        """URLs that wait or are under way."""
        return self.seen - sum(self.outcomes.values())


class TrapRow(NamedTuple):
    """A shape of URL that comes last or is not fetched any more."""

    host: str
    shape: str
    state: str
    """throttled or stopped."""
    kind: str
    reason: str
    found: int
    fetched: int
    refused: int


class BusyHost(NamedTuple):
    """A host that we have talked to, and when."""

    host: str
    pages: int
    failures: int
    delay: float | None
    """Seconds that the site itself asks for; None: it asks for none."""
    last_access: float
    next_access: float
    is_asked_now: int
    """1: a worker has it now; 0: none has."""
    ports: tuple[int, ...] = ()
    """At which it was asked."""
