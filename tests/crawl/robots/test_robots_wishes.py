"""Delays, rates and hours that sites ask for are understood; nonsense asks for nothing."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from auslese.crawl.politeness.pace import LONGEST_WAIT
from auslese.crawl.robots.robots_extensions import (
    MOST_SIGNALS,
    RobotsPreferenceLine,
    VisitTime,
    delay_seconds,
    rate_seconds,
    read_preferences,
    visit_time,
)


@pytest.mark.parametrize(
    ("value", "seconds"),
    [
        ("7", 7.0),
        ("0.5", 0.5),
        (".5", 0.5),
        ("2,5", 2.5),
        ("10s", 10.0),
        ("1e2", 100.0),
        ("", 0.0),
        ("soon", 0.0),
        ("-3", 0.0),
        ("nan", 0.0),
        ("1e12", LONGEST_WAIT),
        ("9" * 5000, LONGEST_WAIT),
    ],
)
def test_a_delay_is_read(value: str, seconds: float) -> None:
    assert delay_seconds(value) == seconds


@pytest.mark.parametrize(
    ("value", "seconds"),
    [
        ("1/5", 5.0),
        ("1/5s", 5.0),
        ("30/1m", 2.0),
        ("1 / 10M 1300-1659", 600.0),
        ("1/1h", 3600.0),
        ("1/2h", LONGEST_WAIT),
        ("4/1", 0.25),
        ("0/1", LONGEST_WAIT),
        ("1/0", 0.0),
        (f"1/{'9' * 5000}", LONGEST_WAIT),
        (f"{'9' * 5000}/{'9' * 5000}", 1.0),
        ("often", 0.0),
        ("5", 0.0),
    ],
)
def test_a_rate_is_read_as_seconds_for_one_request(value: str, seconds: float) -> None:
    assert rate_seconds(value) == seconds


@pytest.mark.parametrize(
    ("value", "window"),
    [
        ("0600-0845", VisitTime(360, 525)),
        ("22:00 - 06:30", VisitTime(1320, 390)),
        ("0000-2400", VisitTime(0, 1440)),
        ("0600", None),
        ("2500-2600", None),
        ("0600-08455", None),
        ("at night", None),
    ],
)
def test_hours_are_read_in_minutes(value: str, window: VisitTime | None) -> None:
    assert visit_time(value) == window


def test_of_delay_and_rate_the_longer_counts() -> None:
    lines = [
        RobotsPreferenceLine("crawl-delay", "3"),
        RobotsPreferenceLine("request-rate", "1/8"),
        RobotsPreferenceLine("crawl-delay", "5"),
    ]

    assert read_preferences(lines).delay == 8.0


def test_all_hours_are_kept_and_each_once() -> None:
    lines = [
        RobotsPreferenceLine("visit-time", hours)
        for hours in ("0100-0200", "none", "0300-0400", "0100-0200")
    ]

    assert read_preferences(lines).visit_times == (VisitTime(60, 120), VisitTime(180, 240))


def test_signals_end_somewhere() -> None:
    lines = [
        RobotsPreferenceLine("content-signal", f"{number}" * 999)
        for number in range(MOST_SIGNALS + 5)
    ]

    signals = read_preferences(lines).signals

    assert len(signals) == MOST_SIGNALS
    assert max(map(len, signals)) == 500


@given(st.text() | st.from_regex(r"[0-9./,eE:hms -]{0,20}", fullmatch=True))
def test_no_value_is_too_strange(value: str) -> None:
    assert 0.0 <= delay_seconds(value) <= LONGEST_WAIT
    assert 0.0 <= rate_seconds(value) <= LONGEST_WAIT
    assert (visit_time(value) or VisitTime(0, 0)).end <= 24 * 60
