"""Hosts that cannot be reached, in the frontier's file: since when, and why.

They are asked again after growing pauses. Who opens the frontier, or finds that the trouble was
our own, lets them be tried at once.
"""

import sqlite3
from collections.abc import Sequence

import numpy as np

from auslese.crawl.frontier.embedded.file_columns import read_column, read_keys
from auslese.crawl.frontier.embedded.frontier_file import count
from auslese.crawl.frontier.outage import HostTrouble, UnreachableHost
from auslese.crawl.frontier.roster import Host, Roster
from auslese.records.url import Url, key_of
from auslese.records.visit import SEED_BUCKET

# Made when it is first needed: a frontier of an older program has none.
OUTAGES = """
CREATE TABLE IF NOT EXISTS outage (
    host_id  INTEGER PRIMARY KEY,
    since    REAL NOT NULL,
    reason   TEXT NOT NULL,
    detail   TEXT NOT NULL,
    answered INTEGER NOT NULL,   -- 1: it was well once
    ended    INTEGER NOT NULL    -- URLs that ended because it stayed so
);
"""
# Failures that may have passed by the next command, and what is no failure of a page.
MAY_HAVE_PASSED = (
    "(kind = 'failed' AND (reason IN ('dns', 'connect', 'tls', 'timeout', 'cut', 'protocol')"
    " OR reason = 'http_429' OR reason LIKE 'http_5%')"
    " OR kind = 'refused' AND reason IN ('robots', 'errors'))"
)

# What was a page before it failed is compared with what it was.
KNOWN_AGAIN = f"INSERT INTO again SELECT url_id, {SEED_BUCKET}, 0, 0 FROM page WHERE url_id = ?"


class OutageBook:
    """Which hosts cannot be reached; every method that writes belongs into a transaction."""

    def __init__(self, db: sqlite3.Connection, patience: float) -> None:
        """Read what the file knows; none of these hosts is given up before `patience` seconds."""
        self._db = db
        self._patience = patience
        self._since: dict[int, float] = {}

    def trouble_of(self, roster: Roster, host: Host | None) -> UnreachableHost | None:
        """What is known of this host, if it could not be reached when it was last tried."""
        if host is None or host.id not in self._since:
            return None
        return next(one for one in self.unreachable(roster) if one.host == host.name)

    def note(self, host: Host, trouble: HostTrouble, now: float) -> bool:
        """Write down that a host could not be reached; whether patience with it is over."""
        since = self._since.setdefault(host.id, now)
        self._db.execute(
            "INSERT OR REPLACE INTO outage VALUES (?, ?, ?, ?, ?, 0)",
            (host.id, since, trouble.reason, trouble.detail, trouble.has_answered),
        )
        return now - since > self._patience

    def note_ended(self, host: Host, ended: int) -> None:
        """Write down how many URLs ended because of it."""
        self._db.execute("UPDATE outage SET ended = ? WHERE host_id = ?", (ended, host.id))

    def end(self, host: Host) -> None:
        """Write down that a host answers again."""
        if self._since.pop(host.id, None) is not None:
            self._db.execute("DELETE FROM outage WHERE host_id = ?", (host.id,))

    def retry(self, roster: Roster, delay: float) -> int:
        """Let all of them be tried as soon as politeness allows; how many there are."""
        numbers: list[int] = []
        for host_id in self._since:
            host = roster.by_id[host_id]
            host.failures = 0
            (last,) = self._db.execute(
                "SELECT last_access FROM host WHERE id = ?", (host_id,)
            ).fetchone()
            if host.worker is None:
                host.next_at = min(host.next_at, last + max(delay, host.delay or 0.0))
            numbers += [number for _, _, number in host.later]
            for _, bucket, number in sorted(host.later):
                host.line.push(bucket, number)
            host.later.clear()
            roster.wake(host)
        rows = [(roster.by_id[host_id].next_at, host_id) for host_id in self._since]
        self._db.executemany("UPDATE host SET failures = 0, next_at = ? WHERE id = ?", rows)
        self._db.executemany(
            "UPDATE attempt SET again_at = 0 WHERE url_id = ?", [(number,) for number in numbers]
        )
        self._db.execute("DELETE FROM outage")
        self._since.clear()
        return len(rows)

    def unreachable(self, roster: Roster) -> list[UnreachableHost]:
        """The hosts that cannot be reached, those with the most waiting first."""
        waiting = {host_id: roster.by_id[host_id].waiting for host_id in self._since}
        return read_unreachable(self._db, waiting)


