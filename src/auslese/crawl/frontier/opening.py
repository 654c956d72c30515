"""Opens the frontier of a collection, in whatever store it is kept.

A new store is a folder beside `embedded` with a module that has `open_store`, and one line in
`STORES`. Nobody else imports a store.
"""

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Final, Protocol, cast

# Only named here: who looks at a frontier need not wait for all that a crawl says to it.
if TYPE_CHECKING:
    from auslese.crawl.frontier.arrivals import Arrivals
    from auslese.crawl.frontier.crawl_members import CrawlMembers
    from auslese.crawl.frontier.frontier import CrawlFrontier
    from auslese.crawl.frontier.frontier_reader import FrontierReader
    from auslese.crawl.frontier.frontier_settings import FrontierRules, FrontierSettings
    from auslese.crawl.frontier.moving import FrontierSource, FrontierTarget
    from auslese.crawl.frontier.recovery import FrontierRecovery
    from auslese.crawl.frontier.seen_content import ContentLookup

EMBEDDED: Final = "embedded"
STORES: Final = {
    EMBEDDED: "auslese.crawl.frontier.embedded.embedded_store",  # SQLite, one writing process
    "postgresql": "auslese.crawl.frontier.shared.shared_store",  # PostgreSQL, many machines
}
"""The module of each store; imported when it is opened, for not everybody has every store."""


@dataclass(frozen=True, slots=True)
class FrontierPlace:
    """Where a frontier is; travels to worker processes."""

    path: Path
    """What the store needs to find it: a file, if it is embedded."""
    store: str = EMBEDDED
    url: str = ""
    """Where it is, if it is in a database: postgresql://user@host:5432/database?schema=name."""
    opener: str = ""
    """In a shared frontier: who opens it. Whoever opens under this name holds the same lock, so
    leases that are left over under it belong to nobody; those of others are theirs."""


class FrontierStore(Protocol):
    """One frontier, and the ways to open it."""

    def open(
        self,
        settings: "FrontierSettings",
        clock: Callable[[], float],
        rules: "FrontierRules | None" = None,
    ) -> "AbstractContextManager[CrawlFrontier]":
        """Open it for a crawl; a new one is made if there is none.

        Who opens it holds the collection's lock, and so did every crawl before: leases that are
        left over belong to nobody.
        """
        ...

    def open_arrivals(self, max_urls: int) -> "AbstractContextManager[Arrivals]":
        """Open it for an import; beyond `max_urls` URLs the targets of links are only counted."""
        ...

    def open_recovery(self, max_urls: int) -> "AbstractContextManager[FrontierRecovery]":
        """Make a new one where there is none, to be filled with what tables and archive know."""
        ...

    def open_contents(self) -> "ContentLookup":
        """Open it for a worker that asks whether contents were seen; a crawl has opened it."""
        ...

    def open_source(self) -> "AbstractContextManager[FrontierSource]":
        """Open it to move it elsewhere; whoever does holds the collection."""
        ...

    def open_target(self) -> "AbstractContextManager[FrontierTarget]":
        """Begin a new one, to be filled from elsewhere; it is there if all of it is."""
        ...

    def reader(self) -> "FrontierReader":
        """Who looks at it; there need not be one yet."""
        ...


class FrontierStoreModule(Protocol):
    """What the module of a store has."""

    def open_store(self, place: FrontierPlace) -> FrontierStore:
        """The store at this place; nothing is made or changed yet."""
        ...


def frontier_store(place: FrontierPlace) -> FrontierStore:
    """The frontier at this place, in the store that the place names."""
    return cast(FrontierStoreModule, import_module(STORES[place.store])).open_store(place)


class SharedFrontierStore(FrontierStore, Protocol):
    """The frontier of several machines."""

    def members(self) -> "CrawlMembers":
        """Who works on the crawl; it has been opened before."""
        ...


def shared_frontier_store(place: FrontierPlace) -> SharedFrontierStore:
    """The frontier at this place, which is one of those that machines share."""
    return cast(SharedFrontierStore, frontier_store(place))
