"""What a worker has to report, collected until it is worth a message."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from auslese.crawl.frontier.lease import RobotsNote
from auslese.crawl.frontier.worker_report import EndedVisit, HostNote, SegmentMark, WorkerReport
from auslese.records.reading import Links
from auslese.records.visit import Visit

MOST_FOUND = 5_000  # visits in one report: a transaction of 30 ms, and others need not wait longer
MILLISECONDS = 1000


@dataclass(slots=True)
class LinkRows:
    """Rows of the links table, column by column: the form in which Arrow takes them cheaply."""

    source: list[int] = field(default_factory=list)
    target: list[int] = field(default_factory=list)
    url: list[str] = field(default_factory=list)
    anchor: list[str] = field(default_factory=list)
    rel: list[str] = field(default_factory=list)
    seen_at: list[int] = field(default_factory=list)
    position: list[str] = field(default_factory=list)
    context: list[str] = field(default_factory=list)

    def add(self, source: int, links: Links, targets: list[int], at: float) -> None:
        """Append the links of one page, fetched at this moment."""
        self.source += [source] * len(targets)
        self.target += targets
        self.url += links.urls
        self.anchor += links.anchors
        self.rel += links.rels
        self.position += links.positions
        self.context += links.contexts
        self.seen_at += [round(at * MILLISECONDS)] * len(targets)

    def columns(self) -> dict[str, list[int] | list[str]]:
        """The columns by name."""
        return {name: getattr(self, name) for name in self.__slots__}


@dataclass(slots=True)
class Outbox:
    """News since the last report."""

    ended: list[EndedVisit] = field(default_factory=list)
    found: list[Visit] = field(default_factory=list)
    robots: list[RobotsNote] = field(default_factory=list)
    links: LinkRows = field(default_factory=LinkRows)
    hints: list[tuple[int, float]] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)
    log: list[str] = field(default_factory=list)

    def early_parts(self) -> Iterator[list[Visit]]:
        """Take out what is too much for one report, to be reported before it.

        A page must not be said to have ended before all that it names is known.
        """
        while len(self.found) > MOST_FOUND:
            yield self.found[:MOST_FOUND]
            del self.found[:MOST_FOUND]

    def report(
        self, worker: int, notes: list[HostNote], segments: list[SegmentMark], links: bytes
    ) -> WorkerReport:
        """Everything as one report."""
        return WorkerReport(
            worker,
            notes,
            self.ended,
            self.found,
            self.robots,
            segments,
            links,
            tuple(self.hints),
        )
