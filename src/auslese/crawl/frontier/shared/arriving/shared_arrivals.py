"""Pages that came without being asked for, written into a shared frontier.

A batch of them is one transaction of a few statements. Nobody crawls this collection meanwhile on
this machine; what other machines do there does no harm, but for a lease that is then in vain.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from time import time
from types import TracebackType
from typing import Self

import numpy as np

from auslese.crawl.frontier.arrivals import ArchivedArrival, KnownUrl
from auslese.crawl.frontier.roster import PATIENCE_SECONDS
from auslese.crawl.frontier.seen_content import KnownContent
from auslese.crawl.frontier.shared.arriving.visit_rows import EndedUrl, VisitRows
from auslese.crawl.frontier.shared.content_names import draw_modulus, find_content, read_naming
from auslese.crawl.frontier.shared.database_link import DatabaseLink
from auslese.crawl.frontier.shared.database_place import DatabasePlace
from auslese.crawl.frontier.shared.host_names import host_id_of
from auslese.crawl.frontier.shared.opener_counts import OpenerCounts
from auslese.crawl.frontier.shared.openers import enrol
from auslese.crawl.frontier.shared.returning.shared_revisits import SharedRevisits
from auslese.crawl.frontier.shared.schema_versions import prepare_schema
from auslese.crawl.frontier.shared.shared_contents import SharedContents
from auslese.crawl.frontier.shared.shared_discovery import SharedDiscovery
from auslese.crawl.frontier.shared.shared_runs import SharedRuns
from auslese.crawl.frontier.shared.staged_rows import StagedRows
from auslese.crawl.frontier.shared.verbs.host_lines import hold_stripes, refresh_hosts
from auslese.crawl.frontier.shared.verbs.link_intake import LinkIntake
from auslese.crawl.frontier.shared.verbs.taken_back import take_back_outcomes
from auslese.crawl.frontier.worker_report import WorkerReport, ended_by_refusal
from auslese.records.fetch import Refusal
from auslese.records.url import Url, host_of, key_of
from auslese.records.visit import IMPORT_BUCKET, Visit
from auslese.system.key_set import KeySet

MOST_RECENT_MARKS = 1 << 16
# What came of the last visit that was one, and not a refusal.
KNOWN = """
    SELECT depth, via, hops, at, CASE WHEN reason = 'redirect' THEN detail ELSE '' END
    FROM url LEFT JOIN outcome ON outcome.key = url.key AND outcome.host_id = url.host_id
        AND (kind = 'fetched' OR reason IN ('http_404', 'http_410'))
    WHERE url.key = $1 AND url.host_id = $2
