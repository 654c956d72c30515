"""A part of the index: servers that have it, which of them is asked, and when another one, too."""

from collections.abc import Sequence
from itertools import count
from threading import Lock
from time import monotonic

from auslese.recipes.metasearch.shards.replica import Replica, quantile_of
from auslese.records.joint_answer import IndexStatistics, ShardHealth

SLOW = 0.95  # share of answers that come before a second server is asked
FIRST_PATIENCE = 0.2  # seconds, until enough answers have been seen to tell what is slow
KNOWN_ANSWERS = 20
LEAST_PATIENCE = 0.005  # seconds: below it a second request costs more than it saves
HEDGES, HEDGE_GAIN = 10.0, 0.1
"""Second requests that may be sent at once, and what every first one adds to them: servers that are
slow because too much is asked of them are asked a tenth more at most."""
FRESH_SECONDS = 60.0  # how old what an index says of itself may be


class Shard:
    """A part of the index; several threads may ask for it."""

    def __init__(self, name: str, addresses: Sequence[str]) -> None:
        """It is on these servers."""
        self.name = name
        self.replicas = tuple(map(Replica, addresses))
        self._turns = count()
        self._lock = Lock()
        self._hedges = HEDGES
        self.part = ""
        """Which part it says that it is, as 2/4; empty if it does not say."""
        self._statistics: tuple[float, IndexStatistics] | None = None

    @property
    def title(self) -> str:
        """What people see: its servers."""
        return ", ".join(each.address.partition("://")[2] for each in self.replicas)

    def in_turn(self) -> list[Replica]:
        """Its servers that do not rest, each of them first as often as the others."""
        awake = [each for each in self.replicas if not each.rests_for]
        first = next(self._turns) % len(awake) if awake else 0
        with self._lock:
            self._hedges = min(HEDGES, self._hedges + HEDGE_GAIN)
        return awake[first:] + awake[:first]

    def patience(self) -> float:
        """Seconds after which a second server is asked."""
        times = [took for each in self.replicas for took in each.times()]
        if len(times) < KNOWN_ANSWERS:
            return FIRST_PATIENCE
        return max(LEAST_PATIENCE, quantile_of(times, SLOW))

    def may_hedge(self) -> bool:
        """Whether a second server may be asked now."""
        with self._lock:
            if self._hedges < 1:
                return False
            self._hedges -= 1
            return True

    @property
    def statistics(self) -> IndexStatistics | None:
        """What its index has said of itself a while ago; None if it is to be asked."""
        if self._statistics is None or monotonic() - self._statistics[0] > FRESH_SECONDS:
            return None
        return self._statistics[1]

    def keep(self, statistics: IndexStatistics, part: str) -> None:
        """Remember what its index says of itself, and which part it is."""
        self._statistics, self.part = (monotonic(), statistics), part

    def health(self) -> ShardHealth:
        """How it does."""
        pages = self._statistics[1].pages if self._statistics else 0
        return ShardHealth(self.name, pages, tuple(each.health() for each in self.replicas))
