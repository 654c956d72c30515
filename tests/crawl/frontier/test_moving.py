"""A frontier that is moved to another store and back is the one that it was."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.crawl.frontier_cases import (
    BUNDLE,
    DELAY,
    LEASE_SECONDS,
    NOW,
    OUT,
    PAGE,
    Clock,
    fetch,
    report,
    visit,
)
from tests.postgres_server import PostgresServer, new_schema

from auslese.crawl.frontier.embedded.embedded_store import EmbeddedStore
from auslese.crawl.frontier.frontier import CrawlFrontier
from auslese.crawl.frontier.frontier_settings import FrontierSettings
from auslese.crawl.frontier.lease import Errand, Lease, RobotsNote
from auslese.crawl.frontier.moving import MOVED, FrontierSource, NumbersDifferError, Rows, move_rows
from auslese.crawl.frontier.opening import FrontierPlace, FrontierStore
from auslese.crawl.frontier.outage import HostTrouble
from auslese.crawl.frontier.recovery import RecoveredVisit
from auslese.crawl.frontier.row_staging import RowStaging, SiteRow
from auslese.crawl.frontier.shared.shared_store import SharedStore
from auslese.crawl.frontier.shared.store_time import caller_time
from auslese.crawl.frontier.worker_report import EndedVisit, SegmentMark
from auslese.crawl.recrawl.recrawl_values import RecrawlSettings
from auslese.records.fetch import Refusal, Refused
from auslese.records.url import Url

A = "http://a.example"
AGAIN_IN = EndedVisit(0, 0, "failed", "http_503", "503", 503, at=NOW, again_in=500.0)
GONE = EndedVisit(0, 0, "failed", "http_404", "404", 404, at=NOW)
SILENT = HostTrouble("failed", "connect", "nobody listens", "http://down.example")
URLS = [
    *(f"{A}/{n}" for n in range(9)),
    "http://www.a.example/7",
    "http://out.example/",
    "http://again.example/1",
    "http://again.example/2",
    "http://down.example/",
    "http://never.example/",
]


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def file_store(tmp_path: Path) -> FrontierStore:
    return EmbeddedStore(tmp_path / "frontier.db")


@pytest.fixture
def database(postgres: PostgresServer) -> Callable[[], FrontierStore]:
    """Makes stores in schemas where nothing is yet."""

    def make() -> FrontierStore:
        url = postgres.url(new_schema())
        return SharedStore(FrontierPlace(Path("none"), "postgresql", url, "me"), caller_time)

    return make


def opened(store: FrontierStore, clock: Clock, **changes: Any) -> Any:
    usual: dict[str, Any] = {"delay": DELAY, "lease_seconds": LEASE_SECONDS, "bundle": BUNDLE}
    return store.open(FrontierSettings(**usual | changes), clock)


def write_all(staging: RowStaging) -> None:
    """Forget all rows that wait for tables, as if they had been written."""
    for table, last in (("pages", staging.pages().last), ("links", staging.links().last)):
        if last:
            staging.forget(table, staging.next_number(table), last)
    while rows := list(staging.outcomes()):
        staging.forget("outcomes", staging.next_number("outcomes"), rows[-1][0])


def lived(store: FrontierStore, clock: Clock) -> None:
    """Let a frontier live through as much as there is."""
    with opened(store, clock, near_copies=True) as frontier:
        frontier.runs.begin("one", NOW)
        frontier.add([visit("http://again.example/1"), visit(f"{A}/home", bucket=5)])
        end_all(frontier, clock, PAGE)
        frontier.add([visit("http://again.example/2", 1)])
        end_all(frontier, clock, PAGE)
        frontier.runs.end("one", NOW + 9)
        clock.now += 7200.0
        frontier.add([visit(f"{A}/late"), visit("http://other.example/")])
        end_all(frontier, clock, PAGE._replace(at=clock.now, detail="late"))
        write_all(frontier.staging)
    with opened(store, clock, again=RecrawlSettings(rest=3600.0)) as frontier:
        start = visit(f"{A}/0")
        frontier.add([start, *(visit(f"{A}/{n}", depth=n, bucket=4 + n % 3) for n in range(1, 9))])
        frontier.add([visit("http://www.a.example/7")._replace(via=start.key, hops=1)])
        frontier.add([visit("http://out.example/", 2, refused=OUT)])
        nofollow = Refused(Refusal.NOFOLLOW, "ugc")
        frontier.add(
            [visit("http://shy.example/", refused=nofollow), visit("http://down.example/")]
        )
        end_all(frontier, clock, AGAIN_IN._replace(at=clock.now))
        for lease in frontier.lease(1, 1):
            gone = GONE._replace(id=lease.errands[0].id, host_id=lease.host_id, at=clock.now)
            down = report(lease, gone)
            note = down.hosts[0]._replace(address="192.0.2.7", delay=7.0, size=900, seconds=0.5)
            frontier.complete(
                down._replace(
                    hosts=[note],
                    robots=[RobotsNote(A, 200, "User-agent: *", NOW, NOW + 9)],
                    segments=[SegmentMark("one-1", 100, 10, closed=False)],
                )
            )
        write_all(frontier.staging)


def end_all(frontier: CrawlFrontier, clock: Clock, ending: EndedVisit) -> None:
    """End what is leased now like this; hosts called down are out of reach."""
    for lease in frontier.lease(1, 9):
        sent = report(lease, *(_ended(ending, lease, each) for each in lease.errands))
        if lease.host == "down.example":
            trouble = sent.hosts[0]._replace(trouble=SILENT, failures=1, wait=300.0)
            sent = sent._replace(hosts=[trouble], ended=[])
        assert frontier.complete(sent)
    clock.now += 2 * DELAY


def _ended(ending: EndedVisit, lease: Lease, errand: Errand) -> EndedVisit:
    """An ending as that of this errand; a page has a content of its own."""
    own = ending._replace(id=errand.id, host_id=lease.host_id)
    if ending.kind != "fetched":
        return own
    url = errand.visit.url.encode()
    return own._replace(page=url, digest=url, payload=url, etag=f'"{len(url)}"', sketch=len(url))


def seen_from_outside(store: FrontierStore, now: float) -> dict[str, Any]:
    """All that a reader tells."""
    reader = store.reader()
    with reader.fates() as fates:
        told = fates.fates_of([Url(url) for url in URLS])
        robots = fates.robots_text(A)
    return {
        "state": reader.crawl_state(),
        "traces": [reader.trace(Url(url)) for url in URLS],
        "fates": told,
        "robots": robots,
        "again": reader.recrawl_status(now, 60.0),
        "traps": reader.traps(),
        "down": reader.unreachable(),
        "moments": reader.page_moments(99),
        "busy": reader.busiest_hosts(99),
    }


def served(store: FrontierStore, clock: Clock) -> list[tuple[Any, ...]]:
    """What is given out, host by host, until nothing waits: which URL, with what is known of it."""
    served = []
    with opened(store, clock) as frontier:
        while (wait := frontier.seconds_to_next()) is not None:
            clock.now += wait
            for lease in frontier.lease(1, 99):
                served += [
                    _given(lease, clock.now - NOW, place) for place in range(len(lease.errands))
                ]
                ends = [GONE._replace(id=each.id, host_id=lease.host_id) for each in lease.errands]
                assert frontier.complete(report(lease, *ends))
        rows = frontier.site_rows()
        write_all(frontier.staging)
    return [*sorted(served), *sorted(rows)]


def _given(lease: Lease, at: float, place: int) -> tuple[Any, ...]:
    errand = lease.errands[place]
    before = errand.before and errand.before._asdict()
    known = (lease.delay, lease.address, lease.failures, lease.has_answered, str(lease.robots))
    return (round(at, 3), lease.host, place, errand.visit.url, errand.tries, str(before), known)


def move(here: FrontierStore, there: FrontierStore) -> dict[str, int]:
    shown: list[tuple[int, int]] = []
    with here.open_source() as source:
        assert source.unwritten() == 0
        with there.open_target() as target:
            numbers = move_rows(source, target, lambda done, of: shown.append((done, of)))
    assert shown[-1][0] == shown[-1][1]
    return numbers


def all_rows(store: FrontierStore) -> dict[str, list[Any]]:
    with store.open_source() as source:
        return {
            table: sorted(
                (tuple(map(_plain, row)) for rows in source.rows(table) for row in rows), key=repr
            )
            for table in MOVED
        }


def _plain(value: object) -> object:
    return int(value) if isinstance(value, bool) else value


def test_a_frontier_tells_the_same_wherever_it_is_kept(
    file_store: FrontierStore,
    database: Callable[[], FrontierStore],
    clock: Clock,
    tmp_path: Path,
) -> None:
    lived(file_store, clock)
    shared, back = database(), EmbeddedStore(tmp_path / "back.db")
    before = seen_from_outside(file_store, clock.now)

    assert move(file_store, shared)["url"] == before["state"].seen
    assert seen_from_outside(shared, clock.now) == before
    move(shared, back)
    assert seen_from_outside(back, clock.now) == before
    assert all_rows(back) == all_rows(shared) == all_rows(file_store)


def test_a_frontier_goes_on_in_the_same_order_and_no_sooner_wherever_it_is_kept(
    file_store: FrontierStore,
    database: Callable[[], FrontierStore],
    clock: Clock,
    tmp_path: Path,
) -> None:
    lived(file_store, clock)
    shared, again, back = database(), database(), EmbeddedStore(tmp_path / "back.db")
    move(file_store, shared)
    move(shared, back)
    move(back, again)
    now = clock.now
    expected = served(file_store, clock)

    for store in (shared, back, again):
        clock.now = now
        assert served(store, clock) == expected


def test_two_stores_tell_the_same_of_the_same_life(
    file_store: FrontierStore, database: Callable[[], FrontierStore], clock: Clock
) -> None:
    shared, now = database(), clock.now
    lived(file_store, clock)
    later, clock.now = clock.now, now
    lived(shared, clock)

    told, expected = (without_course(seen_from_outside(one, later)) for one in (shared, file_store))
    assert told == expected
    given = served(file_store, clock)
    clock.now = later
    assert served(shared, clock) == given


def without_course(told: dict[str, Any]) -> dict[str, Any]:
    """But for milestones: each store keeps them when it sees fit."""
    state = told["state"]
    return told | {"state": replace(state, survey=replace(state.survey, milestones=()))}


def test_two_stores_are_the_same_when_they_are_made_again_from_tables(
    file_store: FrontierStore, database: Callable[[], FrontierStore], clock: Clock
) -> None:
    shared = database()
    for store in (file_store, shared):
        recover(store)

    told = seen_from_outside(file_store, NOW + 9)
    assert told["state"].outcomes == {"fetched.page": 1, "failed.http_404": 1, "refused.scope": 1}
    assert seen_from_outside(shared, NOW + 9) == told
    assert served(shared, clock) == served(file_store, Clock())


def recover(store: FrontierStore) -> None:
    """Let a store know what tables would tell: one page was seen twice, one URL waits."""
    page = PAGE._replace(digest=b"one", payload=b"one", size=9, seconds=0.5)
    changed = page._replace(digest=b"two", payload=b"two", at=NOW + 5)
    out = EndedVisit(0, 0, "refused", "scope", OUT.detail, at=NOW)
    start = visit(f"{A}/0")
    site = SiteRow("a.example", "192.0.2.7", "", "", None, 3.0, NOW, NOW + 3, 9.0, 1, 1, 0)
    other = site._replace(host="www.a.example", alias_of="a.example", known=0)
    with store.open_recovery(100) as book:
        book.end(
            [
                RecoveredVisit(start, page, 1),
                RecoveredVisit(visit(f"{A}/1", 1), GONE, 2),
                RecoveredVisit(visit("http://out.example/", 1, refused=OUT), out, 0),
                RecoveredVisit(start, changed, 1),
            ]
        )
        waits = visit(f"{A}/2", 1)._replace(via=start.key)
        assert book.wait([waits, start, visit("http://out.example/", 1)]) == 1
        book.note_sites([site, other])
        book.note_files([SegmentMark("one-1", 100, 10, closed=True)], {"pages": 3})
        book.note_runs({"one": NOW + 7})


class Forgetful:
    """A source of which one row gets lost on the way."""

    def __init__(self, source: FrontierSource) -> None:
        self._source = source
        self.unwritten, self.numbers = source.unwritten, source.numbers

    def rows(self, table: str) -> Iterator[Rows]:
        for rows in self._source.rows(table):
            yield rows[1:] if table == "outcome" else rows


def test_a_move_on_which_a_row_gets_lost_changes_nothing(
    file_store: FrontierStore, database: Callable[[], FrontierStore], clock: Clock
) -> None:
    lived(file_store, clock)
    shared = database()

    with (
        pytest.raises(NumbersDifferError) as lost,
        file_store.open_source() as source,
        shared.open_target() as target,
    ):
        move_rows(Forgetful(source), target, lambda done, of: None)

    assert "outcome" in lost.value.differing
    assert not shared.reader().has_begun()


def test_rows_that_wait_for_tables_are_told_before_a_move(
    file_store: FrontierStore, database: Callable[[], FrontierStore], clock: Clock
) -> None:
    for store in (file_store, database()):
        clock.now = NOW
        with opened(store, clock) as frontier:
            frontier.add([visit(f"{A}/")])
            fetch(frontier, PAGE)

        with store.open_source() as source:
            assert source.unwritten() > 0
