"""Pages that came without being asked for, written into the frontier's file.

Nobody crawls meanwhile, so this book needs none of the lines, leases and clocks that a crawl keeps
in memory.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from time import time
from types import TracebackType
from typing import Self

from auslese.crawl.frontier.arrivals import ArchivedArrival, KnownUrl
from auslese.crawl.frontier.embedded.content_seen import FIND, draw_modulus, read_naming
from auslese.crawl.frontier.embedded.discovery import count_found
from auslese.crawl.frontier.embedded.file_columns import read_keys
from auslese.crawl.frontier.embedded.frontier_file import FrontierFile
from auslese.crawl.frontier.embedded.number_book import NumberBook
from auslese.crawl.frontier.embedded.outcome_book import OutcomeBook
from auslese.crawl.frontier.embedded.revisits import Revisits
from auslese.crawl.frontier.embedded.staging import Staging
from auslese.crawl.frontier.embedded.unfollowed import Unfollowed
from auslese.crawl.frontier.embedded.url_book import UrlBook
from auslese.crawl.frontier.lease import Errand, LastVisit
from auslese.crawl.frontier.recovery import RecoveredVisit
from auslese.crawl.frontier.row_staging import SiteRow
from auslese.crawl.frontier.seen_content import KnownContent
from auslese.crawl.frontier.worker_report import (
    EndedVisit,
    SegmentMark,
    WorkerReport,
    ended_by_refusal,
)
from auslese.records.fetch import Refusal
from auslese.records.url import Url, host_of, key_of
from auslese.records.visit import IMPORT_BUCKET, Visit

MARK = b"\1"
ROOM = 1 << 12  # bytes to grow by
LAST_VISIT = """
    SELECT etag, modified, payload, archived_url, archived_at, digest, checked_at,
        gone_at IS NULL AND (kind IS NULL OR kind = 'fetched' AND reason <> 'redirect')
    FROM page LEFT JOIN outcome USING (url_id) WHERE url_id = ?
"""
# Only what came of a visit: a URL that was refused was not asked for.
LAST_ANSWER = """
    SELECT at, iif(reason = 'redirect', detail, '') FROM outcome
    WHERE url_id = ? AND (kind = 'fetched' OR reason IN ('http_404', 'http_410'))
"""
OTHER_RULES = "recovered"  # no rules have this fingerprint: the next crawl asks those of its day
COUNTED = {"known": 0, "asked": 0, "bytes": 0, "milliseconds": 0}
ADD_TO_HOST = """
    UPDATE host SET known = known + :known, asked = asked + :asked, bytes = bytes + :bytes,
        seconds = seconds + :milliseconds / 1000.0 WHERE id = :id
"""
ALL_WRITTEN = """
    INSERT OR REPLACE INTO meta SELECT 'outcomes_written', max(seq)
    FROM (SELECT seq FROM outcome UNION ALL SELECT seq FROM history)
