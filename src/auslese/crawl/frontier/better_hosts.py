"""Is it worth to wait for a better host? In a focused crawl, free hosts that promise less do.

A host that promises something is not free while it rests for politeness and while it is asked. If
every free worker took what happens to be free in the meantime, most of a broad crawl would be off
the topic. So a host is held back while one that promises more will soon be free, or is being asked.

Nothing is idle for ever: what is free only after the patience is not waited for; one host that is
held back is let go whenever the patience is over; and turns of age know no holding back.
"""

from collections.abc import Callable
from heapq import heappop, heappush
from typing import NamedTuple

from auslese.records.visit import BUCKETS, FOCUS_BUCKETS

LEAST_KEPT = 1024  # entries of a bucket before it is worth to sweep


class HoldRules(NamedTuple):
    """For what, and for how long, hosts are held back."""

    seconds: float = 0.0
    """How long at most; 0: nobody is ever held back."""
    lead: int = 2
    """Buckets by which a host must promise more to be worth waiting for."""


class BetterHosts:
    """What hosts promise that are not free now, by the bucket of their best URL."""

    def __init__(self, rules: HoldRules, is_current: Callable[[int, float, int], bool]) -> None:
        """Nobody is expected yet.

        `is_current` says of a host, a time and a bucket whether it still waits for that time with
        that bucket as its best.
        """
        self._patience, self._lead = rules
        self._is_current = is_current
        self._resting: list[list[tuple[float, int]]] = [[] for _ in range(BUCKETS)]
        """For each bucket a heap of (free at, host); what has changed since is still there."""
        self._most = [LEAST_KEPT] * BUCKETS
        """Entries after which such a heap is swept."""
        self._asked = [0] * BUCKETS
        self._bucket_of: dict[int, int] = {}
        """Of hosts that are being asked."""
        self._let_go_at: float | None = None
        """Since when hosts have been held back, or when the last of them was let go."""

    def note_rest(self, host: int, bucket: int, free_at: float) -> None:
        """Note that a host waits for its time."""
        heappush(self._resting[bucket], (free_at, host))
        if len(self._resting[bucket]) > self._most[bucket]:
            self._sweep(bucket)

    def _sweep(self, bucket: int) -> None:
        """Drop what has changed since; twice as much may come before the next time."""
        entries = set(self._resting[bucket])
        kept = sorted(one for one in entries if self._is_current(one[1], one[0], bucket))
        self._resting[bucket] = kept  # what is sorted is a heap
        self._most[bucket] = max(LEAST_KEPT, 2 * len(kept))

    def note_lease(self, host: int, bucket: int, is_leased: bool) -> None:
        """Note that a host is being asked, and the best of what is asked for or waits there now.

        Or that it is not asked any more.
        """
        before = self._bucket_of.get(host, BUCKETS)
        if is_leased and bucket >= before:
            return
        if before < BUCKETS:
            self._asked[before] -= 1
            del self._bucket_of[host]
        if is_leased:
            self._asked[bucket] += 1
            self._bucket_of[host] = bucket

    def holds_back(self, bucket: int, now: float) -> bool:
        """Whether a free host with this bucket has to wait; asked once for every lease."""
        if not self.is_worth_waiting(bucket, now):
            self._let_go_at = None
            return False
        if self._let_go_at is None:
            self._let_go_at = now
        if now - self._let_go_at < self._patience:
            return True
        self._let_go_at = now
        return False

    def is_worth_waiting(self, bucket: int, now: float) -> bool:
        """Whether a host that promises enough more than this bucket will be free in time."""
        if not self._patience:
            return False
        better = range(FOCUS_BUCKETS.start, bucket - self._lead + 1)
        return any(self._is_expected(one, now) for one in better)

    def _is_expected(self, bucket: int, now: float) -> bool:
        if self._asked[bucket]:
            return True
        resting = self._resting[bucket]
        while resting and not self._is_current(resting[0][1], resting[0][0], bucket):
            heappop(resting)
        return bool(resting) and resting[0][0] <= now + self._patience
