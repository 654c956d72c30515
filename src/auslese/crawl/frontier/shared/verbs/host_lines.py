"""When a host may be leased, and how soon before others: reckoned from what waits there.

A host that has nothing waiting sleeps, and who brings a URL wakes it. Somebody may bring one while
another one looks and sees nothing yet; so who brings URLs holds the stripe of their hosts together
with others who do, and a host is put to sleep only by who holds its stripe alone.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from auslese.crawl.frontier.frontier_settings import FrontierSettings
from auslese.crawl.frontier.roster import FOCUSED_PATIENCE, PATIENCE_SECONDS
from auslese.crawl.frontier.shared.database_link import DatabaseLink
from auslese.records.visit import BUCKETS

STRIPES: Final = 64
"""Locks of hosts: each costs who brings URLs a microsecond, fewer would be held more often."""
_STRIPE = 0x61757400  # the first of them beside the schema's own number; any number of ours will do

_REFRESH = f"""
UPDATE host SET best = new.best, later_at = new.later_at, due_at = new.due_at,
    rank = new.due_at + coalesce(new.best, {BUCKETS - 1}) * $2::float8
FROM (
    SELECT known.id, first.best, later.later_at,
        CASE WHEN known.worker IS NOT NULL THEN NULL
            WHEN first.best IS NOT NULL THEN known.next_at
            WHEN later.later_at IS NOT NULL THEN greatest(known.next_at, later.later_at)
            WHEN NOT known.id = ANY($3::bigint[]) THEN known.next_at
        END AS due_at
    FROM host AS known
    LEFT JOIN LATERAL (
        SELECT bucket AS best FROM waiting
        WHERE host_id = known.id AND not_before = 0 AND NOT id = ANY(known.leased)
        ORDER BY bucket, id LIMIT 1
    ) AS first ON true
    LEFT JOIN LATERAL (
        SELECT not_before AS later_at FROM waiting
        WHERE host_id = known.id AND not_before > 0 AND NOT id = ANY(known.leased)
        ORDER BY not_before LIMIT 1
    ) AS later ON true
    WHERE known.id = ANY($1::bigint[])
) AS new WHERE host.id = new.id
"""


def patience_of(settings: FrontierSettings) -> float:
    """For how many seconds of waiting one bucket makes up."""
    return FOCUSED_PATIENCE if settings.ageing else PATIENCE_SECONDS


def refresh_hosts(link: DatabaseLink, host_ids: Iterable[int], patience: float) -> None:
    """Reckon anew when these hosts may be leased; belongs into a transaction.

    Those where nothing waits are put to sleep if nobody brings URLs to their stripes now; else
    they stay awake, and who leases them will find them empty.
    """
    wanted = sorted(set(host_ids))
    if not wanted:
        return
    held = link.rows(
        "SELECT stripe FROM unnest($1::integer[]) AS stripe WHERE pg_try_advisory_xact_lock("
        "hashtext(current_schema()), stripe)",
        stripes_of(wanted),
    )
    alone = {stripe for (stripe,) in held}
    sleepy = [one for one in wanted if _stripe_of(one) in alone]
    link.run(_REFRESH, wanted, patience, sleepy)


def put_to_sleep(link: DatabaseLink, host_ids: Iterable[int], patience: float) -> None:
    """Put those of these hosts to sleep where nothing waits; a transaction of its own."""
    wanted = sorted(set(host_ids))
    if not wanted:
        return

    def work() -> None:
        with link.transaction():
            link.run(
                "SELECT pg_advisory_xact_lock(hashtext(current_schema()), stripe)"
                " FROM unnest($1::integer[]) AS stripe",
                stripes_of(wanted),
            )
            link.run(_REFRESH, wanted, patience, wanted)

    link.retried(work)


def hold_stripes(link: DatabaseLink, host_ids: Iterable[int]) -> None:
    """Bring URLs to these hosts in this transaction; to be said before the first of them."""
    link.run(
        "SELECT pg_advisory_xact_lock_shared(hashtext(current_schema()), stripe)"
        " FROM unnest($1::integer[]) AS stripe",
        stripes_of(host_ids),
    )


def stripes_of(host_ids: Iterable[int]) -> Sequence[int]:
    """The stripes of these hosts, in the order in which all take them."""
    return sorted({_stripe_of(one) for one in host_ids})


def _stripe_of(host_id: int) -> int:
    return _STRIPE + host_id % STRIPES
