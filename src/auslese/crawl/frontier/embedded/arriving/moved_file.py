"""A whole frontier out of its file, or into a new one, for another store."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from auslese.crawl.frontier.embedded.file_columns import read_column, read_keys
from auslese.crawl.frontier.embedded.frontier_file import connect
from auslese.crawl.frontier.embedded.frontier_schema import SKETCHES
from auslese.crawl.frontier.embedded.outage_book import OUTAGES
from auslese.crawl.frontier.moving import MOVED, OUTCOME_COLUMNS, Rows
from auslese.system.key_set import Keys

AT_ONCE = 20_000
OWN_META = "outcomes_written"
BY_URL = ("again", "outcome", "history", "attempt", "page", "sketch")
"""What belongs to URLs, which have numbers here."""
TRIES = """
    (SELECT count(*) FROM attempt WHERE attempt.url_id = again.url_id AND attempt.seq > tried)
"""
READ = {
    "host": (
        "SELECT host.name, host.address, host.delay, host.next_at, host.token, host.last_access,"
        " host.failures, host.asked, host.known, host.bytes, host.seconds,"
        " coalesce(main.name, ''), host.resolved_at, host.errors, host.unverified"
        " FROM host LEFT JOIN host AS main ON main.id = host.alias_of ORDER BY host.id"
    ),
    "again": f"SELECT url_id, bucket, page, {TRIES} FROM again ORDER BY url_id",
    "outcome": f"SELECT url_id, {', '.join(OUTCOME_COLUMNS[1:])} FROM outcome ORDER BY seq",
    "history": f"SELECT url_id, {', '.join(OUTCOME_COLUMNS[1:])} FROM history ORDER BY seq",
    "attempt": f"SELECT url_id, {', '.join(MOVED['attempt'][1:])} FROM attempt ORDER BY seq",
    "page": f"SELECT url_id, {', '.join(MOVED['page'][1:])} FROM page ORDER BY url_id",
    "sketch": "SELECT url_id, bits FROM sketch ORDER BY url_id",
    "outage": (
        "SELECT name, since, reason, detail, answered, ended"
        " FROM outage JOIN host ON host.id = host_id ORDER BY host_id"
    ),
    "tally": "SELECT kind, reason, depth, n FROM tally WHERE n <> 0",
    "meta": f"SELECT name, value FROM meta WHERE name <> '{OWN_META}'",
}
WAITING = "SELECT (SELECT count(*) FROM url) - (SELECT count(*) FROM outcome)"


class FrontierFileSource:
    """Keeps the promises of `FrontierSource` on the frontier's file."""

    def __init__(self, path: Path) -> None:
        """Open it."""
        self._db = connect(path)
        self._db.execute(SKETCHES)
        self._db.execute(OUTAGES)

    def __enter__(self) -> "FrontierFileSource":
        """Read all of it at one moment."""
        self._db.execute("BEGIN")
        self._keys = read_keys(self._db)
        return self

    def __exit__(self, *_: object) -> None:
        """Close the file."""
        self._db.close()

    def unwritten(self) -> int:
        """How many rows wait for tables; leases of a crawl that was killed are none."""
        (pages,) = self._db.execute("SELECT count(*) FROM staged_page").fetchone()
        (links,) = self._db.execute("SELECT count(*) FROM staged_links").fetchone()
        written = self._db.execute("SELECT value FROM meta WHERE name = ?", (OWN_META,)).fetchone()
        (outcomes,) = self._db.execute(
            "SELECT (SELECT count(*) FROM outcome WHERE seq > :last)"
            " + (SELECT count(*) FROM history WHERE seq > :last)",
            {"last": int(written[0]) if written else 0},
        ).fetchone()
        return int(pages + links + outcomes)

    def numbers(self) -> dict[str, int]:
        """How many rows of each kind there are, and how many URLs wait."""
        return numbers_of_file(self._db)

    def rows(self, table: str) -> Iterator[Rows]:
        """The rows of one kind, some at a time."""
        if table == "url":
            yield from self._urls()
            return
        usual = f"SELECT {', '.join(MOVED[table])} FROM {table}"
        answer = self._db.execute(READ.get(table, usual))
        while rows := answer.fetchmany(AT_ONCE):
            yield self._with_keys(rows) if table in BY_URL else rows

    def _with_keys(self, rows: list[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
        numbers = np.fromiter((row[0] for row in rows), np.int64, len(rows))
        keys = self._keys[numbers - 1].tolist()
        return [(key, *row[1:]) for key, row in zip(keys, rows, strict=True)]

    def _urls(self) -> Iterator[Rows]:
        hosts = read_column(self._db, "hosts", np.int32)
        buckets = read_column(self._db, "buckets", np.int8)
        names = dict(self._db.execute("SELECT id, name FROM host"))
        answer = self._db.execute("SELECT id, text, depth, via, hops FROM url ORDER BY id")
        while rows := answer.fetchmany(AT_ONCE):
            places = np.fromiter((row[0] for row in rows), np.int64, len(rows)) - 1
            known = (column[places].tolist() for column in (self._keys, hosts, buckets))
            yield [
                (key, names[host], text, depth, via, hops, bucket)
                for (_, text, depth, via, hops), key, host, bucket in zip(rows, *known, strict=True)
            ]


class FrontierFileTarget:
    """Keeps the promises of `FrontierTarget` on a new file."""

    def __init__(self, path: Path) -> None:
        """Make it; whoever does puts it in its place."""
        self._db = connect(path)
        self._db.execute(SKETCHES)
        self._db.execute(OUTAGES)
        self._db.execute("PRAGMA synchronous = OFF")  # it is synced when it is closed
        self._urls = 0
        self._hosts: dict[str, int] = {}
        self._mains: list[tuple[str, int]] = []
        self._tried: list[tuple[int, int]] = []
        self._order: Keys = np.zeros(0, np.int64)
        self._sorted: Keys = self._order

    def __enter__(self) -> "FrontierFileTarget":
        """Begin."""
        self._db.execute("BEGIN IMMEDIATE")
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        """Keep all of it, or nothing."""
        if self._db.in_transaction:
            self._db.execute("COMMIT" if kind is None else "ROLLBACK")
        self._db.execute("PRAGMA synchronous = FULL")
        self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        self._db.close()

    def put(self, table: str, rows: Rows) -> None:
        """Take in rows."""
        special = {"host": self._put_hosts, "url": self._put_urls, "outage": self._put_outages}
        if table in special:
            special[table](rows)
            return
        columns = ("url_id", *MOVED[table][1:]) if table in BY_URL else MOVED[table]
        if table in BY_URL:
            rows = self._with_numbers(rows)
        if table == "again":
            self._tried += [(int(row[3]), int(row[0])) for row in rows]
            columns = ("url_id", "bucket", "page", "tried")
        self._insert(table, columns, rows)

    def _insert(self, table: str, columns: tuple[str, ...], rows: Rows) -> None:
        marks = ", ".join("?" * len(columns))
        self._db.executemany(f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({marks})", rows)

    def _put_hosts(self, rows: Rows) -> None:
        columns = [name for name in MOVED["host"] if name != "alias_of"]
        place = MOVED["host"].index("alias_of")
        numbered = []
        for row in rows:
            number = self._hosts[row[0]] = len(self._hosts) + 1
            numbered.append((number, *row[:place], *row[place + 1 :]))
            if row[place]:
                self._mains.append((row[place], number))
        self._insert("host", ("id", *columns), numbered)

    def _put_urls(self, rows: Rows) -> None:
        first = self._urls + 1
        self._urls += len(rows)
        texts = [
            (number, text, depth, via, hops)
            for number, (_, _, text, depth, via, hops, _) in enumerate(rows, first)
        ]
        self._insert("url", ("id", "text", "depth", "via", "hops"), texts)
        keys, hosts, *_, buckets = zip(*rows, strict=True)
        block = (
            first,
            np.array(keys, np.int64).tobytes(),
            np.array([self._hosts[host] for host in hosts], np.int32).tobytes(),
            np.array(buckets, np.int8).tobytes(),
        )
        self._insert("block", ("first", "keys", "hosts", "buckets"), [block])

    def _put_outages(self, rows: Rows) -> None:
        numbered = [(self._hosts[row[0]], *row[1:]) for row in rows]
        self._insert("outage", ("host_id", *MOVED["outage"][1:]), numbered)

    def _with_numbers(self, rows: Rows) -> list[tuple[Any, ...]]:
        if len(self._order) != self._urls:
            keys = read_keys(self._db)
            self._order = np.argsort(keys, kind="stable")
            self._sorted = keys[self._order]
        wanted = np.fromiter((row[0] for row in rows), np.int64, len(rows))
        numbers = (self._order[self._sorted.searchsorted(wanted)] + 1).tolist()
        return [(number, *row[1:]) for number, row in zip(numbers, rows, strict=True)]

    def finish(self) -> dict[str, int]:
        """Make it whole; how many rows of each kind there are, and how many URLs wait."""
        db = self._db
        db.executemany(
            "UPDATE host SET alias_of = ? WHERE id = ?",
            [(self._hosts[main], number) for main, number in self._mains],
        )
        self._write_tried()
        (last,) = db.execute(
            "SELECT max((SELECT coalesce(max(seq), 0) FROM outcome),"
            " (SELECT coalesce(max(seq), 0) FROM history))"
        ).fetchone()
        db.execute("INSERT INTO meta VALUES (?, ?)", (OWN_META, str(last)))
        db.execute("DELETE FROM sqlite_sequence WHERE name = 'outcome'")
        db.execute("INSERT INTO sqlite_sequence (name, seq) VALUES ('outcome', ?)", (last,))
        return numbers_of_file(db)

    def _write_tried(self) -> None:
        """Say of URLs that come back which of their tries belong to earlier visits."""
        (last,) = self._db.execute("SELECT coalesce(max(seq), 0) FROM attempt").fetchone()
        self._db.execute("UPDATE again SET tried = ?", (last,))
        self._db.executemany(
            "UPDATE again SET tried = coalesce((SELECT seq FROM attempt WHERE url_id = ?2"
            " ORDER BY seq DESC LIMIT 1 OFFSET ?1), 0) WHERE url_id = ?2",
            [(tries, number) for tries, number in self._tried if tries],
        )


def numbers_of_file(db: sqlite3.Connection) -> dict[str, int]:
    """How many rows of each kind there are, and how many URLs wait."""
    limited = {"tally": " WHERE n <> 0", "meta": f" WHERE name <> '{OWN_META}'"}
    counts = {
        table: int(
            db.execute(f"SELECT count(*) FROM {table}{limited.get(table, '')}").fetchone()[0]
        )
        for table in MOVED
    }
    return counts | {"waiting": int(db.execute(WAITING).fetchone()[0])}
