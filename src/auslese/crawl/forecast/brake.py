"""How long does the rest take? Politeness arithmetic: the slowest host decides, or our own pace."""

from collections.abc import Sequence
from typing import NamedTuple

from auslese.wording.crawl_sentences import BrakeReason
from auslese.wording.durations import lasting


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
        time = lasting(longest.seconds)
        brake = BrakeReason.ONE_HOST.of(host=longest.host, time=time, every=every)
        return Duration(longest.seconds, brake, tuple(brakes))
    if pace is None:
        return Duration(None, "")
    return Duration(pace, BrakeReason.OWN_PACE.of(rate=rate), tuple(brakes))
