"""What every frontier must tell: status, the life of a URL, rows for tables, runs, forecasts."""

from dataclasses import replace

from auslese.crawl.frontier.crawl_state import CrawlState
from auslese.crawl.frontier.frontier import CrawlFrontier
from auslese.crawl.frontier.frontier_reader import FrontierReader
from auslese.crawl.frontier.lease import RobotsNote
from auslese.crawl.frontier.opening import FrontierStore
from auslese.crawl.frontier.row_staging import RowStaging
from auslese.crawl.frontier.url_trace import FailedAttempt, UrlFate, UrlOutcome
from auslese.crawl.frontier.worker_report import EndedVisit, HostNote, SegmentMark, WorkerReport
from auslese.crawl.recrawl.recrawl_values import RecrawlSettings, RecrawlStatus
from auslese.records.url import Url
from tests.crawl.frontier_cases import (
    BUNDLE,
    DELAY,
    NOW,
    OUT,
    PAGE,
    Clock,
    Reopen,
    fetch,
    finish,
    visit,
)
from tests.crawl.trap_crawl import SiteCrawl
from tests.crawl.trap_sites import month_calendar

A = "http://a.example"
GONE = EndedVisit(0, 0, "failed", "http_404", "404", 404, at=NOW)


def outcome_urls(staging: RowStaging) -> list[str]:
    return [row.url for _, row in staging.outcomes()]


