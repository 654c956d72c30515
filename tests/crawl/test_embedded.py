"""The embedded frontier keeps the promises of all frontiers, and a few of its own."""

import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from auslese.crawl.frontier.embedded.embedded_frontier import EmbeddedFrontier
from auslese.crawl.frontier.embedded.frontier_file import FrontierError
from auslese.crawl.frontier.embedded.ledger import read_crawl_state, trace_url
from auslese.crawl.frontier.frontier_settings import FrontierRules, FrontierSettings
from auslese.records.url import Url
from tests.crawl.frontier_conformance import (
    BUNDLE,
    DELAY,
    LEASE_SECONDS,
    OUT,
    Clock,
    FrontierConformance,
    finish,
    page,
    report,
    visit,
)

SETTINGS = FrontierSettings(delay=DELAY, lease_seconds=LEASE_SECONDS, bundle=BUNDLE)


class TestEmbeddedFrontier(FrontierConformance):
    @pytest.fixture
    def reopen(self, tmp_path: Path, clock: Clock) -> Iterator[Callable[[], EmbeddedFrontier]]:
        opened: list[EmbeddedFrontier] = []

        def reopen() -> EmbeddedFrontier:
            while opened:
                opened.pop().db.close()
            opened.append(EmbeddedFrontier(tmp_path / "frontier.db", SETTINGS, clock))
            return opened[-1]

        yield reopen
        for frontier in opened:
            frontier.db.close()

    @pytest.fixture
    def frontier(self, reopen: Callable[[], EmbeddedFrontier]) -> EmbeddedFrontier:
        return reopen()

    def test_outcomes_and_queue_sum_up_to_the_urls_seen(
        self, frontier: EmbeddedFrontier, tmp_path: Path
    ) -> None:
        frontier.add([visit(f"http://a.example/{n}") for n in range(10)])
        frontier.add([visit("http://out.example/", refused=OUT)])
        (lease,) = frontier.lease(1, 1)
        finish(frontier, lease)

        standing = read_crawl_state(tmp_path / "frontier.db")

        assert standing.seen == 11
        assert standing.outcomes == {"fetched.page": BUNDLE, "refused.scope": 1}
        assert standing.queued == 11 - BUNDLE - 1 == frontier.waiting

    def test_equal_content_at_another_address_is_a_copy(
        self, frontier: EmbeddedFrontier, tmp_path: Path
    ) -> None:
        frontier.add([visit("http://a.example/1"), visit("http://a.example/2")])
        (lease,) = frontier.lease(1, 1)
        one, two = lease.errands
        frontier.complete(report(lease, page(lease, one.id, b"same"), page(lease, two.id, b"same")))

        trace = trace_url(tmp_path / "frontier.db", Url("http://a.example/2"))

        assert (trace.reason, trace.detail) == ("copy", "http://a.example/1")

    def test_a_host_with_and_without_www_is_one_when_content_says_so(
        self, frontier: EmbeddedFrontier, tmp_path: Path, clock: Clock
    ) -> None:
        frontier.add([visit("http://a.example/"), visit("http://www.a.example/")])
        frontier.add([visit(f"http://www.a.example/{n}") for n in range(2 * BUNDLE)])
        first, second = sorted(frontier.lease(1, 2), key=lambda lease: len(lease.host))
        frontier.complete(report(first, page(first, first.errands[0].id, b"home")))
        frontier.complete(report(second, page(second, second.errands[0].id, b"home")))
        clock.now += DELAY + 0.01

        hosts = {lease.host for lease in frontier.lease(1, 5)}
        moved = trace_url(tmp_path / "frontier.db", Url("http://www.a.example/7"))

        assert hosts == {"a.example"}
        assert (moved.state, moved.reason, moved.detail) == ("refused", "alias", "a.example")
        assert trace_url(tmp_path / "frontier.db", Url("http://a.example/7")).found

    def test_a_link_to_an_alias_is_fetched_under_the_main_name(
        self, frontier: EmbeddedFrontier, clock: Clock
    ) -> None:
        self.test_a_host_with_and_without_www_is_one_when_content_says_so(
            frontier, Path(frontier.db.execute("PRAGMA database_list").fetchone()[2]).parent, clock
        )

        frontier.add([visit("http://www.a.example/new")])

        names = frontier.db.execute("SELECT text FROM url WHERE text LIKE '%/new' ORDER BY id")
        assert [row[0] for row in names] == ["http://www.a.example/new", "http://a.example/new"]

    def test_mirrors_with_other_names_stay_two_hosts(
        self, frontier: EmbeddedFrontier, clock: Clock
    ) -> None:
        frontier.add([visit("http://a.example/"), visit("http://mirror.example/")])
        frontier.add([visit("http://mirror.example/more")])
        first, second = sorted(frontier.lease(1, 2), key=lambda lease: len(lease.host))
        frontier.complete(report(first, page(first, first.errands[0].id, b"home")))
        frontier.complete(report(second, page(second, second.errands[0].id, b"home")))
        clock.now += DELAY + 0.01

        assert {lease.host for lease in frontier.lease(1, 5)} == {"mirror.example"}

    def test_changed_rules_let_in_what_they_now_allow_and_drop_what_they_now_deny(
        self, tmp_path: Path, clock: Clock
    ) -> None:
        def only(host: str) -> FrontierRules:
            return FrontierRules(host, lambda url, depth: None if host in url else OUT)

        path = tmp_path / "rules.db"
        with EmbeddedFrontier(path, SETTINGS, clock, only("a.example")) as frontier:
            frontier.add([visit("http://a.example/")])
            frontier.add([visit("http://b.example/", refused=OUT)])

        with EmbeddedFrontier(path, SETTINGS, clock, only("b.example")) as frontier:
            hosts = [lease.host for lease in frontier.lease(1, 5)]
            assert hosts == ["b.example"]
            assert read_crawl_state(path).outcomes == {"refused.scope": 1}

    def test_urls_beyond_the_limit_are_counted_but_not_kept(
        self, tmp_path: Path, clock: Clock
    ) -> None:
        path = tmp_path / "small.db"
        with EmbeddedFrontier(path, FrontierSettings(max_urls=3), clock) as frontier:
            frontier.add([visit(f"http://a.example/{n}") for n in range(5)])

        standing = read_crawl_state(path)
        assert (standing.seen, standing.queued, standing.outcomes) == (5, 3, {"refused.urls": 2})

    def test_a_full_disk_stops_with_a_clear_message_and_keeps_what_was_recorded(
        self, frontier: EmbeddedFrontier, reopen: Callable[[], EmbeddedFrontier]
    ) -> None:
        frontier.add([visit("http://a.example/before")])
        pages = frontier.db.execute("PRAGMA page_count").fetchone()[0]
        frontier.db.execute(f"PRAGMA max_page_count = {pages}")

        with pytest.raises(FrontierError, match="make room"):
            frontier.add([visit(f"http://a.example/{n}") for n in range(10_000)])

        again = reopen()
        assert len(again) == 1
        assert again.db.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def test_the_trace_of_a_url_tells_the_way_to_it(tmp_path: Path) -> None:
    path, clock = tmp_path / "frontier.db", Clock()
    with EmbeddedFrontier(path, SETTINGS, clock) as frontier:
        start = visit("http://a.example/")
        middle = visit("http://a.example/m", depth=1)._replace(via=start.key)
        end = visit("http://b.example/e", depth=2)._replace(via=middle.key)
        frontier.add([start, middle, end])

        trace = trace_url(path, end.url)

    steps = [(step.url, step.how) for step in trace.path]
    assert steps == [(start.url, "start"), (middle.url, "link"), (end.url, "link")]
    assert trace.state == "waiting"


def test_an_unknown_url_has_no_trace(tmp_path: Path) -> None:
    assert not trace_url(tmp_path / "missing.db", Url("http://a.example/")).found


def test_readers_may_look_while_the_frontier_is_open(tmp_path: Path) -> None:
    path = tmp_path / "frontier.db"
    with EmbeddedFrontier(path, SETTINGS, Clock()) as frontier:
        frontier.add([visit("http://a.example/")])
        reader = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
        assert reader.execute("SELECT count(*) FROM url").fetchone() == (1,)
        reader.close()
