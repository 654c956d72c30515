"""What all verbs of an open shared frontier work with, and the transaction that each of them is."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeVar

from auslese.crawl.frontier.bookkeeping.page_changes import PageChange
from auslese.crawl.frontier.frontier_settings import FrontierSettings
from auslese.crawl.frontier.shared.database_link import DatabaseLink
from auslese.crawl.frontier.shared.opener_counts import OpenerCounts
from auslese.crawl.frontier.shared.returning.shared_revisits import SharedRevisits
from auslese.crawl.frontier.shared.shared_contents import SharedContents
from auslese.crawl.frontier.shared.shared_discovery import SharedDiscovery
from auslese.crawl.frontier.shared.shared_near_copies import SharedNearCopies
from auslese.crawl.frontier.shared.shared_runs import SharedRuns
from auslese.crawl.frontier.shared.staged_rows import StagedRows
from auslese.crawl.frontier.shared.store_time import Clock
from auslese.crawl.frontier.shared.verbs.host_lines import patience_of, refresh_hosts
from auslese.crawl.frontier.shared.verbs.lending import HeldLease
from auslese.crawl.frontier.shared.verbs.link_intake import LinkIntake
from auslese.crawl.frontier.shared.verbs.visit_ends import VisitEnds
from auslese.crawl.traps.shape_book import ShapeBook

T = TypeVar("T")


@dataclass(slots=True)
class OpenParts:
    """The parts of one open frontier."""

    link: DatabaseLink
    opener: int
    settings: FrontierSettings
    clock: Clock
    counts: OpenerCounts
    shapes: ShapeBook
    intake: LinkIntake
    ends: VisitEnds
    contents: SharedContents
    revisits: SharedRevisits
    near_copies: SharedNearCopies
    staged: StagedRows
    runs: SharedRuns
    discovery: SharedDiscovery
    held: dict[int, HeldLease] = field(default_factory=dict)
    """The leases of our workers, by host."""
    changed: set[int] = field(default_factory=set)
    """Hosts whose lines have changed in this transaction."""
    page_changes: Counter[PageChange] = field(default_factory=Counter)
    """What the report at hand has brought."""
    known_urls: int = 0
    """URLs in the frontier, as far as we have looked."""

    @property
    def patience(self) -> float:
        """For how many seconds of waiting one bucket makes up."""
        return patience_of(self.settings)

    def in_transaction(self, work: Callable[[float], T], report: int = 0) -> T:
        """What comes of this work, given the time, in one transaction, done until it succeeds.

        `report` is the number of the report that it records, if it is one.
        """

        def attempt() -> T:
            self._forget()
            with self.link.transaction():
                result = work(self.clock())
                self._settle(report)
            return result

        result = self.link.retried(attempt)
        self.intake.keep()
        self.known_urls += self.counts.urls
        self.counts.clear()
        return result

    def write_ends(self) -> None:
        """Write the ends collected so far, for who is to read them in this transaction."""
        numbers = self.ends.write()
        if numbers:
            self.staged.stage_outcomes(numbers)

    def refresh(self) -> None:
        """Reckon anew when the hosts whose lines have changed may be leased."""
        refresh_hosts(self.link, self.changed, self.patience)
        self.changed.clear()

    def _settle(self, report: int) -> None:
        self.write_ends()
        self.refresh()
        self.counts.write(self.link, report)
        self.discovery.move_on(self.counts)

    def _forget(self) -> None:
        """Begin anew after an attempt that failed."""
        self.intake.forget()
        self.counts.clear()
        self.ends.forget()
        self.changed.clear()