class RecordConformance:
    """The promises of those who read, and of what is recorded beside the verbs."""

    # -- status -----------------------------------------------------------------------------------

    def test_before_the_first_crawl_there_is_nothing_to_tell(self, reader: FrontierReader) -> None:
        assert not reader.has_begun()
        assert reader.crawl_state() == CrawlState()
        assert reader.recrawl_status(NOW, 0.0) == RecrawlStatus(0.0, 0, 0, 0)
        assert not reader.trace(Url(f"{A}/")).found
        assert (reader.traps(), reader.page_moments(9), reader.busiest_hosts(9)) == ([], [], [])

    def test_outcomes_and_queue_sum_up_to_the_urls_seen(
        self, frontier: CrawlFrontier, reader: FrontierReader
    ) -> None:
        frontier.add([visit(f"{A}/{n}") for n in range(10)])
        frontier.add([visit("http://out.example/", refused=OUT)])
        (lease,) = frontier.lease(1, 1)
        finish(frontier, lease)

        standing = reader.crawl_state()

        assert reader.has_begun()
        assert standing.seen == 11
        assert standing.outcomes == {"fetched.page": BUNDLE, "refused.scope": 1}
        assert standing.queued == 11 - BUNDLE - 1 == frontier.waiting
        counts = {"fetched.page": BUNDLE, "refused.scope": 1}
        assert {".".join(how): n for how, n in frontier.outcome_counts().items()} == counts

    def test_what_is_with_a_worker_still_counts_as_queued(
        self, frontier: CrawlFrontier, reader: FrontierReader
    ) -> None:
        frontier.add([visit(f"{A}/1"), visit(f"{A}/2"), visit("http://b.example/")])
        (lease,) = frontier.lease(1, 1)

        assert reader.crawl_state().queued == 3
        assert (frontier.waiting, frontier.leased) == (3 - len(lease.errands), len(lease.errands))
        assert frontier.hosts_leased == 1

    def test_only_hosts_that_were_asked_count(
        self, frontier: CrawlFrontier, reader: FrontierReader
    ) -> None:
        frontier.add([visit(f"{A}/"), visit("http://b.example/", refused=OUT)])
        fetch(frontier, PAGE)

        assert reader.crawl_state().hosts == frontier.hosts_asked() == 1

    def test_pages_are_counted_by_depth(
        self, frontier: CrawlFrontier, reader: FrontierReader
    ) -> None:
        frontier.add([visit(f"{A}/0"), visit(f"{A}/2", depth=2), visit(f"{A}/2b", depth=2)])
        fetch(frontier, PAGE)

        assert reader.crawl_state().depth == [1, 0, 2]
        assert reader.crawl_state().pages == 3

    def test_urls_beyond_the_limit_are_counted_but_not_kept(
        self, reopen: Reopen, reader: FrontierReader
    ) -> None:
        frontier = reopen(max_urls=3)
        frontier.add([visit(f"{A}/{n}") for n in range(5)])

        standing = reader.crawl_state()
        assert (standing.seen, standing.queued, standing.outcomes) == (5, 3, {"refused.urls": 2})
        assert [frontier.urls.knows(Url(f"{A}/{n}")) for n in range(5)] == [True] * 3 + [False] * 2

    def test_the_moments_of_the_latest_pages_are_told_in_order(
        self, frontier: CrawlFrontier, reader: FrontierReader, clock: Clock
    ) -> None:
        for n, ending in enumerate((PAGE, GONE, PAGE, PAGE)):
            frontier.add([visit(f"{A}/{n}")])
            fetch(frontier, ending._replace(at=NOW + n))
            clock.now += 2 * DELAY

        assert reader.page_moments(9) == [NOW, NOW + 2, NOW + 3]
        assert reader.page_moments(2) == [NOW + 2, NOW + 3]

    def test_hosts_that_are_asked_now_are_told_before_those_with_more_pages(
        self, frontier: CrawlFrontier, reader: FrontierReader, clock: Clock
    ) -> None:
        frontier.add([visit(f"{A}/{n}") for n in range(2)])
        fetch(frontier, PAGE)
        frontier.add([visit("http://b.example/0")])
        fetch(frontier, PAGE)
        clock.now += 2 * DELAY
        frontier.add([visit("http://b.example/1")])
        (lease,) = frontier.lease(1, 1)
        frontier.add([visit("http://never.example/")])

        busy = reader.busiest_hosts(9)

        assert lease.host == "b.example"
        assert [(host.host, host.pages) for host in busy] == [("b.example", 1), ("a.example", 2)]
        assert [bool(host.is_asked_now) for host in busy] == [True, False]
        assert len(reader.busiest_hosts(1)) == 1

    def test_what_was_taken_for_a_trap_is_told_with_its_evidence(
        self, store: FrontierStore, reader: FrontierReader
    ) -> None:
        SiteCrawl(month_calendar(), store).run(400)

        (trap,) = reader.traps()

        assert (trap.host, trap.kind) == ("a.example", "chain")
        assert trap.reason
        assert trap.found >= trap.fetched > 0

    # -- the life of a URL ------------------------------------------------------------------------

    def test_the_fates_of_many_urls_are_told_in_their_order(
        self, frontier: CrawlFrontier, reader: FrontierReader
    ) -> None:
        with reader.fates() as fates:
            assert fates.fates_of([Url(f"{A}/0")]) == [None]
        frontier.add([visit(f"{A}/{n}", depth=n) for n in range(BUNDLE)])
        fetch(frontier, GONE)
        frontier.add([visit(f"{A}/new", depth=7), visit("http://out.example/", 2, refused=OUT)])

        asked = [f"{A}/3", "http://never.example/", f"{A}/new", "http://out.example/", f"{A}/3"]
        with reader.fates() as fates:
            told = fates.fates_of(list(map(Url, asked)))
            assert fates.robots_text("http://never.example") == ""
            known = [fates.knows_host(name) for name in ("a.example", "never.example")]

        gone = UrlFate("failed", "http_404", "404", 3)
        refused = UrlFate("refused", "scope", "nothing allows it", 2)
        assert told == [gone, None, UrlFate("waiting", depth=7), refused, gone]
        assert known == [True, False]

    def test_the_fate_of_a_page_that_is_to_be_seen_again_says_that_it_was_one(
        self, frontier: CrawlFrontier, reader: FrontierReader, reopen: Reopen, clock: Clock
    ) -> None:
        frontier.add([visit(f"{A}/")])
        fetch(frontier, PAGE)
        clock.now += 10 * DELAY
        reopen(again=RecrawlSettings(rest=0.0))

        with reader.fates() as fates:
            (fate,) = fates.fates_of([Url(f"{A}/")])

        assert fate == UrlFate("waiting", was_page=True)

    def test_the_trace_of_a_url_tells_the_way_to_it(
        self, frontier: CrawlFrontier, reader: FrontierReader
    ) -> None:
        start = visit(f"{A}/")
        middle = visit(f"{A}/m", depth=1)._replace(via=start.key, hops=1)
        end = visit("http://b.example/e", depth=2)._replace(via=middle.key)
        frontier.add([start, middle, end])

        trace = reader.trace(end.url)

        steps = [(step.url, step.how) for step in trace.path]
        assert steps == [(start.url, "start"), (middle.url, "redirect"), (end.url, "link")]
        assert (trace.found, trace.state, trace.depth) == (True, "waiting", 2)

    def test_the_trace_tells_that_a_host_is_being_asked(
        self, frontier: CrawlFrontier, reader: FrontierReader
    ) -> None:
        frontier.add([visit(f"{A}/")])
        frontier.lease(1, 1)

        assert reader.trace(Url(f"{A}/")).state == "under way"

    def test_the_trace_tells_how_a_url_ended_and_when_its_host_may_be_asked(
        self, frontier: CrawlFrontier, reader: FrontierReader
    ) -> None:
        frontier.add([visit(f"{A}/", depth=3)])
        fetch(frontier, PAGE)

        trace = reader.trace(Url(f"{A}/"))

        assert (trace.state, trace.reason, trace.status) == ("fetched", "page", 200)
        assert (trace.at, trace.depth, trace.tries) == (NOW, 3, 1)
        assert trace.next_access == NOW + DELAY

    def test_the_trace_tells_every_try_in_vain(
        self, frontier: CrawlFrontier, reader: FrontierReader
    ) -> None:
        frontier.add([visit(f"{A}/")])
        fetch(frontier, EndedVisit(0, 0, "failed", "http_503", "503", 503, at=NOW, again_in=2.0))

        trace = reader.trace(Url(f"{A}/"))

        assert (trace.state, trace.tries) == ("waiting", 1)
        assert trace.attempts == [FailedAttempt(NOW, "http_503", "503", 503)]

    def test_the_trace_tells_why_a_url_was_refused(
        self, frontier: CrawlFrontier, reader: FrontierReader
    ) -> None:
        frontier.add([visit(f"{A}/", refused=OUT)])

        trace = reader.trace(Url(f"{A}/"))

        assert (trace.state, trace.reason, trace.detail) == ("refused", OUT.why, OUT.detail)
        assert not reader.trace(Url(f"{A}/other")).found

    def test_who_waits_for_a_url_hears_how_it_ended(
        self, frontier: CrawlFrontier, clock: Clock
    ) -> None:
        urls = [Url(f"{A}/{n}") for n in range(2)]
        assert not frontier.urls.knows(urls[0])
        assert frontier.urls.outcome_of(urls[0]) is None
        frontier.add([visit(urls[0])])
        assert frontier.urls.knows(urls[0])
        assert frontier.urls.outcome_of(urls[0]) is None
        fetch(frontier, PAGE, found=[visit(urls[1])])
        clock.now += 2 * DELAY

        assert frontier.urls.outcome_of(urls[0]) == UrlOutcome("fetched", "page", "")
        assert frontier.urls.knows(urls[1])
        fetch(frontier, GONE)
        assert frontier.urls.outcome_of(urls[1]) == UrlOutcome("failed", "http_404", "404")

    # -- rows for tables --------------------------------------------------------------------------

    def test_rows_wait_until_they_are_forgotten_and_then_never_come_back(
        self, frontier: CrawlFrontier, reopen: Reopen
    ) -> None:
        frontier.add([visit(f"{A}/{n}") for n in range(2)])
        fetch(frontier, PAGE, links=b"arrow")

        staging = reopen().staging  # nothing was said before it died
        pages, links = staging.pages(), staging.links()
        assert pages.rows == [(f"{A}/{n}".encode(), None) for n in range(2)]
        assert links.batches == [b"arrow"]
        assert outcome_urls(staging) == [f"{A}/0", f"{A}/1"]
        assert [staging.next_number(table) for table in ("pages", "links", "outcomes")] == [1] * 3
        last, _ = list(staging.outcomes())[-1]
        staging.forget("pages", 1, pages.last)
        staging.forget("links", 1, links.last)
        staging.forget("outcomes", 1, last)

        staging = reopen().staging
        assert (staging.pages().rows, staging.links().batches) == ([], [])
        assert outcome_urls(staging) == []
        assert [staging.next_number(table) for table in ("pages", "links", "outcomes")] == [2] * 3

    def test_what_comes_while_a_segment_is_written_waits_for_the_next(
        self, frontier: CrawlFrontier, clock: Clock
    ) -> None:
        frontier.add([visit(f"{A}/0")])
        fetch(frontier, PAGE)
        pages, outcomes = frontier.staging.pages(), list(frontier.staging.outcomes())
        frontier.add([visit("http://b.example/1")])
        fetch(frontier, PAGE)

        frontier.staging.forget("pages", 1, pages.last)
        frontier.staging.forget("outcomes", 1, outcomes[-1][0])

        assert [row for row, _ in frontier.staging.pages().rows] == [b"http://b.example/1"]
        assert outcome_urls(frontier.staging) == ["http://b.example/1"]

    def test_an_outcome_row_tells_all_of_the_visit(self, frontier: CrawlFrontier) -> None:
        sent = visit(f"{A}/x", depth=2)._replace(via=5, hops=1)
        frontier.add([sent])
        fetch(frontier, PAGE._replace(seconds=0.5, size=7))

        ((_, row),) = frontier.staging.outcomes()

        assert tuple(row) == (sent.url, "fetched", "page", "", 200, 2, 5, 1, 1, NOW, 0.5, 7)

    def test_a_report_that_is_refused_leaves_no_rows(self, frontier: CrawlFrontier) -> None:
        frontier.add([visit(f"{A}/")])
        (lease,) = frontier.lease(1, 1)
        ended = PAGE._replace(id=lease.errands[0].id, host_id=lease.host_id, page=b"row")
        stale = HostNote(lease.host_id, lease.token - 1, 0.0, True)
        mark = SegmentMark("one", 1, 1, False)

        assert not frontier.complete(WorkerReport(1, [stale], [ended], [], [], [mark], b"links"))

        assert (frontier.staging.pages().rows, frontier.staging.links().batches) == ([], [])
        assert outcome_urls(frontier.staging) == []
        assert list(frontier.runs.segments()) == []

    def test_a_site_row_tells_what_is_known_of_a_host(
        self, frontier: CrawlFrontier, clock: Clock
    ) -> None:
        frontier.add([visit(f"{A}/{n}") for n in range(BUNDLE + 2)])
        (lease,) = frontier.lease(1, 1)
        note = HostNote(
            lease.host_id, lease.token, 5.0, True, "192.0.2.1", 5.0, 600, 2.0, 4, failures=1
        )
        ended = [
            PAGE._replace(id=each.id, host_id=lease.host_id, page=b"row") for each in lease.errands
        ]
        robots = [RobotsNote(A, 200, "User-agent: *", NOW)]
        frontier.complete(WorkerReport(1, [note], ended, [], robots, []))

        (site,) = frontier.site_rows()

        assert (site.host, site.address, site.alias_of) == ("a.example", "192.0.2.1", "")
        assert (site.robots, site.robots_at) == ("User-agent: *", NOW)
        assert (site.delay_seconds, site.last_access, site.next_access) == (5.0, NOW, NOW + 5.0)
        assert (site.bytes_per_second, site.failures) == (300.0, 1)
        assert (site.known, site.unknown) == (BUNDLE, 2)

    # -- runs -------------------------------------------------------------------------------------

    def test_runs_and_the_segments_of_their_archive_survive_a_kill(
        self, frontier: CrawlFrontier, reopen: Reopen, reader: FrontierReader
    ) -> None:
        frontier.runs.begin("one", NOW)
        frontier.add([visit(f"{A}/")])
        fetch(frontier, PAGE, segments=[SegmentMark("one-1", 100, 10, closed=False)])

        frontier = reopen()

        assert list(frontier.runs.names()) == ["one"]
        assert list(frontier.runs.segments()) == [SegmentMark("one-1", 100, 10, closed=False)]
        frontier.runs.close_segments()
        assert list(frontier.runs.segments()) == [SegmentMark("one-1", 100, 10, closed=True)]
        assert reader.recrawl_status(NOW, 0.0).last == NOW
        frontier.runs.end("one", NOW + 60)
        assert reader.recrawl_status(NOW, 0.0).last == NOW + 60

    # -- forecasts --------------------------------------------------------------------------------

    def test_a_survey_counts_what_was_let_in_by_depth_and_what_of_it_waits(
        self, frontier: CrawlFrontier, reader: FrontierReader
    ) -> None:
        frontier.add([visit(f"{A}/0")])
        found = [visit(f"http://b.example/{n}", depth=1) for n in range(3)]
        fetch(frontier, PAGE, found=[*found, visit("http://c.example/", depth=1, refused=OUT)])

        survey = frontier.discovery.survey()

        assert (list(survey.bell), list(survey.waiting)) == ([1, 3], [0, 3])
        assert tuple(survey.now) == (1, 4, 1)
        (work,) = frontier.host_work(9)
        assert (work.host, work.waiting) == ("b.example", 3)
        frontier.discovery.keep(replace(survey, hosts=[work], rate=2.5, deepest=7))
        told = reader.crawl_state().survey
        assert (list(told.hosts), told.rate, told.deepest) == ([work], 2.5, 7)
