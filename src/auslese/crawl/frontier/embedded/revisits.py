"""Pages we have been to: what they brought, and which of them wait to be seen again.

Writes the tables `page` and `again` of the frontier's file, always inside its transactions.
"""

from collections import Counter
from collections.abc import Iterable

import numpy as np

from auslese.crawl.frontier.bookkeeping.crawl_sums import WAITING
from auslese.crawl.frontier.bookkeeping.page_changes import PageChange, TakenVisit, take_visit
from auslese.crawl.frontier.embedded.frontier_file import FrontierFile
from auslese.crawl.frontier.embedded.rebuild import read_again
from auslese.crawl.frontier.embedded.recrawl_file import mark_changed
from auslese.crawl.frontier.lease import Errand, LastVisit
from auslese.crawl.frontier.revisit_record import RevisitCounts
from auslese.crawl.frontier.seen_content import KnownContent
from auslese.crawl.frontier.worker_report import EndedVisit
from auslese.records.url import Url

MOST_HINTS = 1_000_000  # about 100 MB
AGAIN, AGAIN_PAGE = 1, 2  # in memory: waits to be visited again; and the last visit found a page

NewRow = tuple[int, str, str, bytes, bytes, float, str, float, float]


class Revisits:
    """What the frontier knows of earlier visits."""

    def __init__(self, file: FrontierFile) -> None:
        """Read which URLs wait to be visited again; one byte for each URL up to the last."""
        self._file = file
        self._db = file.db
        self._waits = _read_waits(file)
        self._new: list[NewRow] = []
        self._hints: dict[int, float] = {}
        self.counts: Counter[str] = Counter()
        """Pages that were new, changed, unchanged or gone since we opened."""

    def summary(self) -> RevisitCounts:
        """Pages that were new, changed, unchanged or gone since we opened."""
        return RevisitCounts(*(self.counts[name] for name in RevisitCounts._fields))

    def note_hints(self, hints: Iterable[tuple[int, float]]) -> None:
        """Remember what sitemaps say until the crawl ends; losing it would only cost time."""
        if len(self._hints) < MOST_HINTS:
            self._hints.update(hints)

    def apply_hints(self) -> None:
        """Let the next plan know which pages have changed since, as sitemaps say."""
        with self._file.transaction():
            mark_changed(self._db, self._hints.items())
        self._hints.clear()

    def last_visits(self, urls: dict[int, Url]) -> dict[int, LastVisit]:
        """What the last visits to these brought, for those that are visited again."""
        wanted = [number for number in urls if self._waits_again(number)]
        if not wanted:
            return {}
        rows = self._db.execute(
            "SELECT url_id, etag, modified, payload, archived_url, archived_at, digest, checked_at"
            f" FROM page WHERE url_id IN ({','.join(map(str, wanted))})"
        )
        return {
            number: LastVisit(etag, modified, payload, url or urls[number], at, digest, seen_at)
            for number, etag, modified, payload, url, at, digest, seen_at in rows
        }

    def _waits_again(self, number: int) -> int:
        return self._waits[number] if number < len(self._waits) else 0

    def leave(self, number: int, depth: int) -> None:
        """Note that this URL has ended and does not wait to be visited again any more."""
        waited = self._waits_again(number)
        if waited:
            self._waits[number] = 0
            self._db.execute("DELETE FROM again WHERE url_id = ?", (number,))
            if waited == AGAIN_PAGE:
                self._file.tally[WAITING, "page", depth] -= 1

    def take(self, errand: Errand, ended: EndedVisit, first: KnownContent | None) -> EndedVisit:
        """Note what a visit has brought; how it ended, in the light of those before.

        `first` says where its body was archived first, if that was before.
        """
        taken = take_visit(errand, ended, first)
        match taken.change:
            case PageChange.NEW:
                self._new.append(_new_row(taken))
            case PageChange.CHANGED:
                self._write_changed(taken.ended, taken.url, taken.at)
            case PageChange.UNCHANGED:
                self._write_unchanged(ended)
            case PageChange.GONE:
                self.counts[PageChange.GONE] += self._write_gone(ended)
                return taken.ended
        if taken.change is not None:
            self.counts[taken.change] += 1
        return taken.ended

    def write_new(self) -> None:
        """Write the pages of one report that we did not have, in the order of their numbers."""
        self._db.executemany(
            "INSERT OR REPLACE INTO page VALUES (?, ?, ?, ?, ?, ?, ?, 0, 0, 0, 0, ?, ?, NULL, 0)",
            sorted(self._new),
        )
        self._new.clear()

    def _write_unchanged(self, ended: EndedVisit) -> None:
        """A 304 need not name the validators again: then the old ones stay."""
        self._db.execute(
            "UPDATE page SET checks = checks + 1, quiet = quiet + max(0, ? - checked_at),"
            " checked_at = ?, gone_at = NULL, etag = CASE ? WHEN '' THEN etag ELSE ? END,"
            " modified = CASE ? WHEN '' THEN modified ELSE ? END WHERE url_id = ?",
            (
                ended.at,
                ended.at,
                ended.etag,
                ended.etag,
                ended.modified,
                ended.modified,
                ended.id,
            ),
        )

    def _write_changed(self, ended: EndedVisit, url: str, at: float) -> None:
        self._db.execute(
            "UPDATE page SET etag = ?, modified = ?, digest = ?, payload = ?, archived_at = ?,"
            " archived_url = ?, checks = checks + 1, changes = changes + 1,"
            " moved = moved + max(0, ? - checked_at), checked_at = ?, changed_at = ?,"
            " gone_at = NULL WHERE url_id = ?",
            (
                ended.etag,
                ended.modified,
                ended.digest,
                ended.payload,
                at,
                url,
                ended.at,
                ended.at,
                ended.at,
                ended.id,
            ),
        )

    def _write_gone(self, ended: EndedVisit) -> int:
        done = self._db.execute(
            "UPDATE page SET gone_at = ? WHERE url_id = ? AND gone_at IS NULL",
            (ended.at, ended.id),
        )
        return done.rowcount


def _new_row(taken: TakenVisit) -> NewRow:
    ended = taken.ended
    known = (ended.id, ended.etag, ended.modified, ended.digest, ended.payload)
    return (*known, taken.at, taken.url, ended.at, ended.at)


def _read_waits(file: FrontierFile) -> bytearray:
    again = read_again(file.db)
    waits = np.zeros(again["number"].max(initial=-1) + 1, dtype=np.uint8)
    waits[again["number"]] = np.where(again["page"], AGAIN_PAGE, AGAIN)
    return bytearray(waits.tobytes())
