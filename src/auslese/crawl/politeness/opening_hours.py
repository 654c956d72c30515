"""At which hours may a host be asked? By the clock where it stands: night is night there.

    22:00-06:00               every day, over midnight
    sat-sun 00:00-24:00       all of the weekend
    mon-fri 20:00-07:00       from the evening of these days to the next morning

A span belongs to the day on which it begins. When clocks are put forward or back, a time on the
wall may not exist or come twice; then the span begins at the later and ends at the earlier of the
two moments that could be meant, so we come an hour less rather than an hour too much.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from datetime import date, datetime, time, timedelta
from itertools import pairwise
from json import dumps
from typing import Final, NamedTuple
from zoneinfo import ZoneInfo

from auslese.crawl.politeness.time_zones import HostTimeZones
from auslese.records.errors import SettingsError

EXPECTED: Final = 'hours like "22:00-06:00" or "sat-sun 00:00-24:00"'
DAYS: Final = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
DAY_MINUTES: Final = 24 * 60
_DAY = "|".join(DAYS)
_SPAN = re.compile(
    rf"(?:({_DAY})(?:\s*-\s*({_DAY}))?\s+)?(\d\d?):(\d\d)\s*-\s*(\d\d?):(\d\d)",
    re.IGNORECASE | re.ASCII,
)
# Days that are looked at: a span of the day before yesterday may still last, and one that a change
# of clocks swallows comes again within two weeks.
LOOK_BACK, LOOK_AHEAD = 2, 22
MOST_HOSTS: Final = 200_000  # remembered with their zones: some 30 MB at most


class WeeklySpan(NamedTuple):
    """A time of the day on some days; minutes are counted from the midnight it begins after."""

    days: frozenset[int]
    """0 is Monday."""
    begin: int
    end: int
    """More than a day's minutes if it lasts until the next day."""


def parse_span(words: str) -> WeeklySpan:
    """Return what a person meant by these words."""
    found = _SPAN.fullmatch(words.strip())
    if not found:
        raise _unfit(words)
    first, last, *numbers = found.groups()
    begin, end = _minute(numbers[0], numbers[1]), _minute(numbers[2], numbers[3])
    if begin >= DAY_MINUTES or end > DAY_MINUTES or begin == end or end < 0 or begin < 0:
        raise _unfit(words)
    return WeeklySpan(_days(first, last or first), begin, end if end > begin else end + DAY_MINUTES)


def read_span(words: str) -> str:
    """Return a span in its plain spelling."""
    parse_span(words)
    return " ".join(re.sub(r"\s*-\s*", "-", words.lower()).split())


def _unfit(words: str) -> SettingsError:
    return SettingsError(f"expected {EXPECTED}, found {dumps(words, ensure_ascii=False)}")


def _minute(hours: str, minutes: str) -> int:
    """The minute of the day; negative if it is none."""
    return int(hours) * 60 + int(minutes) if int(minutes) < 60 else -1  # noqa: PLR2004


def _days(first: str | None, last: str | None) -> frozenset[int]:
    if first is None or last is None:
        return frozenset(range(len(DAYS)))
    begin, end = DAYS.index(first.lower()), DAYS.index(last.lower())
    return frozenset(range(begin, end + 1) if begin <= end else {*range(begin, 7), *range(end + 1)})


class OpenTime(NamedTuple):
    """From when until when, in seconds since 1970."""

    begin: float
    end: float


