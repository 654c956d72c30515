"""How much is due to be seen again, told by the frontier's file; the plan is in recrawl_file.py."""

import sqlite3

from auslese.crawl.recrawl.recrawl_values import RecrawlStatus


def read_recrawl_status(db: sqlite3.Connection, now: float, rest: float) -> RecrawlStatus:
    """How much is due, without looking at every page: outcomes are in the order of their time."""
    (last,) = db.execute("SELECT coalesce(max(coalesce(ended, started)), 0) FROM run").fetchone()
    (ended,) = db.execute("SELECT coalesce(sum(n), 0) FROM tally WHERE kind = 'fetched'").fetchone()
    nowhere, wanted = _imported(db), "seq >= ? AND kind = 'fetched'"
    if nowhere:
        wanted += " AND (SELECT text FROM url WHERE id = url_id) NOT LIKE 'http://%.invalid/%'"
    (resting,) = db.execute(
        f"SELECT count(*) FROM outcome WHERE {wanted}", (_first_after(db, now - rest),)
    ).fetchone()
    (waiting,) = db.execute("SELECT count(*) FROM again").fetchone()
    (gone,) = db.execute("SELECT count(*) FROM page WHERE gone_at IS NOT NULL").fetchone()
    return RecrawlStatus(last, max(0, ended - nowhere - resting), waiting, gone)


def _imported(db: sqlite3.Connection) -> int:
    """How many pages were imported under names that no server has."""
    query = "SELECT coalesce(sum(known), 0) FROM host WHERE name LIKE '%.invalid'"
    return int(db.execute(query).fetchone()[0])


def _first_after(db: sqlite3.Connection, at: float) -> int:
    """The number from which on outcomes are later than this, by halving."""
    (high,) = db.execute("SELECT coalesce(max(seq), 0) + 1 FROM outcome").fetchone()
    low = 0
    while low < high:
        middle = (low + high) // 2
        row = db.execute(
            "SELECT seq, at FROM outcome WHERE seq >= ? ORDER BY seq LIMIT 1", (middle,)
        ).fetchone()
        if row is None or row[1] > at:
            high = middle
        else:
            low = row[0] + 1
    return int(low)
