"""Near copies in a shared frontier: sketches in memory, and those of other openers, too.

Nothing is refused for it: it is a remark on the outcome. What others have found in the last seconds
need not be known.
"""

from collections.abc import Iterable, Mapping, Sequence
from time import monotonic

from auslese.crawl.frontier.bookkeeping.near_pages import (
    NearPages,
    SketchNews,
    says_something,
    signed,
)
from auslese.crawl.frontier.lease import Errand
from auslese.crawl.frontier.shared.database_link import DatabaseLink
from auslese.crawl.frontier.worker_report import EndedVisit
from auslese.crawl.traps.recent_sketches import MOST_SKETCHES
from auslese.records.url import Url

LEARN_SECONDS = 5.0  # between two looks at what others have found
LATEST = "SELECT seq, key, bits FROM sketch ORDER BY seq DESC LIMIT $1"
NEWER = "SELECT seq, key, bits FROM sketch WHERE seq > $1 AND opener <> $2 ORDER BY seq"
KEEP = """
    INSERT INTO sketch (opener, key, host_id, bits)
    SELECT $1, * FROM unnest($2::bigint[], $3::bigint[], $4::bigint[])
    ON CONFLICT (key) DO UPDATE SET bits = excluded.bits, opener = excluded.opener,
        seq = nextval(pg_get_serial_sequence('sketch', 'seq'))
"""
FORGET = "DELETE FROM sketch WHERE key = ANY($1::bigint[]) RETURNING key, bits"
TEXTS = "SELECT key, text FROM url WHERE key = ANY($1::bigint[])"


class SharedNearCopies:
    """Keeps the promises of `NearCopyRemarks` on PostgreSQL."""

    def __init__(self, link: DatabaseLink, *, wanted: bool, opener: int) -> None:
        """Read the sketches, if near copies are to be told at all."""
        self._link = link
        self._wanted = wanted
        self._pages = NearPages()
        self._last = 0
        self._opener = opener
        self._learnt_at = monotonic()
        if wanted:
            rows = link.rows(LATEST, MOST_SKETCHES)[::-1]
            self._pages.put((key, bits) for _, key, bits in rows)
            self._last = rows[-1][0] if rows else 0

    @property
    def count(self) -> int:
        """Near copies found since we opened."""
        return self._pages.count

    def listen(self) -> dict[int, Url]:
        """Ask to be told: pages by key and what they nearly repeat, from the next report on."""
        return self._pages.listen()

    def take(self, visits: Sequence[tuple[Errand, EndedVisit]]) -> list[EndedVisit]:
        """Note the sketches of pages; how the visits ended, with what they nearly repeat.

        Belongs into the transaction of the report.
        """
        if not self._wanted:
            return [ended for _, ended in visits]
        self._learn()
        said = {
            errand.visit.key: (errand, ended._replace(id=errand.visit.key))
            for errand, ended in visits
            if says_something(ended)
        }
        anew = [key for key, (errand, _) in said.items() if errand.before is not None]
        if anew:
            self._pages.forget((key, bits) for key, bits in self._link.rows(FORGET, anew))
        news = {key: self._take(ended) for key, (_, ended) in said.items()}
        self._keep(news[key].ended for key in sorted(news) if news[key].is_kept)
        texts = self._texts({one.near for one in news.values()} - {0})
        return [self._with_remark(errand, ended, news, texts) for errand, ended in visits]

    def _take(self, ended: EndedVisit) -> SketchNews:
        """If a transaction is done anew, a page is near to itself: that is none and kept again."""
        news = self._pages.take(ended)
        return news._replace(near=0, is_kept=True) if news.near == ended.id else news

    def _with_remark(
        self,
        errand: Errand,
        ended: EndedVisit,
        news: Mapping[int, SketchNews],
        texts: Mapping[int, str],
    ) -> EndedVisit:
        key = errand.visit.key
        near = news[key].near if key in news else 0
        return self._pages.remarked(errand, ended, texts[near]) if near in texts else ended

    def _keep(self, ended: Iterable[EndedVisit]) -> None:
        rows = [(one.id, one.host_id, signed(one.sketch)) for one in ended]
        if rows:
            self._link.run(KEEP, self._opener, *map(list, zip(*rows, strict=True)))

    def _texts(self, keys: set[int]) -> dict[int, str]:
        return dict(map(tuple, self._link.rows(TEXTS, list(keys)))) if keys else {}

    def _learn(self) -> None:
        """Take in what other openers have found."""
        now = monotonic()
        if now - self._learnt_at < LEARN_SECONDS:
            return
        self._learnt_at = now
        rows = self._link.rows(NEWER, self._last, self._opener)
        self._pages.put((key, bits) for _, key, bits in rows)
        self._last = rows[-1][0] if rows else self._last
