"""Runs and archive segments in a shared frontier."""

from collections.abc import Mapping, Sequence

from auslese.crawl.frontier.shared.database_link import DatabaseLink
from auslese.crawl.frontier.worker_report import SegmentMark


class SharedRuns:
    """Keeps the promises of `RunRecord` on PostgreSQL."""

    def __init__(self, link: DatabaseLink, opener: int) -> None:
        """Look at an open frontier, at the runs of one opener: files of others lie elsewhere."""
        self._link = link
        self._opener = opener

    def begin(self, run: str, at: float) -> None:
        """Note that a run of this name begins."""
        self._link.run(
            "INSERT INTO run (id, started, opener) VALUES ($1, $2, $3)", run, at, self._opener
        )

    def end(self, run: str, at: float) -> None:
        """Note that it has ended in order."""
        self._link.run("UPDATE run SET ended = $2 WHERE id = $1", run, at)

    def names(self) -> list[str]:
        """The names of all runs."""
        return [
            name
            for (name,) in self._link.rows(
                "SELECT id FROM run WHERE opener = $1 ORDER BY started, id", self._opener
            )
        ]

    def segments(self) -> list[SegmentMark]:
        """How far each archive segment is recorded."""
        rows = self._link.rows(
            "SELECT name, warc_bytes, cdxj_bytes, closed FROM archive_segment"
            " WHERE opener = $1 ORDER BY name",
            self._opener,
        )
        return [SegmentMark(*row) for row in rows]

    def close_segments(self) -> None:
        """Note that nobody writes any segment any more."""
        self._link.run(
            "UPDATE archive_segment SET closed = true WHERE opener = $1 AND NOT closed",
            self._opener,
        )

    def note_segments(self, marks: Sequence[SegmentMark]) -> None:
        """Note how far segments are safely on disk; belongs into a transaction."""
        if marks:
            latest = {mark.segment: mark for mark in marks}
            columns = zip(*(latest[name] for name in sorted(latest)), strict=True)
            self._link.run(
                "INSERT INTO archive_segment (name, warc_bytes, cdxj_bytes, closed, opener)"
                " SELECT *, $5::integer"
                " FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::boolean[])"
                " ON CONFLICT (name) DO UPDATE SET warc_bytes = excluded.warc_bytes,"
                " cdxj_bytes = excluded.cdxj_bytes, closed = excluded.closed",
                *map(list, columns),
                self._opener,
            )

    def note_ended(self, runs: Mapping[str, float]) -> None:
        """Note runs of before, and when they ended; belongs into a transaction."""
        self._link.run(
            "INSERT INTO run SELECT name, at, at, $3 FROM unnest($1::text[], $2::float8[])"
            " AS old (name, at) ON CONFLICT (id) DO UPDATE SET ended = excluded.ended",
            list(runs),
            list(runs.values()),
            self._opener,
        )
