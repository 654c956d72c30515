"""Who numbers rows, and who reads them by number, without missing one that is still on its way.

Numbers are given out before their transactions end, so a smaller one may become visible after a
larger one. Every transaction that writes numbered rows holds the fence together with the others;
who reads by number holds it alone for a moment: what has a number then is there or never will be.
"""

from auslese.crawl.frontier.shared.database_link import DatabaseLink

FENCE = 0x61757366  # beside the schema's own number, the name of a lock; any number of ours will do


def hold_fence(link: DatabaseLink) -> None:
    """Write numbered rows in this transaction; to be said before the first of them."""
    link.run(f"SELECT pg_advisory_xact_lock_shared({FENCE}, hashtext(current_schema()))")


def settle(link: DatabaseLink) -> None:
    """Wait until all who write numbered rows now have ended; a transaction of its own."""
    with link.transaction():
        link.run(f"SELECT pg_advisory_xact_lock({FENCE}, hashtext(current_schema()))")
