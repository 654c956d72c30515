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
    """The template of a host, packed, and the pages that were looked at for it."""

    host: str
    packed: bytes
    pages: frozenset[int]
    """Their ids; not all of them were fit to learn from."""


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
                known[host] = StoredTemplate(host, packed, _ids(pages))
        return known

    def keep(self, templates: Iterable[StoredTemplate]) -> None:
        """Remember these, in the place of what was known of their hosts."""
        rows = [(each.host, self._reader, each.packed, _packed(each.pages)) for each in templates]
        with closing(self._db.cursor()) as cursor:
            cursor.execute("BEGIN")
            cursor.executemany("INSERT OR REPLACE INTO template VALUES (?, ?, ?, ?)", rows)
            cursor.execute("COMMIT")

    def forget(self) -> None:
        """Learn everything anew."""
        self._db.execute("DELETE FROM template")


def _packed(ids: Iterable[int]) -> bytes:
    return b"".join(each.to_bytes(8, signed=True) for each in sorted(ids))


def _ids(packed: bytes) -> frozenset[int]:
    places = range(0, len(packed), 8)
    return frozenset(int.from_bytes(packed[at : at + 8], signed=True) for at in places)
