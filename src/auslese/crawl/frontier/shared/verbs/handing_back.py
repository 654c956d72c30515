"""Leases that end in a shared frontier: reported, run out, or left over by who died."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from auslese.crawl.frontier.shared.database_link import Row
from auslese.crawl.frontier.shared.verbs.lending import HeldLease
from auslese.crawl.frontier.shared.verbs.open_parts import OpenParts
from auslese.crawl.frontier.shared.verbs.shared_places import reserve_places, vacate_places
from auslese.crawl.frontier.worker_report import HostNote, WorkerReport


class ReportedHost(NamedTuple):
    """What a host was before a report on it."""

    id: int
    token: int
    opener: int | None
    worker: int | None
    address: str
    asked: int
    alias_of: int | None


_LOCK = """
SELECT id, token, opener, worker, address, asked, alias_of FROM host WHERE id = ANY($1::bigint[])
ORDER BY id FOR NO KEY UPDATE
"""
# Negative numbers and empty texts: the report does not say, so it stays as it was.
_UPDATE = """
UPDATE host SET
    delay = CASE WHEN new.delay >= 0 THEN new.delay ELSE host.delay END,
    failures = CASE WHEN new.failures >= 0 THEN new.failures ELSE host.failures END,
    errors = CASE WHEN new.errors >= 0 THEN new.errors ELSE host.errors END,
    unverified = host.unverified OR new.unverified,
    address = CASE new.address WHEN '' THEN host.address ELSE new.address END,
    resolved_at = CASE new.resolved_at WHEN 0 THEN host.resolved_at
        ELSE greatest(new.resolved_at, 0) END,
    asked = host.asked + new.asked, bytes = host.bytes + new.bytes,
    seconds = host.seconds + new.seconds, known = host.known + new.pages,
    last_access = CASE new.asked WHEN 0 THEN host.last_access ELSE $1 END,
    leased = new.leased::bigint[],
    opener = CASE WHEN new.done THEN NULL ELSE host.opener END,
    worker = CASE WHEN new.done THEN NULL ELSE host.worker END,
    asked_for = CASE WHEN new.done THEN NULL ELSE host.asked_for END,
    next_at = CASE WHEN new.done THEN $1 + new.wait ELSE host.next_at END
FROM unnest($2::bigint[], $3::float8[], $4::integer[], $5::float8[], $6::boolean[], $7::text[],
    $8::float8[], $9::bigint[], $10::bigint[], $11::float8[], $12::bigint[], $13::text[],
    $14::boolean[], $15::float8[])
    AS new (id, delay, failures, errors, unverified, address, resolved_at, asked, bytes, seconds,
        pages, leased, done, wait)
WHERE host.id = new.id
"""
_EXPIRED = """
SELECT id, address FROM host WHERE worker IS NOT NULL AND lease_until < $1
FOR NO KEY UPDATE SKIP LOCKED
"""
_FREE = """
UPDATE host SET worker = NULL, opener = NULL, leased = '{}', asked_for = NULL,
    next_at = least(next_at, $2 + greatest($3, coalesce(delay, 0)))
