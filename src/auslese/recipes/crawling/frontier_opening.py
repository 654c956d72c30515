"""The frontier of a collection, opened for a crawl or around an import, as its settings say."""

from contextlib import AbstractContextManager

from auslese.crawl.frontier.better_hosts import HoldRules
from auslese.crawl.frontier.frontier import CrawlFrontier
from auslese.crawl.frontier.frontier_settings import FrontierRules, FrontierSettings
from auslese.crawl.politeness.opening_hours import HostHours
from auslese.crawl.politeness.time_zones import HostTimeZones
from auslese.crawl.recrawl.recrawl_values import RecrawlSettings
from auslese.crawl.worker.worker import FENCE_MARGIN
from auslese.recipes.crawling.rendering_options import longest_request
from auslese.recipes.settings.admission_options import admission_of, book_settings
from auslese.recipes.settings.collection_frontier import frontier_of
from auslese.recipes.settings.settings_loading import Settings
from auslese.store.collection import Collection
from auslese.system.steady_clock import steady_clock

LEAST_HOURS = 5.0  # seconds for requests; with less than that before closing we do not begin
LEASE_SHARE = 4  # a lease lasts this many times the longest request: three quarters can be used


def open_frontier(
    collection: Collection, settings: Settings, *, again: bool = False
) -> AbstractContextManager[CrawlFrontier]:
    """The frontier, with today's rules applied if they have changed, and visits again planned."""
    coming_back = RecrawlSettings(settings.again.budget, settings.again.rest.total_seconds())
    admission = admission_of(settings)
    frontier_settings = FrontierSettings(
        delay=settings.politeness.delay.total_seconds(),
        address_delay=address_delay(settings),
        lease_seconds=lease_seconds(settings),
        max_urls=settings.limits.urls,
        hours=hours_of(settings),
        shapes=book_settings(settings),
        near_copies=settings.duplicates.near_while_crawling,
        patience=settings.crawl.patience.total_seconds(),
        start=settings.presence.start,
        ageing=0 if settings.focus.mode == "none" else settings.focus.ageing,
        hold=HoldRules(settings.focus.hold.total_seconds(), settings.focus.lead),
        again=coming_back if again else None,
    )
    rules = FrontierRules(admission.fingerprint, admission.refusal)
    return frontier_of(collection).open(frontier_settings, steady_clock(), rules)


def lease_seconds(settings: Settings) -> float:
    """How long a host is with a worker at most, counted from before it asked.

    As set, but so long that something can be asked before the fence.
    """
    request = longest_request(settings)
    usable = request + FENCE_MARGIN + LEAST_HOURS
    return max(settings.frontier.lease.total_seconds(), LEASE_SHARE * request, usable)


def address_delay(settings: Settings) -> float:
    """Seconds between two requests to one address; 0 if hosts need not mind each other."""
    if settings.crawl.proxy:  # then we do not know where hosts are
        return 0.0
    politeness = settings.politeness
    span = politeness.delay if politeness.address_delay is None else politeness.address_delay
    return span.total_seconds()


def hours_of(settings: Settings) -> HostHours | None:
    """When hosts may be asked; None if always."""
    politeness = settings.politeness
    if not politeness.hours:
        return None
    zones = HostTimeZones(politeness.time_zones, politeness.time_zone)
    least = settings.crawl.request_timeout.total_seconds() + FENCE_MARGIN
    return HostHours(politeness.hours, zones, least + LEAST_HOURS)
