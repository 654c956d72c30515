"""Which host may be asked next? All hosts, by the time of their next permitted access."""

from heapq import heappop, heappush
from typing import Final

from auslese.crawl.frontier import Errand
from auslese.crawl.line import Line

# A URL one bucket better may overtake one that has waited this many seconds longer. So the best
# come first, nothing starves, and nothing is ever re-sorted: a rank does not change with time.
PATIENCE_SECONDS: Final = 60.0


class Host:
    """One politeness key while we crawl."""

    __slots__ = (
        "alias_of",
        "delay",
        "failures",
        "id",
        "later",
        "lease_until",
        "leased",
        "line",
        "name",
        "next_at",
        "rank",
        "token",
        "worker",
    )

    def __init__(self, id: int, name: str) -> None:
        """A host nobody has asked yet."""
        self.id = id
        self.name = name
        self.line = Line()
        self.later: list[tuple[float, int, int]] = []
        """URLs to be tried again, not before a time: a heap of (time, bucket, number)."""
        self.next_at = 0.0
        self.delay: float | None = None
        self.token = 0
        self.worker: int | None = None
        self.lease_until = 0.0
        self.leased: dict[int, Errand] = {}
        self.failures = 0
        self.alias_of: int | None = None
        self.rank: float | None = None
        """Its place among the ready hosts; None while it is leased or has nothing."""

    @property
    def waiting(self) -> int:
        """Count what waits here, the leased not counted."""
        return len(self.line) + len(self.later)

    def due_at(self) -> float | None:
        """When it may next be asked for something; None if nothing waits here."""
        if self.line:
            return self.next_at
        return max(self.next_at, self.later[0][0]) if self.later else None

    def take(self, most: int, now: float) -> list[tuple[int, int]]:
        """Remove and return the best (bucket, number) pairs that may be asked for now."""
        while self.later and self.later[0][0] <= now:
            _, bucket, number = heappop(self.later)
            self.line.push(bucket, number)
        return self.line.take(most)

    def take_all(self) -> list[tuple[float, int, int]]:
        """Remove and return all that waits here, as (not before, bucket, number)."""
        waiting = [(0.0, bucket, number) for bucket, number in self.line.take(len(self.line))]
        waiting += self.later
        self.later.clear()
        return waiting

    def put_back(self, not_before: float, bucket: int, number: int) -> None:
        """Let one that was taken wait again, as it did before."""
        if not_before:
            heappush(self.later, (not_before, bucket, number))
        else:
            self.line.push(bucket, number)


class Roster:
    """The hosts that have something waiting: asleep until their time, then ready, best first."""

    def __init__(self) -> None:
        """No host yet."""
        self.by_id: dict[int, Host] = {}
        self.by_name: dict[str, Host] = {}
        self._asleep: list[tuple[float, int]] = []
        self._ready: list[tuple[float, int]] = []
        self._leases: list[tuple[float, int, int]] = []

    def enlist(self, name: str) -> tuple[Host, bool]:
        """The host of this name, and whether it is new."""
        host = self.by_name.get(name)
        if host is not None:
            return host, False
        host = Host(len(self.by_id) + 1, name)
        self.put(host)
        return host, True

    def put(self, host: Host) -> None:
        """Take in a host that was read back from disk."""
        self.by_id[host.id] = host
        self.by_name[host.name] = host

    def wake(self, host: Host) -> None:
        """Let a host queue up after its line, its time or its lease has changed."""
        due = host.due_at()
        if host.worker is not None or due is None:
            host.rank = None
            return
        rank = due + host.line.best_bucket() * PATIENCE_SECONDS
        if host.rank is None or rank < host.rank:
            host.rank = rank
            heappush(self._asleep, (due, host.id))

    def next_ready(self, now: float) -> Host | None:
        """Remove and return the best host that may be asked now."""
        self._rouse(now)
        while self._ready:
            rank, number = heappop(self._ready)
            host = self.by_id[number]
            if self._is_ready(host, rank, now):
                host.rank = None
                return host
        return None

    def _is_ready(self, host: Host, rank: float, now: float) -> bool:
        """Whether this place among the ready is its own and not left over from before a lease."""
        return host.rank == rank and (host.due_at() or 0.0) <= now

    def _rouse(self, now: float) -> None:
        while self._asleep and self._asleep[0][0] <= now:
            _, number = heappop(self._asleep)
            host = self.by_id[number]
            if host.rank is None:
                continue
            if (host.due_at() or 0.0) <= now:
                heappush(self._ready, (host.rank, number))

    def seconds_to_next(self, now: float) -> float | None:
        """How long until some host may be asked; None if none has anything waiting."""
        self._rouse(now)
        while self._ready:
            rank, number = self._ready[0]
            if self._is_ready(self.by_id[number], rank, now):
                return 0.0
            heappop(self._ready)
        while self._asleep:
            at, number = self._asleep[0]
            host = self.by_id[number]
            if host.rank is not None and host.due_at() == at:
                return at - now
            heappop(self._asleep)
        return None

    def next_asleep(self) -> Host | None:
        """The host that is the next to wake up, after `seconds_to_next` has found it."""
        return self.by_id[self._asleep[0][1]] if self._asleep else None

    def note_lease(self, host: Host) -> None:
        """Remember when this lease runs out."""
        heappush(self._leases, (host.lease_until, host.id, host.token))

    def next_expired(self, now: float) -> Host | None:
        """Remove and return a host whose lease has run out."""
        while self._leases and self._leases[0][0] < now:
            _, number, token = heappop(self._leases)
            host = self.by_id[number]
            if host.worker is not None and host.token == token:
                return host
        return None
