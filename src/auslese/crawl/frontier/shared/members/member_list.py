"""The machines that work on one crawl, in PostgreSQL."""

from collections.abc import Mapping

from auslese.crawl.frontier.crawl_members import CrawlMember
from auslese.crawl.frontier.shared.database_link import DatabaseLink
from auslese.crawl.frontier.shared.database_place import DatabasePlace
from auslese.crawl.frontier.worker_report import SegmentMark

BEAT = """
INSERT INTO member AS known (opener, name, workers, heard_at) VALUES ($1, $2, $3, now())
ON CONFLICT (opener) DO UPDATE SET heard_at = now(), workers = $3, left_at = NULL,
    drain = known.drain AND known.left_at IS NULL
RETURNING drain
"""
MEMBERS = """
SELECT opener, name, workers, extract(epoch FROM now() - heard_at)::float8,
    left_at IS NOT NULL, drain
FROM member ORDER BY opener
"""
# Its name is free for the same folder, which then begins as another opener.
FENCE = """
UPDATE opener SET fenced = true, name = name || ' until ' || id WHERE id = $1 AND NOT fenced
"""
GONE = "UPDATE member SET left_at = now() WHERE opener = $1"
STAGED = ("staged_page", "staged_links", "staged_outcomes")


class MemberList:
    """Keeps the promises of `CrawlMembers`."""

    def __init__(self, place: DatabasePlace) -> None:
        """Nothing is connected yet; the frontier was opened before, so its tables are there."""
        self._link = DatabaseLink(place, "auslese members")

    def beat(self, writer: int, name: str, workers: int) -> bool:
        """Give a sign of life; whether somebody wants this machine to end."""
        return bool(self._link.retried(lambda: self._link.value(BEAT, writer, name, workers)))

    def leave(self, writer: int) -> None:
        """Note that a machine has ended in order."""
        self._link.retried(lambda: self._link.run(GONE, writer))

    def drain(self, writer: int) -> None:
        """Ask a machine to end."""
        ask = "UPDATE member SET drain = true WHERE opener = $1"
        self._link.retried(lambda: self._link.run(ask, writer))

    def members(self) -> list[CrawlMember]:
        """All that have ever worked on this crawl."""
        rows = self._link.retried(lambda: self._link.rows(MEMBERS))
        return [CrawlMember(*row) for row in rows]

    def inherit(self, writer: int, heir: int) -> None:
        """Take over from a machine that is gone; it is fenced in the same transaction."""

        def work() -> None:
            with self._link.transaction():
                self._link.run(FENCE, writer)
                for table in STAGED:
                    self._link.run(
                        f"UPDATE {table} SET opener = $2 WHERE opener = $1", writer, heir
                    )

        self._link.retried(work)

    def files(self, writer: int) -> tuple[list[SegmentMark], Mapping[str, int]]:
        """How far its files are recorded."""

        def work() -> tuple[list[SegmentMark], Mapping[str, int]]:
            tables = self._link.rows(
                "SELECT name, next FROM table_segment WHERE opener = $1", writer
            )
            segments = self._link.rows(
                "SELECT name, warc_bytes, cdxj_bytes, closed FROM archive_segment"
                " WHERE opener = $1 ORDER BY name",
                writer,
            )
            return [SegmentMark(*row) for row in segments], {name: int(n) for name, n in tables}

        return self._link.retried(work)

    def close(self) -> None:
        """Let go of the database."""
        self._link.close()
