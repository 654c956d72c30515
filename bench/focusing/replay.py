"""A crawl of a generated web as our crawl would go, without a network.

Hosts have queues of 16 buckets, first come first served within one. A host that has been asked is
not asked again before its delay is over. Of the hosts that may be asked the one with the lowest
rank is next: the time from which it may be asked, and a minute for every bucket that its best link
is worse (`crawl.frontier.roster`). Some requests are under way at once, each takes the same time.
"""

from collections.abc import Sequence
from heapq import heappop, heappush
from typing import NamedTuple, Protocol

from auslese.crawl.frontier.host_queue import BucketQueue
from auslese.crawl.frontier.roster import PATIENCE_SECONDS
from auslese.records.visit import SEED_BUCKET
from focusing.generated_web import GeneratedWeb
from focusing.web_links import WebLink, WebLinks

# There are more hosts on the web than one machine can ask at once: about one of eight.
REQUESTS_AT_ONCE = 8
REQUEST_SECONDS, DELAY_SECONDS = 0.5, 1.0


class Mode(Protocol):
    """How links get their buckets."""

    def buckets(self, at: int, links: Sequence[WebLink]) -> list[int]:
        """The buckets of the new links of a page that was fetched just now."""
        ...

    def moved_up(self) -> list[tuple[int, int]]:
        """Pages that wait and may queue up once more, with their buckets."""
        ...


class Crawl(NamedTuple):
    """Which pages were fetched, in their order."""

    pages: list[int]


class Replay:
    """The frontier of a crawl."""

    def __init__(self, web: GeneratedWeb, links: WebLinks, mode: Mode) -> None:
        """Nothing waits."""
        self._web, self._links, self._mode = web, links, mode
        self._lines: dict[int, BucketQueue] = {}
        self._next_at: dict[int, float] = {}
        self._ready: list[tuple[float, float, int]] = []  # (rank, from when, host): a heap
        self._queued: dict[int, int] = {}
        self._fetched: set[int] = set()
        self._asked: set[int] = set()

    def run(self, seeds: Sequence[int], most: int) -> Crawl:
        """Fetch so many pages, or all that can be reached."""
        now, order = 0.0, []
        for seed in seeds:
            self._push(seed, SEED_BUCKET, now)
        under_way: list[tuple[float, int]] = []
        while len(order) < most:
            while len(under_way) < REQUESTS_AT_ONCE and (page := self._next(now)) is not None:
                heappush(under_way, (now + REQUEST_SECONDS, page))
            if not under_way:
                later = [at for _, at, _ in self._ready]
                if not later:
                    break
                now = min(later)
                continue
            now, page = heappop(under_way)
            order.append(page)
            self._arrive(page, now)
        return Crawl(order)

    def _arrive(self, page: int, now: float) -> None:
        host = self._web.pages[page].host
        self._asked.discard(host)
        self._next_at[host] = now + DELAY_SECONDS
        new, seen = [], set()
        for link in self._links.of(page):
            if link.target not in self._queued and link.target not in seen:
                seen.add(link.target)
                new.append(link)
        for link, bucket in zip(new, self._mode.buckets(page, new), strict=True):
            self._push(link.target, bucket, now)
        for target, bucket in self._mode.moved_up():
            if target not in self._fetched and bucket < self._queued[target]:
                self._push(target, bucket, now)
        if host in self._lines and len(self._lines[host]):
            self._offer(host)

    def _push(self, page: int, bucket: int, now: float) -> None:
        host = self._web.pages[page].host
        line = self._lines.setdefault(host, BucketQueue())
        best = line.best_bucket() if len(line) else None
        line.push(bucket, page)
        self._queued[page] = bucket
        if host not in self._asked and (best is None or bucket < best):
            self._next_at.setdefault(host, now)
            self._offer(host)

    def _offer(self, host: int) -> None:
        at = self._next_at[host]
        heappush(self._ready, (at + PATIENCE_SECONDS * self._lines[host].best_bucket(), at, host))

    def _next(self, now: float) -> int | None:
        """The best page that may be asked for now."""
        put_back, found = [], None
        while self._ready and found is None:
            rank, at, host = heappop(self._ready)
            line = self._lines[host]
            is_stale = host in self._asked or not len(line) or at != self._next_at[host]
            if is_stale or rank != at + PATIENCE_SECONDS * line.best_bucket():
                continue
            if at > now:
                put_back.append((rank, at, host))
                continue
            found = self._take(host)
        for entry in put_back:
            heappush(self._ready, entry)
        return found

    def _take(self, host: int) -> int | None:
        line = self._lines[host]
        while len(line):
            page = line.take(1)[0][1]
            if page not in self._fetched:
                self._fetched.add(page)
                self._asked.add(host)
                return page
        return None
