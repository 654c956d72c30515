"""All hosts of a shared frontier: the site record, and where the most work lies ahead."""

from collections import Counter
from collections.abc import Callable
from heapq import nlargest
from time import monotonic

from auslese.crawl.forecast.brake import HostWork
from auslese.crawl.frontier.bookkeeping.host_files import (
    ports_of_hosts,
    rights_files_by_host,
    robots_by_host,
)
from auslese.crawl.frontier.row_staging import SiteRow
from auslese.crawl.frontier.shared.database_link import DatabaseLink
from auslese.crawl.frontier.shared.shared_discovery import read_tally

# Waiting URLs are counted by host so seldom that it takes no more than this share of the time: at
# fifty million they are an index of gigabytes.
COUNTING_SHARE = 0.02
WAITING = "SELECT host_id, count(*) FROM waiting GROUP BY host_id"
WORK = """
    SELECT id, name, greatest($2, coalesce(delay, 0)), asked, seconds FROM host
    WHERE id = ANY($1::bigint[])
"""
DELAYS = "SELECT id, delay FROM host WHERE delay > $1"
SITES = """
    SELECT host.id, cardinality(host.leased), host.name, host.address, coalesce(main.name, ''),
        coalesce(host.delay, 0), host.last_access, host.next_at,
        host.bytes / greatest(host.seconds, 1e-6), host.known, host.failures
    FROM host LEFT JOIN host AS main ON main.id = host.alias_of ORDER BY host.seq
"""


class SharedSites:
    """What is known of the hosts of an open frontier."""

    def __init__(
        self, link: DatabaseLink, delay: float, clock: Callable[[], float] = monotonic
    ) -> None:
        """Look at an open frontier; `delay` is that of hosts that ask for none."""
        self._link = link
        self._delay = delay
        self._clock = clock
        self._counts: Counter[int] = Counter()
        self._fresh_until = -1.0

    def hosts_asked(self) -> int:
        """Count the hosts that anybody has ever talked to."""
        return int(self._link.value("SELECT coalesce(sum(hosts_asked), 0)::bigint FROM opener"))

    def outcome_counts(self) -> Counter[tuple[str, str]]:
        """How many URLs ended in which way so far, by kind and reason."""
        counts: Counter[tuple[str, str]] = Counter()
        for (kind, reason, _), n in read_tally(self._link).items():
            counts[kind, reason] += n
        return counts

    def host_work(self, most: int) -> list[HostWork]:
        """The hosts with the most work ahead."""
        now = self._clock()
        if now >= self._fresh_until:
            self._counts = self._waiting()
            taken = self._clock() - now
            self._fresh_until = now + taken / COUNTING_SHARE
        delays = dict(map(tuple, self._link.rows(DELAYS, self._delay)))
        loads = nlargest(
            most,
            (
                (n * max(delays.get(host, self._delay), 1e-3), n, host)
                for host, n in self._counts.items()
            ),
        )
        rows = self._link.rows(WORK, [host for _, _, host in loads], self._delay)
        hosts = {host: (name, delay, asked, seconds) for host, name, delay, asked, seconds in rows}
        return [_work(waiting, *hosts[host]) for _, waiting, host in loads if host in hosts]

    def rows(self) -> list[SiteRow]:
        """What is known of every host now."""
        with self._link.transaction("ISOLATION LEVEL REPEATABLE READ"):
            waiting = self._waiting()
            rows = self._link.rows(SITES)
            notes = self._link.rows("SELECT origin, status, at, text FROM robots ORDER BY origin")
        by_time = sorted(notes, key=lambda note: note[2])
        robots = robots_by_host((origin, text, at) for origin, _, at, text in by_time)
        ports = ports_of_hosts(origin for origin, *_ in notes)
        files = rights_files_by_host(map(tuple, notes))
        sites = []
        for number, leased, name, *where, delay, last, next_at, rate, known, failures in rows:
            text, at = robots.get(name, ("", None))
            clocks = (delay, last, next_at, rate)
            counts = (known, waiting[number] - leased, failures)
            kept = (ports.get(name, ()), files.get(name, ()))
            sites.append(SiteRow._make((name, *where, text, at, *clocks, *counts, *kept)))
        return sites

    def _waiting(self) -> Counter[int]:
        return Counter(dict(map(tuple, self._link.rows(WAITING))))


def _work(waiting: int, name: str, delay: float, asked: int, seconds: float) -> HostWork:
    return HostWork(name, waiting, delay + (seconds / asked if asked else 0.0))
