"""Format 2: the frontier's file knows addresses, errors, earlier visits, traps, forecasts."""

import sqlite3
from contextlib import closing
from pathlib import Path

FRONTIER = "frontier.db"

COLUMNS = {
    "host": (
        "resolved_at REAL NOT NULL DEFAULT 0",
        "errors REAL NOT NULL DEFAULT 0",
        "unverified INTEGER NOT NULL DEFAULT 0",
    ),
    "robots": ("until REAL NOT NULL DEFAULT 0",),
}

# As they were when format 2 began; later changes are steps of their own.
TABLES = """
CREATE TABLE IF NOT EXISTS page (
    url_id INTEGER PRIMARY KEY, etag TEXT NOT NULL, modified TEXT NOT NULL, digest BLOB NOT NULL,
    payload BLOB NOT NULL, archived_at REAL NOT NULL, archived_url TEXT NOT NULL,
    checks INTEGER NOT NULL, changes INTEGER NOT NULL, quiet REAL NOT NULL, moved REAL NOT NULL,
    checked_at REAL NOT NULL, changed_at REAL NOT NULL, gone_at REAL, told_at REAL NOT NULL
);
CREATE INDEX IF NOT EXISTS page_gone ON page (gone_at) WHERE gone_at IS NOT NULL;
CREATE TABLE IF NOT EXISTS again (
    url_id INTEGER PRIMARY KEY, bucket INTEGER NOT NULL, page INTEGER NOT NULL,
    tried INTEGER NOT NULL
);
CREATE TABLE IF NOT EXISTS history (
    seq INTEGER PRIMARY KEY, url_id INTEGER NOT NULL, kind TEXT NOT NULL, reason TEXT NOT NULL,
    detail TEXT NOT NULL, status INTEGER NOT NULL, at REAL NOT NULL, seconds REAL NOT NULL,
    bytes INTEGER NOT NULL, tries INTEGER NOT NULL
);
CREATE INDEX IF NOT EXISTS history_of_url ON history (url_id);
CREATE TABLE IF NOT EXISTS shape (
    host TEXT NOT NULL, name TEXT NOT NULL, state TEXT NOT NULL, kind TEXT NOT NULL,
    why TEXT NOT NULL, found INTEGER NOT NULL, fetched INTEGER NOT NULL, refused INTEGER NOT NULL,
    rest BLOB NOT NULL, PRIMARY KEY (host, name)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS found (
    depth INTEGER PRIMARY KEY, n INTEGER NOT NULL, refused INTEGER NOT NULL
);
CREATE TABLE IF NOT EXISTS milestone (
    visited INTEGER PRIMARY KEY, found INTEGER NOT NULL, pages INTEGER NOT NULL
);
"""


def lift(folder: Path) -> None:
    """Lift a folder from format 1 to 2; may run twice."""
    path = folder / FRONTIER
    if not path.exists():
        return
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        if not _columns(db, "host"):  # it was never crawled
            return
        for table, columns in COLUMNS.items():
            for column in columns:
                if column.split()[0] not in _columns(db, table):
                    db.execute(f"ALTER TABLE {table} ADD COLUMN {column}")
        db.executescript(TABLES)


def _columns(db: sqlite3.Connection, table: str) -> set[str]:
    return {row[1] for row in db.execute(f"PRAGMA table_info({table})")}
