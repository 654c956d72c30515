"""What a worker is given: chosen hosts, the best of what waits there, and what to know of it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from auslese.crawl.frontier.bookkeeping.lease_rules import seconds_of_lease
from auslese.crawl.frontier.focused_queue import FocusedQueue, WaitingPlaces
from auslese.crawl.frontier.frontier_settings import FrontierSettings
from auslese.crawl.frontier.lease import Errand, LastVisit, Lease, RobotsNote
from auslese.crawl.frontier.shared.database_link import DatabaseLink, Row
from auslese.crawl.frontier.shared.verbs.ready_hosts import ReadyHost
from auslese.records.url import Url, origin_of
from auslese.records.visit import BUCKETS, Visit

_ERRAND = (
    "line.host_id, line.bucket, line.id, line.tries, line.was_page,"
    " url.text, url.key, url.depth, url.via, url.hops"
)
_BEST = f"""
SELECT {_ERRAND} FROM unnest($1::bigint[]) AS chosen (id), LATERAL (
    SELECT * FROM waiting WHERE host_id = chosen.id AND not_before <= $2
    ORDER BY bucket, id LIMIT $3
) AS line JOIN url ON url.key = line.key AND url.host_id = line.host_id
ORDER BY line.host_id, line.bucket, line.id
"""
_HEADS = f"""
SELECT {_ERRAND} FROM unnest($1::bigint[]) AS chosen (id),
generate_series(0, {BUCKETS - 1}) AS wanted (bucket), LATERAL (
    SELECT * FROM waiting
    WHERE host_id = chosen.id AND bucket = wanted.bucket AND not_before <= $2
    ORDER BY id LIMIT $3
) AS line JOIN url ON url.key = line.key AND url.host_id = line.host_id
ORDER BY line.id
"""
_LEND = """
UPDATE host SET opener = $1, worker = $2, token = host.token + 1, lease_until = new.until,
    next_at = new.next_at, leased = new.leased::bigint[], asked_for = new.bucket,
    turn = new.turn, rank = NULL, due_at = NULL
FROM unnest($3::bigint[], $4::float8[], $5::float8[], $6::text[], $7::smallint[], $8::integer[])
    AS new (id, until, next_at, leased, bucket, turn)
