"""Rules of leasing and ending that are the same in every store."""

from typing import Final

from auslese.crawl.frontier.frontier_settings import FrontierSettings
from auslese.records.fetch import Refusal

ROBOTS_REQUESTS: Final = 6  # RFC 9309, 2.3.1.2: five redirects at least are followed
# A visit that ends so was never a request.
UNREQUESTED_REASONS: Final = frozenset(
    {Refusal.ROBOTS, Refusal.SCOPE, Refusal.ADDRESS, Refusal.ERRORS}
)


def seconds_of_lease(settings: FrontierSettings, host: str, delay: float, now: float) -> float:
    """How long a host with this delay is lent from now on."""
    seconds = settings.lease_seconds
    if delay > seconds / 10:  # robots.txt may be redirects away, each a delay later
        seconds += ROBOTS_REQUESTS * delay
    return settings.hours.shortened(host, now, seconds) if settings.hours else seconds
