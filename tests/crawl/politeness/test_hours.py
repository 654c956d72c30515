"""Hosts are asked at their own night hours, whatever is done to the clocks there."""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from auslese.crawl.politeness.opening_hours import (
    DAY_MINUTES,
    DAYS,
    HostHours,
    WeeklySpan,
    parse_span,
    read_span,
)
from auslese.crawl.politeness.time_zones import HostTimeZones, country_zones, read_entry, read_zone
from auslese.records.errors import SettingsError

NIGHT = "22:00-06:00"
BERLIN = "uni.de"


def at(text: str, zone: str = "UTC") -> float:
    """The moment at which clocks there show this; of two the first."""
    return datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)).timestamp()


def hours(*spans: str, zones: Iterable[str] = (), least: float = 0.0) -> HostHours:
    return HostHours(spans, HostTimeZones(zones), least)


# -- reading --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "days", "begin", "end"),
    [
        ("22:00-06:00", "mon tue wed thu fri sat sun", 22 * 60, 30 * 60),
        ("9:05-17:30", "mon tue wed thu fri sat sun", 545, 1050),
        ("00:00-24:00", "mon tue wed thu fri sat sun", 0, 1440),
        ("Sat - Sun  00:00 - 24:00", "sat sun", 0, 1440),
        ("fri-mon 20:00-07:00", "fri sat sun mon", 1200, 1860),
        ("wed 23:00-24:00", "wed", 1380, 1440),
    ],
)
def test_a_span_is_read_as_it_is_meant(words: str, days: str, begin: int, end: int) -> None:
    named = frozenset(map(DAYS.index, days.split()))

    assert parse_span(words) == WeeklySpan(named, begin, end)
    assert parse_span(read_span(words)) == parse_span(words)


@pytest.mark.parametrize(
    "words",
    [
        *("", "night", "22-6", "22:00", "22:00-22:00", "24:00-06:00", "22:60-06:00", "22:00-25:00"),
        *("xyz 22:00-06:00", "mon,tue 22:00-06:00", "22:00-24:01", "mon-22:00-06:00"),
        "٢٢:00-06:00",
    ],
)
def test_what_is_no_span_is_told_with_an_example(words: str) -> None:
    with pytest.raises(SettingsError, match='expected hours like "22:00-06:00"'):
        parse_span(words)


# -- whose clock ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("host", "zone"),
    [
        ("www.in.tum.de", "Europe/Berlin"),
        ("example.co.uk", "Europe/London"),
        ("example.eu", "Europe/Brussels"),
        ("www.mit.edu", "America/New_York"),
        ("example.com.au", "Australia/Sydney"),
        ("example.ru", "Europe/Moscow"),
        ("example.jp", "Asia/Tokyo"),
        ("example.com", "UTC"),
        ("example.io", "UTC"),
        ("localhost", "UTC"),
        ("192.0.2.7", "UTC"),
        ("[2001:db8::1]", "UTC"),
        ("", "UTC"),
        ("." * 300, "UTC"),
    ],
)
def test_the_country_in_a_name_tells_the_clock(host: str, zone: str) -> None:
    assert HostTimeZones().of(host) == zone


def test_who_knows_better_is_believed_and_the_longest_name_counts() -> None:
    told = ["example.org Europe/Berlin", "*.edu America/Chicago", ".a.example.org Asia/Tokyo"]
    zones = HostTimeZones(told, otherwise="Europe/Paris")

    assert zones.of("example.org") == zones.of("www.example.org") == "Europe/Berlin"
    assert zones.of("b.a.example.org") == "Asia/Tokyo"
    assert zones.of("mit.edu") == "America/Chicago"
    assert zones.of("notexample.org") == "Europe/Paris"


def test_every_country_has_a_zone_that_exists() -> None:
    assert len(country_zones()) > 240
    for zone in country_zones().values():
        assert read_zone(zone) == zone


@pytest.mark.parametrize("zone", ["Berlin", "Europe", "", "../etc/passwd", "/etc/passwd", "a\0b"])
def test_a_zone_that_does_not_exist_is_told(zone: str) -> None:
    with pytest.raises(SettingsError, match="expected a time zone"):
        read_zone(zone)


@pytest.mark.parametrize(
    "words", ["example.org", "Europe/Berlin", "a/b Europe/Berlin", " ", "a b c"]
)
def test_a_bad_entry_is_told(words: str) -> None:
    with pytest.raises(SettingsError, match="expected a"):
        read_entry(words)


# -- open and closed ------------------------------------------------------------------------------


def test_a_night_is_night_where_the_host_stands() -> None:
    noon = at("2026-06-10T12:00")

    opens = {host: hours(NIGHT).opens_at(host, noon) for host in ("a.de", "a.jp", "a.edu", "a.com")}

    assert opens["a.de"] == at("2026-06-10T22:00", "Europe/Berlin")
    assert opens["a.jp"] == at("2026-06-10T22:00", "Asia/Tokyo")
    assert opens["a.edu"] == at("2026-06-10T22:00", "America/New_York")
    assert opens["a.com"] == at("2026-06-10T22:00")


