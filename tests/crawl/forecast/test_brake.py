"""How long the rest takes, and who is to blame."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from auslese.crawl.forecast.brake import HostWork, slowest
from auslese.wording.durations import lasting

BIG, SMALL = HostWork("big.example", 900, 1.0), HostWork("small.example", 100, 2.0)


def test_the_slowest_host_decides() -> None:
    time = slowest([SMALL, BIG], urls=1000, waiting=1000, rate=100.0)

    assert time.seconds == 900
    assert time.brake == "big.example alone needs 15 min at one request every 1.0 s"
    assert [brake.host for brake in time.hosts] == ["big.example", "small.example"]


def test_what_is_not_found_yet_is_expected_where_the_rest_waits() -> None:
    time = slowest([BIG, SMALL], urls=2000, waiting=1000, rate=100.0)

    assert (time.seconds, time.hosts[1].requests, time.hosts[1].seconds) == (1800, 200, 400)


def test_if_we_are_slower_than_every_host_our_own_pace_decides() -> None:
    time = slowest([BIG, SMALL], urls=1000, waiting=1000, rate=0.5)

    assert (time.seconds, time.brake) == (2000, "0.5 visits a second, as measured")


def test_without_any_measure_no_time_is_told() -> None:
    assert slowest([], urls=10, waiting=10, rate=0.0).seconds is None


@given(st.integers(1, 10**9), st.floats(0, 3600), st.floats(0, 3600))
def test_a_longer_delay_never_makes_it_shorter(waiting: int, one: float, other: float) -> None:
    times = [
        slowest([HostWork("a", waiting, delay)], waiting, waiting, 1000.0).seconds
        for delay in sorted((one, other))
    ]

    assert times == sorted(times, key=float)  # type: ignore[arg-type] # both were measured


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (0, "0 s"),
        (59, "59 s"),
        (60, "1 min"),
        (125, "2 min 5 s"),
        (2460, "41 min"),
        (3600, "1 h"),
        (7500, "2 h 5 min"),
        (40_000, "11 h"),
        (86400 * 2 + 3600 * 5, "2 days 5 h"),
        (86400 * 400, "400 days"),
    ],
)
def test_a_time_is_told_in_two_units_at_most(seconds: float, words: str) -> None:
    assert lasting(seconds) == words
