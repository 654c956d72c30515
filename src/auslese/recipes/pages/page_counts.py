"""How many pages a collection has: the one number that commands, pages and programs show.

A page of a collection is a URL that gave a page, also one that is a copy of another. It counts
once, however often it was fetched, until it is gone. URLs that were refused, failed or lead
elsewhere are no pages, nor are those that only links know.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from auslese.recipes.settings.collection_frontier import frontier_of
from auslese.store.collection import Collection
from auslese.store.lookups.overview_lookups import HostSize

ALL = 2**31 - 1  # hosts; more than there are


@dataclass(frozen=True, slots=True)
class PageCounts:
    """How much there is of a collection."""

    pages: int
    by_host: dict[str, int]
    """Hosts with the number of their pages, those with most first."""
    newest: datetime | None = None
    """When the last page was fetched, if the tables know."""

    @property
    def hosts(self) -> int:
        """Hosts that pages are from."""
        return len(self.by_host)


def page_counts(collection: Collection, rows: Sequence[HostSize]) -> PageCounts:
    """How many pages there are, and from which hosts, given what the tables know of them.

    A crawl that runs is asked itself, for it writes the tables only now and then; so is one that
    ended before it wrote any.
    """
    newest = max((row.newest for row in rows), default=None)
    if not rows or collection.holder_lives():
        reader = frontier_of(collection).reader()
        if reader.has_begun():
            hosts = {each.host: each.pages for each in reader.busiest_hosts(ALL) if each.pages}
            return PageCounts(reader.crawl_state().pages, hosts, newest)
    by_host = {row.host: row.pages for row in rows}
    return PageCounts(sum(by_host.values()), by_host, newest)
