"""Runs and archive segments in the frontier's file."""

import sqlite3

from auslese.crawl.frontier.worker_report import SegmentMark


class RunBook:
    """Keeps the promises of `RunRecord` on the frontier's file."""

    def __init__(self, db: sqlite3.Connection) -> None:
        """Look at an open frontier file."""
        self._db = db

    def begin(self, run: str, at: float) -> None:
        """Note that a run of this name begins."""
        self._db.execute("INSERT INTO run (id, started) VALUES (?, ?)", (run, at))

    def end(self, run: str, at: float) -> None:
        """Note that it has ended in order."""
        self._db.execute("UPDATE run SET ended = ? WHERE id = ?", (at, run))

    def names(self) -> list[str]:
        """The names of all runs."""
        return [name for (name,) in self._db.execute("SELECT id FROM run")]

    def segments(self) -> list[SegmentMark]:
        """How far each archive segment is recorded."""
        rows = self._db.execute("SELECT name, warc_bytes, cdxj_bytes, closed FROM archive_segment")
        return [SegmentMark(name, warc, cdxj, bool(closed)) for name, warc, cdxj, closed in rows]

    def close_segments(self) -> None:
        """Note that nobody writes any segment any more."""
        self._db.execute("UPDATE archive_segment SET closed = 1")
