"""A round of coming back: who is chosen, what is written, and that it is written once."""

from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.crawl.function_web import visit

from auslese.crawl.frontier.embedded.embedded_frontier import EmbeddedFrontier
from auslese.crawl.frontier.embedded.ledger import read_crawl_state, trace_url
from auslese.crawl.frontier.embedded.recrawl_file import mark_changed, read_candidates
from auslese.crawl.frontier.embedded.recrawl_standing import read_recrawl_status
from auslese.crawl.frontier.frontier_settings import FrontierRules, FrontierSettings
from auslese.crawl.frontier.lease import Errand, Lease
from auslese.crawl.frontier.worker_report import EndedVisit, HostNote, WorkerReport
from auslese.crawl.recrawl.change_rate import DAY, HOUR
from auslese.crawl.recrawl.recrawl_plan import (
    FAILED,
    LISTING,
    PAGE,
    PAGE_BUCKETS,
    ROBOTS,
    RecrawlCandidates,
    bucket_of,
    choose_candidates,
)
from auslese.crawl.recrawl.recrawl_values import RecrawlSettings
from auslese.records.fetch import Refusal, Refused
from auslese.records.url import Url
from auslese.records.visit import SITEMAP_BUCKET

NOW = 1_000_000_000.0
A = "http://a.example"
OUT = Refused(Refusal.SCOPE)


class Clock:
    def __init__(self) -> None:
        self.now = NOW

    def __call__(self) -> float:
        return self.now


