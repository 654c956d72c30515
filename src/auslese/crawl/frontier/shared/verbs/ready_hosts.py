"""Which hosts may be leased now? The most promising first; those that others look at are skipped.

A host is chosen by a lock on its row, which nobody waits for, and with it the address at which it
is, if hosts mind each other there. In a focused crawl the rules of `better_hosts` hold: who is
held back, and whose turn it is for its age, is decided host by host.
"""

from collections.abc import Collection, Sequence
from typing import NamedTuple

from auslese.crawl.frontier.frontier_settings import FrontierSettings
from auslese.crawl.frontier.roster import FOCUSED_PATIENCE
from auslese.crawl.frontier.shared.database_link import DatabaseLink
from auslese.records.visit import BUCKETS, FOCUS_BUCKETS


class ReadyHost(NamedTuple):
    """A host that nobody else can lease while our transaction lasts."""

    id: int
    name: str
    address: str
    delay: float | None
    token: int
    failures: int
    has_answered: bool
    resolved_at: float
    errors: float
    unverified: bool
    turn: int
    best: int
    """Bucket of the best that waits there."""
    has_turn_of_age: bool = False
    is_let_go: bool = False


_COLUMNS = (
    "id, name, address, delay, token, failures, bytes > 0, resolved_at, errors, unverified, turn,"
    f" coalesce(best, {BUCKETS - 1})"
)
_MAY_BE_ASKED = "rank IS NOT NULL AND due_at <= $1 AND NOT id = ANY($2::bigint[])"
_HAS_ANSWERED = " AND bytes > 0"
_PLACE_IS_FREE = """ AND (address = '' OR NOT (address = ANY($3::text[]) OR EXISTS (
    SELECT FROM address AS place WHERE place.address = host.address
    AND (place.tenant IS NOT NULL OR place.free_at > $1))))"""
_TAKE_PLACES = """
SELECT address FROM address WHERE address = ANY($1::text[]) AND tenant IS NULL AND free_at <= $2
FOR NO KEY UPDATE SKIP LOCKED
"""
# A rank tells bucket and time at once, so each bucket is a short stretch of one index.
_IS_EXPECTED = """
SELECT EXISTS (SELECT FROM host WHERE worker IS NOT NULL AND asked_for BETWEEN $1 AND $2)
    OR EXISTS (
        SELECT FROM generate_series($1::integer, $2::integer) AS bucket, LATERAL (
            SELECT FROM host WHERE rank >= bucket * $3::float8 AND rank <= bucket * $3 + $4
            AND rank IS NOT NULL LIMIT 1
        ) AS resting
    )
"""


class ReadyHosts:
    """Chooses hosts; every question that takes belongs into a transaction."""

    def __init__(self, link: DatabaseLink, settings: FrontierSettings) -> None:
        """Nobody was held back yet."""
        self._link = link
        self._settings = settings
        self._since_age = 0
        self._let_go_at: float | None = None
        """Since when hosts have been held back, or when the last of them was let go."""

    def take(
        self, now: float, most: int, passed: Collection[int], *, known: bool
    ) -> list[ReadyHost]:
        """Up to `most` hosts, none of those that were passed over; none if there are no more."""
        if self._settings.ageing:
            host = self._next_focused(now, passed, known)
            return [] if host is None else [host]
        return self._best(now, most, passed, known)

    def note_lease(self, urls: int) -> None:
        """Note how many URLs of a host were lent: turns of age are counted in URLs."""
        self._since_age += urls - 1

    def holds_back(self, now: float) -> bool:
        """Whether somebody may be asked but is held back because better ones are expected."""
        if not self._settings.ageing:
            return False
        with self._link.transaction():
            hosts = self._best(now, 1, (), known=False)
        return bool(hosts) and self._is_worth_waiting(hosts[0].best, now)

    # -- choosing ---------------------------------------------------------------------------------

    def _best(
        self,
        now: float,
        most: int,
        passed: Collection[int],
        known: bool,
        order: str = "rank",
    ) -> list[ReadyHost]:
        chosen: list[ReadyHost] = []
        tried, taken = set(passed), set[str]()
        while len(chosen) < most:
            found = self._locked(now, most - len(chosen), (tried, taken, known), order)
            if not found:
                break
            tried.update(host.id for host in found)
            ours = self._with_places(found, now, taken)
            taken.update(host.address for host in found if host.address)
            chosen += ours
        return chosen

    def _locked(
        self, now: float, most: int, but: tuple[set[int], set[str], bool], order: str
    ) -> list[ReadyHost]:
        tried, taken, known = but
        where = _MAY_BE_ASKED + (_HAS_ANSWERED if known else "")
        values: list[object] = [now, list(tried)]
        if self._settings.address_delay:
            where += _PLACE_IS_FREE
            values.append(list(taken))
        rows = self._link.rows(
            f"SELECT {_COLUMNS} FROM host WHERE {where} ORDER BY {order} LIMIT {int(most)}"
            " FOR NO KEY UPDATE SKIP LOCKED",
            *values,
        )
        return [ReadyHost(*row) for row in rows]

    def _with_places(
        self, hosts: Sequence[ReadyHost], now: float, taken: set[str]
    ) -> list[ReadyHost]:
        """Those of them whose address is theirs now; of hosts at one address the first."""
        wanted = [host.address for host in hosts if host.address]
        if not self._settings.address_delay or not wanted:
            return list(hosts)
        free = {address for (address,) in self._link.rows(_TAKE_PLACES, wanted, now)} - taken
        ours = []
        for host in hosts:
            if not host.address or host.address in free:
                ours.append(host)
                free.discard(host.address)
        return ours

    # -- focus ------------------------------------------------------------------------------------

    def _next_focused(self, now: float, passed: Collection[int], known: bool) -> ReadyHost | None:
        """The one whose turn it is for its age, or the best unless better ones are expected."""
        if self._since_age + 1 >= self._settings.ageing:
            oldest = self._best(now, 1, passed, known, order="due_at")
            if oldest:
                self._since_age = 0
                let_go = self._is_worth_waiting(oldest[0].best, now)
                return oldest[0]._replace(has_turn_of_age=True, is_let_go=let_go)
        best = self._best(now, 1, passed, known)
        if not best or self._holds(best[0].best, now):
            return None
        self._since_age += 1
        return best[0]._replace(is_let_go=self._is_worth_waiting(best[0].best, now))

    def _holds(self, bucket: int, now: float) -> bool:
        """Whether a free host with this bucket has to wait; asked once for every lease."""
        if not self._is_worth_waiting(bucket, now):
            self._let_go_at = None
            return False
        if self._let_go_at is None:
            self._let_go_at = now
        if now - self._let_go_at < self._settings.hold.seconds:
            return True
        self._let_go_at = now
        return False

    def _is_worth_waiting(self, bucket: int, now: float) -> bool:
        """Whether a host that promises enough more than this bucket will be free in time."""
        seconds, lead = self._settings.hold
        last = bucket - lead
        if not seconds or last < FOCUS_BUCKETS.start:
            return False
        return bool(
            self._link.value(
                _IS_EXPECTED, FOCUS_BUCKETS.start, last, FOCUSED_PATIENCE, now + seconds
            )
        )
