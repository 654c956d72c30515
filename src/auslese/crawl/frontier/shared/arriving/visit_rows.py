"""How visits ended that nobody was sent on, written into a shared frontier set by set."""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from auslese.crawl.frontier.bookkeeping.crawl_sums import WAITING
from auslese.crawl.frontier.lease import Errand, LastVisit
from auslese.crawl.frontier.shared.database_link import DatabaseLink
from auslese.crawl.frontier.shared.host_names import host_id_of
from auslese.crawl.frontier.shared.opener_counts import OpenerCounts
from auslese.crawl.frontier.shared.verbs.visit_ends import VisitEnds
from auslese.crawl.frontier.worker_report import EndedVisit
from auslese.records.fetch import Refusal
from auslese.records.url import Url
from auslese.records.visit import BUCKETS

LAST = """
    SELECT key, etag, modified, payload, archived_url, archived_at, digest, checked_at,
        gone_at IS NULL AND (kind IS NULL OR kind = 'fetched' AND reason <> 'redirect')
    FROM page LEFT JOIN outcome USING (key, host_id) WHERE key = ANY($1::bigint[])
"""
OUT_OF_THE_QUEUE = f"""
    DELETE FROM waiting USING unnest($1::bigint[], $2::bigint[]) AS gone (key, host_id)
        JOIN url USING (key, host_id)
    WHERE waiting.host_id = url.host_id AND waiting.id = url.id
      AND waiting.bucket = ANY(ARRAY[{", ".join(map(str, range(BUCKETS)))}]::smallint[])
    RETURNING waiting.host_id, waiting.id, was_page, depth
"""
LOCK_HOSTS = "SELECT id FROM host WHERE id = ANY($1::bigint[]) ORDER BY id FOR NO KEY UPDATE"
# Whoever has it reports in vain. The host stays leased, and rests after that, as was agreed.
OVERTAKE = """
    UPDATE host SET token = token + 1
    WHERE id = ANY($1::bigint[]) AND worker IS NOT NULL AND leased && $2::bigint[]
"""
# Of refusals, only that of a page that was seen was a visit.
TAKE_OUTCOMES = f"""
    WITH gone AS (
        DELETE FROM outcome USING unnest($1::bigint[], $2::bigint[]) AS ended (key, host_id)
        WHERE outcome.key = ended.key AND outcome.host_id = ended.host_id RETURNING outcome.*
    ), kept AS (
        INSERT INTO history
        SELECT * FROM gone WHERE kind <> 'refused' OR reason = '{Refusal.NOINDEX.value}'
    )
    SELECT kind, reason, tries = 0, depth, count(*)
    FROM gone JOIN url USING (key, host_id) GROUP BY 1, 2, 3, 4
"""


class EndedUrl(NamedTuple):
    """One URL that has ended, and how."""

    key: int
    depth: int
    ended: EndedVisit
    tries: int


class VisitRows:
    """Writes how URLs ended; every method that writes belongs into a transaction."""

    def __init__(self, link: DatabaseLink, counts: OpenerCounts) -> None:
        """Count into `counts`, which are written with the transaction."""
        self._link = link
        self._counts = counts

    def last_visits(
        self, urls: Sequence[Url], keys: list[int]
    ) -> dict[int, tuple[LastVisit, bool]]:
        """By key, what the last visits to these brought, and whether that page is there today."""
        known = dict(zip(keys, urls, strict=True))
        found = {}
        for key, etag, modified, payload, url, *rest, is_there in self._link.rows(LAST, keys):
            at, digest, seen_at = rest
            last = LastVisit(etag, modified, payload, url or known[key], at, digest, seen_at)
            found[key] = last, bool(is_there)
        return found

    def leave(self, errands: Sequence[Errand]) -> None:
        """Let what became of these URLs before be history, and let them wait no more.

        If one of them is with a worker of another machine, that lease is good for nothing any more:
        no URL is recorded twice.
        """
        keys = [errand.visit.key for errand in errands]
        hosts = [host_id_of(errand.visit.host) for errand in errands]
        counts = self._counts
        self._link.rows(LOCK_HOSTS, sorted(set(hosts)))  # before those who report on them
        taken = self._link.rows(OUT_OF_THE_QUEUE, keys, hosts)
        if taken:
            self._link.run(OVERTAKE, [row[0] for row in taken], [row[1] for row in taken])
        for _, _, was_page, depth in taken:
            counts.waiting -= 1
            counts.again -= was_page is not None
            if was_page:
                counts.outcomes[WAITING, "page", depth] -= 1
        for kind, reason, never_tried, depth, n in self._link.rows(TAKE_OUTCOMES, keys, hosts):
            counts.outcomes[kind, reason, depth] -= n
            if kind == "refused" and reason != Refusal.NOINDEX.value and never_tried:
                counts.refused[depth] -= n

    def end(self, urls: Sequence[EndedUrl]) -> list[int]:
        """Write down how these ended; the numbers of their outcomes."""
        ends = VisitEnds(self._link, self._counts)
        for key, depth, ended, tries in urls:
            ends.end(ended, (ended.host_id, key, depth), tries)
        return ends.write()

    def count_pages(self, hosts: Counter[int]) -> None:
        """Count pages that hosts have now and had not before."""
        wanted = sorted(host for host, n in hosts.items() if n)
        if wanted:
            self._link.run(
                "UPDATE host SET known = known + n"
                " FROM unnest($1::bigint[], $2::bigint[]) AS new (host_id, n)"
                " WHERE host.id = new.host_id",
                wanted,
                [hosts[host] for host in wanted],
            )
