"""How long nobody looked at the network: an answer that came meanwhile is not late."""

from collections.abc import Callable
from time import monotonic

LONG_SECONDS = 1.0
"""A shorter absence does no harm: a page of ten megabytes takes a fifth of a second to read."""
OWN_SHARE = 0.25
"""Of the time of a request; if we were away for so much of it, its end is no word of its host."""


class OwnAbsence:
    """Adds up the long absences of a worker that reads pages, or does not get a processor."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        """Nobody was ever away."""
        self._clock = clock
        self._looked_at: float | None = None
        self.seconds = 0.0
        """In all."""

    def come_back(self, expected: float = 0.0) -> None:
        """Look again, after an absence in which `expected` seconds were spent on waiting."""
        if self._looked_at is None:
            return
        away = self._clock() - self._looked_at - expected
        if away >= LONG_SECONDS:
            self.seconds += away

    def leave(self) -> None:
        """Look away."""
        self._looked_at = self._clock()

    def forget(self) -> None:
        """Nothing is under way that anybody could miss."""
        self._looked_at = None


def is_own_delay(absent: float, seconds: float) -> bool:
    """Whether a request that took so long may have run out of time by our absence alone."""
    return absent > 0.0 and absent >= OWN_SHARE * seconds
