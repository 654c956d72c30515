"""Runs and archive segments in a shared frontier."""

from collections.abc import Mapping, Sequence

from auslese.crawl.frontier.shared.database_link import DatabaseLink
from auslese.crawl.frontier.worker_report import SegmentMark


class SharedRuns:
    """Keeps the promises of `RunRecord` on PostgreSQL."""

    def __init__(self, link: DatabaseLink) -> None:
        """Look at an open frontier."""
        self._link = link

    def begin(self, run: str, at: float) -> None:
        """Note that a run of this name begins."""
        self._link.run("INSERT INTO run (id, started) VALUES ($1, $2)", run, at)

    def end(self, run: str, at: float) -> None:
        """Note that it has ended in order."""
        self._link.run("UPDATE run SET ended = $2 WHERE id = $1", run, at)

    def names(self) -> list[str]:
        """The names of all runs."""
        return [name for (name,) in self._link.rows("SELECT id FROM run ORDER BY started, id")]

    def segments(self) -> list[SegmentMark]:
        """How far each archive segment is recorded."""
        rows = self._link.rows(
            "SELECT name, warc_bytes, cdxj_bytes, closed FROM archive_segment ORDER BY name"
        )
        return [SegmentMark(*row) for row in rows]

    def close_segments(self) -> None:
        """Note that nobody writes any segment any more."""
        self._link.run("UPDATE archive_segment SET closed = true WHERE NOT closed")

    def note_segments(self, marks: Sequence[SegmentMark]) -> None:
        """Note how far segments are safely on disk; belongs into a transaction."""
        if marks:
            latest = {mark.segment: mark for mark in marks}
            columns = zip(*(latest[name] for name in sorted(latest)), strict=True)
            self._link.run(
                "INSERT INTO archive_segment"
                " SELECT * FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::boolean[])"
                " ON CONFLICT (name) DO UPDATE SET warc_bytes = excluded.warc_bytes,"
                " cdxj_bytes = excluded.cdxj_bytes, closed = excluded.closed",
                *map(list, columns),
            )

    def note_ended(self, runs: Mapping[str, float]) -> None:
        """Note runs of before, and when they ended; belongs into a transaction."""
        self._link.run(
            "INSERT INTO run SELECT name, at, at FROM unnest($1::text[], $2::float8[])"
            " AS old (name, at) ON CONFLICT (id) DO UPDATE SET ended = excluded.ended",
            list(runs),
            list(runs.values()),
        )
