"""A new frontier file, filled with what was recorded elsewhere."""

from collections import Counter
from collections.abc import Mapping, Sequence

from auslese.crawl.frontier.embedded.arrival_book import ArrivalBook
from auslese.crawl.frontier.lease import Errand
from auslese.crawl.frontier.recovery import RecoveredVisit
from auslese.crawl.frontier.row_staging import SiteRow
from auslese.crawl.frontier.worker_report import EndedVisit, SegmentMark
from auslese.records.visit import Visit

OTHER_RULES = "recovered"  # no rules have this fingerprint: the next crawl asks those of its day


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


COUNTED = {"known": 0, "asked": 0, "bytes": 0, "milliseconds": 0}
ADD_TO_HOST = """
    UPDATE host SET known = known + :known, asked = asked + :asked, bytes = bytes + :bytes,
        seconds = seconds + :milliseconds / 1000.0 WHERE id = :id
"""
ALL_WRITTEN = """
    INSERT OR REPLACE INTO meta SELECT 'outcomes_written', max(seq)
    FROM (SELECT seq FROM outcome UNION ALL SELECT seq FROM history)
"""
