"""What became of URLs in a shared frontier: of one with its whole life, of many in short."""

from collections.abc import Sequence

from auslese.crawl.frontier.bookkeeping.url_ways import way_of
from auslese.crawl.frontier.crawl_state import PAGE_REASONS
from auslese.crawl.frontier.shared.database_link import DatabaseLink
from auslese.crawl.frontier.shared.host_names import host_id_of
from auslese.crawl.frontier.url_trace import (
    EarlierVisit,
    FailedAttempt,
    PathStep,
    UrlFate,
    UrlTrace,
)
from auslese.records.url import Url, key_of

AT_ONCE = 10_000
LONGEST_WAY = 10_000  # steps; no web is so deep
HOW_IT_IS = """
    SELECT url.host_id, depth, kind, outcome.reason, outcome.detail, outcome.status, outcome.at,
        outcome.tries, next_at, worker IS NOT NULL
    FROM url LEFT JOIN outcome USING (key, host_id) JOIN host ON host.id = url.host_id
    WHERE url.key = $1
"""
WAY = """
    WITH RECURSIVE way (step, text, bucket, via, hops) AS (
        SELECT 1, text, bucket, via, hops FROM url WHERE key = $1
        UNION ALL
        SELECT step + 1, url.text, url.bucket, url.via, url.hops
        FROM way JOIN url ON url.key = way.via WHERE way.via <> 0 AND step < $2
    )
    SELECT way.text, way.bucket, way.via, way.hops, before.key IS NOT NULL,
        coalesce(outcome.reason, '')
    FROM way LEFT JOIN url AS before ON way.via <> 0 AND before.key = way.via
        LEFT JOIN outcome ON outcome.key = before.key AND outcome.host_id = before.host_id
    ORDER BY step DESC
"""
FATES = """
    SELECT url.key, kind, reason, detail, depth,
        kind IS NULL AND coalesce((
            SELECT last.kind = 'fetched' AND last.reason = ANY($2::text[]) FROM history AS last
            WHERE last.key = url.key AND last.host_id = url.host_id ORDER BY seq DESC LIMIT 1
        ), false)
    FROM url LEFT JOIN outcome USING (key, host_id) WHERE url.key = ANY($1::bigint[])
"""


def trace_in(link: DatabaseLink, url: Url) -> UrlTrace:
    """What became of a URL, and how we came to it."""
    key = key_of(url)
    row = link.row(HOW_IT_IS, key)
    if row is None:
        return UrlTrace(url, found=False)
    host, depth, kind, reason, detail, status, at, tries, next_access, is_asked = row
    attempts = link.rows(
        "SELECT at, reason, detail, status FROM attempt WHERE key = $1 ORDER BY seq", key
    )
    visits = link.rows(
        "SELECT at, kind, reason, detail, status FROM history WHERE key = $1 AND host_id = $2"
        " ORDER BY seq",
        key,
        host,
    )
    if kind is None:
        state = "under way" if is_asked else "waiting"
        kind, reason, detail, status, at, tries = state, "", "", 0, 0.0, len(attempts)
    return UrlTrace(
        url,
        True,
        kind,
        reason,
        detail,
        status,
        at,
        depth,
        tries,
        [FailedAttempt(*attempt) for attempt in attempts],
        [
            PathStep(text, way_of(bucket, via, hops, before if is_known else None))
            for text, bucket, via, hops, is_known, before in link.rows(WAY, key, LONGEST_WAY)
        ],
        next_access,
        [EarlierVisit(*visit) for visit in visits],
    )


class SharedFates:
    """Keeps the promises of `UrlFates` at one moment of a shared frontier."""

    def __init__(self, link: DatabaseLink | None) -> None:
        """Ask this connection; without one nothing was ever seen."""
        self._link = link

    def fates_of(self, urls: Sequence[Url]) -> list[UrlFate | None]:
        """What became of each of them."""
        if self._link is None:
            return [None] * len(urls)
        known: dict[int, UrlFate] = {}
        keys = [key_of(url) for url in urls]
        wanted = list(dict.fromkeys(keys))
        for first in range(0, len(wanted), AT_ONCE):
            some = wanted[first : first + AT_ONCE]
            rows = self._link.rows(FATES, some, list(PAGE_REASONS))
            known.update((row[0], _fate(*row[1:])) for row in rows)
        return [known.get(key) for key in keys]

    def knows_host(self, host: str) -> bool:
        """Whether any URL of this host was ever seen."""
        found = "SELECT 1 FROM host WHERE id = $1"
        return bool(self._link and self._link.value(found, host_id_of(host)))

    def robots_text(self, origin: str) -> str:
        """What robots.txt of this origin says, as far as it was asked."""
        found = "SELECT text FROM robots WHERE origin = $1"
        return (self._link.value(found, origin) if self._link else "") or ""


def _fate(
    kind: str | None, reason: str | None, detail: str | None, depth: int, was_page: bool
) -> UrlFate:
    if kind is None:
        return UrlFate("waiting", depth=depth, was_page=was_page)
    return UrlFate(kind, reason or "", detail or "", depth)
