"""Near copies, told while the crawl goes on: pages that say nearly what another one says.

Nothing is refused for it: it is a remark on the outcome. The sketches lie in the frontier's file,
so that a crawl that goes on knows those of before; memory holds the last million of them.
"""

import sqlite3

from auslese.crawl.frontier.bookkeeping.near_pages import NearPages, says_something, signed
from auslese.crawl.frontier.embedded.frontier_schema import SKETCHES
from auslese.crawl.frontier.lease import Errand
from auslese.crawl.frontier.worker_report import EndedVisit
from auslese.crawl.traps.recent_sketches import MOST_SKETCHES
from auslese.records.url import Url


class NearCopies:
    """Compares every page with those before; `take` belongs into a transaction."""

    def __init__(self, db: sqlite3.Connection, *, wanted: bool) -> None:
        """Read the sketches, if near copies are to be told at all."""
        self._db = db
        self._wanted = wanted
        self._pages = NearPages()
        if wanted:
            db.execute(SKETCHES)
            last = "SELECT url_id, bits FROM sketch ORDER BY url_id DESC LIMIT ?"
            self._pages.put(reversed(db.execute(last, (MOST_SKETCHES,)).fetchall()))

    @property
    def count(self) -> int:
        """Near copies found since we opened."""
        return self._pages.count

    def listen(self) -> dict[int, Url]:
        """Ask to be told: pages by key and what they nearly repeat, from the next report on."""
        return self._pages.listen()

    def take(self, errand: Errand, ended: EndedVisit) -> EndedVisit:
        """Note the sketch of a page; how the visit ended, with what it is nearly a copy of."""
        if not self._wanted or not says_something(ended):
            return ended
        if errand.before is not None:
            self._forget(ended.id)
        news = self._pages.take(ended)
        if news.is_kept:
            row = (ended.id, signed(ended.sketch))
            self._db.execute("INSERT OR REPLACE INTO sketch VALUES (?, ?)", row)
        if not news.near:
            return ended
        (text,) = self._db.execute("SELECT text FROM url WHERE id = ?", (news.near,)).fetchone()
        return self._pages.remarked(errand, ended, text)

    def _forget(self, number: int) -> None:
        """Forget what a page said that has changed."""
        rows = self._db.execute(
            "DELETE FROM sketch WHERE url_id = ? RETURNING url_id, bits", (number,)
        )
        self._pages.forget(rows.fetchall())
