"""URLs and robots.txt in the frontier's file: written once, read back for leases."""

import sqlite3
from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from auslese.crawl.frontier.lease import RobotsNote
from auslese.records.url import Url, key_of
from auslese.records.visit import Visit


class UrlBook:
    """Reads and writes the tables `url`, `block` and `robots`."""

    def __init__(self, db: sqlite3.Connection) -> None:
        """Look at an open frontier file."""
        self._db = db

    def write(self, first: int, fresh: Sequence[Visit], host_ids: Sequence[int]) -> None:
        """Write new URLs, numbered from `first` on; belongs into a transaction."""
        self._db.executemany(
            "INSERT INTO url VALUES (?, ?, ?, ?, ?)",
            (
                (number, visit.url, visit.depth, visit.via, visit.hops)
                for number, visit in enumerate(fresh, first)
            ),
        )
        self._db.execute(
            "INSERT INTO block VALUES (?, ?, ?, ?)",
            (
                first,
                np.fromiter((visit.key for visit in fresh), np.int64).tobytes(),
                np.fromiter(host_ids, np.int32).tobytes(),
                np.fromiter((visit.bucket for visit in fresh), np.int8).tobytes(),
            ),
        )

    def move_all(self, places: Mapping[int, int]) -> None:
        """Let URLs wait in other buckets from now on, by number; belongs into a transaction."""
        first, changed = 0, bytearray()
        for number in sorted(places):
            if number >= first + len(changed):
                self._write_buckets(first, changed)
                first, buckets = self._db.execute(
                    "SELECT first, buckets FROM block WHERE first <= ? ORDER BY first DESC LIMIT 1",
                    (number,),
                ).fetchone()
                changed = bytearray(buckets)
            changed[number - first] = places[number]
        self._write_buckets(first, changed)

    def _write_buckets(self, first: int, buckets: bytearray) -> None:
        if buckets:
            self._db.execute(
                "UPDATE block SET buckets = ? WHERE first = ?", (bytes(buckets), first)
            )

    def visits(self, numbers: Iterable[int]) -> dict[int, Visit]:
        """The URLs of these numbers; their hosts and buckets are known elsewhere."""
        wanted = ",".join(map(str, sorted(numbers)))
        rows = self._db.execute(
            f"SELECT id, text, depth, via, hops FROM url WHERE id IN ({wanted})"
        )
        return {
            number: Visit(Url(text), key_of(Url(text)), "", depth, via=via, hops=hops)
            for number, text, depth, via, hops in rows
        }

    def robots_of(self, origins: Iterable[str]) -> list[RobotsNote]:
        """What these origins' robots.txt said when we last asked, as far as we did."""
        notes = []
        for origin in origins:
            row = self._db.execute("SELECT * FROM robots WHERE origin = ?", (origin,)).fetchone()
            if row:
                notes.append(RobotsNote(*row))
        return notes
