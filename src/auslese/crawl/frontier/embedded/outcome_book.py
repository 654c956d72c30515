"""How visits end, written into the frontier's file: outcomes, tries in vain, pages, content."""

from auslese.crawl.frontier.embedded.content_seen import FIND
from auslese.crawl.frontier.embedded.frontier_file import FrontierFile
from auslese.crawl.frontier.embedded.rebuild import INSERT_OUTCOME
from auslese.crawl.frontier.seen_content import KnownContent, same_body
from auslese.crawl.frontier.worker_report import EndedVisit, WorkerReport
from auslese.records.fetch import Failure
from auslese.records.visit import Visit


class OutcomeBook:
    """Writes outcomes; every method belongs into a transaction of the file."""

    def __init__(self, file: FrontierFile) -> None:
        """Write into this file."""
        self._file = file
        self._db = file.db

    def end(self, ended: EndedVisit, depth: int, tries: int) -> None:
        """Write down how a URL ended."""
        self._db.execute(
            INSERT_OUTCOME,
            (
                ended.id,
                ended.kind,
                ended.reason,
                ended.detail,
                ended.status,
                ended.at,
                ended.seconds,
                ended.size,
                tries,
            ),
        )
        self._file.tally[ended.kind, ended.reason, depth] += 1

    def attempt(self, ended: EndedVisit, again_at: float) -> None:
        """Write down a try that was not the end."""
        self._db.execute(
            "INSERT INTO attempt (url_id, reason, detail, status, at, again_at)"
            " VALUES (?, ?, ?, ?, ?, ?)",
            (ended.id, ended.reason, ended.detail, ended.status, ended.at, again_at),
        )

    def crashes(self, number: int) -> int:
        """How often a worker has died on this page."""
        row = self._db.execute(
            "SELECT count(*) FROM attempt WHERE url_id = ? AND reason = ?", (number, Failure.CRASH)
        ).fetchone()
        return int(row[0])

    def seen_before(
        self, visit: Visit, ended: EndedVisit
    ) -> tuple[KnownContent | None, KnownContent | None]:
        """Where this content was seen first, and where this very body; perhaps on this page.

        None where this is the first time. A body that is not the first with its content is
        remembered, too, so that it is archived once.
        """
        if not ended.digest:
            return None, None
        first = self._find_content(ended.digest)
        if first is None:
            self._keep_content(ended.digest, visit, ended)
            return None, None
        if first.payload == ended.payload:
            return first, first
        body = same_body(self._find_content, ended.payload)
        if body is None:
            self._keep_content(ended.payload, visit, ended)
        return first, body

    def _find_content(self, name: bytes) -> KnownContent | None:
        row = self._db.execute(FIND, (name,)).fetchone()
        return KnownContent(*row) if row else None

    def _keep_content(self, name: bytes, visit: Visit, ended: EndedVisit) -> None:
        self._db.execute(
            "INSERT OR IGNORE INTO content VALUES (?, ?, ?, ?, ?)",
            (name, visit.key, visit.url, ended.at, ended.payload),
        )

    def stage_page(self, ended: EndedVisit, copy_of: int | None, *, is_new: bool) -> None:
        """Let the row of a page wait for its table."""
        self._db.execute(
            "INSERT INTO staged_page (copy_of, row) VALUES (?, ?)", (copy_of, ended.page)
        )
        if is_new:
            self._db.execute("UPDATE host SET known = known + 1 WHERE id = ?", (ended.host_id,))

    def keep_rows(self, report: WorkerReport) -> None:
        """Keep what a report brings beside outcomes: links, robots.txt, archive positions."""
        if report.links:
            self._db.execute("INSERT INTO staged_links (batch) VALUES (?)", (report.links,))
        self._db.executemany("INSERT OR REPLACE INTO robots VALUES (?, ?, ?, ?, ?)", report.robots)
        self._db.executemany(
            "INSERT OR REPLACE INTO archive_segment VALUES (?, ?, ?, ?)", report.segments
        )
