"""A server that has a part of the index: how fast it has been, and whether it is to rest."""

from collections import deque
from collections.abc import Callable
from threading import Lock
from time import monotonic

from auslese.records.joint_answer import ReplicaHealth

KEPT = 200  # answers whose times are remembered
BEATEN_OFTEN = 3
"""Times one after the other that another server was faster though it was asked later: then it
hangs, and whoever asks it first waits in vain each time."""
FIRST_REST, LONGEST_REST = 0.5, 16.0  # seconds; doubled with every failure


class Replica:
    """A server; several threads may tell it how it did."""

    def __init__(self, address: str, clock: Callable[[], float] = monotonic) -> None:
        """Nothing is known of it yet."""
        self.address = address
        self._clock = clock
        self._lock = Lock()
        self._took: deque[float] = deque(maxlen=KEPT)
        self._asked = self._failed = self._hedged = self._strikes = self._beaten = 0
        self._rests_until = 0.0
        self._problem = ""

    @property
    def rests_for(self) -> float:
        """Seconds until it may be asked again."""
        return max(0.0, self._rests_until - self._clock())

    @property
    def problem(self) -> str:
        """Why it rests."""
        return self._problem

    def times(self) -> list[float]:
        """How long its last answers took, in seconds."""
        with self._lock:
            return list(self._took)

    def asked(self) -> None:
        """It is being asked."""
        with self._lock:
            self._asked += 1

    def answered(self, seconds: float) -> None:
        """It gave an answer that could be read, after so long."""
        with self._lock:
            self._took.append(seconds)
            self._strikes = self._beaten = 0
            self._rests_until, self._problem = 0.0, ""

    def hedged(self) -> None:
        """It took so long that another server is asked, too."""
        with self._lock:
            self._hedged += 1

    def beaten(self, problem: str) -> None:
        """Another server that was asked later was faster."""
        with self._lock:
            self._beaten += 1
            if self._beaten >= BEATEN_OFTEN:
                self._rest(problem)

    def failed(self, problem: str) -> None:
        """It gave no answer, or none that could be read: it rests for a while."""
        with self._lock:
            self._failed += 1
            self._rest(problem)

    def _rest(self, problem: str) -> None:
        self._problem = problem
        if self._rests_until > self._clock():
            return  # another question has told of the same failure
        self._rests_until = self._clock() + min(FIRST_REST * 2**self._strikes, LONGEST_REST)
        self._strikes = min(self._strikes + 1, 10)

    def health(self) -> ReplicaHealth:
        """How it does."""
        times = self.times()
        return ReplicaHealth(
            self.address,
            self._asked,
            self._failed,
            self._hedged,
            round(1000 * quantile_of(times, 0.5), 2),
            round(1000 * quantile_of(times, 0.95), 2),
            round(self.rests_for, 2),
            self._problem,
        )


def quantile_of(times: list[float], share: float) -> float:
    """So long took this share of them at most; 0 of nothing."""
    ordered = sorted(times)
    return ordered[min(int(share * len(ordered)), len(ordered) - 1)] if ordered else 0.0
