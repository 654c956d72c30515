"""The file behind the embedded frontier: opened, written in transactions, counted."""

import os
import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from auslese.crawl.frontier.embedded.discovery import Discovery
from auslese.crawl.frontier.embedded.frontier_schema import PRAGMAS, SCHEMA
from auslese.records.errors import AusleseError
from auslese.system.exhausted import SQLITE_FAMILY
from auslese.system.seals.damaged_file import DamagedFileError
from auslese.system.seals.file_seal import break_seal, seal_file, seal_of, verify_file
from auslese.system.unwritable import DAMAGED
from auslese.wording.resource_sentences import unwritable_sentence

LOG_BYTES = 64 << 20
"""Length of the log from which it is emptied. SQLite begins it anew only when nobody reads it, and
workers that look up contents take turns without a gap: 3.7 GB after two minutes of 300 hosts."""
EMPTYING_MS = 500
"""So long readers may take to leave it: two and a half times as long as workers stay
(`content_seen.LOOK_SECONDS`); on a machine that is busy with other things they need more. So each
try in vain is followed by one with twice the patience, up to four seconds."""
SOON_AGAIN = 4
"""Tries in vain, each of which is repeated after a quarter of the length. Who still reads then, as
a copy of the whole file, stays for long, and further tries would only hold up the crawl."""


class FrontierError(AusleseError):
    """The frontier cannot be written: no space, no right, a broken disk."""


def connect(path: Path) -> sqlite3.Connection:
    """Open the file for writing; a new one gets its tables."""
    is_new = not path.exists()
    if not is_new:
        verify_file(path, most_bytes=None)
    break_seal(path)
    db = sqlite3.connect(path, isolation_level=None)
    try:
        with naming_damage(path):
            db.executescript(PRAGMAS)
            if not db.execute("SELECT 1 FROM sqlite_master").fetchone():
                db.executescript(f"BEGIN;{SCHEMA}COMMIT;")
    except (sqlite3.Error, DamagedFileError):
        db.close()
        if is_new:  # half made, it would puzzle those who only read
            for ending in ("", "-wal", "-shm", "-journal"):
                path.with_name(path.name + ending).unlink(missing_ok=True)
        raise
    return db


@contextmanager
def naming_damage(path: Path) -> Iterator[None]:
    """Say which file it is if a database is none, or is not whole."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        if error.sqlite_errorcode & SQLITE_FAMILY not in DAMAGED:
            raise
        raise DamagedFileError(path, str(error)) from error


def open_ledger(path: Path) -> sqlite3.Connection:
    """The frontier's file for reading, also while a crawl writes it, and without rights to write.

    Readers share the index of the log with the writer, in a file. Where there is none and none can
    be made, nobody writes: the log, if anything is in it, gets an index in memory, without locks.
    """
    verify_file(path)
    log, shared = (path.with_name(f"{path.name}-{end}") for end in ("wal", "shm"))
    if os.access(path.parent, os.W_OK) or shared.exists():
        return _connected(path, "mode=ro")
    if not log.exists() or not log.stat().st_size:
        return _connected(path, "mode=ro&immutable=1")
    db = _connected(path, "mode=ro&vfs=unix-none")
    db.execute("PRAGMA locking_mode = EXCLUSIVE")
    return db


def _connected(path: Path, options: str) -> sqlite3.Connection:
    return sqlite3.connect(f"{path.absolute().as_uri()}?{options}", uri=True, isolation_level=None)


@contextmanager
def reading_ledger(path: Path) -> Iterator[sqlite3.Connection]:
    """The frontier's file for a few questions; DamagedFileError if they cannot be answered."""
    with closing(open_ledger(path)) as db, naming_damage(path):
        yield db


