"""A clock, a frontier that dies and is opened again, and reports, for those who test frontiers."""

from collections.abc import Iterator
from contextlib import AbstractContextManager
from typing import Any, Protocol

import pytest

from auslese.crawl.frontier.frontier import CrawlFrontier, Frontier
from auslese.crawl.frontier.frontier_reader import FrontierReader
from auslese.crawl.frontier.frontier_settings import FrontierRules, FrontierSettings
from auslese.crawl.frontier.lease import Lease
from auslese.crawl.frontier.opening import FrontierStore
from auslese.crawl.frontier.worker_report import EndedVisit, HostNote, WorkerReport
from auslese.records.fetch import Refusal, Refused
from auslese.records.url import Url, host_of, key_of
from auslese.records.visit import Visit

DELAY = 1.0
LEASE_SECONDS = 60.0
BUNDLE = 4
NOW = 1_000_000.0
OUT = Refused(Refusal.SCOPE, "nothing allows it")


class Clock:
    """A clock that stands still until it is moved."""

    def __init__(self) -> None:
        self.now = NOW

    def __call__(self) -> float:
        return self.now


class Reopen(Protocol):
    """Opens the frontier; one that is open dies before, as if its process had been killed."""

    def __call__(self, rules: FrontierRules | None = None, **changes: Any) -> CrawlFrontier:
        """Open it with these changes to the settings."""
        ...


class FrontierFixtures:
    """What the promises are tested with; a store's tests say which store it is."""

    @pytest.fixture
    def clock(self) -> Clock:
        return Clock()

    @pytest.fixture
    def reopen(self, store: FrontierStore, clock: Clock) -> Iterator[Reopen]:
        opened: list[AbstractContextManager[CrawlFrontier]] = []

        def die() -> None:
            while opened:
                opened.pop().__exit__(SystemExit, SystemExit(), None)

        def reopen(rules: FrontierRules | None = None, **changes: Any) -> CrawlFrontier:
            die()
            usual = {"delay": DELAY, "lease_seconds": LEASE_SECONDS, "bundle": BUNDLE}
            opened.append(store.open(FrontierSettings(**usual | changes), clock, rules))
            return opened[-1].__enter__()

        yield reopen
        die()

    @pytest.fixture
    def frontier(self, reopen: Reopen) -> CrawlFrontier:
        return reopen()

    @pytest.fixture
    def reader(self, store: FrontierStore) -> FrontierReader:
        return store.reader()


def visit(text: str, depth: int = 0, bucket: int = 8, refused: Refused | None = None) -> Visit:
    """A visit to this URL."""
    url = Url(text)
    return Visit(url, key_of(url), host_of(url), depth, bucket, refused=refused)


def page(lease: Lease, errand_id: int, digest: bytes = b"") -> EndedVisit:
    """A leased visit that brought a page."""
    return EndedVisit(errand_id, lease.host_id, "fetched", "page", status=200, digest=digest)


def report(
    lease: Lease,
    *ended: EndedVisit,
    worker: int = 1,
    found: list[Visit] | None = None,
    done: bool = True,
) -> WorkerReport:
    """A report on one lease."""
    note = HostNote(lease.host_id, lease.token, DELAY, done, asked=len(ended))
    return WorkerReport(worker, [note], list(ended), found or [], [], [])


def finish(frontier: Frontier, lease: Lease, found: list[Visit] | None = None) -> bool:
    """End all errands of a lease as pages and hand it back."""
    ended = [page(lease, errand.id) for errand in lease.errands]
    return frontier.complete(report(lease, *ended, found=found))


def fetch(frontier: Frontier, ending: EndedVisit, **also: Any) -> WorkerReport:
    """Lease one host and end all of its errands like this; `also` goes into the report."""
    (lease,) = frontier.lease(1, 1)
    ended = [
        ending._replace(
            id=errand.id,
            host_id=lease.host_id,
            page=errand.visit.url.encode() if ending.kind == "fetched" else b"",
        )
        for errand in lease.errands
    ]
    sent = report(lease, *ended)._replace(**also)
    assert frontier.complete(sent)
    return sent


PAGE = EndedVisit(0, 0, "fetched", "page", status=200, at=NOW)
