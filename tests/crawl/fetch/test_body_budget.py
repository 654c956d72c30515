"""Bodies share a budget of bytes: what is too much waits, and nobody waits for ever."""

from hypothesis import given
from hypothesis import strategies as some

from auslese.crawl.fetch.body_budget import (
    FAVOUR_SECONDS,
    MOST_STRANGERS,
    SMALL_BYTES,
    BodyBudget,
    HostSizes,
)
from auslese.crawl.fetch.connection_bounds import (
    FILES_OF_A_HOST,
    OWN_FILES,
    ConnectionBounds,
    connection_bounds,
)


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def test_what_is_too_much_waits_until_another_is_read() -> None:
    bodies, clock = [object() for _ in range(4)], Clock()
    budget = BodyBudget(100, clock)
    assert budget.take(bodies[0], 60)
    assert budget.take(bodies[1], 40)

    assert budget.take(bodies[2], 10)  # one beyond the budget goes on, or all might wait
    assert not budget.take(bodies[3], 10)
    assert budget.has_waited(bodies[3])
    assert list(budget.to_go_on(bodies)) == []

    budget.give_back(bodies[0])
    assert list(budget.to_go_on(bodies)) == [bodies[3]]
    assert budget.take(bodies[3], 10)


def test_a_small_body_comes_through_although_large_ones_wait() -> None:
    large, waiting, small, clock = object(), object(), object(), Clock()
    budget = BodyBudget(100, clock, beside=10)
    assert budget.take(large, 100)
    assert budget.take(waiting, 11)  # the one that goes on beyond the budget
    assert not budget.take(large, 1)

    assert budget.take(small, 10)
    assert not budget.take(small, 1)


def test_a_host_is_small_until_it_sends_a_large_page() -> None:
    hosts = HostSizes()
    hosts.note("a.example", SMALL_BYTES)
    hosts.note("b.example", SMALL_BYTES + 1)
    assert (hosts.may_be_asked("a.example"), hosts.may_be_asked("b.example")) == (True, False)

    hosts.note("a.example", SMALL_BYTES + 1)

    assert not hosts.may_be_asked("a.example")


def test_a_few_hosts_of_which_nothing_is_known_are_tried_at_once() -> None:
    hosts = HostSizes()
    for number in range(MOST_STRANGERS):
        assert hosts.may_be_asked("next.example")
        hosts.begin(f"{number}.example")
    assert not hosts.may_be_asked("next.example")

    hosts.note("0.example", None)  # its robots.txt came

    assert hosts.may_be_asked("next.example")
    assert hosts.may_be_asked("0.example")


def test_a_body_that_trickles_holds_up_nobody() -> None:
    slow, other, clock = object(), object(), Clock()
    budget = BodyBudget(10, clock)
    assert budget.take(slow, 10)
    assert budget.take(slow, 1)
    assert not budget.take(other, 5)

    clock.now += FAVOUR_SECONDS

    assert list(budget.to_go_on([slow, other])) == [other]
    assert budget.take(other, 5)


@given(some.lists(some.tuples(some.integers(0, 9), some.integers(1, 50)), max_size=60))
def test_what_is_held_is_what_was_taken_and_not_given_back(
    moves: list[tuple[int, int]],
) -> None:
    bodies = [object() for _ in range(5)]
    budget = BodyBudget(100)
    held = dict.fromkeys(range(5), 0)
    for body, length in moves:
        if body >= len(held):
            budget.give_back(bodies[body - 5])
            held[body - 5] = 0
        elif budget.take(bodies[body], length):
            held[body] += length
        assert budget.held_bytes == sum(held.values())


@given(some.integers(-20, 2_000), some.integers(1, 900))
def test_all_connections_fit_into_the_files(files: int, hosts: int) -> None:
    bounds = connection_bounds(files, hosts)

    assert min(bounds) >= 1
    assert bounds.hosts <= hosts
    if bounds > ConnectionBounds(1, 1, 1):
        used = bounds.hosts * FILES_OF_A_HOST + bounds.names + bounds.idle
        assert used + OWN_FILES <= max(files, OWN_FILES + 4)


def test_the_usual_limit_changes_nothing() -> None:
    assert connection_bounds(1024 - 10, 100) == ConnectionBounds(100, 64, 400)
