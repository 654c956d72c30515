"""Where does the crawl stand, and what became of this URL? Asked also while a crawl runs."""

from contextlib import AbstractContextManager
from typing import Protocol

from auslese.crawl.frontier.crawl_state import BusyHost, CrawlState, TrapRow
from auslese.crawl.frontier.outage import UnreachableHost
from auslese.crawl.frontier.url_trace import UrlFates, UrlTrace
from auslese.crawl.recrawl.recrawl_values import RecrawlStatus
from auslese.records.url import Url


class FrontierReader(Protocol):
    """Reads what is recorded and changes nothing; before the first crawl there is nothing."""

    def has_begun(self) -> bool:
        """Whether a crawl or an import has ever begun here."""
        ...

    def verify(self) -> bool:
        """Whether there is a checksum of it; DamagedFileError if it is not as it was written."""
        ...

    def crawl_state(self) -> CrawlState:
        """How far the crawl has come: seen = queued + the sum of all outcomes, at any moment."""
        ...

    def trace(self, url: Url) -> UrlTrace:
        """What became of a URL, and how we came to it; it says if the URL was never seen."""
        ...

    def fates(self) -> AbstractContextManager[UrlFates]:
        """Open it for questions about very many URLs; 16 bytes of memory for each it knows."""
        ...

    def traps(self) -> list[TrapRow]:
        """The shapes of URLs that were taken for traps, the largest first."""
        ...

    def unreachable(self) -> list[UnreachableHost]:
        """The hosts that could not be reached when they were last tried."""
        ...

    def recrawl_status(self, now: float, rest: float) -> RecrawlStatus:
        """When it was last crawled, and how much has rested long enough to be seen again."""
        ...

    def page_moments(self, latest: int) -> list[float]:
        """When the pages among so many of the latest outcomes came, the earliest first."""
        ...

    def busiest_hosts(self, most: int) -> list[BusyHost]:
        """The hosts that we talk to now, then those with the most pages."""
        ...