class Crawls:
    """A frontier that is opened again and again, with a web that is a dict."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.clock = Clock()
        self.answers: dict[str, tuple[str, str, bytes]] = {}
        self.asked: list[Errand] = []

    def open(self, again: RecrawlSettings | None = None) -> EmbeddedFrontier:
        settings = FrontierSettings(delay=0.0, bundle=100, again=again)
        return EmbeddedFrontier(self.path, settings, self.clock)

    def crawl(
        self, again: RecrawlSettings | None = None, *, most: int = 1000, start: str = ""
    ) -> list[str]:
        """Ask for up to so many URLs; which ones."""
        self.asked = []
        with self.open(again) as frontier:
            if start:
                frontier.add([visit(url) for url in start.split()])
            while len(self.asked) < most and (leases := frontier.lease(1, 9, most)):
                for lease in leases:
                    self._run(frontier, lease)
                self.counts = frontier.revisits.counts
        return [errand.visit.url for errand in self.asked]

    def _run(self, frontier: EmbeddedFrontier, lease: Lease) -> None:
        ended = [self._end(errand, lease.host_id) for errand in lease.errands]
        self.asked += lease.errands
        note = HostNote(lease.host_id, lease.token, 0.0, True)
        assert frontier.complete(WorkerReport(1, [note], ended, [], [], []))

    def _end(self, errand: Errand, host_id: int) -> EndedVisit:
        kind, reason, body = self.answers.get(errand.visit.url, ("failed", "http_404", b""))
        if errand.before is not None and body and errand.before.digest == body:
            return EndedVisit(errand.id, host_id, kind, "unchanged", at=self.clock.now)
        end = EndedVisit(
            errand.id, host_id, kind, reason, at=self.clock.now, digest=body, payload=body
        )
        return end._replace(page=b"row" if body else b"")


@pytest.fixture
def crawls(tmp_path: Path) -> Crawls:
    crawls = Crawls(tmp_path / "frontier.db")
    for number in range(6):
        crawls.answers[f"{A}/{number}"] = ("fetched", "page", b"body %d" % number)
    return crawls


def urls(numbers: range) -> str:
    return " ".join(f"{A}/{number}" for number in numbers)


def test_a_round_asks_for_everything_that_has_rested_and_only_once(crawls: Crawls) -> None:
    crawls.crawl(start=urls(range(6)))
    crawls.clock.now += 2 * HOUR

    first = crawls.crawl(RecrawlSettings())
    second = crawls.crawl(RecrawlSettings())

    assert sorted(first) == urls(range(6)).split()
    assert second == []
    assert crawls.counts["unchanged"] == 6


def test_without_a_plan_nothing_is_asked_for_again(crawls: Crawls) -> None:
    crawls.crawl(start=urls(range(6)))
    crawls.clock.now += 30 * DAY

    assert crawls.crawl() == []


def test_errands_carry_what_was_there_before(crawls: Crawls) -> None:
    crawls.crawl(start=f"{A}/1")
    crawls.clock.now += 2 * HOUR

    crawls.crawl(RecrawlSettings())

    (errand,) = crawls.asked
    assert errand.before is not None
    assert (errand.before.digest, errand.before.url) == (b"body 1", f"{A}/1")
    assert errand.before.at == errand.before.seen_at == NOW


def test_a_round_cut_short_goes_on_as_it_was_planned_and_is_not_planned_twice(
    crawls: Crawls,
) -> None:
    crawls.crawl(start=urls(range(6)))
    crawls.clock.now += 2 * HOUR
    again = RecrawlSettings(budget=4, rest=0.0)

    asked = crawls.crawl(again, most=1)
    with crawls.open(again) as frontier:  # opened and killed before anything was asked
        assert frontier.plan is not None
        assert (frontier.plan.left, frontier.plan.chosen, frontier.waiting) == (3, 0, 3)
    asked += crawls.crawl(again, most=2)
    asked += crawls.crawl()
    last_visits = [errand.before is not None for errand in crawls.asked]

    assert len(asked) == len(set(asked)) == 4
    assert last_visits == [True]


def test_outcomes_and_waiting_always_add_up_to_all_that_was_seen(crawls: Crawls) -> None:
    crawls.crawl(start=urls(range(8)))
    crawls.clock.now += 2 * HOUR
    standings = [read_crawl_state(crawls.path)]
    del crawls.answers[f"{A}/5"]
    crawls.answers[f"{A}/4"] = ("fetched", "page", b"new words")

    crawls.crawl(RecrawlSettings(), most=3)
    standings.append(read_crawl_state(crawls.path))
    crawls.crawl()
    standings.append(read_crawl_state(crawls.path))

    assert [standing.seen for standing in standings] == [8, 8, 8]
    assert [standing.queued for standing in standings] == [0, 5, 0]
    assert [standing.pages for standing in standings] == [6, 6, 5]
    assert standings[2].outcomes == {
        "fetched.page": 1,
        "fetched.unchanged": 4,
        "failed.http_404": 3,
    }


def test_a_trace_tells_every_visit(crawls: Crawls) -> None:
    crawls.crawl(start=f"{A}/1")
    for words in (b"second", b"second", b"third"):
        crawls.clock.now += DAY
        crawls.answers[f"{A}/1"] = ("fetched", "page", words)
        crawls.crawl(RecrawlSettings())

    trace = trace_url(crawls.path, Url(f"{A}/1"))

    assert [(one.reason, one.detail) for one in trace.visits] == [
        ("page", ""),
        ("page", "changed"),
        ("unchanged", ""),
    ]
    assert (trace.reason, trace.detail) == ("page", "changed")


def test_tries_of_earlier_visits_do_not_count(crawls: Crawls) -> None:
    with crawls.open() as frontier:
        frontier.add([visit(f"{A}/1")])
        for again_in in (0.0, 0.0, -1.0):
            (lease,) = frontier.lease(1, 1)
            ended = EndedVisit(lease.errands[0].id, lease.host_id, "failed", "timeout", at=NOW)
            note = HostNote(lease.host_id, lease.token, 0.0, True)
            report = WorkerReport(1, [note], [ended._replace(again_in=again_in)], [], [], [])
            assert frontier.complete(report)
    crawls.clock.now += 2 * HOUR

    crawls.crawl(RecrawlSettings())

    assert [errand.tries for errand in crawls.asked] == [0]


def test_a_page_is_gone_once_and_back_when_it_is_back(crawls: Crawls) -> None:
    crawls.crawl(start=f"{A}/1")
    there = crawls.answers.pop(f"{A}/1")
    gone = []
    for _ in range(3):
        crawls.clock.now += 10 * DAY
        crawls.crawl(RecrawlSettings())
        gone.append(crawls.counts["gone"])
    crawls.answers[f"{A}/1"] = there
    crawls.clock.now += 10 * DAY
    crawls.crawl(RecrawlSettings())

    assert gone == [1, 0, 0]
    with crawls.open() as frontier:
        assert read_recrawl_status(frontier.db, crawls.clock.now, HOUR).gone == 0
        row = frontier.db.execute("SELECT checks, changes, gone_at FROM page").fetchone()
    assert row == (1, 0, None)
    assert trace_url(crawls.path, Url(f"{A}/1")).visits[1].detail == "gone, was there on 2001-09-09"


def test_what_failed_rests_twice_as_long_after_every_failure(crawls: Crawls) -> None:
    crawls.crawl(start=f"{A}/none")
    asked_after = []
    for hours in range(1, 16):
        crawls.clock.now = NOW + hours * HOUR
        if crawls.crawl(RecrawlSettings()):
            asked_after.append(hours)

    assert asked_after == [1, 3, 7, 15]


def test_what_the_rules_keep_out_does_not_come_back_but_robots_txt_is_asked_again(
    crawls: Crawls,
) -> None:
    refused = {"scope": "scope", "suffix": "suffix", "trap": "trap", "robots": "robots"}
    crawls.answers |= {f"{A}/{name}": ("refused", why, b"") for name, why in refused.items()}
    crawls.crawl(start=" ".join(f"{A}/{name}" for name in refused))
    crawls.clock.now += 2 * DAY

    assert crawls.crawl(RecrawlSettings()) == [f"{A}/robots"]
    assert trace_url(crawls.path, Url(f"{A}/robots")).visits == []


def test_a_redirect_is_looked_at_again(crawls: Crawls) -> None:
    crawls.answers[f"{A}/old"] = ("fetched", "redirect", b"")
    crawls.crawl(start=f"{A}/old")
    crawls.clock.now += 2 * HOUR

    assert crawls.crawl(RecrawlSettings()) == [f"{A}/old"]


def test_a_page_that_takes_back_its_old_words_points_to_where_they_lie(crawls: Crawls) -> None:
    for words in (b"first", b"second", b"first"):
        crawls.answers[f"{A}/1"] = ("fetched", "page", words)
        crawls.crawl(RecrawlSettings(rest=0.0), start=f"{A}/1")
        crawls.clock.now += DAY

    crawls.crawl(RecrawlSettings())

    (errand,) = crawls.asked
    assert errand.before is not None
    assert (errand.before.url, errand.before.at) == (f"{A}/1", NOW)


def test_what_a_sitemap_says_has_changed_is_in_the_next_round(crawls: Crawls) -> None:
    crawls.crawl(start=urls(range(6)))
    crawls.clock.now += DAY
    crawls.crawl(RecrawlSettings())
    crawls.clock.now += HOUR
    key = visit(f"{A}/3").key
    with crawls.open() as frontier:
        assert mark_changed(frontier.db, [(key, crawls.clock.now), (12345, NOW)]) == 1

    first, *_ = crawls.crawl(RecrawlSettings(budget=2))

    assert first == f"{A}/3"


def test_a_changed_rule_ends_what_waits_to_be_seen_again(crawls: Crawls) -> None:
    crawls.crawl(start=urls(range(6)))
    crawls.clock.now += 2 * HOUR
    settings = FrontierSettings(delay=0.0, again=RecrawlSettings())
    old = FrontierRules("old", lambda url, depth: None)
    with EmbeddedFrontier(crawls.path, settings, crawls.clock, old):
        pass

    settings = FrontierSettings(delay=0.0)
    no = FrontierRules("new", lambda url, depth: OUT if url.endswith("/3") else None)
    with EmbeddedFrontier(crawls.path, settings, crawls.clock, no) as frontier:
        assert frontier.waiting == 5
    standing = read_crawl_state(crawls.path)
    assert (standing.pages, standing.outcomes) == (5, {"refused.scope": 1})


def test_pages_due_are_counted_without_looking_at_each(crawls: Crawls) -> None:
    crawls.crawl(start=urls(range(3)))
    crawls.clock.now += 2 * HOUR
    crawls.crawl(start=urls(range(3, 6)))

    with crawls.open() as frontier:
        found = [
            read_recrawl_status(frontier.db, crawls.clock.now, rest * HOUR) for rest in (0, 1, 3)
        ]

    assert [one.due for one in found] == [6, 3, 0]


# -- choosing -------------------------------------------------------------------------------------


def candidates(
    gains: list[float], ages: list[float] | None = None, sorts: list[int] | None = None
) -> RecrawlCandidates:
    values = np.array(gains, dtype=np.float32)
    return RecrawlCandidates(
        np.arange(1, len(gains) + 1),
        np.array(sorts or [PAGE] * len(gains), dtype=np.uint8),
        np.array(ages or [0.0] * len(gains), dtype=np.float32),
        values,
        values,
    )


@given(
    st.lists(
        st.tuples(
            st.floats(0, 1, width=32),
            st.floats(0, 1e9, width=32),
            st.sampled_from([PAGE, FAILED, ROBOTS]),
        ),
        max_size=60,
    ),
    st.integers(1, 70),
)
def test_a_budget_is_used_up_and_never_exceeded(
    pages: list[tuple[float, float, int]], budget: int
) -> None:
    due = candidates([p[0] for p in pages], [p[1] for p in pages], [p[2] for p in pages])

    chosen = choose_candidates(due, budget)

    costly = sum(sort != ROBOTS for *_, sort in pages)
    assert np.count_nonzero(chosen.sorts != ROBOTS) == min(costly, budget)
    assert np.count_nonzero(chosen.sorts == ROBOTS) == len(pages) - costly
    assert len(set(chosen.numbers.tolist())) == len(chosen.numbers)


def test_most_of_a_budget_goes_to_the_best_and_a_tenth_to_the_oldest() -> None:
    gains = [number / 100 for number in range(100)]
    ages = [1.0] * 100
    ages[3] = 99.0

    chosen = set(choose_candidates(candidates(gains, ages), 10).numbers.tolist())

    assert chosen == {4, *range(92, 101)}


def test_nothing_starves_however_little_it_promises() -> None:
    ages = np.zeros(200, dtype=np.float32)
    gains = [0.9] * 150 + [0.0] * 50
    unseen = set(range(151, 201))
    for _ in range(100):  # all pages, by two a round
        ages += 1
        chosen = choose_candidates(candidates(gains, ages.tolist()), 20).numbers
        ages[chosen - 1] = 0
        unseen -= set(chosen.tolist())

    assert not unseen


def test_the_most_likely_come_first_and_listings_before_all() -> None:
    buckets = bucket_of(np.array([2.0, 1.0, 0.99, 0.5, 0.01, 0.0], dtype=np.float32)).tolist()

    assert buckets[0] == SITEMAP_BUCKET
    assert buckets == sorted(buckets)
    assert buckets[1] == buckets[2] == PAGE_BUCKETS.start
    assert buckets[-1] == PAGE_BUCKETS.stop - 1


def test_sitemaps_and_feeds_come_before_pages(crawls: Crawls) -> None:
    crawls.answers[f"{A}/map"] = ("fetched", "sitemap", b"")
    crawls.crawl(start=f"{urls(range(6))} {A}/map")
    crawls.clock.now += 2 * HOUR

    with crawls.open() as frontier:
        found = read_candidates(frontier.db, crawls.clock.now, HOUR)
    assert Counter(found.sorts.tolist()) == {PAGE: 6, LISTING: 1}
    assert crawls.crawl(RecrawlSettings(budget=3))[0] == f"{A}/map"


def test_a_clock_that_was_years_ahead_hides_no_page(crawls: Crawls) -> None:
    crawls.clock.now = NOW + 3650 * DAY
    crawls.crawl(start=f"{A}/1")
    crawls.clock.now = NOW

    assert crawls.crawl(RecrawlSettings()) == [f"{A}/1"]
