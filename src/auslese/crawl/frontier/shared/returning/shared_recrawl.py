"""Coming back, in a shared frontier: evidence is read as a stream, the plan written in parts.

The outcomes of those chosen move to `history`, so they wait again, most likely changed first. A
crawl that is killed goes on with the plan as it stands; only when all of it is done is there a new
one.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from auslese.crawl.frontier.bookkeeping.crawl_sums import WAITING
from auslese.crawl.frontier.bookkeeping.recrawl_sorts import CANDIDATES, SORT_OF_OUTCOME
from auslese.crawl.frontier.crawl_state import is_page
from auslese.crawl.frontier.shared.database_link import DatabaseLink
from auslese.crawl.frontier.shared.opener_counts import OpenerCounts
from auslese.crawl.frontier.shared.verbs.host_lines import refresh_hosts
from auslese.crawl.recrawl.change_rate import DAY, ObservedChanges
from auslese.crawl.recrawl.recrawl_plan import (
    PAGE,
    RecrawlCandidates,
    RecrawlEvidence,
    bucket_of,
    choose_candidates,
    due_candidates,
)
from auslese.crawl.recrawl.recrawl_values import RecrawlPlan, RecrawlSettings
from auslese.records.visit import SITEMAP_BUCKETS

CHUNK: Final = 100_000
# No server ever has a name that ends in `.invalid` (RFC 6761): such pages were imported.
EVIDENCE: Final = f"""
    SELECT outcome.key, outcome.host_id, {SORT_OF_OUTCOME}, $1 - at,
        CASE WHEN kind = 'failed' THEN (
            SELECT count(*) FROM history AS bad
            WHERE bad.key = outcome.key AND bad.host_id = outcome.host_id AND bad.kind = 'failed'
              AND bad.seq > coalesce((
                SELECT max(seq) FROM history AS good WHERE good.key = outcome.key
                  AND good.host_id = outcome.host_id AND good.kind <> 'failed'
              ), 0)
        ) ELSE 0 END,
        coalesce(changes, 0), coalesce(quiet, 0), coalesce(moved, 0),
        coalesce(told_at > checked_at, false)
    FROM outcome LEFT JOIN page USING (key, host_id)
    WHERE {CANDIDATES} AND (at <= $2 OR at > $3)
      AND outcome.host_id <> ALL(ARRAY(SELECT id FROM host WHERE name LIKE '%.invalid'))
"""
COLUMNS: Final = np.dtype("i8, i8, u1, f4, f4, f4, f4, f4, ?")
MAKE_ROOM: Final = """
    CREATE TEMPORARY TABLE planned (key bigint, host_id bigint, bucket smallint, was_page smallint)
    ON COMMIT DROP
"""
OF_PLANNED: Final = "FROM planned JOIN outcome USING (key, host_id) JOIN url USING (key, host_id)"
COUNTED: Final = f"SELECT kind, reason, depth, count(*) {OF_PLANNED} GROUP BY 1, 2, 3"
# Being kept away by robots.txt was no visit.
KEPT: Final = """
    INSERT INTO history SELECT outcome.* FROM planned JOIN outcome USING (key, host_id)
    WHERE NOT (kind = 'refused' AND reason = 'robots')
"""
# A sitemap that failed is still one: only its bucket tells a worker so.
QUEUED: Final = f"""
    INSERT INTO waiting (host_id, id, key, bucket, was_page)
    SELECT host_id, url.id, key,
        CASE WHEN was_page = 0 AND url.bucket = ANY($1::smallint[]) THEN url.bucket
        ELSE planned.bucket END, was_page
    {OF_PLANNED}
"""
TAKEN: Final = """
    DELETE FROM outcome USING planned
    WHERE outcome.key = planned.key AND outcome.host_id = planned.host_id
"""


class EndedUrls(NamedTuple):
    """Who the rows of the evidence are: its numbers are places in these."""

    keys: npt.NDArray[np.int64]
    hosts: npt.NDArray[np.int64]


def plan_shared_recrawl(
    link: DatabaseLink, counts: OpenerCounts, now: float, again: RecrawlSettings, patience: float
) -> RecrawlPlan:
    """Let those wait again that promise most, unless an earlier plan is not yet done.

    Belongs into a transaction; `counts` are written with it by whoever calls this.
    """
    left = int(link.value("SELECT coalesce(sum(again), 0)::bigint FROM opener"))
    if left:
        return RecrawlPlan(0, 0, left)
    ended, known = read_shared_evidence(link, now, again.rest)
    due = due_candidates(known, again.rest)
    chosen = choose_candidates(due, again.budget)
    _write_plan(link, counts, ended, chosen)
    refresh_hosts(link, np.unique(ended.hosts[chosen.numbers]).tolist(), patience)
    return RecrawlPlan(len(due.numbers), len(chosen.numbers))


def read_shared_evidence(
    link: DatabaseLink, now: float, rest: float
) -> tuple[EndedUrls, RecrawlEvidence]:
    """What is known of URLs that ended at least so long ago; failures may have to rest longer."""
    # A moment in the future is a clock that was wrong; it must not hide a page for years.
    parts = link.stream(EVIDENCE, now, now - rest, now + DAY)
    arrays = [np.array([tuple(row) for row in part], COLUMNS) for part in parts]
    rows = np.concatenate(arrays) if arrays else np.zeros(0, COLUMNS)
    keys, hosts, sorts, ages, failures, *seen, hinted = (rows[f"f{place}"] for place in range(9))
    _, numbered = np.unique(hosts, return_inverse=True)
    known = RecrawlEvidence(
        np.arange(len(rows)),
        sorts,
        ages,
        numbered.astype(np.int64),
        failures,
        ObservedChanges(*seen),
        hinted,
    )
    return EndedUrls(keys, hosts), known


def _write_plan(
    link: DatabaseLink, counts: OpenerCounts, ended: EndedUrls, chosen: RecrawlCandidates
) -> None:
    """Let them wait: outcomes become history, and the counts say so."""
    if not len(chosen.numbers):
        return
    link.run(MAKE_ROOM)
    for rows in _planned(ended, chosen):
        link.copy("planned", ("key", "host_id", "bucket", "was_page"), rows)
        for kind, reason, depth, n in link.rows(COUNTED):
            counts.outcomes[kind, reason, depth] -= n
            if is_page(kind, reason):
                counts.outcomes[WAITING, "page", depth] += n
        link.run(KEPT)
        queued = link.run(QUEUED, sorted(SITEMAP_BUCKETS))
        counts.waiting += queued
        counts.again += queued
        link.run(TAKEN)
        link.run("TRUNCATE planned")


def _planned(
    ended: EndedUrls, chosen: RecrawlCandidates
) -> Iterator[list[tuple[int, int, int, int]]]:
    """Key, host, bucket, and whether it was a page; of all chosen, some at a time."""
    buckets = bucket_of(chosen.chances)
    for first in range(0, len(chosen.numbers), CHUNK):
        places = slice(first, first + CHUNK)
        numbers = chosen.numbers[places]
        columns = (
            ended.keys[numbers],
            ended.hosts[numbers],
            buckets[places],
            (chosen.sorts[places] == PAGE).astype(np.int64),
        )
        yield list(zip(*(column.tolist() for column in columns), strict=True))
