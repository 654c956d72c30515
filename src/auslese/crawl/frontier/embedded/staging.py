"""Rows on their way from the frontier's file into Parquet segments, each exactly once."""

import sqlite3
from collections.abc import Iterator, Mapping

from auslese.crawl.frontier.row_staging import OutcomeRow, StagedLinks, StagedPages

CHUNK_ROWS = 50_000  # outcomes a segment holds at most, so that memory stays bounded
CHUNK_PAGES = 10_000
# Those of pages that wait to be seen again stand in `history` already.
UNWRITTEN = (
    "SELECT * FROM (SELECT * FROM outcome WHERE seq > :written ORDER BY seq LIMIT :most)"
    " UNION ALL SELECT * FROM (SELECT * FROM history WHERE seq > :written ORDER BY seq LIMIT :most)"
    " ORDER BY seq LIMIT :most"
)


class Staging:
    """Keeps the promises of `RowStaging` on the frontier's file."""

    def __init__(self, db: sqlite3.Connection) -> None:
        """Look at an open frontier file."""
        self._db = db

    def begin_behind(self, numbers: Mapping[str, int]) -> None:
        """Nobody else writes the tables of this file: what lies behind its numbers is left over."""

    def next_number(self, table: str) -> int:
        """The number of the table's next segment file."""
        row = self._db.execute("SELECT next FROM table_segment WHERE name = ?", (table,)).fetchone()
        return int(row[0]) if row else 1

    def pages(self) -> StagedPages:
        """The pages to be written next."""
        rows = self._db.execute(
            "SELECT seq, row, copy_of FROM staged_page ORDER BY seq LIMIT ?", (CHUNK_PAGES,)
        ).fetchall()
        return StagedPages(rows[-1][0] if rows else 0, [(row, copy) for _, row, copy in rows])

    def links(self) -> StagedLinks:
        """The links to be written next."""
        rows = self._db.execute(
            "SELECT seq, batch FROM staged_links ORDER BY seq LIMIT ?", (CHUNK_PAGES,)
        ).fetchall()
        return StagedLinks(rows[-1][0] if rows else 0, [batch for _, batch in rows])

    def outcomes(self) -> Iterator[tuple[int, OutcomeRow]]:
        """The outcomes to be written next, with their numbers."""
        return self.outcomes_after(self._outcomes_written())

    def outcomes_after(self, number: int) -> Iterator[tuple[int, OutcomeRow]]:
        """The outcomes behind this number, written or not, with their numbers."""
        rows = self._db.execute(
            "SELECT seq, text, kind, reason, detail, status, depth, via, hops, tries, at, seconds,"
            f" bytes FROM ({UNWRITTEN}) JOIN url ON url.id = url_id ORDER BY seq",
            {"written": number, "most": CHUNK_ROWS},
        )
        for seq, *columns in rows:
            yield seq, OutcomeRow(*columns)

    def _outcomes_written(self) -> int:
        row = self._db.execute("SELECT value FROM meta WHERE name = 'outcomes_written'").fetchone()
        return int(row[0]) if row else 0

    def forget(self, table: str, number: int, last: int) -> None:
        """Note that the rows up to `last` lie in segment `number` now."""
        self._db.execute("BEGIN IMMEDIATE")
        if table == "pages":
            self._db.execute("DELETE FROM staged_page WHERE seq <= ?", (last,))
        elif table == "links":
            self._db.execute("DELETE FROM staged_links WHERE seq <= ?", (last,))
        else:
            self._db.execute(
                "INSERT OR REPLACE INTO meta VALUES ('outcomes_written', ?)", (str(last),)
            )
        self._db.execute("INSERT OR REPLACE INTO table_segment VALUES (?, ?)", (table, number + 1))
        self._db.execute("COMMIT")
