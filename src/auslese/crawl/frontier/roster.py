"""Which host may be asked next? All hosts, by the time of their next permitted access."""

from collections import deque
from heapq import heappop, heappush
from typing import Final

from auslese.crawl.fetch.name_resolver import known_address
from auslese.crawl.frontier.better_hosts import BetterHosts, HoldRules
from auslese.crawl.frontier.focused_queue import FocusedQueue, WaitingPlaces
from auslese.crawl.frontier.host_queue import BucketQueue
from auslese.crawl.frontier.lease import Errand, Lease, RobotsNote
from auslese.crawl.frontier.worker_report import HostNote

# A URL one bucket better may overtake one that has waited this many seconds longer. So the best
# come first, nothing starves, and nothing is ever re-sorted: a rank does not change with time.
PATIENCE_SECONDS: Final = 60.0
# In a focused crawl no wait makes up for a worse bucket: longer than any moment since 1970, and
# a rank still tells 0.1 ms apart. What waits long is taken at its turn, by `Roster._longest`.
FOCUSED_PATIENCE: Final = 1e10
MOST_PASSED_OVER = 100  # hosts whose address is not free, before a turn of age is given up


class SharedAddress:
    """An address that hosts share: one of them is asked at a time."""

    __slots__ = ("free_at", "parked", "tenant")

    def __init__(self) -> None:
        """Nobody has been asked here yet."""
        self.free_at = 0.0
        self.tenant: int | None = None
        """The host that is being asked here now."""
        self.parked: list[tuple[float, int]] = []
        """Ready hosts that wait for this place: a heap of (rank, host)."""


