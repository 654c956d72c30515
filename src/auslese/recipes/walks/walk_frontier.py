"""The frontier of a crawl that fetches only what walks want.

It is the crawl's own frontier with one change: links that are found do not wait there. Instead the
walks are told what came, and the pages that they want next are added. So robots.txt, delays, rules,
limits, the archive, the tables and what happens after a kill are those of a crawl.
"""

from collections.abc import Callable, Sequence
from time import monotonic
from typing import NamedTuple

from auslese.crawl.frontier.frontier import CrawlFrontier
from auslese.crawl.frontier.lease import Lease
from auslese.crawl.frontier.outage import UnreachableHost
from auslese.crawl.frontier.worker_report import WorkerReport
from auslese.recipes.walks.walked_pages import WalkedPages
from auslese.records.fetch import Refused
from auslese.records.url import Url, host_of, key_of
from auslese.records.visit import PLAIN_BUCKET, SEED_BUCKET, Visit
from auslese.sample.parallel_walks import WalkGroup
from auslese.sample.random_walk import DeadEnd, NeighbourLookup

KEEP_SECONDS = 30.0  # walks are written so often; a kill loses nothing, they are made again
KEEP_SHARE = 20  # large ones less often: writing them takes a twentieth of the time at most

FULL = DeadEnd("refused: urls")  # more of them than limits.urls lets the frontier keep


class WalkContext(NamedTuple):
    """The walks, the pages they are on, and who keeps them."""

    group: WalkGroup
    pages: WalkedPages
    keep: Callable[[], None]
    admit: Callable[[Url, int], Refused | None]
    """Says why a URL is not to be fetched; None if it is."""


class WalkFrontier:
    """Keeps the verbs of a frontier; in between, the walks go on."""

    def __init__(self, frontier: CrawlFrontier, context: WalkContext) -> None:
        """Let the walks go as far as the outcomes lead that are there already."""
        self._frontier = frontier
        self._context = context
        self._pending: set[str] = set()
        self._redirected: dict[str, Visit] = {}
        self._outcomes: dict[str, NeighbourLookup] = {}
        self._keep_at = monotonic() + KEEP_SECONDS
        self._go_on()

    @property
    def waiting(self) -> int:
        """URLs that wait."""
        return self._frontier.waiting

    @property
    def leased(self) -> int:
        """URLs that are with a worker now."""
        return self._frontier.leased

    @property
    def hosts_leased(self) -> int:
        """Hosts that are with a worker now."""
        return self._frontier.hosts_leased

    def add(self, visits: Sequence[Visit]) -> int:
        """Take in URLs."""
        return self._frontier.add(visits)

    def lease(
        self, worker: int, hosts: int, urls: int | None = None, known: bool = False
    ) -> list[Lease]:
        """Give permitted hosts to this worker."""
        return self._frontier.lease(worker, hosts, urls, known)

    def complete(self, report: WorkerReport) -> bool:
        """Record the report without what it found, and let the walks go on."""
        if not self._frontier.complete(report._replace(found=[])):
            return False
        self._context.pages.take(report)
        self._redirected |= {visit.url: visit for visit in report.found if visit.hops}
        self._hear()
        return True

    def release(self, worker: int, died_reading: int = 0) -> int:
        """Take back the leases of a dead worker; the page it died on may have ended by that."""
        freed = self._frontier.release(worker, died_reading)
        self._hear()
        return freed

    def seconds_to_next(self) -> float | None:
        """How long until a host may be leased."""
        return self._frontier.seconds_to_next()

    def holds_back(self) -> bool:
        """Whether hosts that may be asked are held back."""
        return self._frontier.holds_back()

    def waits_for_hours(self) -> bool:
        """Whether the next host to be leased is one whose hours are closed."""
        return self._frontier.waits_for_hours()

    def waits_for_host(self) -> UnreachableHost | None:
        """The next host to be leased, if it could not be reached when it was last tried."""
        return self._frontier.waits_for_host()

    def unreachable(self) -> list[UnreachableHost]:
        """The hosts that could not be reached when they were last tried."""
        return self._frontier.unreachable()

    def retry_unreachable(self) -> int:
        """Let hosts that could not be reached be tried at once."""
        return self._frontier.retry_unreachable()

    # -- the walks --------------------------------------------------------------------------------

    def _hear(self) -> None:
        """If anything has become of a page that is waited for, let the walks go on."""
        if any(self._known(url) is not None for url in self._pending):
            self._go_on()
        if (begin := monotonic()) > self._keep_at:
            self._context.keep()
            took = monotonic() - begin
            self._keep_at = begin + took + max(KEEP_SECONDS, KEEP_SHARE * took)

    def _go_on(self) -> None:
        """Walk until all that is wanted really waits; a URL may be refused as it is added."""
        while True:
            wanted = dict(self._context.group.go(self._known))
            self._pending = set(wanted)
            if not [url for url, via in wanted.items() if self._want(url, via)]:
                return

    def _want(self, url: str, via: str) -> bool:
        """Add a page to the frontier; whether its outcome is there at once."""
        urls = self._frontier.urls
        if not urls.knows(Url(url)):
            self._frontier.add([self._visit(Url(url), via)])
            if not urls.knows(Url(url)):
                self._outcomes[url] = FULL
        return self._known(url) is not None

    def _visit(self, url: Url, via: str) -> Visit:
        if redirected := self._redirected.pop(url, None):
            return redirected
        if not via:
            return Visit(url, key_of(url), host_of(url), 0, SEED_BUCKET)
        refused = self._context.admit(url, 1)
        source = key_of(Url(via))
        return Visit(url, key_of(url), host_of(url), 1, PLAIN_BUCKET, source, refused=refused)

    def _known(self, url: str) -> NeighbourLookup | None:
        """What became of a page; the same for every walk that comes there."""
        if url not in self._outcomes:
            ended = self._frontier.urls.outcome_of(Url(url))
            if ended is not None:
                self._outcomes[url] = self._context.pages.lookup_of(url, ended)
        return self._outcomes.get(url)