"""


class ArrivalBook:
    """Keeps the promises of `Arrivals` on the frontier's file."""

    def __init__(self, path: Path, max_urls: int) -> None:
        """Open the file; beyond `max_urls` URLs the targets of links are only counted."""
        self._file = FrontierFile(path)
        self.db = self._file.db
        draw_modulus(self.db)
        self.naming = read_naming(self.db)
        self.staging = Staging(self.db)
        self._max_urls = max_urls
        self._outcomes = OutcomeBook(self._file)
        self._urls = UrlBook(self.db)
        self._revisits = Revisits(self._file)
        self._unfollowed = Unfollowed(self._file)
        self._numbers = NumberBook(read_keys(self.db))
        self._marks = bytearray()
        self._hosts: dict[str, int] = dict(self.db.execute("SELECT name, id FROM host"))

    def __enter__(self) -> Self:
        """Use it in a `with` statement."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close the file."""
        self._file.close()

    # -- what is known ----------------------------------------------------------------------------

    def known_url(self, url: Url) -> KnownUrl:
        """What is known of this URL."""
        key = key_of(url)
        number = self._numbers.find(key)
        if not number:
            return KnownUrl(Visit(url, key, host_of(url), 0, IMPORT_BUCKET))
        depth, via, hops = self.db.execute(
            "SELECT depth, via, hops FROM url WHERE id = ?", (number,)
        ).fetchone()
        visit = Visit(url, key, host_of(url), depth, via=via, hops=hops)
        is_marked = self._marks[number : number + 1] == MARK
        ended_at, leads_to = self.db.execute(LAST_ANSWER, (number,)).fetchone() or (0.0, "")
        row = self.db.execute(LAST_VISIT, (number,)).fetchone()
        if row is None:
            return KnownUrl(visit, None, False, is_marked, ended_at, leads_to)
        before = LastVisit(*row[:-1])
        before = before._replace(url=before.url or url)
        ended_at = max(ended_at, before.seen_at)
        return KnownUrl(visit, before, bool(row[-1]), is_marked, ended_at, leads_to)

    def mark(self, key: int) -> None:
        """Note that a URL has come in this import; one byte for each URL up to the last."""
        number = self._numbers.find(key)
        if number >= len(self._marks):
            self._marks.extend(bytes(number - len(self._marks) + ROOM))
        self._marks[number] = MARK[0]

    def find_content(self, name: bytes) -> KnownContent | None:
        """Where this content was archived first, as far as that is recorded."""
        row = self.db.execute(FIND, (name,)).fetchone()
        return KnownContent(*row) if row else None

    # -- recording --------------------------------------------------------------------------------

    def record(self, arrived: Sequence[ArchivedArrival], report: WorkerReport) -> None:
        """Write down what arrived, all of it or nothing; no URL may be in it twice.

        Of the report the found URLs, the links and the archive positions count.
        """
        with self._file.transaction():
            fresh = [each.errand.visit for each in arrived]
            self._number([visit for visit in fresh if not self._numbers.find(visit.key)])
            for errand, ended in arrived:
                self._end(errand, ended)
            self._revisits.write_new()
            self._outcomes.keep_rows(report)
            self._add(report.found)

    def _end(self, errand: Errand, ended: EndedVisit) -> None:
        visit = errand.visit
        number, host = self._numbers.find(visit.key), self._host(visit.host)
        errand, ended = errand._replace(id=number), ended._replace(id=number, host_id=host)
        self.mark(visit.key)
        self._unfollowed.forget(visit.key)
        self._leave(number, visit.depth)
        earlier, body = self._outcomes.seen_before(visit, ended)
        first = earlier if earlier is not None and earlier.key != visit.key else None
        if first is not None:
            ended = ended._replace(reason="copy", detail=first.url)
        ended = self._revisits.take(errand, ended, body)
        self._outcomes.end(ended, visit.depth, 0)
        copy_of = first.key if first is not None else None
        if not ended.page:  # it leads elsewhere, or the page is gone
            return
        self._outcomes.stage_page(ended, copy_of, is_new=errand.before is None)

    def _leave(self, number: int, depth: int) -> None:
        """Let what became of the URL before be history."""
        self._revisits.leave(number, depth)
        row = self.db.execute("SELECT * FROM outcome WHERE url_id = ?", (number,)).fetchone()
        if row is None:
            return
        kind, reason, tries = row[2], row[3], row[-1]
        self._file.tally[kind, reason, depth] -= 1
        if kind != "refused" or reason == Refusal.NOINDEX:  # other refusals were no visits
            self.db.execute(f"INSERT INTO history VALUES ({', '.join('?' * len(row))})", row)
        elif not tries:
            count_found(self.db, depth, 0, -1)
        self.db.execute("DELETE FROM outcome WHERE url_id = ?", (number,))

    def _add(self, found: Sequence[Visit]) -> None:
        """Let the unknown among the found URLs wait, or end as refused."""
        unknown = {visit.key: visit for visit in found if not self._numbers.find(visit.key)}
        room = max(0, self._max_urls - len(self._numbers))
        fresh, beyond = list(unknown.values())[:room], list(unknown.values())[room:]
        self._file.tally.update(("refused", "urls", visit.depth) for visit in beyond)
        self._number(fresh)
        now = time()
        for visit in fresh:
            if visit.refused:
                number = self._numbers.find(visit.key)
                self._outcomes.end(ended_by_refusal(number, visit.refused, now), visit.depth, 0)
        self._unfollowed.take_back(found)

    def _number(self, fresh: Sequence[Visit]) -> None:
        """Write new URLs and give them their numbers."""
        if not fresh:
            return
        hosts = [self._host(visit.host) for visit in fresh]
        first = len(self._numbers) + 1
        self._urls.write(first, fresh, hosts)
        self._unfollowed.note(first, fresh)
        for visit in fresh:
            self._numbers.add(visit.key)
        refused = [visit.depth for visit in fresh if visit.refused]
        self._file.discovery.note([visit.depth for visit in fresh], refused)

    def _host(self, name: str) -> int:
        number = self._hosts.get(name)
        if number is None:
            number = self._hosts[name] = len(self._hosts) + 1
            self.db.execute("INSERT INTO host (id, name) VALUES (?, ?)", (number, name))
        return number


