"""A frontier on its way from one store into another: the same rows, whatever the store.

URLs are known by their keys and hosts by their names, since every store has numbers of its own.
What waits is not told: it is every URL without an outcome, in the order in which URLs arrived.
Rows on their way into tables are written there before; leases there are none.
"""

from collections.abc import Callable, Iterator, Sequence
from types import MappingProxyType
from typing import Any, Final, Protocol

OUTCOME_COLUMNS: Final = (
    "key", "seq", "kind", "reason", "detail", "status", "at", "seconds", "bytes", "tries",
)  # fmt: skip

MOVED: Final = MappingProxyType(
    {
        "host": (
            "name", "address", "delay", "next_at", "token", "last_access", "failures", "asked",
            "known", "bytes", "seconds", "alias_of", "resolved_at", "errors", "unverified",
        ),
        "url": ("key", "host", "text", "depth", "via", "hops", "bucket"),
        "again": ("key", "bucket", "page", "tries"),
        "outcome": OUTCOME_COLUMNS,
        "history": OUTCOME_COLUMNS,
        "attempt": ("key", "reason", "detail", "status", "at", "again_at"),
        "page": (
            "key", "etag", "modified", "digest", "payload", "archived_at", "archived_url",
            "checks", "changes", "quiet", "moved", "checked_at", "changed_at", "gone_at", "told_at",
        ),
        "content": ("digest", "key", "url", "at", "payload"),
        "sketch": ("key", "bits"),
        "shape": (
            "host", "name", "state", "kind", "why", "found", "fetched", "refused", "rest",
        ),
        "robots": ("origin", "status", "text", "at", "until"),
        "outage": ("host", "since", "reason", "detail", "answered", "ended"),
        "tally": ("kind", "reason", "depth", "n"),
        "found": ("depth", "n", "refused"),
        "milestone": ("visited", "found", "pages"),
        "table_segment": ("name", "next"),
        "archive_segment": ("name", "warc_bytes", "cdxj_bytes", "closed"),
        "run": ("id", "started", "ended"),
        "meta": ("name", "value"),
    }
)  # fmt: skip
"""What travels, in this order, with its columns: `host`, `alias_of` are names, "" is none.

`again`: URLs without an outcome that were visited before: where they wait, whether the last visit
found a page, and how often it was tried since then. `attempt.again_at` of a URL that waits says
when it may be tried again. `meta` is told without what only one store has.
"""

Rows = Sequence[Sequence[Any]]


class FrontierSource(Protocol):
    """A frontier of which everything is read; it does not change meanwhile."""

    def unwritten(self) -> int:
        """How many rows wait for tables, and hosts are leased; it may be moved if none are."""
        ...

    def numbers(self) -> dict[str, int]:
        """How many rows of each kind there are, and how many URLs wait."""
        ...

    def rows(self, table: str) -> Iterator[Rows]:
        """The rows of one kind, some at a time."""
        ...


class FrontierTarget(Protocol):
    """A frontier that is being made; it is there when all of it is, or not at all."""

    def put(self, table: str, rows: Rows) -> None:
        """Take in rows, in the order of `MOVED`."""
        ...

    def finish(self) -> dict[str, int]:
        """Make it whole; how many rows of each kind there are, and how many URLs wait."""
        ...


def move_rows(
    source: FrontierSource, target: FrontierTarget, show: Callable[[int, int], None]
) -> dict[str, int]:
    """Bring everything over; the numbers of rows, or NumbersDifferError if some are missing.

    `show` hears how many rows of all have come.
    """
    expected = source.numbers()
    done, total = 0, sum(expected[table] for table in MOVED)
    for table in MOVED:
        for rows in source.rows(table):
            target.put(table, rows)
            done += len(rows)
            show(done, total)
    found = target.finish()
    if found != expected:
        raise NumbersDifferError(expected, found)
    return found


class NumbersDifferError(Exception):
    """What has come is not what was there."""

    def __init__(self, expected: dict[str, int], found: dict[str, int]) -> None:
        """Name the kinds of rows whose numbers differ."""
        self.differing = {
            table: (number, found.get(table, 0))
            for table, number in expected.items()
            if found.get(table, 0) != number
        }
        super().__init__(self.differing)
