"""Rows on their way from a shared frontier into Parquet segments, each exactly once.

Every writer has its own rows: those of the visits that it has recorded. It alone writes them, in
segments of its own with numbers of its own. What is handed out is remembered by its number, so that
nothing is forgotten which was committed in the meantime, in whatever order.
"""

from collections.abc import Iterator, Mapping, Sequence

from auslese.crawl.frontier.row_staging import OutcomeRow, StagedLinks, StagedPages
from auslese.crawl.frontier.shared.database_link import DatabaseLink
from auslese.crawl.frontier.shared.opener_counts import FencedOpenerError
from auslese.records.errors import AusleseError
from auslese.wording.fleet.worker_sentences import JoinProblem

CHUNK_ROWS = 50_000  # outcomes a segment holds at most, so that memory stays bounded
CHUNK_PAGES = 10_000
CHUNK_REPORTS = 5_000  # of outcomes; one has a few dozens
TAKEN = {"pages": "staged_page", "links": "staged_links"}
ENDED = """
    SELECT ended.seq, url.text, ended.kind, ended.reason, ended.detail, ended.status, url.depth,
        url.via, url.hops, ended.tries, ended.at, ended.seconds, ended.bytes
    FROM (
        SELECT * FROM outcome WHERE {which} UNION ALL SELECT * FROM history WHERE {which}
    ) AS ended JOIN url ON url.key = ended.key AND url.host_id = ended.host_id
"""
STAGED = (
    ENDED.format(which="seq BETWEEN $1 AND $2 AND seq = ANY($3::bigint[])") + " ORDER BY ended.seq"
)
FENCED = "SELECT fenced FROM opener WHERE id = $1 FOR SHARE"  # and it stays so until we are done
BEHIND = """
    SELECT seq FROM (
        (SELECT seq FROM outcome WHERE seq > $1 ORDER BY seq LIMIT $2)
        UNION ALL (SELECT seq FROM history WHERE seq > $1 ORDER BY seq LIMIT $2)
    ) AS next ORDER BY seq LIMIT $2
"""