"""
UNFOLLOWED_REASONS = (Refusal.NOFOLLOW.value, Refusal.FOCUS.value)
UNFOLLOWED = "outcome.key = ANY($3::bigint[]) AND outcome.reason = ANY($4::text[])"


class SharedArrivals:
    """Keeps the promises of `Arrivals` on PostgreSQL."""

    def __init__(self, place: DatabasePlace, opener: str, max_urls: int) -> None:
        """Open it; beyond `max_urls` URLs the targets of links are only counted."""
        self.link = DatabaseLink(place, "auslese import")
        prepare_schema(self.link)
        self.opener = self.link.retried(lambda: enrol(self.link, opener, time()))
        self.link.retried(lambda: draw_modulus(self.link))
        self.naming = read_naming(self.link)
        self.staging = StagedRows(self.link, self.opener)
        self.runs = SharedRuns(self.link, self.opener)
        self.counts = OpenerCounts(self.opener)
        self.rows = VisitRows(self.link, self.counts)
        self.intake = LinkIntake(self.link)
        self.contents = SharedContents(self.link)
        self.revisits = SharedRevisits(self.link)
        self._discovery = SharedDiscovery(self.link)
        self._max_urls = max_urls
        self._marks = KeySet()
        self._recent_marks: set[int] = set()

    def __enter__(self) -> Self:
        """Use it in a `with` statement."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close the connection."""
        self.link.close()

    # -- what is known ----------------------------------------------------------------------------

    def known_url(self, url: Url) -> KnownUrl:
        """What is known of this URL."""
        return self.link.retried(lambda: self._known_url(url))

    def _known_url(self, url: Url) -> KnownUrl:
        key, host = key_of(url), host_of(url)
        row = self.link.row(KNOWN, key, host_id_of(host))
        if row is None:
            return KnownUrl(Visit(url, key, host, 0, IMPORT_BUCKET))
        depth, via, hops, at, leads_to = row
        visit = Visit(url, key, host, depth, via=via, hops=hops)
        is_marked, ended_at = self._is_marked(key), at or 0.0
        last = self.rows.last_visits([url], [key]).get(key)
        if last is None:
            return KnownUrl(visit, None, False, is_marked, ended_at, leads_to)
        before, is_there = last
        return KnownUrl(visit, before, is_there, is_marked, max(ended_at, before.seen_at), leads_to)

    def mark(self, key: int) -> None:
        """Note that a URL has come in this import."""
        self._recent_marks.add(key)
        if len(self._recent_marks) > MOST_RECENT_MARKS:
            self._marks.add(np.fromiter(self._recent_marks, np.int64))
            self._recent_marks.clear()

    def _is_marked(self, key: int) -> bool:
        return key in self._recent_marks or not self._marks.lacks(np.array([key], np.int64))[0]

    def find_content(self, name: bytes) -> KnownContent | None:
        """Where this content was archived first, as far as that is recorded."""
        return find_content(self.link, name)

    # -- recording --------------------------------------------------------------------------------

    def record(self, arrived: Sequence[ArchivedArrival], report: WorkerReport) -> None:
        """Write down what arrived, all of it or nothing; no URL may be in it twice."""
        self.in_transaction(lambda: self._record(arrived, report))
        for errand, _ in arrived:
            self.mark(errand.visit.key)

    def in_transaction(self, work: Callable[[], object]) -> None:
        """Do it in one transaction, with all that it counts."""

        def once() -> None:
            self.counts.clear()
            self.intake.forget()
            with self.link.transaction():
                work()
                self.counts.write(self.link)
                self._discovery.move_on(self.counts)

        self.link.retried(once)
        self.intake.keep()
        self.counts.clear()

    def _record(self, arrived: Sequence[ArchivedArrival], report: WorkerReport) -> None:
        errands = [errand for errand, _ in arrived]
        self.take_in([errand.visit for errand in errands])
        self.rows.leave(errands)
        visited = [
            (errand, ended._replace(host_id=host_id_of(errand.visit.host)))
            for errand, ended in arrived
        ]
        seen = self.contents.seen_before([(errand.visit, ended) for errand, ended in visited])
        copies: list[int | None] = []
        taken = []
        for (errand, ended), (earlier, body) in zip(visited, seen, strict=True):
            first = earlier if earlier and earlier.key != errand.visit.key else None
            if first is not None:
                ended = ended._replace(reason="copy", detail=first.url)
            copies.append(first.key if first else None)
            taken.append((errand, ended, body))
        told, _ = self.revisits.take(taken)
        ends = [
            EndedUrl(errand.visit.key, errand.visit.depth, ended, 0)
            for errand, ended in zip(errands, told, strict=True)
        ]
        self.staging.stage_outcomes(self.rows.end(ends))
        self._stage_pages(arrived, copies)
        self.staging.stage_links(report.links)
        self.runs.note_segments(report.segments)
        self.add(report.found)
        refresh_hosts(self.link, {ended.host_id for _, ended in visited}, PATIENCE_SECONDS)

    def _stage_pages(
        self, arrived: Sequence[ArchivedArrival], copies: Sequence[int | None]
    ) -> None:
        """What leads elsewhere, and what is gone, has no row."""
        pages = [
            (errand, ended.page, copy_of)
            for (errand, ended), copy_of in zip(arrived, copies, strict=True)
            if ended.page
        ]
        self.staging.stage_pages([(page, copy_of) for _, page, copy_of in pages])
        new = [errand.visit.host for errand, _, _ in pages if errand.before is None]
        self.rows.count_pages(Counter(map(host_id_of, new)))

    def take_in(self, visits: Sequence[Visit]) -> list[Visit]:
        """Write those of these URLs that are new; they neither wait nor have ended yet."""
        self.intake.write_hosts({visit.host for visit in visits})
        fresh = self.intake.write_urls(visits)
        self.counts.urls += len(fresh)
        self.counts.found.update(visit.depth for visit in fresh)
        self.counts.refused.update(visit.depth for visit in fresh if visit.refused)
        return fresh

    def add(self, visits: Sequence[Visit]) -> int:
        """Let the unknown among these URLs wait, or end as refused; how many there were."""
        unknown = self.intake.unknown(visits)
        known = int(self.link.value("SELECT coalesce(sum(urls), 0)::bigint FROM opener"))
        room = max(0, self._max_urls - known - self.counts.urls)
        beyond = unknown[room:]
        self.counts.outcomes.update(("refused", "urls", visit.depth) for visit in beyond)
        fresh = self.take_in(unknown[:room])
        waiting = [visit for visit in fresh if not visit.refused]
        hold_stripes(self.link, {host_id_of(visit.host) for visit in waiting})
        self.intake.queue_up(waiting, PATIENCE_SECONDS)
        self.counts.waiting += len(waiting)
        now = time()
        ends = [
            EndedUrl(visit.key, visit.depth, end._replace(host_id=host_id_of(visit.host)), 0)
            for visit in fresh
            if visit.refused and (end := ended_by_refusal(0, visit.refused, now))
        ]
        self.staging.stage_outcomes(self.rows.end(ends))
        self._let_in(visits)
        return len(fresh)

    def _let_in(self, visits: Sequence[Visit]) -> None:
        """Let those wait that were not followed, and that one of these links leads to now."""
        followed = {visit.key: host_id_of(visit.host) for visit in visits if not visit.refused}
        if not followed:
            return
        woken: set[int] = set()
        hold_stripes(self.link, followed.values())
        take_back_outcomes(
            self.link,
            self.counts,
            UNFOLLOWED,
            list(followed),
            list(UNFOLLOWED_REASONS),
            hosts=woken,
        )
        refresh_hosts(self.link, woken, PATIENCE_SECONDS)
