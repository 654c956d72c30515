"""What every frontier must promise to those who come back to pages."""

from auslese.crawl.frontier.frontier import CrawlFrontier
from auslese.crawl.frontier.frontier_reader import FrontierReader
from auslese.crawl.frontier.revisit_record import RevisitCounts
from auslese.crawl.frontier.worker_report import EndedVisit
from auslese.crawl.recrawl.change_rate import DAY, HOUR
from auslese.crawl.recrawl.recrawl_values import RecrawlPlan, RecrawlSettings, RecrawlStatus
from auslese.records.url import Url, key_of
from tests.crawl.frontier_cases import NOW, PAGE, Clock, Reopen, fetch, report, visit

A = "http://a.example"
ALL = RecrawlSettings()


def crawled(frontier: CrawlFrontier, *names: str) -> None:
    """Fetch pages of these names, each with a content of its own."""
    for name in names:
        frontier.add([visit(f"http://{name}.example/")])
        body = name.encode()
        fetch(frontier, PAGE._replace(digest=body, payload=body, etag=f'"{name}"'))


def urls_leased(frontier: CrawlFrontier) -> list[str]:
    """What is given out first to last, if all of it is taken."""
    leases = frontier.lease(1, 99)
    return [errand.visit.url for lease in leases for errand in lease.errands]


class ReturnConformance:
    """The promises about coming back."""

    def test_everything_that_has_rested_waits_again_with_what_it_brought(
        self, frontier: CrawlFrontier, reopen: Reopen, reader: FrontierReader, clock: Clock
    ) -> None:
        crawled(frontier, "a", "b")
        assert frontier.plan is None
        assert reader.recrawl_status(clock.now, HOUR).due == 0
        clock.now += 2 * HOUR
        assert reader.recrawl_status(clock.now, HOUR) == RecrawlStatus(0.0, 2, 0, 0)

        frontier = reopen(again=ALL)

        assert frontier.plan == RecrawlPlan(due=2, chosen=2)
        assert reader.recrawl_status(clock.now, HOUR).waiting == 2
        leases = {lease.host: lease.errands[0].before for lease in frontier.lease(1, 9)}
        before = leases["a.example"]
        assert set(leases) == {"a.example", "b.example"}
        assert before is not None
        assert (before.etag, before.payload, before.digest) == ('"a"', b"a", b"a")
        assert (before.url, before.at, before.seen_at) == (f"{A}/", NOW, NOW)

    def test_what_has_not_rested_is_left_alone(
        self, frontier: CrawlFrontier, reopen: Reopen, clock: Clock
    ) -> None:
        crawled(frontier, "a")
        clock.now += HOUR / 2

        frontier = reopen(again=ALL)

        assert frontier.plan == RecrawlPlan(due=0, chosen=0)
        assert urls_leased(frontier) == []

    def test_a_round_that_was_killed_goes_on_and_no_new_one_begins(
        self, frontier: CrawlFrontier, reopen: Reopen, clock: Clock
    ) -> None:
        crawled(frontier, "a", "b", "c")
        clock.now += 2 * HOUR
        frontier = reopen(again=RecrawlSettings(budget=2))
        assert frontier.plan == RecrawlPlan(due=3, chosen=2)
        fetch(frontier, PAGE._replace(reason="unchanged", at=clock.now))

        frontier = reopen(again=ALL)

        assert frontier.plan == RecrawlPlan(0, 0, left=1)
        assert frontier.waiting == 1

    def test_new_changed_unchanged_and_gone_are_told_apart(
        self, frontier: CrawlFrontier, reopen: Reopen, reader: FrontierReader, clock: Clock
    ) -> None:
        crawled(frontier, "a", "b", "c")
        assert frontier.revisits.summary() == RevisitCounts(3, 0, 0, 0)
        clock.now += 2 * HOUR
        frontier = reopen(again=ALL)
        new = PAGE._replace(digest=b"new", payload=b"new", at=clock.now)
        endings = {
            "a.example": new,
            "b.example": PAGE._replace(reason="unchanged", at=clock.now),
            "c.example": EndedVisit(0, 0, "failed", "http_404", status=404, at=clock.now),
        }
        for lease in frontier.lease(1, 9):
            ending = endings[lease.host]._replace(id=lease.errands[0].id, host_id=lease.host_id)
            assert frontier.complete(report(lease, ending))

        assert frontier.revisits.summary() == RevisitCounts(0, 1, 1, 1)
        assert reader.recrawl_status(clock.now, DAY).gone == 1
        changed, gone = reader.trace(Url(f"{A}/")), reader.trace(Url("http://c.example/"))
        assert (changed.reason, changed.detail) == ("page", "changed")
        assert [(visited.reason, visited.at) for visited in changed.visits] == [("page", NOW)]
        assert gone.detail.startswith("gone, was there on ")
        assert reader.crawl_state().pages == 2

    def test_what_a_sitemap_says_has_changed_is_in_the_next_round(
        self, frontier: CrawlFrontier, reopen: Reopen, clock: Clock
    ) -> None:
        names = [f"h{n}" for n in range(30)]
        crawled(frontier, *names)
        clock.now += 2 * HOUR
        hinted = "http://h17.example/"
        frontier.add([visit("http://map.example/")])
        fetch(frontier, PAGE._replace(at=clock.now), hints=((key_of(Url(hinted)), clock.now - 1),))
        frontier.revisits.apply_hints()

        frontier = reopen(again=RecrawlSettings(budget=2))

        assert urls_leased(frontier)[0] == hinted

    def test_outcomes_of_earlier_visits_come_into_the_tables_too(
        self, frontier: CrawlFrontier, reopen: Reopen, clock: Clock
    ) -> None:
        crawled(frontier, "a")
        clock.now += 2 * HOUR
        frontier = reopen(again=ALL)
        assert [row.ended_at for _, row in frontier.staging.outcomes()] == [NOW]

        fetch(frontier, PAGE._replace(reason="unchanged", at=clock.now))

        rows = [(row.reason, row.ended_at) for _, row in frontier.staging.outcomes()]
        assert rows == [("page", NOW), ("unchanged", clock.now)]