def test_an_open_host_is_open_now_and_closes_in_the_morning() -> None:
    night = at("2026-06-10T23:30", "Europe/Berlin")

    assert hours(NIGHT).opens_at(BERLIN, night) == night
    assert hours(NIGHT).closes_at(BERLIN, night) == at("2026-06-11T06:00", "Europe/Berlin")


def test_the_last_moment_before_closing_is_open_and_closing_time_is_not() -> None:
    closing = at("2026-06-11T06:00", "Europe/Berlin")

    assert hours(NIGHT).opens_at(BERLIN, closing - 1) == closing - 1
    assert hours(NIGHT).opens_at(BERLIN, closing) == at("2026-06-11T22:00", "Europe/Berlin")


def test_a_span_belongs_to_the_day_it_begins_on() -> None:
    friday = hours("fri 20:00-07:00")
    saturday_morning = at("2026-06-13T03:00", "Europe/Berlin")
    friday_morning = at("2026-06-12T03:00", "Europe/Berlin")

    assert friday.opens_at(BERLIN, saturday_morning) == saturday_morning
    assert friday.opens_at(BERLIN, friday_morning) == at("2026-06-12T20:00", "Europe/Berlin")


def test_days_that_touch_are_one_long_time() -> None:
    weekend = hours("sat-sun 00:00-24:00", "fri 22:00-24:00")
    saturday = at("2026-06-13T03:00", "Europe/Berlin")

    assert weekend.closes_at(BERLIN, saturday) == at("2026-06-15T00:00", "Europe/Berlin")
    assert weekend.opens_at(BERLIN, at("2026-06-10T00:00")) == at(
        "2026-06-12T22:00", "Europe/Berlin"
    )


@pytest.mark.parametrize("spans", [(), ("00:00-24:00",), ("06:00-22:00", "22:00-06:00")])
def test_no_restriction_is_always_open(spans: tuple[str, ...]) -> None:
    assert hours(*spans).opens_at(BERLIN, 5.0) == 5.0
    assert hours(*spans).closes_at(BERLIN, 5.0) == float("inf")
    assert hours(*spans, least=60.0).rest_until(BERLIN, 5.0) == 0.0
    assert hours(*spans).shortened(BERLIN, 5.0, 120.0) == 120.0


# -- when the clocks are changed ------------------------------------------------------------------


def test_a_night_with_an_hour_more_or_less_still_ends_by_the_clock_on_the_wall() -> None:
    spring, autumn = (
        at("2026-03-28T23:00", "Europe/Berlin"),
        at("2026-10-24T23:00", "Europe/Berlin"),
    )

    assert hours(NIGHT).closes_at(BERLIN, spring) - spring == 6 * 3600
    assert hours(NIGHT).closes_at(BERLIN, autumn) - autumn == 8 * 3600


def test_a_time_that_the_clocks_skip_opens_later_and_closes_earlier() -> None:
    before = at("2026-03-29T00:30", "Europe/Berlin")

    opening = hours("02:30-05:00").opens_at(BERLIN, before)
    closing = hours("00:00-02:30").closes_at(BERLIN, before)

    assert opening == at("2026-03-29T03:30", "Europe/Berlin")
    assert closing == at("2026-03-29T01:30", "Europe/Berlin")


def test_a_time_that_comes_twice_opens_at_the_second_and_closes_at_the_first() -> None:
    before = at("2026-10-25T00:30", "Europe/Berlin")
    first = datetime(2026, 10, 25, 0, 30, tzinfo=UTC).timestamp()  # 02:30 in summer time

    assert hours("02:30-05:00").opens_at(BERLIN, before) == first + 3600
    assert hours("00:00-02:30").closes_at(BERLIN, before) == first


def test_hours_that_the_clocks_skip_whole_come_again_the_next_time() -> None:
    before = at("2026-03-29T00:30", "Europe/Berlin")

    daily = hours("02:00-02:45").opens_at(BERLIN, before)
    weekly = hours("sun 02:00-02:45").opens_at(BERLIN, before)

    assert daily == at("2026-03-30T02:00", "Europe/Berlin")
    assert weekly == at("2026-04-05T02:00", "Europe/Berlin")


