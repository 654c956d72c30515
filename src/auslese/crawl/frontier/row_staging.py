"""Rows on their way from the frontier into the tables, each exactly once.

A segment is written under the next number of its table; then one transaction of the frontier
forgets the rows and moves the number on. A crash in between leaves a file whose number was never
taken: it is removed at the next start and written again.
"""

from collections.abc import Iterator, Mapping
from typing import NamedTuple, Protocol


class StagedPages(NamedTuple):
    """Packed pages and what they are copies of."""

    last: int
    rows: list[tuple[bytes, int | None]]


class StagedLinks(NamedTuple):
    """Arrow batches of links."""

    last: int
    batches: list[bytes]


class OutcomeRow(NamedTuple):
    """One outcome with its URL."""

    url: str
    kind: str
    reason: str
    detail: str
    status: int
    depth: int
    via: int
    hops: int
    tries: int
    ended_at: float
    seconds: float
    bytes: int


class RightsFileRow(NamedTuple):
    """A file in which a host says what pages may be used for, as it was when we asked last."""

    url: str
    status: int
    at: float
    text: str


class SiteRow(NamedTuple):
    """One host; the columns of the sites table but for the registrable domain."""

    host: str
    address: str
    alias_of: str
    robots: str
    robots_at: float | None
    delay_seconds: float
    last_access: float
    next_access: float
    bytes_per_second: float
    known: int
    unknown: int
    failures: int
    ports: tuple[int, ...] = ()
    rights_files: tuple[RightsFileRow, ...] = ()


class RowStaging(Protocol):
    """What waits to be written into tables, a bounded part at a time, and segment numbers.

    What was recorded stays here, also over a kill, until `forget` names it; and what was forgotten
    never comes back.
    """

    def begin_behind(self, numbers: Mapping[str, int]) -> None:
        """Be told the last segment of each table that lies there, before any is written or dropped.

        What a store knows nothing of yet was written by others, and is not to be dropped.
        """
        ...

    def next_number(self, table: str) -> int:
        """The number of the table's next segment file, from 1 on."""
        ...

    def pages(self) -> StagedPages:
        """The pages to be written next, in the order in which they were recorded."""
        ...

    def links(self) -> StagedLinks:
        """The links to be written next."""
        ...

    def outcomes(self) -> Iterator[tuple[int, OutcomeRow]]:
        """The outcomes to be written next, with their numbers; those of earlier visits, too."""
        ...

    def outcomes_after(self, number: int) -> Iterator[tuple[int, OutcomeRow]]:
        """Some of the outcomes behind this number, written or not; none if there are no more.

        Outcomes that were taken back, as those of URLs that other rules let in, are not there.
        """
        ...

    def forget(self, table: str, number: int, last: int) -> None:
        """Note, in one transaction, that the rows up to `last` lie in segment `number` now."""
        ...
