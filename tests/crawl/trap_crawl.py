"""A crawl of a made site through the real frontier, without processes or a network."""

import re
from hashlib import sha1
from typing import NamedTuple

from auslese.crawl.frontier.frontier_settings import FrontierRules, FrontierSettings
from auslese.crawl.frontier.lease import Errand, Lease
from auslese.crawl.frontier.opening import FrontierStore
from auslese.crawl.frontier.worker_report import EndedVisit, HostNote, WorkerReport
from auslese.crawl.traps.shape_book import ShapeBookSettings
from auslese.crawl.traps.url_traps import TrapDetector, TrapSettings
from auslese.extract.page_sketch import sketch_of
from auslese.records.fetch import Refused
from auslese.records.url import HrefResolver, Url, canonical, host_of, key_of, path_of
from auslese.records.visit import Visit
from tests.crawl.trap_sites import TrapSite

ROOT = "http://a.example/"
HREF = re.compile(r'href="([^"]*)"')


class Crawled(NamedTuple):
    """What a crawl of a made site brought."""

    fetched: set[str]
    """Paths that were asked for."""
    outcomes: dict[str, int]
    ended: bool
    """It ended by itself, before the limit."""
    sketched: int


class SiteCrawl:
    """Leases, answers from the site, completes; as a worker would, one bundle at a time."""

    def __init__(
        self, site: TrapSite, store: FrontierStore, traps: TrapSettings | None = None
    ) -> None:
        self.site, self.store = site, store
        self.traps = traps or TrapSettings()
        self._door = TrapDetector(self.traps, 2026)
        self.now = 1_794_000_000.0  # November 2026
        self.fetched: set[str] = set()
        self.sketched = 0

    def run(self, most: int) -> Crawled:
        """Crawl until nothing waits, or so many pages were fetched."""
        book = ShapeBookSettings(self.traps, fingerprint=repr(self.traps))
        settings = FrontierSettings(delay=0.0, shapes=book)
        rules = FrontierRules(repr(self.traps), self._refusal)
        with self.store.open(settings, lambda: self.now, rules) as frontier:
            frontier.add([self._visit(Url(ROOT), 0, 0)])
            while len(self.fetched) < most and (leases := frontier.lease(1, 4)):
                for lease in leases:
                    assert frontier.complete(self._work(lease))
                self.now += 1.0
            ended = frontier.waiting == 0
        outcomes = self.store.reader().crawl_state().outcomes
        return Crawled(self.fetched, outcomes, ended, self.sketched)

    def _refusal(self, url: Url, depth: int) -> Refused | None:
        return self._door.refusal(url) if depth else None

    def _work(self, lease: Lease) -> WorkerReport:
        ended: list[EndedVisit] = []
        found: list[Visit] = []
        for errand in lease.errands:
            html = self.site.answer(path_of(errand.visit.url))
            self.fetched.add(path_of(errand.visit.url))
            if html is None:
                ended.append(EndedVisit(errand.id, lease.host_id, "failed", "http_404"))
                continue
            ended.append(self._page(errand, lease, html.encode()))
            found += self._links(errand.visit, html)
        note = HostNote(lease.host_id, lease.token, 0.0, True)
        return WorkerReport(1, [note], ended, found, [], [])

    def _page(self, errand: Errand, lease: Lease, body: bytes) -> EndedVisit:
        self.sketched += errand.suspect
        sketch = sketch_of(errand.visit.url, body) if errand.suspect else 0
        digest = sha1(body).digest()
        return EndedVisit(errand.id, lease.host_id, "fetched", "page", digest=digest, sketch=sketch)

    def _links(self, visit: Visit, html: str) -> list[Visit]:
        resolve = HrefResolver(visit.url).resolve
        urls = {url for href in HREF.findall(html) if (url := resolve(href)) is not None}
        return [self._visit(url, visit.depth + 1, visit.key) for url in sorted(urls)]

    def _visit(self, url: Url, depth: int, via: int) -> Visit:
        refused = self._refusal(url, depth)
        return Visit(url, key_of(url), host_of(url), depth, via=via, refused=refused)


def lost(site: TrapSite, crawled: Crawled) -> set[str]:
    """The pages that should have been fetched and were not."""
    real = {path_of(canonical(path, ROOT) or Url(ROOT)) for path in site.real}
    paths = [path.partition("?")[0] for path in crawled.fetched]
    missing = {end for end in site.endings if not any(path.endswith(end) for path in paths)}
    return (real - crawled.fetched) | missing


def wasted(site: TrapSite, crawled: Crawled) -> int:
    """Count the pages that need not have been fetched; the home page is not one of them."""
    return len(crawled.fetched) - 1 - len(site.real) - len(site.endings)
