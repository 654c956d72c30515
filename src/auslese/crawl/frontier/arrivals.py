"""Pages that came without being asked for, recorded as if they had been fetched.

The frontier is the only one who knows what became of a URL, so what is imported is written there
too: `status`, `trace` and the next crawl see one life of each URL, whoever brought it. Nobody
crawls meanwhile: the importer holds the collection.
"""

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from auslese.crawl.frontier.lease import Errand, LastVisit
from auslese.crawl.frontier.row_staging import RowStaging
from auslese.crawl.frontier.seen_content import ContentNaming, KnownContent
from auslese.crawl.frontier.worker_report import EndedVisit, WorkerReport
from auslese.records.url import Url
from auslese.records.visit import Visit


class KnownUrl(NamedTuple):
    """What is known of a URL at which a page arrives."""

    visit: Visit
    before: LastVisit | None = None
    """What the last visit brought; None if there is no page yet."""
    is_there: bool = False
    """Whether that page is one of the collection today."""
    is_marked: bool = False
    """Whether it has come in this import already."""
    ended_at: float = 0.0
    """When the last visit was, whatever it brought; 0 if there was none."""
    leads_to: str = ""
    """Where it leads if it was a redirect then."""

    @property
    def payload(self) -> bytes:
        """Digest of the body that the last visit brought."""
        return self.before.payload if self.before is not None else b""

    @property
    def content(self) -> bytes:
        """The name of the content that the last visit brought."""
        return self.before.digest if self.before is not None else b""


class ArchivedArrival(NamedTuple):
    """A page that has arrived and lies in the archive."""

    errand: Errand
    ended: EndedVisit


class Arrivals(Protocol):
    """Records pages that arrive; one process at a time, and no crawl beside it."""

    @property
    def naming(self) -> ContentNaming:
        """How contents are named in this frontier."""
        ...

    @property
    def staging(self) -> RowStaging:
        """The rows that wait for their tables."""
        ...

    def known_url(self, url: Url) -> KnownUrl:
        """What is known of this URL."""
        ...

    def mark(self, key: int) -> None:
        """Note that a known URL has come in this import."""
        ...

    def find_content(self, name: bytes) -> KnownContent | None:
        """Where this content was archived first, as far as that is recorded."""
        ...

    def record(self, arrived: Sequence[ArchivedArrival], report: WorkerReport) -> None:
        """Write down what arrived, all of it or nothing; no URL may be in it twice.

        Of the report the found URLs, the links and the archive positions count.
        """
        ...
