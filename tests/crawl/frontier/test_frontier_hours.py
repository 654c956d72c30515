"""The frontier leases no host outside its hours, and none for longer than they last."""

from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.crawls import toy_collection
from tests.toyweb import ToyWeb

from auslese.crawl.frontier.embedded.embedded_frontier import EmbeddedFrontier
from auslese.crawl.frontier.frontier_settings import FrontierSettings
from auslese.crawl.frontier.worker_report import HostNote, WorkerReport
from auslese.crawl.politeness.opening_hours import HostHours
from auslese.crawl.politeness.time_zones import HostTimeZones
from auslese.recipes.crawling.crawl_run import CrawlWatchers, crawl_collection
from auslese.recipes.settings.settings_edit import write_setting
from auslese.recipes.settings.settings_loading import load_settings
from auslese.records.url import Url, host_of, key_of
from auslese.records.visit import Visit
from auslese.store.collection import Collection
from auslese.wording.durations import rounded_up

HOUR = 3600.0
NOON = datetime(2026, 6, 10, 12, tzinfo=UTC).timestamp()
NIGHT = NOON + 10 * HOUR
MORNING = NOON + 18 * HOUR
LEAST = 40.0


class Clock:
    """A clock that is set by hand."""

    def __init__(self, now: float) -> None:
        self.now = now

    def __call__(self) -> float:
        return self.now


def settings() -> FrontierSettings:
    zones = HostTimeZones(["tokyo.example Asia/Tokyo"])  # nine hours ahead of UTC
    return FrontierSettings(delay=1.0, hours=HostHours(["22:00-06:00"], zones, LEAST))


def visit(url: str) -> Visit:
    return Visit(Url(url), key_of(Url(url)), host_of(Url(url)), 0)


def leased_hosts(frontier: EmbeddedFrontier) -> list[str]:
    return [lease.host for lease in frontier.lease(1, 10)]


@pytest.fixture
def clock() -> Clock:
    return Clock(NOON)


@pytest.fixture
def path(tmp_path: Path, clock: Clock) -> Path:
    """A frontier where one host is closed at noon and one is open."""
    path = tmp_path / "frontier.db"
    with EmbeddedFrontier(path, settings(), clock) as frontier:
        frontier.add([visit("http://a.example/"), visit("http://tokyo.example/")])
    return path


def test_a_host_sleeps_until_its_hours_and_others_are_not_concerned(
    path: Path, clock: Clock
) -> None:
    clock.now = NOON + 2 * HOUR  # eleven in the evening in Tokyo
    with EmbeddedFrontier(path, settings(), clock) as frontier:
        assert leased_hosts(frontier) == ["tokyo.example"]
        assert frontier.seconds_to_next() == 8 * HOUR
        assert frontier.waits_for_hours()
        clock.now = NIGHT - 0.1
        assert leased_hosts(frontier) == []
        clock.now = NIGHT
        assert leased_hosts(frontier) == ["a.example"]


def test_hours_hold_after_a_restart(path: Path, clock: Clock) -> None:
    with EmbeddedFrontier(path, settings(), clock) as frontier:
        assert leased_hosts(frontier) == []
    with EmbeddedFrontier(path, settings(), clock) as frontier:
        assert leased_hosts(frontier) == []
        assert frontier.seconds_to_next() == HOUR


def test_without_its_hours_a_host_that_slept_is_awake_after_a_restart(
    path: Path, clock: Clock
) -> None:
    with EmbeddedFrontier(path, settings(), clock) as frontier:
        frontier.lease(1, 10)
    with EmbeddedFrontier(path, FrontierSettings(), clock) as frontier:
        assert sorted(leased_hosts(frontier)) == ["a.example", "tokyo.example"]


def test_a_lease_ends_at_closing_time_and_one_too_short_is_not_given(
    path: Path, clock: Clock
) -> None:
    clock.now = MORNING - 100.0
    with EmbeddedFrontier(path, settings(), clock) as frontier:
        (lease,) = frontier.lease(1, 10)
        assert (lease.host, lease.seconds) == ("a.example", 100.0)
        clock.now = MORNING - 39.0
        note = HostNote(lease.host_id, lease.token, 0.0, True)
        assert frontier.complete(WorkerReport(1, [note], [], [], [], []))
        assert leased_hosts(frontier) == []
        clock.now = MORNING + 16 * HOUR
        assert "a.example" in leased_hosts(frontier)


def test_a_new_page_does_not_wake_a_host_before_its_hours(path: Path, clock: Clock) -> None:
    with EmbeddedFrontier(path, settings(), clock) as frontier:
        frontier.lease(1, 10)
        frontier.add([visit("http://a.example/better")._replace(bucket=0)])
        assert leased_hosts(frontier) == []


def test_waiting_for_politeness_is_not_waiting_for_hours(path: Path, clock: Clock) -> None:
    clock.now = NIGHT
    with EmbeddedFrontier(path, settings(), clock) as frontier:
        (lease,) = frontier.lease(1, 10)
        note = HostNote(lease.host_id, lease.token, 5.0, True)
        assert frontier.complete(WorkerReport(1, [note], [], [], [], []))
        assert frontier.seconds_to_next() == 5.0
        assert not frontier.waits_for_hours()


@given(st.lists(st.floats(0, 20 * HOUR), max_size=12).map(sorted))
def test_no_lease_begins_or_lasts_outside_the_hours(
    tmp_path_factory: pytest.TempPathFactory, moments: list[float]
) -> None:
    clock, asked = Clock(NOON), settings().hours
    assert asked is not None
    path = tmp_path_factory.mktemp("frontier") / "frontier.db"
    with EmbeddedFrontier(path, settings(), clock) as frontier:
        for host in ("a.example", "tokyo.example", "b.de", "c.jp"):
            frontier.add([visit(f"http://{host}/{page}") for page in range(3)])
        for moment in moments:
            clock.now = NOON + moment
            for lease in frontier.lease(1, 2):
                assert asked.opens_at(lease.host, clock.now) == clock.now
                assert LEAST <= lease.seconds <= asked.closes_at(lease.host, clock.now) - clock.now


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(0.2, "1 s"), (59, "59 s"), (61, "2 min"), (3600, "60 min"), (3 * HOUR - 5, "3 h")],
)
def test_a_wait_is_told_in_the_unit_people_would_use(seconds: float, words: str) -> None:
    assert rounded_up(seconds) == words


@pytest.mark.slow
def test_a_crawl_that_begins_in_closed_hours_asks_nobody_and_says_why(tmp_path: Path) -> None:
    web = ToyWeb(seed=5, hosts=1, pages_per_host=2)
    brakes: list[str] = []
    with toy_collection(tmp_path, web) as toy:
        collection = Collection.open(toy.folder)
        later = (datetime.now(UTC).hour + 3) % 24
        closed_now = f"{later:02}:00-{(later + 1) % 24:02}:00"
        write_setting(collection.settings, "politeness.hours", [closed_now])
        flags = {"limits.time": "3s", "crawl.workers": 1}
        watchers = CrawlWatchers(progress=lambda progress: brakes.append(progress.brake))
        summary = crawl_collection(
            collection, load_settings(collection.settings, flags, {}), watchers
        )

        assert (summary.ending, summary.fetched, toy.asked()) == ("time", 0, [])
        assert not toy.log.exists() or toy.log.read_text() == ""
    assert brakes[-1] in (f"night hours: the next host opens in {hours} h" for hours in (2, 3, 4))
