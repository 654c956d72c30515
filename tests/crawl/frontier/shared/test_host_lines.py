"""A host falls asleep when nothing waits there, and is never forgotten when something does."""

from collections.abc import Iterator
from contextlib import closing

import pytest
from tests.crawl.frontier.shared.crawl_process import pages, place
from tests.crawl.frontier_cases import DELAY, Clock, visit
from tests.postgres_server import PostgresServer, new_schema

from auslese.crawl.frontier.frontier_settings import FrontierSettings
from auslese.crawl.frontier.shared.database_link import DatabaseLink
from auslese.crawl.frontier.shared.database_place import DatabasePlace
from auslese.crawl.frontier.shared.openers import enrol
from auslese.crawl.frontier.shared.shared_store import SharedStore
from auslese.crawl.frontier.shared.store_time import caller_time
from auslese.crawl.frontier.shared.verbs.open_parts import OpenParts
from auslese.crawl.frontier.shared.verbs.shared_frontier import SharedFrontier, make_parts
from auslese.crawl.frontier.shared.verbs.url_adding import UrlAdding

HOST = "http://h0.example"
SETTINGS = FrontierSettings(delay=DELAY)


@pytest.fixture
def url(postgres: PostgresServer) -> str:
    return postgres.url(new_schema())


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def frontier(url: str, clock: Clock) -> Iterator[SharedFrontier]:
    with SharedStore(place(url, "one"), caller_time).open(SETTINGS, clock) as frontier:
        assert isinstance(frontier, SharedFrontier)
        yield frontier


@pytest.fixture
def other(frontier: SharedFrontier, url: str, clock: Clock) -> Iterator[OpenParts]:
    """Another crawl, of which a test makes single transactions."""
    with closing(DatabaseLink(DatabasePlace.read(url))) as link:
        yield make_parts(link, enrol(link, "other", clock()), SETTINGS, clock)


def test_a_url_that_is_brought_while_its_host_falls_asleep_is_not_forgotten(
    frontier: SharedFrontier, other: OpenParts, clock: Clock
) -> None:
    frontier.add([visit(f"{HOST}/0")])
    (lease,) = frontier.lease(1, 1)

    def bring(now: float) -> None:
        assert UrlAdding(other).add([visit(f"{HOST}/1")], now) == 1
        assert frontier.complete(pages(lease))  # it cannot see the new one yet

    other.in_transaction(bring)
    clock.now += DELAY + 0.01

    (again,) = frontier.lease(1, 1)
    assert [errand.visit.url for errand in again.errands] == [f"{HOST}/1"]


def test_a_host_that_was_kept_awake_for_nothing_falls_asleep_when_it_is_found_empty(
    frontier: SharedFrontier, other: OpenParts, clock: Clock
) -> None:
    frontier.add([visit(f"{HOST}/0")])
    (lease,) = frontier.lease(1, 1)

    def bring_in_vain(now: float) -> None:
        UrlAdding(other).add([visit(f"{HOST}/1")], now)
        assert frontier.complete(pages(lease))
        raise ArithmeticError

    with pytest.raises(ArithmeticError):
        other.in_transaction(bring_in_vain)
    assert frontier.seconds_to_next() is not None
    clock.now += 2 * DELAY

    assert frontier.lease(1, 1) == []
    assert frontier.seconds_to_next() is None
    assert frontier.waiting == 0
