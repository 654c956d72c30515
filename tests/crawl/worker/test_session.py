"""One leased host in a worker's hands: not too early, not too late, one request at a time."""

import pytest
from tests.crawl.function_web import lease_of

from auslese.crawl.frontier.lease import RobotsNote
from auslese.crawl.robots.robots_policy import FRESH_SECONDS
from auslese.crawl.worker.session import Session
from auslese.records.url import Url

NOW, WALL = 50.0, 1_000_000.0
FENCE = NOW + 85.0
PAGES = ("http://a.example/1", "http://a.example/2")


def robots_note(text: str = "", status: int = 200, age: float = 0.0) -> RobotsNote:
    return RobotsNote("http://a.example", status, text, WALL - age)


def begun(delay: float = 1.0, *notes: RobotsNote) -> Session:
    return Session.begin(lease_of(*PAGES, notes=notes, delay=delay), FENCE, NOW, WALL)


def test_the_first_request_may_start_at_once() -> None:
    assert begun().may_start(NOW)


def test_no_second_request_starts_while_one_is_under_way() -> None:
    session = begun()
    session.busy = True

    assert not session.may_start(NOW + 10)
    assert not session.is_resting


def test_no_request_starts_before_the_delay_is_over() -> None:
    session = begun(delay=3.0)
    session.pause(NOW)

    assert not session.may_start(NOW + 2.99)
    assert session.may_start(NOW + 3.0)


def test_a_host_in_trouble_rests_longer_than_its_delay() -> None:
    session = begun(delay=3.0)
    session.pause(NOW, at_least=20.0)

    assert not session.may_start(NOW + 19.0)
    assert session.may_start(NOW + 20.0)


def test_no_request_starts_past_the_fence() -> None:
    session = begun()

    assert not session.may_start(FENCE)
    assert session.ended


def test_a_host_whose_next_request_would_be_past_the_fence_is_handed_back_at_once() -> None:
    session = begun(delay=100.0)
    session.pause(NOW)

    assert not session.may_start(NOW)
    assert session.ended
    assert session.note(NOW + 1).wait == 99.0


def test_a_lease_without_errands_is_handed_back_at_once_with_its_pause() -> None:
    session = begun(delay=2.0)
    session.errands.clear()
    session.pause(NOW)

    assert not session.may_start(NOW)
    assert session.note(NOW) == session.note(NOW)._replace(done=True, wait=2.0)


def test_rules_that_are_known_need_not_be_asked_for() -> None:
    session = begun(1.0, robots_note("User-agent: *\nDisallow: /2\n"))

    rules = session.robots_for(Url(PAGES[0]))

    assert rules is not None
    assert [rules.allows(Url(page), "Auslese") for page in PAGES] == [True, False]


@pytest.mark.parametrize(
    "note", [robots_note(age=FRESH_SECONDS + 1), robots_note(status=503), robots_note(status=0)]
)
def test_rules_that_are_old_or_unknown_are_asked_for_again(note: RobotsNote) -> None:
    assert begun(1.0, note).robots_for(Url(PAGES[0])) is None


def test_each_origin_of_a_host_has_its_own_rules() -> None:
    session = begun(1.0, robots_note())

    assert session.robots_for(Url("https://a.example/1")) is None
    assert session.robots_for(Url("http://a.example:8080/1")) is None


@pytest.mark.parametrize(("ours", "theirs", "longer"), [(1.0, 5, 5.0), (8.0, 5, 8.0)])
def test_the_longer_of_our_delay_and_the_sites_is_kept(
    ours: float, theirs: int, longer: float
) -> None:
    session = begun(delay=ours)
    session.learn_robots(robots_note(f"User-agent: *\nCrawl-delay: {theirs}\n"), "Auslese")
    session.pause(NOW)

    assert session.next_at == NOW + longer
    assert session.note(NOW).delay == 5.0


def test_counts_are_reported_once() -> None:
    session = begun()
    session.bytes, session.seconds, session.asked = 500, 0.25, 2
    first, second = session.note(NOW), session.note(NOW)

    assert (first.size, first.seconds, first.asked) == (500, 0.25, 2)
    assert (second.size, second.seconds, second.asked) == (0, 0.0, 0)


def test_a_delay_that_was_not_heard_in_this_session_changes_nothing() -> None:
    assert begun().note(NOW).delay < 0
