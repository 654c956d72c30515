"""A frontier that is damaged, made again from what was recorded elsewhere.

Tables tell how every visit ended and what links lead to; the archive what was kept. So a new
frontier knows every URL that they name, with its outcome and what its page brought. What only the
old one knew is not in it: tries that were not the end, shapes of URLs, the course of the crawl,
and what sitemaps had named and nobody had fetched yet.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple, Protocol

from auslese.crawl.frontier.row_staging import SiteRow
from auslese.crawl.frontier.worker_report import EndedVisit, SegmentMark
from auslese.records.visit import Visit


class RecoveredVisit(NamedTuple):
    """A visit as tables tell of it; the numbers of its URL and its host are still to be given."""

    visit: Visit
    ended: EndedVisit
    tries: int


class FrontierRecovery(Protocol):
    """Takes in what is known, visits in the order in which they ended."""

    def end(self, visits: Sequence[RecoveredVisit]) -> None:
        """Write down how these visits ended."""
        ...

    def wait(self, visits: Sequence[Visit]) -> int:
        """Let those of these URLs wait that are unknown; the next crawl asks the rules of them."""
        ...

    def note_sites(self, sites: Sequence[SiteRow]) -> None:
        """Write down what is known of hosts."""
        ...

    def note_files(self, segments: Sequence[SegmentMark], next_numbers: Mapping[str, int]) -> None:
        """Write down how far the archive reaches, and the numbers of the tables' next segments."""
        ...

    def note_runs(self, runs: Mapping[str, float]) -> None:
        """Write down the names of runs, and when they ended."""
        ...
