"""What a site wishes beyond allow and disallow: how often, when, what for. Lines outside RFC 9309.

`Crawl-delay` is old custom; `Request-rate` and `Visit-time` are from the extended standard of 1996
(conman.org/people/spc/robots2.html); `Content-Signal` and `Content-Usage` say what pages may be
used for and are only passed on.
"""

import re
from collections.abc import Iterable
from typing import NamedTuple

from auslese.crawl.politeness.pace import LONGEST_WAIT

MOST_SIGNALS = 20  # lines of one file that are passed on; sites write one or two
LONGEST_SIGNAL = 500

_NUMBER = re.compile(r"[0-9]+(?:[.,][0-9]*)?|[.,][0-9]+")
_POWER = re.compile(r"[eE]\+?[0-9]+")
_RATE = re.compile(r"([0-9]+)[ \t]*/[ \t]*([0-9]+)[ \t]*([smhSMH]?)")
_UNIT_SECONDS = {"": 1, "s": 1, "m": 60, "h": 3600}
_CLOCK = r"((?:[01][0-9]|2[0-3]):?[0-5][0-9]|24:?00)"
_WINDOW = re.compile(rf"{_CLOCK}[ \t]*-[ \t]*{_CLOCK}(?![0-9])")
_LARGEST_NUMBER = 1e9  # what is larger means the same: never, or at once


class RobotsPreferenceLine(NamedTuple):
    """One such line."""

    kind: str
    value: str


class VisitTime(NamedTuple):
    """When visits are welcome, in minutes after midnight UTC; may reach over midnight."""

    begin: int
    end: int


class RobotsPreferences(NamedTuple):
    """All that one robot is asked for."""

    delay: float = 0.0
    """Seconds between two requests, an hour at most; 0 if nothing is said."""
    visit_times: tuple[VisitTime, ...] = ()
    """Empty: at any time."""
    signals: tuple[str, ...] = ()
    """Lines about what the pages may be used for, as `content-signal: ai-train=no`."""


def read_preferences(lines: Iterable[RobotsPreferenceLine]) -> RobotsPreferences:
    """Return what these lines ask for together; of several delays the longest."""
    delay = 0.0
    times: dict[VisitTime, None] = {}
    signals: dict[str, None] = {}
    for kind, value in lines:
        if kind == "crawl-delay":
            delay = max(delay, delay_seconds(value))
        elif kind == "request-rate":
            delay = max(delay, rate_seconds(value))
        elif kind == "visit-time":
            if time := visit_time(value):
                times[time] = None
        elif len(signals) < MOST_SIGNALS:
            signals[f"{kind}: {value}"[:LONGEST_SIGNAL]] = None
    return RobotsPreferences(delay, tuple(times), tuple(signals))


def delay_seconds(value: str) -> float:
    """Return the seconds that `Crawl-delay` asks for; 0 if they cannot be read."""
    number = _NUMBER.match(value)
    if number is None:
        return 0.0
    power = _POWER.match(value, number.end())
    seconds = float(number[0].replace(",", ".") + (power[0] if power else ""))
    return min(seconds, LONGEST_WAIT)


def rate_seconds(value: str) -> float:
    """Return the seconds between two requests at a `Request-rate` like `1/5` or `30/1m`.

    A time of day behind it is not looked at: who is slow at noon may be slow at night.
    """
    rate = _RATE.match(value)
    if rate is None:
        return 0.0
    pages, span = (min(float(number), _LARGEST_NUMBER) for number in rate.groups()[:2])
    seconds = span * _UNIT_SECONDS[rate[3].lower()]
    return min(seconds / pages, LONGEST_WAIT) if pages else LONGEST_WAIT


def visit_time(value: str) -> VisitTime | None:
    """Return the hours of a `Visit-time` like `0600-0845`; None if they cannot be read."""
    window = _WINDOW.match(value)
    if window is None:
        return None
    return VisitTime(*(_minutes(clock.replace(":", "")) for clock in window.groups()))


def _minutes(clock: str) -> int:
    return int(clock[:2]) * 60 + int(clock[2:])