class _ZoneClock:
    """The opening times of one time zone; those at hand are computed once."""

    def __init__(self, zone: ZoneInfo, spans: tuple[WeeklySpan, ...]) -> None:
        self._zone = zone
        self._spans = spans
        self._since = float("inf")
        self._times = OpenTime(0.0, 0.0)

    def times_at(self, now: float) -> OpenTime:
        """The time that is open now, or the next one."""
        if not self._since <= now < self._times.end:
            self._look(now)
        return self._times

    def _look(self, now: float) -> None:
        for last, times in pairwise([OpenTime(now, now), *self._times_around(now)]):
            if times.end > now:
                self._since, self._times = last.end, times
                return
        raise AssertionError(f"no hours within {LOOK_AHEAD} days in {self._zone}")

    def _times_around(self, now: float) -> Iterator[OpenTime]:
        """Opening times in their order; those that touch are one."""
        today = datetime.fromtimestamp(now, self._zone).date()
        days = (today + timedelta(days=n) for n in range(-LOOK_BACK, LOOK_AHEAD))
        times = sorted(
            OpenTime(begin, end)
            for day in days
            for span in self._spans
            if day.weekday() in span.days
            and (begin := self._moment(day, span.begin, max))
            < (end := self._moment(day, span.end, min))
        )
        return merged_times(times)

    def _moment(self, day: date, minute: int, pick: Callable[[float, float], float]) -> float:
        """When that is; which one if the clocks are changed just then is `pick`ed."""
        wall = datetime.combine(day, time(), self._zone) + timedelta(minutes=minute)
        return pick(wall.replace(fold=0).timestamp(), wall.replace(fold=1).timestamp())


def merged_times(times: Iterable[OpenTime]) -> Iterator[OpenTime]:
    """Sorted times with those that overlap or touch made one."""
    last: OpenTime | None = None
    for each in times:
        if last is None or each.begin > last.end:
            if last is not None:
                yield last
            last = each
        elif each.end > last.end:
            last = OpenTime(last.begin, each.end)
    if last is not None:
        yield last


class HostHours:
    """When hosts may be asked; asked for every lease, so it remembers what it found out."""

    def __init__(self, spans: Iterable[str], zones: HostTimeZones, least: float = 0.0) -> None:
        """Read the spans; a rest of `least` seconds before closing is too short to begin in."""
        self._spans = tuple(map(parse_span, spans))
        self._zones = zones
        self._least = least
        self._always = is_always(self._spans)
        if self._spans and max(span.end - span.begin for span in self._spans) * 60 < least:
            raise SettingsError(
                f"politeness.hours: the longest span is too short for one request and what belongs"
                f" to it ({least:.0f} s)"
            )
        self._clocks: dict[str, _ZoneClock] = {}
        self._clock_of: dict[str, _ZoneClock] = {}

    def opens_at(self, host: str, now: float) -> float:
        """When it may be asked: now, or later."""
        return now if self._always else max(now, self._clock(host).times_at(now).begin)

    def closes_at(self, host: str, now: float) -> float:
        """When the time ends that is open now, or the next one; infinite if none ever does."""
        return float("inf") if self._always else self._clock(host).times_at(now).end

    def rest_until(self, host: str, now: float) -> float:
        """When a lease of it may begin, if not now; 0 if it may."""
        opens_at, closes_at = self.opens_at(host, now), self.closes_at(host, now)
        if opens_at > now:
            return opens_at
        return self.opens_at(host, closes_at) if closes_at - now < self._least else 0.0

    def shortened(self, host: str, now: float, seconds: float) -> float:
        """How much of a lease of so many seconds lies before closing time."""
        return min(seconds, self.closes_at(host, now) - now)

    def _clock(self, host: str) -> _ZoneClock:
        clock = self._clock_of.get(host)
        if clock is None:
            if len(self._clock_of) >= MOST_HOSTS:
                self._clock_of.clear()
            zone = self._zones.of(host)
            clock = self._clocks.setdefault(zone, _ZoneClock(ZoneInfo(zone), self._spans))
            self._clock_of[host] = clock
        return clock


def is_always(spans: Iterable[WeeklySpan]) -> bool:
    """Whether there is nothing outside these spans; no span at all means no restriction."""
    week = 7 * DAY_MINUTES
    open_minutes = {
        (day * DAY_MINUTES + minute) % week
        for span in spans
        for day in span.days
        for minute in range(span.begin, span.end)
    }
    return len(open_minutes) in (0, week)
