"""How a frontier is to behave: politeness, limits, traps, coming back, and the rules of today."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

from auslese.crawl.frontier.better_hosts import HoldRules
from auslese.crawl.politeness.opening_hours import HostHours
from auslese.crawl.recrawl.recrawl_values import RecrawlSettings
from auslese.crawl.traps.shape_book import ShapeBookSettings
from auslese.records.fetch import Refused
from auslese.records.url import Url


@dataclass(frozen=True, slots=True)
class FrontierSettings:
    """How the frontier hands out work."""

    delay: float = 1.0
    """Seconds between two requests to one host, unless the site asks for more."""
    lease_seconds: float = 120.0
    """Long enough for a bundle at the usual delay; a lost lease costs at most this."""
    bundle: int = 16
    """URLs in one lease: fewer would cost messages, more would freeze the order of priorities."""
    max_urls: int = 50_000_000
    """URLs kept; at about 30 bytes of memory each this is 1.5 GB. More are counted when found."""
    address_delay: float = 0.0
    """Seconds between two requests to hosts at one address; 0: hosts do not mind each other."""
    hours: HostHours | None = None
    """When hosts may be asked; None: always."""
    shapes: ShapeBookSettings = field(default_factory=ShapeBookSettings)
    """What is taken for a trap, and whether types are remembered."""
    near_copies: bool = False
    """Whether pages that are nearly the same as others are told."""
    patience: float = 6 * 3600.0
    """Seconds after which a host that cannot be reached is given up, with all that waits there."""
    ageing: int = 0
    """In a focused crawl, each n-th turn is that of what has waited longest; 0: no focused crawl.

    Buckets then decide before waiting times do, and a bundle is of one bucket.
    """
    hold: HoldRules = field(default_factory=HoldRules)
    """In a focused crawl, when free hosts are held back because better ones are expected."""
    start: tuple[Url, ...] = ()
    """Start pages: those that failed in a way that may have passed wait again at once."""
    again: RecrawlSettings | None = None
    """Come back to what is known, unless there still is something to come back to."""


Refuse = Callable[[Url, int], Refused | None]
"""Says why a URL at a depth is not to be fetched; None if it is."""


class FrontierRules(NamedTuple):
    """The rules of today; if they are others than those of the last crawl, they are applied."""

    fingerprint: str
    """Changes when the rules change."""
    refuse: Refuse