WHERE host.id = new.id
"""


@dataclass(slots=True)
class HeldLease:
    """A lease that one of our workers has now."""

    host_id: int
    host: str
    token: int
    worker: int
    until: float
    address: str
    delay: float
    errands: dict[int, Errand] = field(default_factory=dict)
    """What is not ended, by its number."""
    was_page: dict[int, int] = field(default_factory=dict)
    """Those that come back: 1 if the last visit found a page."""


@dataclass(slots=True)
class Bundle:
    """What is taken from the line of one host."""

    host: ReadyHost
    rows: list[Row]
    turn: int = 0


class Lending:
    """Makes leases; belongs into a transaction in which the hosts were chosen."""

    def __init__(
        self,
        link: DatabaseLink,
        opener: int,
        settings: FrontierSettings,
        last_visits: Callable[[Mapping[int, Url]], Mapping[int, LastVisit]],
    ) -> None:
        """Lend for this opener; `last_visits` says what earlier visits brought, by key."""
        self._link = link
        self._opener = opener
        self._settings = settings
        self._last_visits = last_visits

    def bundles(self, hosts: Sequence[ReadyHost], room: int, now: float) -> list[Bundle]:
        """The best that waits at each of these hosts, no more than `room` in all."""
        ids = [host.id for host in hosts]
        most = min(self._settings.bundle, room)
        focused = bool(self._settings.ageing)
        rows: dict[int, list[Row]] = {}
        for row in self._link.rows(_HEADS if focused else _BEST, ids, now, most):
            rows.setdefault(row[0], []).append(row)
        taken = []
        for host in hosts:
            bundle = Bundle(host, rows.get(host.id, []), host.turn)
            if focused:
                self._choose_focused(bundle, min(most, room))
            else:
                bundle.rows = bundle.rows[: max(room, 0)]
            room -= len(bundle.rows)
            taken.append(bundle)
        return taken

    def _choose_focused(self, bundle: Bundle, most: int) -> None:
        """Of one bucket, and each n-th the oldest of all, as `FocusedQueue` has it."""
        host, line = bundle.host, FocusedQueue(WaitingPlaces())
        line.turn = host.turn
        for number, row in enumerate(bundle.rows):
            line.push(row[1], number)
        taken = line.take_focused(
            1 if host.is_let_go else most,
            self._settings.ageing,
            oldest_first=host.has_turn_of_age,
        )
        bundle.rows = [bundle.rows[number] for _, number in taken]
        bundle.turn = line.turn

    def lend(
        self, worker: int, bundles: Sequence[Bundle], now: float
    ) -> list[tuple[HeldLease, Lease]]:
        """Write down that this worker has these hosts now."""
        if not bundles:
            return []
        last_visits = self._last_visits(
            {row[6]: Url(row[5]) for one in bundles for row in one.rows if row[4] is not None}
        )
        robots = self._robots({origin_of(row[5]) for one in bundles for row in one.rows})
        leases = [self._lease(worker, one, (now, last_visits, robots)) for one in bundles]
        held = [one for one, _ in leases]
        self._link.run(
            _LEND,
            self._opener,
            worker,
            [one.host_id for one in held],
            [one.until for one in held],
            [one.until + one.delay for one in held],
            [f"{{{','.join(map(str, one.errands))}}}" for one in held],
            [min(errand.visit.bucket for errand in one.errands.values()) for one in held],
            [one.turn for one in bundles],
        )
        self._take_places(held)
        self._let_be_in_line(held, now)
        return leases

    def _lease(
        self,
        worker: int,
        bundle: Bundle,
        known: tuple[float, Mapping[int, LastVisit], Mapping[str, RobotsNote]],
    ) -> tuple[HeldLease, Lease]:
        now, last_visits, robots = known
        host = bundle.host
        delay = max(self._settings.delay, host.delay or 0.0)
        seconds = seconds_of_lease(self._settings, host.name, delay, now)
        held = HeldLease(
            host.id, host.name, host.token + 1, worker, now + seconds, host.address, delay
        )
        for _, bucket, number, tries, was_page, text, key, depth, via, hops in bundle.rows:
            visit = Visit(Url(text), key, host.name, depth, bucket, via, hops)
            held.errands[number] = Errand(number, visit, tries, last_visits.get(key))
            if was_page is not None:
                held.was_page[number] = was_page
        origins = dict.fromkeys(origin_of(one.visit.url) for one in held.errands.values())
        lease = Lease(
            host.name,
            host.id,
            held.token,
            seconds,
            delay,
            host.failures,
            list(held.errands.values()),
            [robots[origin] for origin in origins if origin in robots],
            host.address,
            host.resolved_at,
            host.errors,
            host.has_answered,
            host.unverified,
        )
        return held, lease

    def _robots(self, origins: set[str]) -> dict[str, RobotsNote]:
        rows = self._link.rows(
            "SELECT origin, status, text, at, until FROM robots WHERE origin = ANY($1::text[])",
            list(origins),
        )
        return {row[0]: RobotsNote(*row) for row in rows}

    def _take_places(self, held: Sequence[HeldLease]) -> None:
        if self._settings.address_delay and (there := [one for one in held if one.address]):
            self._link.run(
                "UPDATE address SET tenant = new.host FROM unnest($1::text[], $2::bigint[])"
                " AS new (address, host) WHERE address.address = new.address",
                [one.address for one in there],
                [one.host_id for one in there],
            )

    def _let_be_in_line(self, held: Sequence[HeldLease], now: float) -> None:
        """What may be tried again stands in the line with the others from now on."""
        if any(errand.tries for one in held for errand in one.errands.values()):
            self._link.run(
                "UPDATE waiting SET not_before = 0"
                " WHERE host_id = ANY($1::bigint[]) AND not_before > 0 AND not_before <= $2",
                [one.host_id for one in held],
                now,
            )
