"""What do the pages of each host have in common? Kept beside the tables, host by host.

A cache: without it everything can be learnt anew.
"""

import sqlite3
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from types import TracebackType
from typing import NamedTuple, Self

FILE = "templates.db"
MOST_VARIABLES = 500  # in one question to SQLite


class StoredTemplate(NamedTuple):
    """The template of a host, packed, and which pages it was learnt from."""

    host: str
    packed: bytes
    sample: bytes
    """A short name for these pages, as they were then; empty once there are others."""


class TemplateFile:
    """The templates of a collection, those of one version of the reader."""

    def __init__(self, folder: Path, reader: int) -> None:
        """Keep them in this folder; one process writes, others may look things up."""
        self._db = sqlite3.connect(folder / FILE, isolation_level=None)
        self._db.execute("PRAGMA journal_mode = WAL")
        self._db.execute("PRAGMA synchronous = NORMAL")
        self._db.execute(
            "CREATE TABLE IF NOT EXISTS template"
            " (host TEXT PRIMARY KEY, reader INT, packed BLOB, pages BLOB)"
        )
        self._reader = reader

    def __enter__(self) -> Self:
        """Use it in a `with` statement."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close the file."""
        self._db.close()

    def of(self, hosts: Iterable[str]) -> dict[str, StoredTemplate]:
        """Return what is known of these hosts."""
        wanted, known = list(hosts), {}
        for start in range(0, len(wanted), MOST_VARIABLES):
            some = wanted[start : start + MOST_VARIABLES]
            marks = ",".join("?" * len(some))
            query = (
                f"SELECT host, packed, pages FROM template WHERE reader = ? AND host IN ({marks})"
            )
            for host, packed, pages in self._db.execute(query, [self._reader, *some]):
                known[host] = StoredTemplate(host, packed, pages)
        return known

    def keep(self, templates: Iterable[StoredTemplate]) -> None:
        """Remember these, in the place of what was known of their hosts."""
        rows = [(each.host, self._reader, each.packed, each.sample) for each in templates]
        with closing(self._db.cursor()) as cursor:
            cursor.execute("BEGIN")
            cursor.executemany("INSERT OR REPLACE INTO template VALUES (?, ?, ?, ?)", rows)
            cursor.execute("COMMIT")

    def count_outdated(self) -> int:
        """How many hosts have other pages to learn from than were there when it was done."""
        query = "SELECT count(*) FROM template WHERE reader = ? AND pages = ?"
        return int(self._db.execute(query, [self._reader, b""]).fetchone()[0])

    def forget(self) -> None:
        """Learn everything anew."""
        self._db.execute("DELETE FROM template")
