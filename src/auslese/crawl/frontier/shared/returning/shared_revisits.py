"""Pages we have been to, in a shared frontier: what they brought, and which wait to be seen again.

What a report brings is written all at once, in its transaction and in the order of keys: so two
reports never wait for each other in turn.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import islice

from auslese.crawl.frontier.bookkeeping.page_changes import PageChange, TakenVisit, take_visit
from auslese.crawl.frontier.lease import Errand, LastVisit
from auslese.crawl.frontier.revisit_record import RevisitCounts
from auslese.crawl.frontier.seen_content import KnownContent
from auslese.crawl.frontier.shared.database_link import DatabaseLink
from auslese.crawl.frontier.worker_report import EndedVisit
from auslese.records.url import Url

MOST_HINTS = 1_000_000  # about 100 MB
CHUNK = 100_000
LAST_VISITS = """
    SELECT key, etag, modified, payload, archived_url, archived_at, digest, checked_at
    FROM page WHERE key = ANY($1::bigint[])
"""
WRITE_NEW = """
    INSERT INTO page (key, host_id, etag, modified, digest, payload, archived_at, archived_url,
        checked_at, changed_at)
    SELECT *, at FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[], $5::bytea[],
        $6::bytea[], $7::float8[], $8::text[], $9::float8[])
        AS new (key, host_id, etag, modified, digest, payload, archived_at, url, at)
    ON CONFLICT (key, host_id) DO UPDATE SET etag = excluded.etag, modified = excluded.modified,
        digest = excluded.digest, payload = excluded.payload, archived_at = excluded.archived_at,
        archived_url = excluded.archived_url, checks = 0, changes = 0, quiet = 0, moved = 0,
        checked_at = excluded.checked_at, changed_at = excluded.changed_at, gone_at = NULL,
        told_at = 0
"""
# A 304 need not name the validators again: then the old ones stay.
WRITE_UNCHANGED = """
    UPDATE page SET checks = checks + 1, quiet = quiet + greatest(0, seen.at - checked_at),
        checked_at = seen.at, gone_at = NULL,
        etag = coalesce(nullif(seen.etag, ''), page.etag),
        modified = coalesce(nullif(seen.modified, ''), page.modified)
    FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[], $5::float8[])
        AS seen (key, host_id, etag, modified, at)
    WHERE page.key = seen.key AND page.host_id = seen.host_id
"""
WRITE_CHANGED = """
    UPDATE page SET etag = seen.etag, modified = seen.modified, digest = seen.digest,
        payload = seen.payload, archived_at = seen.archived_at, archived_url = seen.url,
        checks = checks + 1, changes = changes + 1,
        moved = moved + greatest(0, seen.at - checked_at), checked_at = seen.at,
        changed_at = seen.at, gone_at = NULL
    FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[], $5::bytea[], $6::bytea[],
        $7::float8[], $8::text[], $9::float8[])
        AS seen (key, host_id, etag, modified, digest, payload, archived_at, url, at)
    WHERE page.key = seen.key AND page.host_id = seen.host_id
"""
WRITE_GONE = """
    UPDATE page SET gone_at = seen.at
    FROM unnest($1::bigint[], $2::bigint[], $3::float8[]) AS seen (key, host_id, at)
    WHERE page.key = seen.key AND page.host_id = seen.host_id AND gone_at IS NULL
"""
MARK_CHANGED = """
    UPDATE page SET told_at = greatest(told_at, said.at)
    FROM (
        SELECT key, max(at) AS at FROM unnest($1::bigint[], $2::float8[]) AS hint (key, at)
        GROUP BY key
    ) AS said WHERE page.key = said.key
"""
WRITTEN_BY = {
    PageChange.NEW: WRITE_NEW,
    PageChange.CHANGED: WRITE_CHANGED,
    PageChange.UNCHANGED: WRITE_UNCHANGED,
    PageChange.GONE: WRITE_GONE,
}


Visited = tuple[Errand, EndedVisit, KnownContent | None]
"""What was to be done, how it ended, and where its body was archived first, if before."""


class SharedRevisits:
    """Keeps the promises of `RevisitRecord` on PostgreSQL."""

    def __init__(self, link: DatabaseLink) -> None:
        """Look at an open frontier."""
        self._link = link
        self._hints: dict[int, float] = {}
        self._counts: Counter[PageChange] = Counter()

    def summary(self) -> RevisitCounts:
        """Pages that were new, changed, unchanged or gone since we opened."""
        return RevisitCounts(*(self._counts[PageChange(name)] for name in RevisitCounts._fields))

    def count(self, counts: Mapping[PageChange, int]) -> None:
        """Count what a report has brought; after its transaction, so that no try counts twice."""
        self._counts.update(counts)

    def note_hints(self, hints: Iterable[tuple[int, float]]) -> None:
        """Remember what sitemaps say until the crawl ends; losing it would only cost time."""
        if len(self._hints) < MOST_HINTS:
            self._hints.update(hints)

    def apply_hints(self) -> None:
        """Let the next plan know which pages have changed since, as sitemaps say."""
        rest = iter(sorted(self._hints.items()))
        while part := list(islice(rest, CHUNK)):
            self._link.retried(
                lambda part=part: self._link.run(  # type: ignore[misc]
                    MARK_CHANGED, [key for key, _ in part], [at for _, at in part]
                )
            )
        self._hints.clear()

    # -- for the verbs ----------------------------------------------------------------------------

    def last_visits(self, urls: Mapping[int, Url]) -> dict[int, LastVisit]:
        """What the last visits brought to these, which are visited again; by key."""
        if not urls:
            return {}
        return {
            key: LastVisit(etag, modified, payload, url or urls[key], at, digest, seen_at)
            for key, etag, modified, payload, url, at, digest, seen_at in self._link.rows(
                LAST_VISITS, list(urls)
            )
        }

    def take(self, visits: Sequence[Visited]) -> tuple[list[EndedVisit], Counter[PageChange]]:
        """Note what visits have brought; how they ended, in the light of those before.

        And what is to be counted when the transaction is done.
        """
        taken = [take_visit(*visit) for visit in visits]
        rows: dict[PageChange, list[tuple[object, ...]]] = {}
        for (errand, ended, _), one in zip(visits, taken, strict=True):
            if one.change is not None:
                place = (errand.visit.key, ended.host_id)
                rows.setdefault(one.change, []).append((*place, *_columns(one)))
        counts: Counter[PageChange] = Counter()
        for change, those in rows.items():
            those.sort(key=lambda row: row[:2])
            done = self._link.run(WRITTEN_BY[change], *map(list, zip(*those, strict=True)))
            counts[change] += done if change is PageChange.GONE else len(those)
        return [one.ended for one in taken], counts


def _columns(taken: TakenVisit) -> tuple[object, ...]:
    """What is written of a page, but for whose it is."""
    end = taken.ended
    match taken.change:
        case PageChange.GONE:
            return (end.at,)
        case PageChange.UNCHANGED:
            return end.etag, end.modified, end.at
    said = (end.etag, end.modified, end.digest, end.payload)
    return (*said, taken.at, taken.url, end.at)
