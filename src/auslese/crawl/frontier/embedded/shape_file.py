"""The book of shapes on disk, beside the outcomes that follow from it."""

import sqlite3
from collections.abc import Iterable, Iterator

from auslese.crawl.frontier.bookkeeping.packed_shapes import (
    SHAPE_COLUMNS,
    is_kept,
    row_of_shape,
    shape_of_row,
)
from auslese.crawl.frontier.embedded.frontier_file import count
from auslese.crawl.traps.shape_evidence import ShapeRecord


class ShapeFile:
    """Keeps the promises of `ShapeStore` on the frontier's file; all within its transactions."""

    def __init__(self, db: sqlite3.Connection) -> None:
        """Look at an open frontier file."""
        self._db = db

    def read(self, most: int) -> Iterator[tuple[str, ShapeRecord]]:
        """Give the shapes that matter most, with their hosts."""
        rows = self._db.execute(
            f"SELECT host, state, rest, {', '.join(SHAPE_COLUMNS)} FROM shape"
            " ORDER BY state = 'open', found DESC LIMIT ?",
            (most,),
        )
        yield from map(shape_of_row, rows)

    def write(self, records: Iterable[tuple[str, ShapeRecord]]) -> None:
        """Write down what has changed."""
        self._db.executemany(
            f"INSERT OR REPLACE INTO shape (host, state, rest, {', '.join(SHAPE_COLUMNS)})"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [row_of_shape(host, record) for host, record in records if is_kept(record)],
        )

    def delete(self, names: Iterable[tuple[str, str]]) -> None:
        """Forget these shapes of these hosts."""
        self._db.executemany("DELETE FROM shape WHERE host = ? AND name = ?", names)

    def begin_anew_if_changed(self, fingerprint: str) -> int:
        """Let in again what was refused under other settings; how many URLs that were."""
        db = self._db
        row = db.execute("SELECT value FROM meta WHERE name = 'traps'").fetchone()
        db.execute("INSERT OR REPLACE INTO meta VALUES ('traps', ?)", (fingerprint,))
        if not row or row[0] == fingerprint:
            return 0
        db.execute("DELETE FROM shape")
        again = db.execute(
            "SELECT seq, reason, depth FROM outcome JOIN url ON url.id = url_id"
            " WHERE kind = 'refused'"
            " AND (reason = 'trap' OR reason = 'type' AND detail LIKE 'remembered:%')"
        ).fetchall()
        db.executemany("DELETE FROM outcome WHERE seq = ?", [(seq,) for seq, _, _ in again])
        for _, reason, depth in again:
            count(db, "refused", reason, depth, -1)
        return len(again)