WHERE id = ANY($1::bigint[])
"""
_FREE_EXPIRED = """
UPDATE host SET worker = NULL, opener = NULL, leased = '{}', asked_for = NULL
WHERE id = ANY($1::bigint[])
"""
_LEFT_OVER = """
SELECT id, address FROM host WHERE worker IS NOT NULL AND opener = $1 AND NOT id = ANY($2::bigint[])
FOR NO KEY UPDATE
"""


class HandingBack:
    """Ends leases; every method belongs into a transaction of the parts."""

    def __init__(self, parts: OpenParts) -> None:
        """End them in this frontier."""
        self._parts = parts

    def lock(self, notes: Sequence[HostNote]) -> dict[int, ReportedHost] | None:
        """The hosts of a report, which nobody changes meanwhile; None if one is not ours."""
        wanted = sorted({note.host_id for note in notes})
        rows = self._parts.link.rows(_LOCK, wanted) if wanted else []
        hosts = {row[0]: ReportedHost(*row) for row in rows}
        for note in notes:
            host = hosts.get(note.host_id)
            if host is None or (host.opener, host.token) != (self._parts.opener, note.token):
                return None
        return hosts

    def update(
        self,
        report: WorkerReport,
        hosts: Mapping[int, ReportedHost],
        pages: Mapping[int, int],
        now: float,
    ) -> None:
        """Write down what is known of hosts after a report, and end the leases handed back."""
        parts = self._parts
        if not report.hosts:
            return
        ended = {end.id for end in report.ended}
        rows = []
        for note in report.hosts:
            errands = parts.held[note.host_id].errands
            left = () if note.done else (one for one in errands if one not in ended)
            parts.counts.hosts_asked += note.asked > 0 and not hosts[note.host_id].asked
            learnt = (note.delay, note.failures, note.errors, note.unverified)
            place = (note.address, note.resolved_at)
            cost = (note.asked, note.size, note.seconds, pages.get(note.host_id, 0))
            lease = (f"{{{','.join(map(str, left))}}}", note.done, max(note.wait, 0.0))
            rows.append((note.host_id, *learnt, *place, *cost, *lease))
        parts.link.run(_UPDATE, now, *map(list, zip(*rows, strict=True)))
        self._move_places(report.hosts, hosts, now)
        parts.changed.update(note.host_id for note in report.hosts)

    def _move_places(
        self, notes: Iterable[HostNote], hosts: Mapping[int, ReportedHost], now: float
    ) -> None:
        """Let addresses rest that were asked, and be reserved where hosts have moved to."""
        rest = self._parts.settings.address_delay
        gone, wanted = [], []
        for note in notes:
            address = hosts[note.host_id].address
            if note.address and note.address != address:
                free_at = now + (rest if note.asked else 0.0)
                gone.append((note.host_id, address, free_at))
                wanted.append((note.address, free_at))
            elif note.done:
                gone.append((note.host_id, address, now + rest))
        if rest:
            vacate_places(self._parts.link, gone)
        reserve_places(self._parts.link, wanted)

    def forget(self, report: WorkerReport) -> None:
        """Let memory follow, after the transaction of a report."""
        held = self._parts.held
        for ended in report.ended:
            held[ended.host_id].errands.pop(ended.id, None)
        for note in report.hosts:
            if note.done:
                held.pop(note.host_id, None)

    # -- leases that nobody reports on ------------------------------------------------------------

    def reclaim_expired(self, now: float) -> list[int]:
        """End the leases that have run out, whosever they are; the hosts."""
        expired = self._parts.link.rows(_EXPIRED, now)
        if not expired:
            return []
        hosts = [host for host, _ in expired]
        self._parts.link.run(_FREE_EXPIRED, hosts)
        self._vacate(expired, now)
        return hosts

    def ours(self, leases: Sequence[HeldLease]) -> list[HeldLease]:
        """Those that nobody has ended meanwhile, and nobody ends while this transaction lasts."""
        rows = self._parts.link.rows(_LOCK, sorted(one.host_id for one in leases))
        held = {(row[0], row[1]) for row in rows if row[2] == self._parts.opener}
        return [one for one in leases if (one.host_id, one.token) in held]

    def free(self, leases: Sequence[HeldLease], now: float) -> None:
        """End these leases of ours; each host has its pause from now on."""
        hosts = self._parts.link.rows(_LOCK, sorted(one.host_id for one in leases))
        tokens = {one.host_id: one.token for one in leases}
        ours = [row for row in hosts if (row[1], row[2]) == (tokens[row[0]], self._parts.opener)]
        delay = self._parts.settings.delay
        self._parts.link.run(_FREE, [row[0] for row in ours], now, delay)
        self._vacate([(row[0], row[4]) for row in ours], now)

    def free_left_over(self, now: float) -> int:
        """End the leases of our name that we know nothing of; how many.

        Either they were made under our name before we opened, or the answer to our own leasing
        was lost on its way: nobody asks these hosts.
        """
        known = list(self._parts.held)
        left = self._parts.link.rows(_LEFT_OVER, self._parts.opener, known)
        if left:
            hosts = [host for host, _ in left]
            self._parts.link.run(_FREE, hosts, now, self._parts.settings.delay)
            self._vacate(left, now)
            rest = now + self._parts.settings.address_delay  # also where they only have moved to
            reserve_places(self._parts.link, [(where, rest) for _, where in left if where])
        return len(left)

    def _vacate(self, hosts: Sequence[Row], now: float) -> None:
        rest = now + self._parts.settings.address_delay
        self._parts.changed.update(host for host, _ in hosts)
        vacate_places(self._parts.link, [(host, address, rest) for host, address in hosts])
