"""New URLs on their way into a shared frontier: a batch is a few statements, however long it is.

Most links lead to what is known. A set of keys that were seen lately answers for most of those; it
need not be complete, for whatever it does not know is asked of the database.
"""

from collections.abc import Iterable, Mapping, Sequence
from operator import attrgetter

import numpy as np

from auslese.crawl.fetch.name_resolver import known_address
from auslese.crawl.frontier.shared.database_link import DatabaseLink
from auslese.crawl.frontier.shared.host_names import host_id_of
from auslese.records.visit import Visit
from auslese.system.key_set import Keys, KeySet

MOST_SEEN_KEYS = 1 << 23  # kept in memory: some 130 MB
MOST_KNOWN_HOSTS = 1 << 20  # some 60 MB
IDS_AT_ONCE = 65536  # as the sequence in the schema counts

_INSERT_URLS = """
INSERT INTO url (key, host_id, id, via, depth, bucket, hops, text)
SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::integer[],
    $6::smallint[], $7::smallint[], $8::text[])
ON CONFLICT DO NOTHING RETURNING key
"""
# Numbered in the order of arrival, locked in the order of their ids, as by all.
_INSERT_HOSTS = """
WITH numbered AS MATERIALIZED (
    SELECT id, name, address, nextval(pg_get_serial_sequence('host', 'seq')) AS seq
    FROM unnest($1::bigint[], $2::text[], $3::text[]) AS new (id, name, address)
)
INSERT INTO host (id, name, address, seq) SELECT * FROM numbered ORDER BY id ON CONFLICT DO NOTHING
"""
_ALIASES = """
SELECT alias.id, main.name FROM host AS alias JOIN host AS main ON main.id = alias.alias_of
WHERE alias.id = ANY($1::bigint[]) AND alias.alias_of IS NOT NULL
"""
_INSERT_WAITING = """
INSERT INTO waiting (host_id, id, key, bucket)
SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::smallint[])
"""
# In the order of their ids, as all do who lock several. A leased host is reckoned anew when it is
# handed back, so nobody waits here for who reports on it.
_WAKE = """
WITH better AS (
    SELECT host.id, new.bucket FROM unnest($1::bigint[], $2::smallint[]) AS new (id, bucket)
    JOIN host ON host.id = new.id
    WHERE host.worker IS NULL AND (host.best IS NULL OR host.best > new.bucket)
    ORDER BY host.id FOR NO KEY UPDATE OF host
)
UPDATE host SET best = better.bucket, due_at = host.next_at,
    rank = host.next_at + better.bucket * $3::float8
FROM better WHERE host.id = better.id AND host.worker IS NULL
    AND (host.best IS NULL OR host.best > better.bucket)
"""


