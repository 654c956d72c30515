"""The machines that work on a crawl whose frontier is shared: who is there, and who is gone."""

from collections.abc import Mapping
from typing import NamedTuple, Protocol

from auslese.crawl.frontier.worker_report import SegmentMark


class CrawlMember(NamedTuple):
    """One machine; `writer` is the number under which it writes."""

    writer: int
    name: str
    workers: int
    silent_seconds: float
    """Since its last sign of life, by the clock of the database."""
    has_left: bool
    """It ended in order, or somebody cleaned up behind it."""
    drain: bool
    """Somebody wants it to end."""


class CrawlMembers(Protocol):
    """The list of them; no clock but the database's plays a part."""

    def beat(self, writer: int, name: str, workers: int) -> bool:
        """Give a sign of life; whether somebody wants this machine to end."""
        ...

    def leave(self, writer: int) -> None:
        """Note that nothing of a machine is left to be written: it ended, or others did it."""
        ...

    def drain(self, writer: int) -> None:
        """Ask a machine to end."""
        ...

    def members(self) -> list[CrawlMember]:
        """All that have ever worked on this crawl."""
        ...

    def inherit(self, writer: int, heir: int) -> None:
        """Take over from a machine that is gone: its rows on their way are the heir's now.

        From then on nothing that it sends is recorded, should it be alive after all. May be
        repeated.
        """
        ...

    def files(self, writer: int) -> tuple[list[SegmentMark], Mapping[str, int]]:
        """How far its archive segments are recorded, and the number of each table's next one."""
        ...

    def close(self) -> None:
        """Let go of the database."""
        ...