CLOCK_TIMES = st.builds(lambda h, m: f"{h:02}:{m:02}", st.integers(0, 23), st.integers(0, 59))
DAY_WORDS = (
    st.just("")
    | st.sampled_from(DAYS).map(lambda day: f"{day} ")
    | st.builds(
        lambda first, last: f"{first}-{last} ", st.sampled_from(DAYS), st.sampled_from(DAYS)
    )
)
SPANS = st.builds(
    lambda days, begin, end: f"{days}{begin}-{end}", DAY_WORDS, CLOCK_TIMES, CLOCK_TIMES
).filter(lambda text: text[-5:] != text[-11:-6])
ZONES = st.sampled_from(
    # Half an hour of summer time, changes at midnight, none at all, odd minutes
    [
        *("Europe/Berlin", "Australia/Lord_Howe", "America/Santiago", "Africa/Cairo", "UTC"),
        *("America/New_York", "America/St_Johns", "Africa/Casablanca", "Asia/Kathmandu"),
    ]
)
MOMENTS = st.floats(at("2025-01-01"), at("2028-01-01"))


def shows_open(spans: Iterable[str], zone: str, moment: float) -> bool:
    """Whether the clock on the wall there shows a time within a span."""
    wall = datetime.fromtimestamp(moment, ZoneInfo(zone))
    minute = wall.hour * 60 + wall.minute
    return any(
        (wall.weekday() in span.days and span.begin <= minute < span.end)
        or ((wall.weekday() - 1) % 7 in span.days and minute + DAY_MINUTES < span.end)
        for span in map(parse_span, spans)
    )


def clocks_stand(zone: str, moment: float) -> bool:
    """Whether nobody changes the clocks there within half a day."""
    there = [datetime.fromtimestamp(moment + h * 3600, ZoneInfo(zone)) for h in range(-13, 14)]
    return len({each.utcoffset() for each in there}) == 1


@given(st.lists(SPANS, min_size=1, max_size=3), ZONES, MOMENTS)
def test_a_host_opens_at_a_time_that_is_open_by_its_clock(
    spans: list[str], zone: str, now: float
) -> None:
    asked = hours(*spans, zones=[f"a.example {zone}"])

    opens_at, closes_at = asked.opens_at("a.example", now), asked.closes_at("a.example", now)

    assert now <= opens_at < closes_at
    assert shows_open(spans, zone, opens_at)
    assert asked.opens_at("a.example", opens_at) == opens_at
    last = min(closes_at - 1, opens_at + 30 * 86400)
    if last > opens_at:
        assert shows_open(spans, zone, last)
        assert asked.opens_at("a.example", last) == last
        assert asked.closes_at("a.example", last) == closes_at


@given(st.lists(SPANS, min_size=1, max_size=3), ZONES, MOMENTS)
def test_what_the_clock_shows_as_open_is_open_unless_clocks_are_changed(
    spans: list[str], zone: str, now: float
) -> None:
    asked = hours(*spans, zones=[f"a.example {zone}"])

    is_open = asked.opens_at("a.example", now) == now

    if clocks_stand(zone, now):
        assert is_open == shows_open(spans, zone, now)


@given(st.lists(SPANS, min_size=1, max_size=2), st.lists(MOMENTS, min_size=2, max_size=6))
def test_what_it_remembers_changes_no_answer(spans: list[str], moments: list[float]) -> None:
    remembering = hours(*spans)

    for moment in moments:
        for near in (moment, moment + 60, moment - 60):
            assert remembering.opens_at("a.de", near) == hours(*spans).opens_at("a.de", near)
            assert remembering.closes_at("a.de", near) == hours(*spans).closes_at("a.de", near)


# -- leases ---------------------------------------------------------------------------------------


def test_too_little_time_before_closing_is_left_alone() -> None:
    closing = at("2026-06-11T06:00", "Europe/Berlin")
    asked = hours(NIGHT, least=40.0)

    assert asked.rest_until(BERLIN, closing - 40) == 0.0
    assert asked.rest_until(BERLIN, closing - 39) == at("2026-06-11T22:00", "Europe/Berlin")
    assert asked.rest_until(BERLIN, closing + 1) == at("2026-06-11T22:00", "Europe/Berlin")


def test_a_lease_ends_at_closing_time() -> None:
    closing = at("2026-06-11T06:00", "Europe/Berlin")

    assert hours(NIGHT).shortened(BERLIN, closing - 50, 120.0) == 50.0
    assert hours(NIGHT).shortened(BERLIN, closing - 500, 120.0) == 120.0


def test_hours_in_which_nothing_could_ever_be_asked_are_refused() -> None:
    with pytest.raises(SettingsError, match="too short for one request"):
        hours("22:00-22:01", "03:00-03:02", least=121.0)
    assert hours("22:00-22:01", "03:00-03:02", least=120.0)


def test_memory_stays_bounded_however_many_hosts_come(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("auslese.crawl.politeness.opening_hours.MOST_HOSTS", 10)
    asked = hours(NIGHT)
    noon = at("2026-06-10T12:00")

    opens = {asked.opens_at(f"h{number}.com", noon) for number in range(100)}

    assert opens == {noon + timedelta(hours=10).total_seconds()}
    assert len(asked._clock_of) <= 10