class UrlIds:
    """Numbers for URLs, in the order in which they come; a block of them belongs to one opener."""

    def __init__(self, link: DatabaseLink) -> None:
        """None yet."""
        self._link = link
        self._next = self._end = 0

    def take(self, most: int) -> range:
        """So many numbers, one after the other."""
        if self._next + most > self._end:
            blocks = -(-most // IDS_AT_ONCE)
            firsts = self._link.rows(
                "SELECT nextval('url_id') FROM generate_series(1, $1::integer)", blocks
            )
            self._next = min(first for (first,) in firsts)
            self._end = self._next + IDS_AT_ONCE
            if max(first for (first,) in firsts) - self._next != (blocks - 1) * IDS_AT_ONCE:
                return self.take(most)  # somebody else took one in between
            self._end = self._next + blocks * IDS_AT_ONCE
        self._next += most
        return range(self._next - most, self._next)


class LinkIntake:
    """Writes URLs; every method that writes belongs into a transaction."""

    def __init__(self, link: DatabaseLink) -> None:
        """Nothing was seen yet."""
        self._link = link
        self._ids = UrlIds(link)
        self._seen = KeySet()
        self._hosts: set[int] = set()
        self._new_keys: list[Keys] = []
        self._new_hosts: set[int] = set()
        self.numbers: dict[int, int] = {}
        """Numbers of the URLs that were written last, by their keys."""

    def unseen(self, visits: Sequence[Visit]) -> list[Visit]:
        """Those that may be new, each once, as far as memory knows."""
        if not visits:
            return []
        keys = np.fromiter((visit.key for visit in visits), np.int64, len(visits))
        unseen = self._seen.lacks(keys)
        first: dict[int, Visit] = {}
        for place in np.flatnonzero(unseen).tolist():
            first.setdefault(visits[place].key, visits[place])
        return list(first.values())

    def unknown(self, visits: Sequence[Visit]) -> list[Visit]:
        """Those that are new, each once; nothing is written."""
        asked = self.unseen(visits)
        known = self._link.rows(
            "SELECT url.key FROM unnest($1::bigint[], $2::bigint[]) AS asked (key, host_id)"
            " JOIN url USING (key, host_id)",
            [visit.key for visit in asked],
            [host_id_of(visit.host) for visit in asked],
        )
        keys = {key for (key,) in known}
        return [visit for visit in asked if visit.key not in keys]

    def write_urls(self, visits: Sequence[Visit]) -> list[Visit]:
        """Write those that are new; they are returned, in their order."""
        asked = self.unseen(visits)
        if not asked:
            return []
        numbers = dict(zip((one.key for one in asked), self._ids.take(len(asked)), strict=True))
        # In one order, so that of two who bring the same URLs none waits for the other.
        rows = sorted(asked, key=attrgetter("key"))
        written = self._link.rows(
            _INSERT_URLS,
            [visit.key for visit in rows],
            [host_id_of(visit.host) for visit in rows],
            [numbers[visit.key] for visit in rows],
            [visit.via for visit in rows],
            [visit.depth for visit in rows],
            [visit.bucket for visit in rows],
            [visit.hops for visit in rows],
            [visit.url for visit in rows],
        )
        new = {key for (key,) in written}
        self._new_keys.append(np.fromiter((one.key for one in asked), np.int64, len(asked)))
        self.numbers.update((key, numbers[key]) for key in new)
        return [visit for visit in asked if visit.key in new]

    def write_hosts(self, names: Iterable[str]) -> dict[int, str]:
        """See that there are rows for these hosts; the main names of those that are aliases."""
        ids = {host_id_of(name): name for name in names}
        new = [one for one in ids if one not in self._hosts and one not in self._new_hosts]
        if new:
            texts = [ids[one] for one in new]
            addresses = [known_address(name) for name in texts]
            self._link.run(_INSERT_HOSTS, new, texts, addresses)
            known = sorted({address for address in addresses if address})
            if known:
                self._link.run(
                    "INSERT INTO address SELECT unnest($1::text[]) ON CONFLICT DO NOTHING", known
                )
            self._new_hosts.update(new)
        return dict(map(tuple, self._link.rows(_ALIASES, list(ids))))

    def queue_up(self, visits: Sequence[Visit], patience: float) -> None:
        """Let new URLs wait at their hosts, and wake those that sleep or get something better."""
        if not visits:
            return
        hosts = [host_id_of(visit.host) for visit in visits]
        self._link.run(
            _INSERT_WAITING,
            hosts,
            [self.numbers[visit.key] for visit in visits],
            [visit.key for visit in visits],
            [visit.bucket for visit in visits],
        )
        self.wake(_best_of(hosts, visits), patience)

    def wake(self, best: Mapping[int, int], patience: float) -> None:
        """Wake hosts that sleep, or have nothing as good as this bucket."""
        self._link.run(_WAKE, list(best), list(best.values()), patience)

    def keep(self) -> None:
        """Remember what was written: its transaction has ended well."""
        for keys in self._new_keys:
            if len(self._seen) > MOST_SEEN_KEYS:
                self._seen = KeySet()
            self._seen.add(keys)
        if len(self._hosts) > MOST_KNOWN_HOSTS:
            self._hosts.clear()
        self._hosts |= self._new_hosts
        self.forget()

    def forget(self) -> None:
        """Begin anew: the transaction has failed, or begins."""
        self._new_keys.clear()
        self._new_hosts.clear()
        self.numbers.clear()


def _best_of(hosts: Sequence[int], visits: Sequence[Visit]) -> dict[int, int]:
    best: dict[int, int] = {}
    for host, visit in zip(hosts, visits, strict=True):
        best[host] = min(visit.bucket, best.get(host, visit.bucket))
    return best
