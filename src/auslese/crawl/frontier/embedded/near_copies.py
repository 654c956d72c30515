"""Near copies, told while the crawl goes on: pages that say nearly what another one says.

Nothing is refused for it: it is a remark on the outcome. The sketches lie in the frontier's file,
so that a crawl that goes on knows those of before; memory holds the last million of them.
"""

import sqlite3

from auslese.crawl.frontier.embedded.frontier_schema import SKETCHES
from auslese.crawl.frontier.lease import Errand
from auslese.crawl.frontier.worker_report import EndedVisit
from auslese.crawl.traps.recent_sketches import MOST_SKETCHES, RecentSketches
from auslese.records.url import Url

_SIGN = 1 << 63


class NearCopies:
    """Compares every page with those before; `take` belongs into a transaction."""

    def __init__(self, db: sqlite3.Connection, *, wanted: bool) -> None:
        """Read the sketches, if near copies are to be told at all."""
        self._db = db
        self._wanted = wanted
        self._index = RecentSketches()
        self.count = 0
        """Near copies found since we opened."""
        self._told: dict[int, Url] | None = None
        if wanted:
            db.execute(SKETCHES)
            last = "SELECT url_id, bits FROM sketch ORDER BY url_id DESC LIMIT ?"
            for number, bits in reversed(db.execute(last, (MOST_SKETCHES,)).fetchall()):
                self._index.put(number, bits % (2 * _SIGN))

    def listen(self) -> dict[int, Url]:
        """Ask to be told: pages by key and what they nearly repeat, from the next report on."""
        self._told = {}
        return self._told

    def take(self, errand: Errand, ended: EndedVisit) -> EndedVisit:
        """Note the sketch of a page; how the visit ended, with what it is nearly a copy of."""
        if not self._wanted or not ended.sketch or ended.reason != "page":
            return ended
        if errand.before is not None:
            self._forget(ended.id)
        near = self._index.nearest(ended.sketch)
        if near is None or near[1]:  # of equal sketches one is enough to find the next
            self._keep(ended.id, ended.sketch)
        return ended if near is None else self._remarked(errand, ended, near[0])

    def _keep(self, number: int, sketch: int) -> None:
        self._index.put(number, sketch)
        bits = sketch if sketch < _SIGN else sketch - 2 * _SIGN
        self._db.execute("INSERT OR REPLACE INTO sketch VALUES (?, ?)", (number, bits))

    def _forget(self, number: int) -> None:
        """Forget what a page said that has changed."""
        rows = self._db.execute("DELETE FROM sketch WHERE url_id = ? RETURNING bits", (number,))
        for (bits,) in rows.fetchall():
            self._index.forget(number, bits % (2 * _SIGN))

    def _remarked(self, errand: Errand, ended: EndedVisit, first: int) -> EndedVisit:
        row = self._db.execute("SELECT text FROM url WHERE id = ?", (first,)).fetchone()
        self.count += 1
        if self._told is not None:
            self._told[errand.visit.key] = Url(row[0])
        remarks = (ended.detail, f"near copy of {row[0]}")
        return ended._replace(detail="; ".join(filter(None, remarks)))