def verify_frontier(path: Path) -> bool:
    """Whether the file has a seal; DamagedFileError if it is not as it was written.

    Without a seal, as after a kill, SQLite is asked whether it is whole.
    """
    verify_file(path, most_bytes=None)
    if seal_of(path).exists():
        return True
    with reading_ledger(path) as db:
        ((found,), *_) = db.execute("PRAGMA integrity_check").fetchall()
    if found != "ok":
        raise DamagedFileError(path, str(found).splitlines()[0])
    return False


def has_begun(path: Path) -> bool:
    """Whether a crawl has written here; a file without tables is just being made."""
    if not path.exists():
        return False
    try:
        with reading_ledger(path) as db:
            tables = db.execute("SELECT 1 FROM sqlite_master WHERE name = 'meta'")
            return tables.fetchone() is not None
    except sqlite3.OperationalError as error:
        # Of all journals only that of its making is one that readers cannot roll back.
        if error.sqlite_errorcode == sqlite3.SQLITE_READONLY_ROLLBACK:
            return False
        raise


def count(db: sqlite3.Connection, kind: str, reason: str, depth: int, n: int) -> None:
    """Add to the tally of outcomes."""
    db.execute(
        "INSERT INTO tally VALUES (?, ?, ?, ?)"
        " ON CONFLICT (kind, reason, depth) DO UPDATE SET n = n + excluded.n",
        (kind, reason, depth, n),
    )


class FrontierFile:
    """An open frontier file; outcomes are counted together with the transaction they are in."""

    def __init__(self, path: Path, log_bytes: int = LOG_BYTES) -> None:
        """Open it, or make it."""
        self._path = path
        self._log = path.with_name(f"{path.name}-wal")
        self._log_step = self._log_limit = log_bytes
        self._emptied_in_vain = 0
        self.db = connect(path)
        self.tally: Counter[tuple[str, str, int]] = Counter()
        """Outcomes of the running transaction by kind, reason and depth."""
        self.discovery = Discovery(self.db)

    def counts(self) -> Counter[tuple[str, str]]:
        """How many URLs ended in which way so far, by kind and reason."""
        rows = self.db.execute("SELECT kind, reason, sum(n) FROM tally GROUP BY kind, reason")
        return Counter({(kind, reason): n for kind, reason, n in rows})

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """All of it or nothing; a failure to write ends the crawl with a sentence."""
        try:
            self.db.execute("BEGIN IMMEDIATE")
            yield
            for (kind, reason, depth), n in self.tally.items():
                count(self.db, kind, reason, depth, n)
            self.discovery.write(self.tally)
            self.tally.clear()
            self.db.execute("COMMIT")
            self._bound_log()
        except sqlite3.OperationalError as error:
            self._roll_back()
            raise FrontierError(unwritable_sentence(self._path, error)) from error
        except BaseException:
            self._roll_back()
            raise

    def close(self) -> None:
        """Close the file and seal it; if somebody still reads its log, it stays without a seal."""
        with suppress(sqlite3.Error):  # as on a full disk: all of it is in the log
            self.db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        self.db.close()
        if not self._log.exists() or not self._log.stat().st_size:
            seal_file(self._path)

    def _bound_log(self) -> None:
        """Empty the log if it is too long and its readers leave."""
        length = self._log.stat().st_size if self._log.exists() else 0
        if length < self._log_limit:
            return
        (usual,) = self.db.execute("PRAGMA busy_timeout").fetchone()
        patience = EMPTYING_MS << min(self._emptied_in_vain, SOON_AGAIN - 1)
        self.db.execute(f"PRAGMA busy_timeout = {patience}")
        is_busy, _, _ = self.db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        self.db.execute(f"PRAGMA busy_timeout = {usual}")
        self._emptied_in_vain = self._emptied_in_vain + 1 if is_busy else 0
        step = self._log_step // 4 if 0 < self._emptied_in_vain <= SOON_AGAIN else self._log_step
        self._log_limit = step + (length if is_busy else 0)

    def _roll_back(self) -> None:
        self.tally.clear()
        self.discovery.forget()
        if self.db.in_transaction:
            self.db.execute("ROLLBACK")