class StagedRows:
    """Keeps the promises of `RowStaging` for one writer of a shared frontier."""

    def __init__(self, link: DatabaseLink, opener: int) -> None:
        """Look at an open frontier; nothing is handed out yet."""
        self._link = link
        self.opener = opener
        self._given: dict[str, list[int]] = {}

    # -- recording --------------------------------------------------------------------------------

    def stage_pages(self, rows: Sequence[tuple[bytes, int | None]]) -> None:
        """Let rows of pages wait, in this order; belongs into a transaction."""
        if rows:
            self._link.run(
                "INSERT INTO staged_page (opener, row, copy_of)"
                " SELECT $1, row, copy_of FROM unnest($2::bytea[], $3::bigint[])"
                " WITH ORDINALITY AS new (row, copy_of, place) ORDER BY place",
                self.opener,
                [row for row, _ in rows],
                [copy_of for _, copy_of in rows],
            )

    def stage_links(self, batch: bytes) -> None:
        """Let a batch of links wait; belongs into a transaction."""
        if batch:
            self._link.run(
                "INSERT INTO staged_links (opener, batch) VALUES ($1, $2)", self.opener, batch
            )

    def stage_outcomes(self, numbers: Sequence[int]) -> None:
        """Let outcomes of these numbers wait; belongs into a transaction."""
        if numbers:
            self._link.run(
                "INSERT INTO staged_outcomes (opener, ended) VALUES ($1, $2)",
                self.opener,
                list(numbers),
            )

    # -- writing ----------------------------------------------------------------------------------

    def next_number(self, table: str) -> int:
        """The number of the table's next segment file, among those of this writer."""
        return (
            self._link.value(
                "SELECT next FROM table_segment WHERE opener = $1 AND name = $2",
                self.opener,
                table,
            )
            or 1
        )

    def pages(self) -> StagedPages:
        """The pages to be written next."""
        rows = self._link.rows(
            "SELECT seq, row, copy_of FROM staged_page WHERE opener = $1 ORDER BY seq LIMIT $2",
            self.opener,
            CHUNK_PAGES,
        )
        self._given["pages"] = [seq for seq, _, _ in rows]
        return StagedPages(rows[-1][0] if rows else 0, [(row, copy) for _, row, copy in rows])

    def links(self) -> StagedLinks:
        """The links to be written next."""
        rows = self._link.rows(
            "SELECT seq, batch FROM staged_links WHERE opener = $1 ORDER BY seq LIMIT $2",
            self.opener,
            CHUNK_PAGES,
        )
        self._given["links"] = [seq for seq, _ in rows]
        return StagedLinks(rows[-1][0] if rows else 0, [batch for _, batch in rows])

    def outcomes(self) -> Iterator[tuple[int, OutcomeRow]]:
        """The outcomes to be written next, with their numbers."""
        while True:
            reports, numbers = self._next_reports()
            self._given["outcomes"] = reports
            found = self._outcomes_of(numbers)
            if found or not reports:
                yield from found
                return
            self._drop_reports(reports)  # all that they told of was taken back

    def _next_reports(self) -> tuple[list[int], list[int]]:
        """Reports whose outcomes wait, and the numbers of these."""
        rows = self._link.rows(
            "SELECT seq, ended FROM staged_outcomes WHERE opener = $1 ORDER BY seq LIMIT $2",
            self.opener,
            CHUNK_REPORTS,
        )
        reports: list[int] = []
        numbers: list[int] = []
        for seq, ended in rows:
            if reports and len(numbers) + len(ended) > CHUNK_ROWS:
                break
            reports.append(seq)
            numbers += ended
        return reports, numbers

    def outcomes_after(self, number: int) -> Iterator[tuple[int, OutcomeRow]]:
        """Some of the outcomes behind this number, whoever writes or wrote them."""
        numbers = [row[0] for row in self._link.rows(BEHIND, number, CHUNK_ROWS)]
        yield from self._outcomes_of(numbers)

    def _outcomes_of(self, numbers: Sequence[int]) -> list[tuple[int, OutcomeRow]]:
        if not numbers:
            return []
        rows = self._link.rows(STAGED, min(numbers), max(numbers), list(numbers))
        return [(seq, OutcomeRow(*columns)) for seq, *columns in rows]

    def forget(self, table: str, number: int, last: int) -> None:
        """Note that the rows up to `last` lie in segment `number` now."""
        given = self._given.pop(table, [])
        with self._link.transaction():
            if self._link.value(FENCED, self.opener):
                raise FencedOpenerError(JoinProblem.FENCED.of())
            self._take_number(table, number)
            if table in TAKEN:
                self._link.run(
                    f"DELETE FROM {TAKEN[table]}"
                    " WHERE opener = $1 AND seq = ANY($2::bigint[]) AND seq <= $3",
                    self.opener,
                    given,
                    last,
                )
            else:
                self._drop_reports(given, last)

    def _take_number(self, table: str, number: int) -> None:
        """Move on the number of the next segment, if it still is this one."""
        done = self._link.value(
            "INSERT INTO table_segment AS had (opener, name, next) VALUES ($1, $2, $3 + 1)"
            " ON CONFLICT (opener, name) DO UPDATE SET next = $3 + 1 WHERE had.next = $3"
            " RETURNING next",
            self.opener,
            table,
            number,
        )
        if done is None:
            raise SegmentTakenError(
                f"segment {number} of {table} was written by another process that calls itself"
                f" writer {self.opener}; only one may"
            )

    def _drop_reports(self, reports: list[int], last: int | None = None) -> None:
        """Drop what was written of these reports; what lies behind `last` waits on."""
        rows = self._link.rows(
            "DELETE FROM staged_outcomes WHERE opener = $1 AND seq = ANY($2::bigint[])"
            " RETURNING ended",
            self.opener,
            reports,
        )
        if last is not None:
            self.stage_outcomes(sorted(n for (ended,) in rows for n in ended if n > last))

    # -- other writers ----------------------------------------------------------------------------

    def begin_behind(self, numbers: Mapping[str, int]) -> None:
        """Begin behind segments that others wrote, where this opener has written none."""
        self._link.run(
            "INSERT INTO table_segment (opener, name, next)"
            " SELECT $1, name, last + 1 FROM unnest($2::text[], $3::bigint[]) AS there (name, last)"
            " ON CONFLICT (opener, name) DO NOTHING",
            self.opener,
            list(numbers),
            list(numbers.values()),
        )

    def begin_at(self, numbers: Mapping[str, int]) -> None:
        """Take these numbers for the next segments of tables that were written elsewhere."""
        self._link.run(
            "INSERT INTO table_segment (opener, name, next)"
            " SELECT $1, * FROM unnest($2::text[], $3::bigint[])"
            " ON CONFLICT (opener, name) DO UPDATE SET next = excluded.next",
            self.opener,
            list(numbers),
            list(numbers.values()),
        )

    def adopt(self, opener: int) -> None:
        """Take over the rows of a writer that has left for ever; they are this one's now."""
        with self._link.transaction():
            for table in (*TAKEN.values(), "staged_outcomes"):
                self._link.run(
                    f"UPDATE {table} SET opener = $2 WHERE opener = $1", opener, self.opener
                )


class SegmentTakenError(AusleseError):
    """Two processes write segments under one writer's name."""
