"""A crawl of a generated web through the real frontier, with a clock and workers that are made up.

The frontier is that of a crawl: lines of hosts, their pauses, bundles, turns of age, hosts that are
held back, addresses that move up. Some hosts are asked at once, each request takes the same time,
and a host that has been asked rests. Nothing is fetched, and traps are not looked for.
"""

from collections.abc import Sequence
from contextlib import AbstractContextManager
from heapq import heappop, heappush
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple, Protocol

from auslese.crawl.frontier.better_hosts import HoldRules
from auslese.crawl.frontier.frontier import CrawlFrontier
from auslese.crawl.frontier.frontier_settings import FrontierSettings
from auslese.crawl.frontier.lease import Lease
from auslese.crawl.frontier.opening import FrontierPlace, frontier_store
from auslese.crawl.frontier.worker_report import EndedVisit, HostNote, WorkerReport
from auslese.crawl.traps.shape_book import ShapeBookSettings
from auslese.crawl.traps.url_traps import TrapSettings
from auslese.recipes.settings.focus_settings import FocusSection
from auslese.records.url import Url, host_of, key_of
from auslese.records.visit import SEED_BUCKET, Visit
from focusing.generated_web import GeneratedWeb
from focusing.web_links import WebLink, WebLinks

# There are more hosts on the web than one machine can ask at once: about one of eight.
HOSTS_AT_ONCE = 16
REQUEST_SECONDS, DELAY_SECONDS = 0.5, 1.0
WORKER = 1
QUICK = Path("/dev/shm")  # in memory where there is one: a frontier syncs its file all the time


class Mode(Protocol):
    """How links get their buckets."""

    is_focused: bool
    """Whether buckets come before waiting times."""
    hold: HoldRules

    def buckets(self, at: int, links: Sequence[WebLink]) -> list[int]:
        """The buckets of the new links of a page that was fetched just now."""
        ...

    def rejudged(self, at: int, links: Sequence[WebLink]) -> list[int]:
        """The buckets of links of that page whose targets are known already; [] for none."""
        ...

    def moved_up(self) -> list[tuple[int, int]]:
        """Other pages that wait and may move up, with their buckets."""
        ...


class Crawl(NamedTuple):
    """Which pages were fetched, in their order, and how long that took."""

    pages: list[int]
    seconds: float


class Replay:
    """A crawl whose web answers at once, and whose clock jumps from event to event."""

    def __init__(
        self, web: GeneratedWeb, links: WebLinks, mode: Mode, hosts: int = HOSTS_AT_ONCE
    ) -> None:
        """Nothing waits; so many hosts are asked at once."""
        self._web, self._links, self._mode = web, links, mode
        self._visits = [Url(page.url) for page in web.pages]
        self._number = {url: at for at, url in enumerate(self._visits)}
        self._known: set[int] = set()
        self._fetched: set[int] = set()
        self._now = 1e9
        self._events: list[tuple[float, int, Lease, int]] = []
        """When the n-th errand of a lease has come: a heap."""
        self._tickets = count()
        self._free = hosts

    def run(self, seeds: Sequence[int], most: int) -> Crawl:
        """Fetch so many pages, or all that can be reached."""
        began, order = self._now, list[int]()
        quick = QUICK if QUICK.is_dir() else None
        with TemporaryDirectory(dir=quick) as folder, self._opened(Path(folder)) as frontier:
            frontier.add([self._visit(seed, SEED_BUCKET) for seed in seeds])
            self._known.update(seeds)
            while len(order) < most:
                self._lease(frontier, most - len(order))
                if self._events:
                    self._now, _, lease, place = heappop(self._events)
                    order.append(self._arrive(frontier, lease, place))
                elif (wait := frontier.seconds_to_next()) is not None:
                    self._now += max(wait, 0.1)  # as often as a coordinator looks
                else:
                    break
        return Crawl(order, self._now - began)

    def _opened(self, folder: Path) -> AbstractContextManager[CrawlFrontier]:
        settings = FrontierSettings(
            delay=DELAY_SECONDS,
            lease_seconds=1e6,
            ageing=FocusSection().ageing if self._mode.is_focused else 0,
            hold=self._mode.hold,
            shapes=ShapeBookSettings(TrapSettings(mode="off"), remember_types=False),
        )
        store = frontier_store(FrontierPlace(folder / "frontier.db"))
        return store.open(settings, lambda: self._now)

    def _lease(self, frontier: CrawlFrontier, room: int) -> None:
        """Let free workers take hosts; never more pages than are wanted."""
        room -= frontier.leased
        if self._free <= 0 or room <= 0:
            return
        for lease in frontier.lease(WORKER, self._free, room):
            self._free -= 1
            self._ask(lease, 0, self._now)

    def _ask(self, lease: Lease, place: int, at: float) -> None:
        heappush(self._events, (at + REQUEST_SECONDS, next(self._tickets), lease, place))

    def _arrive(self, frontier: CrawlFrontier, lease: Lease, place: int) -> int:
        """Report a page with its links, and go on at its host."""
        errand = lease.errands[place]
        page = self._number[errand.visit.url]
        self._fetched.add(page)
        is_last = place + 1 == len(lease.errands)
        note = HostNote(lease.host_id, lease.token, DELAY_SECONDS, is_last, asked=1, size=1)
        ended = EndedVisit(errand.id, lease.host_id, "fetched", "page", status=200)
        report = WorkerReport(WORKER, [note], [ended], self._found(page), [], [])
        if not frontier.complete(report):
            raise SystemExit("bench: the frontier did not take a report")
        if is_last:
            self._free += 1
        else:
            self._ask(lease, place + 1, self._now + DELAY_SECONDS)
        return page

    def _found(self, page: int) -> list[Visit]:
        new, again, seen = [], [], set()
        for link in self._links.of(page):
            if link.target not in seen and link.target not in self._fetched:
                (again if link.target in self._known else new).append(link)
                seen.add(link.target)
        self._known |= seen
        places = list(zip(new, self._mode.buckets(page, new), strict=True))
        places += list(zip(again, self._mode.rejudged(page, again), strict=False))
        found = [self._visit(link.target, bucket) for link, bucket in places]
        risen = (one for one in self._mode.moved_up() if one[0] not in self._fetched)
        return found + [self._visit(*one) for one in risen]

    def _visit(self, page: int, bucket: int) -> Visit:
        url = self._visits[page]
        return Visit(url, key_of(url), host_of(url), 0, bucket)