def forget_outages(db: sqlite3.Connection, default_delay: float) -> None:
    """Let hosts that could not be reached be tried at once: this is a new command.

    Belongs into a transaction, before memory is rebuilt.
    """
    db.execute(OUTAGES)
    down = [row[0] for row in db.execute("SELECT host_id FROM outage")]
    if not down:
        return
    db.execute(
        "UPDATE host SET failures = 0,"
        " next_at = min(next_at, last_access + max(?, coalesce(delay, 0)))"
        " WHERE id IN (SELECT host_id FROM outage)",
        (default_delay,),
    )
    hosts = read_column(db, "hosts", np.int32)
    tried = np.fromiter(
        (row[0] for row in db.execute("SELECT DISTINCT url_id FROM attempt WHERE again_at > 0")),
        np.int64,
    )
    there = tried[np.isin(hosts[tried - 1], np.array(down))]
    db.executemany(
        "UPDATE attempt SET again_at = 0 WHERE url_id = ?", [(n,) for n in there.tolist()]
    )
    db.execute("DELETE FROM outage")


def retry_failed(db: sqlite3.Connection, urls: Sequence[Url]) -> int:
    """Let those of these URLs wait again that failed in a way that may have passed; how many.

    Their outcomes become history. Belongs into a transaction, before memory is rebuilt.
    """
    keys = read_keys(db)
    wanted = np.fromiter((key_of(url) for url in urls), np.int64, len(urls))
    numbers = (np.flatnonzero(np.isin(keys, wanted)) + 1).tolist()
    again = 0
    for number in numbers:
        ended = db.execute(
            f"SELECT kind, reason, depth FROM outcome JOIN url ON url.id = url_id"
            f" WHERE url_id = ? AND {MAY_HAVE_PASSED}",
            (number,),
        ).fetchone()
        if ended is None:
            continue
        db.execute("INSERT INTO history SELECT * FROM outcome WHERE url_id = ?", (number,))
        db.execute(KNOWN_AGAIN, (number,))
        db.execute("DELETE FROM outcome WHERE url_id = ?", (number,))
        db.execute("DELETE FROM attempt WHERE url_id = ?", (number,))  # its tries begin anew
        kind, reason, depth = ended
        count(db, kind, reason, depth, -1)
        again += 1
    return again


def read_unreachable(
    db: sqlite3.Connection, waiting: dict[int, int] | None = None
) -> list[UnreachableHost]:
    """The hosts that cannot be reached; who only reads counts what waits by itself."""
    if not db.execute("SELECT 1 FROM sqlite_master WHERE name = 'outage'").fetchone():
        return []
    rows = db.execute(
        "SELECT host_id, name, since, failures, next_at, reason, detail, answered, ended"
        " FROM outage JOIN host ON host.id = host_id"
    ).fetchall()
    if waiting is None:
        waiting = _count_waiting(db, [row[0] for row in rows])
    hosts = [
        UnreachableHost(
            name, since, tries, at, reason, detail, waiting.get(number, 0), ended, bool(answered)
        )
        for number, name, since, tries, at, reason, detail, answered, ended in rows
    ]
    return sorted(hosts, key=lambda host: (-host.waiting, host.host))


def _count_waiting(db: sqlite3.Connection, host_ids: list[int]) -> dict[int, int]:
    if not host_ids:
        return {}
    hosts = read_column(db, "hosts", np.int32)
    waits = np.ones(len(hosts), dtype=np.bool_)
    ended = np.fromiter((row[0] for row in db.execute("SELECT url_id FROM outcome")), np.int64)
    waits[ended[ended <= len(hosts)] - 1] = False
    counts = np.bincount(hosts[waits], minlength=max(host_ids) + 1)
    return {host_id: int(counts[host_id]) for host_id in host_ids}