class RecoveryBook(ArrivalBook):
    """Keeps the promises of `FrontierRecovery`: an arrival for each visit, without rows to stage.

    Contents are named by their SHA-1, as in frontiers of old times: tables tell no other name.
    """

    def end(self, visits: Sequence[RecoveredVisit]) -> None:
        """Write down how these visits ended."""
        unknown: dict[int, Visit] = {}
        asked: dict[int, Counter[str]] = {}
        for visit, _, _ in visits:
            if not self._numbers.find(visit.key):
                unknown.setdefault(visit.key, visit)
        with self._file.transaction():
            self._number(list(unknown.values()))
            for visit, ended, tries in visits:
                number, host = self._numbers.find(visit.key), self._host(visit.host)
                is_new = self._end_again(visit, ended._replace(id=number, host_id=host), tries)
                _count(asked.setdefault(host, Counter(COUNTED)), ended, tries, is_new)
            self.db.executemany(ADD_TO_HOST, ({**asked[host], "id": host} for host in asked))
            self.db.execute(ALL_WRITTEN)

    def _end_again(self, visit: Visit, ended: EndedVisit, tries: int) -> bool:
        """Write down how a visit ended; whether it brought a page that was not there before."""
        before = self.known_url(visit.url).before
        self._leave(ended.id, visit.depth)
        self._unfollowed.forget(visit.key)
        self._unfollowed.note(ended.id, [visit])
        _, body = self._outcomes.seen_before(visit, ended)
        told = self._revisits.take(Errand(ended.id, visit, 0, before), ended, body)
        self._revisits.write_new()
        self._outcomes.end(told._replace(detail=ended.detail), visit.depth, tries)
        return before is None and bool(ended.payload)

    def wait(self, visits: Sequence[Visit]) -> int:
        """Let those of these URLs wait that are unknown."""
        before = len(self._numbers)
        with self._file.transaction():
            self._add(visits)
        return len(self._numbers) - before

    def note_sites(self, sites: Sequence[SiteRow]) -> None:
        """Write down what is known of hosts."""
        with self._file.transaction():
            for site in sites:
                self.db.execute(
                    "UPDATE host SET address = ?, delay = nullif(?, 0), last_access = ?,"
                    " next_at = ?, failures = ?, alias_of = ? WHERE id = ?",
                    (
                        site.address,
                        site.delay_seconds,
                        site.last_access,
                        site.next_access,
                        site.failures,
                        self._host(site.alias_of) if site.alias_of else None,
                        self._host(site.host),
                    ),
                )
                self.db.executemany(
                    "INSERT OR REPLACE INTO robots (origin, status, at, text) VALUES (?, ?, ?, ?)",
                    site.rights_files,
                )

    def note_files(self, segments: Sequence[SegmentMark], next_numbers: Mapping[str, int]) -> None:
        """Write down how far the archive reaches, and the numbers of the tables' next segments."""
        with self._file.transaction():
            self.db.executemany("INSERT INTO archive_segment VALUES (?, ?, ?, ?)", segments)
            self.db.executemany("INSERT INTO table_segment VALUES (?, ?)", next_numbers.items())
            self.db.execute("INSERT OR REPLACE INTO meta VALUES ('rules', ?)", (OTHER_RULES,))

    def note_runs(self, runs: Mapping[str, float]) -> None:
        """Write down the names of runs, and when they ended."""
        with self._file.transaction():
            rows = [(name, at, at) for name, at in runs.items()]
            self.db.executemany("INSERT INTO run VALUES (?, ?, ?)", rows)


def _count(counts: Counter[str], ended: EndedVisit, tries: int, is_new: bool) -> None:
    counts["known"] += is_new
    if tries:  # what was imported was not asked for
        counts["asked"] += 1
        counts["bytes"] += ended.size
        counts["milliseconds"] += round(ended.seconds * 1000)
