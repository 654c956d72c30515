"""What do the pages of each host have in common? Kept beside the tables, host by host.

A cache: without it everything can be learnt anew.
"""

import os
import sqlite3
from collections.abc import Iterable
from contextlib import closing, suppress
from pathlib import Path
from types import TracebackType
from typing import NamedTuple, Self

from auslese.system.exhausted import SQLITE_FAMILY
from auslese.system.seals.damaged_file import DamagedFileError
from auslese.system.seals.file_seal import break_seal, seal_file, seal_of, verify_file
from auslese.system.unwritable import DAMAGED

FILE = "templates.db"
TABLES = """
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = NORMAL;
    CREATE TABLE IF NOT EXISTS template
        (host TEXT PRIMARY KEY, reader INT, packed BLOB, pages BLOB);
"""
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
        self._path = folder / FILE
        self._is_changed = False
        if self._path.exists():
            verify_file(self._path)
        self._db = sqlite3.connect(self._path, isolation_level=None)
        self._reader = reader
        try:
            self._db.executescript(TABLES)
        except sqlite3.DatabaseError as error:
            _raise_if_damaged(self._path, error)
            raise

    def __enter__(self) -> Self:
        """Use it in a `with` statement."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close the file, and seal it if it was changed and nobody reads its log."""
        if self._is_changed:
            with suppress(sqlite3.Error):
                self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        self._db.close()
        log = self._path.with_name(f"{FILE}-wal")
        if self._is_changed and not (log.exists() and log.stat().st_size):
            seal_file(self._path)

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
        self._begin_changes()
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
        self._begin_changes()
        self._db.execute("DELETE FROM template")

    def _begin_changes(self) -> None:
        if not self._is_changed:
            break_seal(self._path)
            self._is_changed = True


def verify_templates(path: Path) -> bool:
    """Whether the file has a seal; DamagedFileError if it is not as it was written."""
    verify_file(path, most_bytes=None)
    if seal_of(path).exists():
        return True
    options = "mode=ro" if os.access(path.parent, os.W_OK) else "mode=ro&immutable=1"
    with closing(sqlite3.connect(f"{path.absolute().as_uri()}?{options}", uri=True)) as db:
        try:
            ((found,), *_) = db.execute("PRAGMA integrity_check").fetchall()
        except sqlite3.DatabaseError as error:
            _raise_if_damaged(path, error)
            raise
    if found != "ok":
        raise DamagedFileError(path, str(found))
    return False


def _raise_if_damaged(path: Path, error: sqlite3.DatabaseError) -> None:
    if error.sqlite_errorcode & SQLITE_FAMILY in DAMAGED:
        raise DamagedFileError(path, str(error)) from error
