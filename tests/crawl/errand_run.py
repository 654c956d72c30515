"""One lease run to its end, for tests of errands."""

from typing import Any

from auslese.crawl.fetch.fetcher import FunctionFetcher
from auslese.crawl.frontier.lease import Lease
from auslese.crawl.frontier.worker_report import EndedVisit
from auslese.crawl.worker.errands import ErrandRunner
from auslese.crawl.worker.session import Session
from auslese.records.fetch import (
    FetchOutcome,
)
from tests.crawl.function_web import (
    ListKeeper,
    Web,
    errand_settings,
    lease_of,
    parts_for,
    robots,
)

A = "http://a.example"
ROBOTS = f"{A}/robots.txt"
FAR = 1e12  # a fence that is never reached


class Run:
    """One lease run to its end, as fast as the errands allow: who rests is woken at once."""

    def __init__(self, web: Web, lease: Lease, settings: Any = None, **parts: Any) -> None:
        self.keeper = ListKeeper()
        made = parts_for(web, keeper=self.keeper, **parts)
        self.runner = ErrandRunner(settings or errand_settings(), made)
        self.session = Session.begin(lease, FAR, 0.0, 0.0)
        fetcher = made.fetcher
        assert isinstance(fetcher, FunctionFetcher)
        while self.session.may_start(max(1e9, self.session.next_at)):
            if self.session.robots_next:
                self.runner.follow_robots(self.session)
            else:
                self.runner.start_next(self.session)
            for request, outcome in fetcher.wait(0):
                self.runner.take(request, outcome)

    @property
    def ended(self) -> list[EndedVisit]:
        return self.runner.outbox.ended

    def endings(self) -> list[str]:
        """How the errands ended, in words."""
        return [f"{ended.kind} {ended.reason}" for ended in self.ended]


def fetched(outcome: FetchOutcome, lease: Lease | None = None, **parts: Any) -> Run:
    """A run in which the page /1 gets this answer."""
    web = Web({ROBOTS: robots(), f"{A}/1": outcome})
    return Run(web, lease or lease_of(f"{A}/1"), **parts)