class Host:
    """One politeness key while we crawl."""

    __slots__ = (
        "address",
        "alias_of",
        "delay",
        "errors",
        "failures",
        "has_answered",
        "has_turn_of_age",
        "id",
        "is_let_go",
        "later",
        "lease_until",
        "leased",
        "line",
        "name",
        "next_at",
        "rank",
        "resolved_at",
        "ticket",
        "token",
        "unverified",
        "worker",
    )

    def __init__(self, id: int, name: str, line: BucketQueue | None = None) -> None:
        """A host nobody has asked yet."""
        self.id = id
        self.name = name
        self.line = BucketQueue() if line is None else line
        self.later: list[tuple[float, int, int]] = []
        """URLs to be tried again, not before a time: a heap of (time, bucket, number)."""
        self.next_at = 0.0
        self.delay: float | None = None
        self.token = 0
        self.worker: int | None = None
        self.lease_until = 0.0
        self.leased: dict[int, Errand] = {}
        self.failures = 0
        self.has_answered = False
        self.alias_of: int | None = None
        self.address = known_address(name)
        self.resolved_at = 0.0
        self.errors = 0.0
        self.unverified = False
        self.rank: float | None = None
        """Its place among the ready hosts; None while it is leased or has nothing."""
        self.ticket = 0
        """Its number in the line of those that became ready, in a focused crawl; 0: it has none."""
        self.has_turn_of_age = False
        """Whether it was its long wait that made it the next; its oldest URL is taken then."""
        self.is_let_go = False
        """Whether better hosts were worth waiting for when it was let go; one URL is taken then."""

    def learn(self, note: HostNote) -> None:
        """Take in what a worker has learnt, but for the address, which others may share."""
        if note.delay >= 0:
            self.delay = note.delay
        if note.failures >= 0:
            self.failures = note.failures
        if note.errors >= 0:
            self.errors = note.errors
        self.has_answered = self.has_answered or note.size > 0
        if note.resolved_at:
            self.resolved_at = max(note.resolved_at, 0.0)
        self.unverified = self.unverified or note.unverified

    def lent(self, seconds: float, delay: float, robots: list[RobotsNote]) -> Lease:
        """The lease under which a worker has it now."""
        return Lease(
            self.name,
            self.id,
            self.token,
            seconds,
            delay,
            self.failures,
            list(self.leased.values()),
            robots,
            self.address,
            self.resolved_at,
            self.errors,
            self.has_answered,
            self.unverified,
        )

    @property
    def waiting(self) -> int:
        """Count what waits here, the leased not counted."""
        return len(self.line) + len(self.later)

    def due_at(self) -> float | None:
        """When it may next be asked for something; None if nothing waits here."""
        if self.line:
            return self.next_at
        return max(self.next_at, self.later[0][0]) if self.later else None

    def take(self, most: int, now: float, ageing: int = 0) -> list[tuple[int, int]]:
        """Remove and return the best (bucket, number) pairs that may be asked for now."""
        while self.later and self.later[0][0] <= now:
            _, bucket, number = heappop(self.later)
            self.line.push(bucket, number)
        if not isinstance(self.line, FocusedQueue):
            return self.line.take(most)
        oldest_first, self.has_turn_of_age = self.has_turn_of_age, False
        most, self.is_let_go = 1 if self.is_let_go else most, False
        return self.line.take_focused(most, ageing, oldest_first=oldest_first)

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
    """The hosts that have something waiting: asleep until their time, then ready, best first.

    A ready host whose address is being asked, or was a moment ago, is parked there; when the
    address is free again, the best of the parked ones is ready.

    In a focused crawl the bucket decides before the time does, and each n-th URL (`ageing`) is
    one of the host which has been ready for the longest time. Hosts are held back if better ones
    are expected, as `hold` says.
    """

    def __init__(
        self, address_delay: float = 0.0, ageing: int = 0, hold: HoldRules | None = None
    ) -> None:
        """No host yet; with an address delay of 0 hosts do not mind who shares their address."""
        self.by_id: dict[int, Host] = {}
        self.by_name: dict[str, Host] = {}
        self._address_delay = address_delay
        self._ageing = ageing
        self._patience = FOCUSED_PATIENCE if ageing else PATIENCE_SECONDS
        self.places = WaitingPlaces() if ageing else None
        """Where URLs wait, in a focused crawl."""
        self._better = BetterHosts(hold or HoldRules(), self._waits_as) if ageing else None
        self._since_age = self._tickets = 0
        self._by_age: deque[tuple[int, int]] = deque()
        """Hosts with their tickets, in the order in which they became ready."""
        self._places: dict[str, SharedAddress] = {}
        self._asleep: list[tuple[float, int]] = []
        self._ready: list[tuple[float, int]] = []
        self._resting: list[tuple[float, str]] = []
        self._leases: list[tuple[float, int, int]] = []

    def enlist(self, name: str) -> tuple[Host, bool]:
        """The host of this name, and whether it is new."""
        host = self.by_name.get(name)
        if host is not None:
            return host, False
        return self.put(len(self.by_id) + 1, name), True

    def put(self, id: int, name: str) -> Host:
        """Take in a host, a new one or one that was read back from disk."""
        host = Host(id, name, None if self.places is None else FocusedQueue(self.places))
        self.by_id[id] = self.by_name[name] = host
        return host

    def wake(self, host: Host) -> None:
        """Let a host queue up after its line, its time or its lease has changed."""
        due = host.due_at()
        if self._better is not None:
            self._better.note_lease(host.id, host.line.best_bucket(), host.worker is not None)
        if host.worker is not None or due is None:
            host.rank = None
            return
        rank = due + host.line.best_bucket() * self._patience
        if rank != host.rank:  # also later: else nobody would wake it at its new time
            host.rank = rank
            heappush(self._asleep, (due, host.id))
            if self._better is not None:
                self._better.note_rest(host.id, host.line.best_bucket(), due)

    def _waits_as(self, number: int, due: float, bucket: int) -> bool:
        """Whether a host waits for this time, with this bucket as its best."""
        host = self.by_id[number]
        return host.rank is not None and host.rank == due + bucket * self._patience

    def next_ready(self, now: float) -> Host | None:
        """Remove and return the best host that may be asked now; its address is its own then."""
        return self._best(now, take=True) if self._better is None else self._next_focused(now)

    def _next_focused(self, now: float) -> Host | None:
        """The one whose turn it is for its age, or the best unless better ones are expected."""
        assert self._better is not None
        if self._since_age + 1 >= self._ageing and (host := self._longest(now)) is not None:
            self._since_age = 0
            host.is_let_go = self._better.is_worth_waiting(host.line.best_bucket(), now)
            return host
        host = self._best(now, take=False)
        if host is None or self._better.holds_back(bucket := host.line.best_bucket(), now):
            return None
        self._since_age += 1
        host.is_let_go = self._better.is_worth_waiting(bucket, now)
        return self._best(now, take=True)

    def holds_back(self, now: float) -> bool:
        """Whether somebody may be asked but is held back because better ones are expected."""
        host = self._best(now, take=False) if self._better is not None else None
        if host is None or self._better is None:
            return False
        return self._better.is_worth_waiting(host.line.best_bucket(), now)

    def next_known(self, now: float) -> Host | None:
        """The same of those that have answered once; the others wait as they did."""
        passed_over: list[Host] = []
        while (host := self.next_ready(now)) and not host.has_answered:
            passed_over.append(host)
        for other in passed_over:
            self.vacate(other, now)
            self.wake(other)
        return host

    def _best(self, now: float, take: bool) -> Host | None:
        """The best host that may be asked now; those whose place is not free are parked there."""
        self._rouse(now)
        while self._ready:
            rank, number = self._ready[0]
            host = self.by_id[number]
            place = self._place_of(host)
            if not self._is_ready(host, rank, now):
                heappop(self._ready)
                if place is not None:  # it may have been the one that was let out of there
                    self._unpark(place, now)
            elif place is not None and (place.tenant is not None or place.free_at > now):
                self._park(host.address, place, heappop(self._ready))
            else:
                if take:
                    heappop(self._ready)
                    self._let_in(host, place)
                return host
        return None

    def _longest(self, now: float) -> Host | None:
        """Remove and return the host that has been ready longest and whose address is free."""
        self._rouse(now)
        passed_over: list[tuple[int, int]] = []
        found: Host | None = None
        while self._by_age and found is None and len(passed_over) < MOST_PASSED_OVER:
            number, ticket = entry = self._by_age.popleft()
            host = self.by_id[number]
            if host.ticket != ticket:
                continue
            place = self._place_of(host)
            if host.rank is None or (host.due_at() or 0.0) > now:
                host.ticket = 0  # it gets another one when it is ready again
            elif place is not None and (place.tenant is not None or place.free_at > now):
                passed_over.append(entry)
            else:
                self._let_in(host, place)
                host.has_turn_of_age = True
                found = host
        self._by_age.extendleft(reversed(passed_over))
        return found

    def _let_in(self, host: Host, place: SharedAddress | None) -> None:
        """Let a host be no longer among the ready; its address is its own from now on."""
        host.rank = None
        host.ticket = 0
        if self._better is not None:
            self._better.note_lease(host.id, host.line.best_bucket(), is_leased=True)
        if place is not None:
            place.tenant = host.id

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
                if self._ageing and not host.ticket:
                    self._tickets += 1
                    host.ticket = self._tickets
                    self._by_age.append((number, host.ticket))
        while self._resting and self._resting[0][0] <= now:
            self._unpark(self._places[heappop(self._resting)[1]], now)

    def seconds_to_next(self, now: float) -> float | None:
        """How long until some host may be asked; None if none has anything waiting.

        Hosts whose address is being asked now do not count: nobody knows how long that takes.
        """
        if self._best(now, take=False) is not None:
            return 0.0
        while self._asleep:
            at, number = self._asleep[0]
            host = self.by_id[number]
            if host.rank is not None and host.due_at() == at:
                break
            heappop(self._asleep)
        while self._resting and not self._places[self._resting[0][1]].parked:
            heappop(self._resting)
        times = [heap[0][0] for heap in (self._asleep, self._resting) if heap]
        return min(times) - now if times else None

    # -- places -----------------------------------------------------------------------------------

    def _place_of(self, host: Host) -> SharedAddress | None:
        """The place that the host must have for itself; None if it needs none."""
        if not self._address_delay or not host.address:
            return None
        place = self._places.get(host.address)
        if place is None:
            place = self._places[host.address] = SharedAddress()
        return place

    def _park(self, address: str, place: SharedAddress, entry: tuple[float, int]) -> None:
        if not place.parked and place.tenant is None:
            heappush(self._resting, (place.free_at, address))
        heappush(place.parked, entry)

    def _unpark(self, place: SharedAddress, now: float) -> None:
        """Let the best parked host try again; it alone, for only one can have the place."""
        while place.parked and place.tenant is None:
            rank, number = heappop(place.parked)
            if self._is_ready(self.by_id[number], rank, now):
                heappush(self._ready, (rank, number))
                return

    def vacate(self, host: Host, free_at: float) -> None:
        """Free the address of a host whose lease has ended; the next there waits until then."""
        place = self._place_of(host)
        if place is not None and place.tenant == host.id:
            place.tenant = None
            self.reserve(host, free_at)

    def move(self, host: Host, address: str, free_at: float) -> None:
        """Note that a host has another address than we thought, or one at all."""
        self.vacate(host, free_at)
        host.address = address
        self.reserve(host, free_at)

    def reserve(self, host: Host, free_at: float) -> None:
        """Let nobody ask at the host's address before this time."""
        place = self._place_of(host)
        if place is None:
            return
        place.free_at = max(place.free_at, free_at)
        if place.parked:
            heappush(self._resting, (place.free_at, host.address))

    # -- leases -----------------------------------------------------------------------------------

    def next_asleep(self) -> Host | None:
        """The host that is the next to wake up, after `seconds_to_next` has found it."""
        return self.by_id[self._asleep[0][1]] if self._asleep else None

    def note_lease(self, host: Host) -> None:
        """Remember when this lease runs out."""
        heappush(self._leases, (host.lease_until, host.id, host.token))
        if self._better is not None and host.leased:
            self._since_age += len(host.leased) - 1
            best = min(errand.visit.bucket for errand in host.leased.values())
            self._better.note_lease(host.id, best, is_leased=True)

    def next_expired(self, now: float) -> Host | None:
        """Remove and return a host whose lease has run out."""
        while self._leases and self._leases[0][0] < now:
            _, number, token = heappop(self._leases)
            host = self.by_id[number]
            if host.worker is not None and host.token == token:
                return host
        return None
