"""Outcomes that are taken back: the URLs wait, or wait again."""

from auslese.crawl.frontier.shared.database_link import DatabaseLink
from auslese.crawl.frontier.shared.opener_counts import OpenerCounts
from auslese.records.visit import PLAIN_BUCKET

MOST_AT_ONCE = 100_000  # rows of an answer kept in memory

# What was a page before it was refused, and is let in again, is compared with what it was.
_TAKE_BACK = """
WITH wanted AS (
    SELECT key, host_id FROM outcome WHERE {which} LIMIT $1
), gone AS (
    DELETE FROM outcome USING wanted
    WHERE outcome.key = wanted.key AND outcome.host_id = wanted.host_id
    RETURNING outcome.key, outcome.host_id, outcome.kind, outcome.reason
), back AS (
    INSERT INTO waiting (host_id, id, key, bucket, was_page)
    SELECT url.host_id, url.id, url.key, CASE WHEN page.key IS NULL THEN url.bucket ELSE $2 END,
        CASE WHEN page.key IS NULL THEN NULL ELSE 0 END
    FROM gone JOIN url USING (key, host_id) LEFT JOIN page USING (key, host_id)
    RETURNING key, host_id, was_page
)
SELECT gone.kind, gone.reason, url.depth, back.was_page IS NOT NULL, back.host_id, count(*)
FROM gone JOIN url USING (key, host_id) JOIN back USING (key, host_id) GROUP BY 1, 2, 3, 4, 5
"""


def take_back_outcomes(
    link: DatabaseLink,
    counts: OpenerCounts,
    which: str,
    *values: object,
    refused_at_door: bool = True,
    hosts: set[int] | None = None,
) -> int:
    """Let all wait whose outcomes are such; how many. Belongs into a transaction.

    `which` is a condition on `outcome`, with its values from $3 on. The hosts concerned are added
    to `hosts`; they are to be reckoned anew.
    """
    taken = 0
    while True:
        rows = link.rows(_TAKE_BACK.format(which=which), MOST_AT_ONCE, PLAIN_BUCKET, *values)
        for kind, reason, depth, again, host_id, n in rows:
            taken += n
            counts.outcomes[kind, reason, depth] -= n
            counts.refused[depth] -= n if refused_at_door else 0
            counts.waiting += n
            counts.again += n if again else 0
            if hosts is not None:
                hosts.add(host_id)
        if not rows:
            return taken
