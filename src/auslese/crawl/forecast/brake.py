"""How long does the rest take? Politeness arithmetic: the slowest host decides, or our own pace."""

from collections.abc import Sequence
from typing import NamedTuple

MINUTE, HOUR, DAY = 60.0, 3600.0, 86400.0
FEW = 10  # below so many of a unit, the next smaller one is told too


class HostWork(NamedTuple):
    """What waits at one host, and how fast it may be asked."""

    host: str
    waiting: int
    seconds: float
    """Between the beginnings of two requests: its delay and the time of its answers."""


class HostBrake(NamedTuple):
    """How long one host will take."""

    host: str
    requests: int
    seconds: float


class Duration(NamedTuple):
    """How long it takes, and why."""

    seconds: float | None
    brake: str
    hosts: tuple[HostBrake, ...] = ()


def slowest(hosts: Sequence[HostWork], urls: float, waiting: int, rate: float) -> Duration:
    """How long so many visits take, if what is found yet lies where what waits now lies."""
    share = urls / waiting if waiting else 0.0
    brakes = [
        HostBrake(h.host, round(h.waiting * share), h.waiting * share * h.seconds) for h in hosts
    ]
    brakes.sort(key=lambda brake: (-brake.seconds, brake.host))
    pace = urls / rate if rate > 0 else None
    longest = brakes[0] if brakes else None
    if longest is not None and (pace is None or longest.seconds >= pace):
        every = longest.seconds / longest.requests if longest.requests else 0.0
        words = f"{longest.host} alone needs {lasting(longest.seconds)}"
        words += f" at one request every {every:.1f} s"
        return Duration(longest.seconds, words, tuple(brakes))
    if pace is None:
        return Duration(None, "")
    return Duration(pace, f"{rate:,.1f} visits a second, as measured", tuple(brakes))


def lasting(seconds: float) -> str:
    """A time in words, as `41 min` or `2 h 5 min`."""
    for unit, name, smaller, small_name in (
        (DAY, "days", HOUR, "h"),
        (HOUR, "h", MINUTE, "min"),
        (MINUTE, "min", 1.0, "s"),
    ):
        if seconds >= unit:
            whole, rest = divmod(seconds, unit)
            part = int(rest // smaller)
            if whole >= FEW or not part:
                return f"{seconds / unit:,.0f} {name}"
            return f"{whole:.0f} {name} {part} {small_name}"
    return f"{seconds:.0f} s"
