"""The store in PostgreSQL: how its frontier is opened for each purpose."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from importlib import import_module
from typing import TYPE_CHECKING, Any

from auslese.crawl.frontier.opening import FrontierPlace
from auslese.crawl.frontier.shared.database_place import DatabasePlace
from auslese.crawl.frontier.shared.store_time import StoreTime, database_time

if TYPE_CHECKING:
    from auslese.crawl.frontier.frontier import CrawlFrontier
    from auslese.crawl.frontier.frontier_settings import FrontierRules, FrontierSettings
    from auslese.crawl.frontier.seen_content import SeenContentFinder
    from auslese.crawl.frontier.shared.arriving.moved_schema import SchemaSource, SchemaTarget
    from auslese.crawl.frontier.shared.arriving.shared_arrivals import SharedArrivals
    from auslese.crawl.frontier.shared.arriving.shared_recovery import SharedRecovery
    from auslese.crawl.frontier.shared.looking.shared_reader import SharedReader
    from auslese.crawl.frontier.shared.members.member_list import MemberList


class SharedStore:
    """Keeps the promises of `FrontierStore` on a schema of PostgreSQL."""

    def __init__(self, place: FrontierPlace, time: StoreTime = database_time) -> None:
        """The frontier is, or will be, in this schema; `time` says whose clock counts."""
        self._place = DatabasePlace.read(place.url)
        self._opener = place.opener
        self._time = time

    def open(
        self,
        settings: "FrontierSettings",
        clock: Callable[[], float],
        rules: "FrontierRules | None" = None,
    ) -> "AbstractContextManager[CrawlFrontier]":
        """Open it for a crawl; several may do so at once, each under a name of its own."""
        frontier: AbstractContextManager[CrawlFrontier] = _module(
            "verbs.shared_frontier"
        ).open_frontier(self._place, self._opener, settings, (self._time, clock), rules)
        return frontier

    def open_arrivals(self, max_urls: int) -> "SharedArrivals":
        """Open it for an import."""
        book: SharedArrivals = _module("arriving.shared_arrivals").SharedArrivals(
            self._place, self._opener, max_urls
        )
        return book

    def open_recovery(self, max_urls: int) -> "SharedRecovery":
        """Make a new one, to be filled with what is known."""
        book: SharedRecovery = _module("arriving.shared_recovery").SharedRecovery(
            self._place, self._opener, max_urls
        )
        return book

    def open_contents(self) -> "SeenContentFinder":
        """Open it for a worker that asks whether contents were seen."""
        finder: SeenContentFinder = _module("content_names").open_shared_contents(self._place)
        return finder

    def open_source(self) -> "SchemaSource":
        """Open it to move it elsewhere."""
        source: SchemaSource = _module("arriving.moved_schema").SchemaSource(
            self._place, self._opener
        )
        return source

    def open_target(self) -> "SchemaTarget":
        """Begin a new frontier, for one that comes from elsewhere."""
        target: SchemaTarget = _module("arriving.moved_schema").SchemaTarget(
            self._place, self._opener
        )
        return target

    def members(self) -> "MemberList":
        """Who works on the crawl."""
        members: MemberList = _module("members.member_list").MemberList(self._place)
        return members

    def reader(self) -> "SharedReader":
        """Who looks at it."""
        reader: SharedReader = _module("looking.shared_reader").SharedReader(self._place)
        return reader


def _module(name: str) -> Any:
    """A module that writes; who only looks need not wait for them and numpy."""
    return import_module(f"auslese.crawl.frontier.shared.{name}")


def open_store(place: FrontierPlace) -> SharedStore:
    """The store at this place; nothing is made or changed yet."""
    return SharedStore(place)
