"""A frontier as a few dicts: what every real one must agree with at every step."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from auslese.crawl.frontier.lease import Lease
from auslese.crawl.frontier.worker_report import EndedVisit, GivenUp, HostNote, WorkerReport
from auslese.records.fetch import Refusal
from auslese.records.url import origin_of
from auslese.records.visit import FOCUS_BUCKETS, Visit

CRASH = "crash"


@dataclass(slots=True)
class KnownUrl:
    """What became of one URL so far."""

    visit: Visit
    state: str = "waiting"
    outcome: tuple[str, str] = ("", "")
    again_at: float = 0.0
    tries: int = 0
    crashes: int = 0
    offered: set[int] = field(default_factory=set)
    """Better buckets that links promised while it waited to be tried again: it may be in one."""


@dataclass(slots=True)
class KnownHost:
    """One host and who has it."""

    next_at: float = 0.0
    delay: float = 0.0
    token: int = 0
    worker: int | None = None
    until: float = 0.0
    address: str = ""
    last_access: float = 0.0
    down_since: float = 0.0
    """When it was first found out of reach; 0: it is not."""
    has_place: bool = False
    """Its lease came with the address it has now."""


@dataclass(slots=True)
class FrontierModel:
    """Everything a frontier has to remember, without any thought of speed or disks."""

    delay: float
    lease_seconds: float
    address_delay: float = 0.0
    patience: float = 1e9
    is_focused: bool = False
    now: float = 1_000_000.0
    urls: dict[str, KnownUrl] = field(default_factory=dict)
    hosts: dict[str, KnownHost] = field(default_factory=dict)
    content: dict[bytes, str] = field(default_factory=dict)
    free_at: dict[str, float] = field(default_factory=dict)
    """When somebody may be asked at an address again."""

    # -- looking ----------------------------------------------------------------------------------

    def in_state(self, state: str) -> set[str]:
        """The URLs that are in this state now."""
        return {url for url, known in self.urls.items() if known.state == state}

    def outcomes(self) -> dict[str, tuple[str, str]]:
        """How every ended URL ended."""
        ended = (item for item in self.urls.items() if item[1].state == "ended")
        return {url: known.outcome for url, known in ended}

    def tally(self) -> Counter[tuple[str, str, int]]:
        """Outcomes by kind, reason and depth."""
        ended = (known for known in self.urls.values() if known.state == "ended")
        return Counter((*known.outcome, known.visit.depth) for known in ended)

    def waiting_at(self, host: str) -> list[KnownUrl]:
        """What waits at one host."""
        known = self.urls.values()
        return [one for one in known if one.state == "waiting" and one.visit.host == host]

    def due_at(self, host: str) -> float | None:
        """When this host may next be asked for something; None if it is leased or has nothing."""
        waiting = self.waiting_at(host)
        known = self.hosts[host]
        if known.worker is not None or not waiting or self.is_taken(known.address):
            return None
        own = max(known.next_at, min(one.again_at for one in waiting))
        return max(own, self.free_at.get(known.address, 0.0))

    def is_taken(self, address: str) -> bool:
        """Whether some host has this address for itself now."""
        return any(host.has_place and host.address == address for host in self.hosts.values())

    def ready_hosts(self) -> set[str]:
        """The hosts that may be leased now."""
        dues = {host: self.due_at(host) for host in self.hosts}
        return {host for host, due in dues.items() if due is not None and due <= self.now}

    def seconds_to_next(self) -> float | None:
        """How long until a host may be leased."""
        dues = [due for host in self.hosts if (due := self.due_at(host)) is not None]
        return max(0.0, min(dues) - self.now) if dues else None

    def is_valid(self, report: WorkerReport, leases: Iterable[Lease]) -> bool:
        """Whether the frontier must take this report about these leases."""
        names = {lease.host_id: lease.host for lease in leases}
        for note in report.hosts:
            host = self.hosts[names[note.host_id]]
            if (host.worker, host.token) != (report.worker, note.token) or self.now > host.until:
                return False
        errands = {errand.id: errand for lease in leases for errand in lease.errands}
        ended = [errands[ended.id].visit.url for ended in report.ended]
        return all(self.urls[url].state == "leased" for url in ended)

    # -- the verbs --------------------------------------------------------------------------------

    def add(self, visits: Sequence[Visit]) -> int:
        """Take in URLs and say how many were new."""
        fresh = 0
        for visit in visits:
            if visit.url in self.urls:
                self._let_in(visit)
                continue
            fresh += 1
            self.urls[visit.url] = known = KnownUrl(visit)
            self.hosts.setdefault(visit.host, KnownHost())
            if visit.refused:
                known.state, known.outcome = "ended", ("refused", visit.refused.why)
        return fresh

    def _let_in(self, visit: Visit) -> None:
        """Let a URL wait that no link could be followed to before."""
        known = self.urls[visit.url]
        if visit.refused is None and known.outcome == ("refused", Refusal.NOFOLLOW):
            known.state, known.outcome = "waiting", ("", "")
            known.visit = known.visit._replace(refused=None)
        if self.is_focused and visit.refused is None and known.state == "waiting":
            self._move_up(known, visit.bucket)

    def _move_up(self, known: KnownUrl, bucket: int) -> None:
        """Let a URL that waits for a link wait for a better one."""
        waits_in = known.visit.bucket
        if not (waits_in in FOCUS_BUCKETS and bucket in FOCUS_BUCKETS and bucket < waits_in):
            return
        if known.tries:
            known.offered.add(bucket)
        else:
            known.visit = known.visit._replace(bucket=bucket)

    def reclaim_expired(self) -> None:
        """Take back what is leased too long."""
        for name, host in self.hosts.items():
            if host.worker is not None and host.until < self.now:
                self.hand_back(name, host.next_at)

    def take_lease(self, worker: int, lease: Lease) -> None:
        """Note that a host is leased now."""
        host = self.hosts[lease.host]
        host.worker, host.token = worker, lease.token
        host.until = self.now + self.lease_seconds
        host.next_at = host.until + self.delay_of(host)
        host.has_place = bool(host.address)
        for errand in lease.errands:
            self.urls[errand.visit.url].state = "leased"

    def take_report(self, report: WorkerReport, leases: Sequence[Lease]) -> None:
        """Note what a valid report says."""
        urls = {errand.id: errand.visit.url for lease in leases for errand in lease.errands}
        for ended in report.ended:
            self._end_errand(self.urls[urls[ended.id]], ended)
        names = {lease.host_id: lease.host for lease in leases}
        for note in report.hosts:
            self._update_host(names[note.host_id], note)
        self.add(report.found)

    def _end_errand(self, known: KnownUrl, ended: EndedVisit) -> None:
        if ended.again_in >= 0:
            known.state, known.again_at = "waiting", self.now + ended.again_in
            known.tries += 1
            return
        reason = ended.reason
        if ended.digest and self.content.setdefault(ended.digest, known.visit.url) != (
            known.visit.url
        ):
            reason = "copy"
        known.state, known.outcome = "ended", (ended.kind, reason)

    def _update_host(self, name: str, note: HostNote) -> None:
        if note.delay >= 0:
            self.hosts[name].delay = note.delay
        self._move(name, note)
        if note.done:
            self.hand_back(name, self.now + note.wait)
        if note.asked:
            self.hosts[name].last_access = self.now
        given_up = self._patience_over(name, note) or note.given_up
        if given_up:
            for known in self.waiting_at(name):
                if given_up.origin in ("", origin_of(known.visit.url)):
                    known.state, known.outcome = "ended", given_up[:2]

    def _patience_over(self, name: str, note: HostNote) -> GivenUp | None:
        host = self.hosts[name]
        if note.trouble is None:
            host.down_since = 0.0 if note.failures == 0 else host.down_since
            return None
        host.down_since = host.down_since or self.now
        over = self.now - host.down_since > self.patience
        return GivenUp(*note.trouble[:4]) if over else None

    def retry_unreachable(self) -> None:
        """Let all hosts out of reach be tried as soon as politeness allows."""
        for name, host in self.hosts.items():
            if not host.down_since:
                continue
            host.down_since = 0.0
            if host.worker is None:
                host.next_at = min(host.next_at, host.last_access + self.delay_of(host))
            for known in self.waiting_at(name):
                known.again_at = 0.0

    def _move(self, name: str, note: HostNote) -> None:
        host = self.hosts[name]
        if not note.address or note.address == host.address:
            return
        rest = self.now + (self.address_delay if note.asked else 0.0)
        if host.has_place:
            self._rest(host.address, rest)
        host.address, host.has_place = note.address, False
        self._rest(host.address, rest)

    def _rest(self, address: str, free_at: float) -> None:
        self.free_at[address] = max(self.free_at.get(address, 0.0), free_at)

    def release(self, worker: int, died_reading: str) -> int:
        """Take back what a dead worker had."""
        held = [name for name, host in self.hosts.items() if host.worker == worker]
        for name in held:
            known = self.urls.get(died_reading)
            if known is not None and known.visit.host == name and known.state == "leased":
                self._note_crash(known)
            host = self.hosts[name]
            self.hand_back(name, min(host.next_at, self.now + self.delay_of(host)))
        return len(held)

    def _note_crash(self, known: KnownUrl) -> None:
        known.crashes += 1
        known.tries += 1
        if known.crashes == 1:
            known.state, known.again_at = "waiting", self.now
        else:
            known.state, known.outcome = "ended", ("failed", CRASH)

    def end_all_leases(self) -> None:
        """Note that everybody is dead; addresses rest after the last known access there."""
        self.free_at.clear()
        for name, host in self.hosts.items():
            if host.worker is not None:
                host.last_access = self.now
                self.hand_back(name, min(host.next_at, self.now + self.delay_of(host)))
        self.free_at.clear()
        for host in self.hosts.values():
            if host.address:
                self._rest(host.address, host.last_access + self.address_delay)

    def hand_back(self, name: str, next_at: float) -> None:
        """End a lease; what was not done waits again."""
        host = self.hosts[name]
        host.worker = None
        host.next_at = next_at
        if host.has_place:
            host.has_place = False
            self._rest(host.address, self.now + self.address_delay)
        for known in self.urls.values():
            if known.visit.host == name and known.state == "leased":
                known.state = "waiting"

    def delay_of(self, host: KnownHost) -> float:
        """Seconds between two requests to this host."""
        return max(self.delay, host.delay)
