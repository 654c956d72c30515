"""How often may one client ask? A bucket each: it fills evenly, and a request takes a token."""

from collections import OrderedDict
from collections.abc import Callable
from math import ceil
from time import monotonic

BURST_SECONDS = 4.0  # a client that was quiet may ask so many seconds' worth at once
MOST_CLIENTS = 10_000  # some 2 MB; those that asked longest ago are forgotten, their buckets full


class Buckets:
    """The buckets of all clients. Not for several threads: the event loop alone asks."""

    def __init__(self, rate: float, clock: Callable[[], float] = monotonic) -> None:
        """So many requests a second; 0 for no limit."""
        self._rate = rate
        self._size = max(rate * BURST_SECONDS, 1.0)
        self._clock = clock
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def wait_for(self, client: str) -> int:
        """Take a token; else the whole seconds until there is one."""
        if not self._rate:
            return 0
        now = self._clock()
        tokens, at = self._buckets.pop(client, (self._size, now))
        tokens = min(self._size, tokens + (now - at) * self._rate)
        is_there = tokens >= 1
        self._buckets[client] = (tokens - is_there, now)
        if len(self._buckets) > MOST_CLIENTS:
            self._buckets.popitem(last=False)
        return 0 if is_there else max(1, ceil((1 - tokens) / self._rate))
