"""Which host is next: nobody before its time, the best first, nobody for ever last."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from auslese.crawl.frontier.better_hosts import HoldRules
from auslese.crawl.frontier.roster import PATIENCE_SECONDS, Host, Roster

NOW = 1000.0


@pytest.fixture
def roster() -> Roster:
    return Roster()


def enlist(roster: Roster, name: str, *buckets: int, next_at: float = NOW) -> Host:
    """A host where URLs of these buckets wait."""
    host, _ = roster.enlist(name)
    host.next_at = next_at
    for number, bucket in enumerate(buckets, 1):
        host.line.push(bucket, number)
    roster.wake(host)
    return host


def ready_names(roster: Roster, now: float = NOW) -> list[str]:
    names = []
    while (host := roster.next_ready(now)) is not None:
        names.append(host.name)
    return names


def test_a_host_has_one_number_for_ever(roster: Roster) -> None:
    first, new = roster.enlist("a")
    again, new_again = roster.enlist("a")

    assert (first is again, new, new_again) == (True, True, False)
    assert roster.by_id[first.id] is first


def test_no_host_is_ready_before_its_time(roster: Roster) -> None:
    enlist(roster, "a", 8, next_at=NOW + 5)

    assert ready_names(roster, NOW + 4.99) == []
    assert roster.seconds_to_next(NOW) == 5.0
    assert ready_names(roster, NOW + 5) == ["a"]


def test_a_host_where_nothing_waits_is_never_ready(roster: Roster) -> None:
    enlist(roster, "a")

    assert ready_names(roster) == []
    assert roster.seconds_to_next(NOW) is None


def test_the_host_with_the_best_url_is_first(roster: Roster) -> None:
    enlist(roster, "plain", 8)
    enlist(roster, "good", 9, 1)

    assert ready_names(roster) == ["good", "plain"]


@pytest.mark.parametrize(
    ("longer", "first"), [(PATIENCE_SECONDS - 1, "better"), (PATIENCE_SECONDS + 1, "patient")]
)
def test_who_has_waited_long_enough_comes_before_the_better_one(
    roster: Roster, longer: float, first: str
) -> None:
    enlist(roster, "better", 8)
    enlist(roster, "patient", 9, next_at=NOW - longer)

    assert ready_names(roster)[0] == first


def test_a_better_url_moves_its_host_forward_and_makes_it_ready_only_once(roster: Roster) -> None:
    enlist(roster, "plain", 8)
    late = enlist(roster, "late", 9)
    assert roster.seconds_to_next(NOW) == 0.0  # both stand among the ready now
    late.line.push(1, 99)
    roster.wake(late)

    assert ready_names(roster) == ["late", "plain"]


def test_a_leased_host_is_not_ready_until_it_comes_back(roster: Roster) -> None:
    host = enlist(roster, "a", 8, 8)
    assert roster.next_ready(NOW) is host
    host.worker = 1
    roster.wake(host)
    assert ready_names(roster) == []

    host.worker = None
    roster.wake(host)
    assert ready_names(roster) == ["a"]


def test_an_old_place_among_the_ready_never_counts_for_a_later_time(roster: Roster) -> None:
    # Two wakes leave two places of one rank; after a lease the same rank can mean a later moment.
    host = enlist(roster, "a", 2)
    host.line.push(1, 9)
    roster.wake(host)
    assert roster.next_ready(NOW) is host
    host.line.push(0, 10)
    host.next_at = NOW + PATIENCE_SECONDS
    roster.wake(host)

    assert roster.seconds_to_next(NOW) == PATIENCE_SECONDS
    assert ready_names(roster, NOW + 1) == []
    assert ready_names(roster, NOW + PATIENCE_SECONDS) == ["a"]


def test_what_is_to_be_tried_again_waits_its_time_and_is_served_then(roster: Roster) -> None:
    host = enlist(roster, "a")
    host.later.append((NOW + 20, 8, 1))
    roster.wake(host)

    assert roster.seconds_to_next(NOW) == 20.0
    assert ready_names(roster, NOW + 19) == []
    assert ready_names(roster, NOW + 20) == ["a"]
    assert host.take(4, NOW + 20) == [(8, 1)]


def test_what_is_to_be_tried_again_later_is_not_taken_with_the_rest(roster: Roster) -> None:
    host = enlist(roster, "a", 8)
    host.later.append((NOW + 20, 0, 7))

    assert host.waiting == 2
    assert host.take(4, NOW) == [(8, 1)]


def test_everything_that_waits_can_be_taken_at_once_and_put_back_as_it_was(
    roster: Roster,
) -> None:
    host = enlist(roster, "a", 8, 3)
    host.later.append((NOW + 20, 0, 7))

    taken = host.take_all()
    assert (taken, host.waiting) == ([(0.0, 3, 2), (0.0, 8, 1), (NOW + 20, 0, 7)], 0)

    for one in taken:
        host.put_back(*one)
    assert host.take(9, NOW) == [(3, 2), (8, 1)]
    assert host.take(9, NOW + 20) == [(0, 7)]


def lend(roster: Roster, host: Host, token: int, until: float) -> None:
    host.worker, host.token, host.lease_until = 1, token, until
    roster.note_lease(host)


def test_a_lease_that_has_run_out_is_found_once(roster: Roster) -> None:
    host = enlist(roster, "a", 8)
    lend(roster, host, 1, NOW + 60)

    assert roster.next_expired(NOW + 60) is None
    assert roster.next_expired(NOW + 61) is host
    assert roster.next_expired(NOW + 61) is None


def test_a_lease_that_was_handed_back_or_renewed_does_not_run_out(roster: Roster) -> None:
    back, renewed = enlist(roster, "back", 8), enlist(roster, "renewed", 8)
    lend(roster, back, 1, NOW + 60)
    lend(roster, renewed, 1, NOW + 60)
    back.worker = None
    lend(roster, renewed, 2, NOW + 200)

    assert roster.next_expired(NOW + 100) is None
    assert roster.next_expired(NOW + 201) is renewed


def test_a_host_whose_time_moves_away_is_still_woken(roster: Roster) -> None:
    host = enlist(roster, "a", 8)
    host.take_all()
    host.put_back(NOW + 100, 8, 1)
    roster.wake(host)

    assert ready_names(roster, NOW + 99) == []
    assert ready_names(roster, NOW + 100) == ["a"]


# -- hosts that share an address ------------------------------------------------------------------

SHARED = "192.0.2.1"


@pytest.fixture
def neighbours() -> Roster:
    """A roster in which hosts at one address are asked one after the other, 5 s apart."""
    return Roster(address_delay=5.0)


def move_in(roster: Roster, name: str, *buckets: int, address: str = SHARED) -> Host:
    host = enlist(roster, name, *(buckets or (8,)))
    host.address = address
    return host


def test_of_hosts_at_one_address_only_one_is_ready_the_best_first(neighbours: Roster) -> None:
    move_in(neighbours, "plain")
    move_in(neighbours, "good", 1)
    move_in(neighbours, "elsewhere", address="192.0.2.2")

    assert ready_names(neighbours) == ["good", "elsewhere"]
    assert neighbours.seconds_to_next(NOW) is None  # nobody knows how long the lease takes


def test_the_next_one_at_an_address_waits_for_its_delay(neighbours: Roster) -> None:
    first, _ = move_in(neighbours, "a", 1), move_in(neighbours, "b")
    assert neighbours.next_ready(NOW) is first

    neighbours.vacate(first, NOW + 5)

    assert ready_names(neighbours, NOW + 4.9) == []
    assert neighbours.seconds_to_next(NOW) == 5.0
    assert ready_names(neighbours, NOW + 5) == ["b"]


def test_a_parked_host_that_has_nothing_left_does_not_block_the_others(neighbours: Roster) -> None:
    first, second, _ = (
        move_in(neighbours, name, bucket) for name, bucket in (("a", 1), ("b", 2), ("c", 3))
    )
    assert ready_names(neighbours) == ["a"]
    neighbours.vacate(first, NOW + 5)
    assert neighbours.seconds_to_next(NOW + 5) == 0.0  # b has been let out
    second.take_all()
    neighbours.wake(second)

    assert ready_names(neighbours, NOW + 5) == ["c"]


def test_a_host_that_moves_leaves_its_old_address_to_the_others(neighbours: Roster) -> None:
    first, _ = move_in(neighbours, "a", 1), move_in(neighbours, "b")
    assert neighbours.next_ready(NOW) is first

    neighbours.move(first, "192.0.2.9", NOW)

    assert ready_names(neighbours) == ["b"]


def test_without_a_delay_for_addresses_hosts_do_not_mind_each_other(roster: Roster) -> None:
    move_in(roster, "a")
    move_in(roster, "b")

    assert ready_names(roster) == ["a", "b"]


def test_in_a_focused_crawl_each_nth_turn_is_that_of_who_waits_longest() -> None:
    roster = Roster(ageing=3)
    enlist(roster, "old", 10)
    roster.seconds_to_next(NOW)  # it is ready before the others are
    for number in range(5):
        enlist(roster, f"better{number}", 4)

    assert ready_names(roster) == ["better0", "better1", "old", "better2", "better3", "better4"]


def test_who_is_passed_over_keeps_its_turn() -> None:
    roster = Roster(address_delay=5.0, ageing=2)
    for name, bucket in (("a", 4), ("b", 10), ("c", 12)):
        enlist(roster, name, bucket).address = "192.0.2.1" if name != "c" else ""

    assert ready_names(roster) == ["a", "c"]  # b shares the address of a, which is being asked
    roster.vacate(roster.by_name["a"], NOW)
    assert ready_names(roster) == ["b"]


EVERY = 4
places = st.tuples(st.integers(0, 3), st.integers(4, 13))  # a host and a bucket


@settings(max_examples=60, deadline=None)
@given(st.lists(places, min_size=1, max_size=10), st.lists(places, min_size=1, max_size=6))
def test_nothing_starves_however_much_that_is_better_comes(
    poor: list[tuple[int, int]], better: list[tuple[int, int]]
) -> None:
    roster = Roster(ageing=EVERY)
    hosts = [roster.enlist(f"h{number}")[0] for number in range(4)]
    for number, (place, bucket) in enumerate(poor, 1):
        hosts[place].line.push(bucket, number)
        roster.wake(hosts[place])
    left, number, now = set(range(1, len(poor) + 1)), len(poor), NOW
    most = EVERY * len(hosts) * (len(poor) + 1)  # each turn of age serves the oldest of its host
    for _ in range(most):
        for place, bucket in better:  # more than can be served, and often better
            number += 1
            hosts[place].line.push(max(4, bucket - 6), number)
            roster.wake(hosts[place])
        host = roster.next_ready(now)
        assert host is not None
        left -= {taken for _, taken in host.take(1, now, EVERY)}
        now += 1.0
        host.next_at = now
        roster.wake(host)
    assert not left


# -- hosts that are held back ---------------------------------------------------------------------

HOLD = 30.0
NEVER = 10**6  # turns of age, in tests of what happens without them


@pytest.fixture
def choosy() -> Roster:
    """A focused roster in which hosts wait for those that promise two buckets more."""
    return Roster(ageing=NEVER, hold=HoldRules(HOLD, lead=2))


def test_a_poor_host_is_held_back_while_a_better_one_rests(choosy: Roster) -> None:
    enlist(choosy, "poor", 10)
    enlist(choosy, "rich", 4, next_at=NOW + 5)

    assert ready_names(choosy) == []
    assert choosy.holds_back(NOW)
    assert ready_names(choosy, NOW + 5) == ["rich"]


def test_nobody_waits_for_what_is_only_a_little_better(choosy: Roster) -> None:
    enlist(choosy, "poor", 5)
    enlist(choosy, "rich", 4, next_at=NOW + 5)

    assert (choosy.holds_back(NOW), ready_names(choosy)) == (False, ["poor"])


def test_nobody_waits_for_a_host_that_rests_longer_than_the_patience(choosy: Roster) -> None:
    enlist(choosy, "poor", 10)
    enlist(choosy, "rich", 4, next_at=NOW + HOLD + 1)

    assert ready_names(choosy) == ["poor"]


def test_a_poor_host_is_held_back_while_a_better_one_is_asked(choosy: Roster) -> None:
    rich, _ = enlist(choosy, "rich", 4), enlist(choosy, "poor", 10)

    assert ready_names(choosy) == ["rich"]
    rich.line.take(1)
    choosy.wake(rich)  # it is handed back, and nothing is left there
    assert ready_names(choosy) == ["poor"]


def test_one_that_is_held_back_is_let_go_when_the_patience_is_over_with_one_url(
    choosy: Roster,
) -> None:
    rich = enlist(choosy, "rich", 4)
    for name in ("poor", "poorer"):
        enlist(choosy, name, 10, 10)
    assert choosy.next_ready(NOW) is rich
    rich.worker = 1  # for ever, it seems

    assert ready_names(choosy, NOW) == ready_names(choosy, NOW + HOLD - 1) == []
    let_go = choosy.next_ready(NOW + HOLD)
    assert let_go is not None
    assert (let_go.name, len(let_go.take(16, NOW, NEVER))) == ("poor", 1)
    assert ready_names(choosy, NOW + HOLD) == []
    assert ready_names(choosy, NOW + 2 * HOLD) == ["poorer"]


def test_sitemaps_are_nothing_that_a_promising_host_waits_for(choosy: Roster) -> None:
    enlist(choosy, "rich", 4)
    enlist(choosy, "elsewhere", 1, next_at=NOW + 1)

    assert ready_names(choosy) == ["rich"]


def test_a_turn_of_age_knows_no_holding_back() -> None:
    roster = Roster(ageing=3, hold=HoldRules(HOLD, lead=2))
    poor = enlist(roster, "poor", 10, 10, 10)
    for number in range(9):
        enlist(roster, f"rich{number}", 4, next_at=NOW + number)
    served: list[str] = []
    for second in range(9):
        served += ready_names(roster, NOW + second)

    assert served.index("poor") == 2
    assert len(poor.take(16, NOW, 3)) == 1


def test_without_patience_nobody_is_held_back() -> None:
    roster = Roster(ageing=NEVER)
    enlist(roster, "poor", 10)
    enlist(roster, "rich", 4, next_at=NOW + 5)

    assert ready_names(roster) == ["poor"]


def test_looking_for_work_in_vain_does_not_bring_turns_of_age_nearer() -> None:
    roster = Roster(ageing=5, hold=HoldRules(HOLD, lead=2))
    enlist(roster, "poor", 10)
    enlist(roster, "rich", 4, next_at=NOW + 5)

    assert [roster.next_ready(NOW) for _ in range(20)] == [None] * 20


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.tuples(st.integers(4, 13), st.floats(0, 20)), min_size=1, max_size=8),
    st.integers(1, 4),
)
def test_a_crawl_that_holds_back_is_never_idle_for_longer_than_its_patience(
    hosts: list[tuple[int, float]], lead: int
) -> None:
    roster = Roster(ageing=NEVER, hold=HoldRules(HOLD, lead))
    for number, (bucket, rest) in enumerate(hosts):
        enlist(roster, f"h{number}", bucket, next_at=NOW + rest)
    now = last = NOW
    left = len(hosts)
    while left:  # whoever is asked never comes back: the worst that can happen
        host = roster.next_ready(now)
        if host is None:
            now += 1.0
            assert now - last <= HOLD + 20 + 1
            continue
        host.worker, last, left = 1, now, left - 1
