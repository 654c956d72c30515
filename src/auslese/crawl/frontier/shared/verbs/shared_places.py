"""Addresses that hosts share, in a shared frontier: whose they are, and when they are free."""

from collections.abc import Sequence

from auslese.crawl.frontier.shared.database_link import DatabaseLink

_VACATE = """
UPDATE address SET tenant = NULL, free_at = greatest(address.free_at, gone.at)
FROM unnest($1::bigint[], $2::text[], $3::float8[]) AS gone (host, address, at)
WHERE address.address = gone.address AND address.tenant = gone.host
"""
_RESERVE = """
INSERT INTO address AS known (address, free_at)
SELECT address, max(at) FROM unnest($1::text[], $2::float8[]) AS new (address, at)
GROUP BY address ORDER BY address
ON CONFLICT (address) DO UPDATE SET free_at = greatest(known.free_at, excluded.free_at)
"""
# Who died asks no more: an address is free one pause after the last access there.
_SETTLE = """
UPDATE address SET free_at = known.at + $2 FROM (
    SELECT address, max(last_access) AS at FROM host WHERE address IN (
        SELECT address FROM address WHERE free_at > $1
    ) GROUP BY address
) AS known WHERE known.address = address.address
"""


def vacate_places(link: DatabaseLink, gone: Sequence[tuple[int, str, float]]) -> None:
    """Free the addresses of these hosts; the next there waits until the time given."""
    there = [one for one in gone if one[1]]
    if there:
        link.run(_VACATE, *map(list, zip(*there, strict=True)))


def reserve_places(link: DatabaseLink, wanted: Sequence[tuple[str, float]]) -> None:
    """Let nobody ask at these addresses before the time given."""
    if wanted:
        link.run(_RESERVE, *map(list, zip(*wanted, strict=True)))


def settle_places(link: DatabaseLink, now: float, address_delay: float) -> None:
    """Reckon anew when addresses are free, from the last access to their hosts."""
    link.run(_SETTLE, now, address_delay)
