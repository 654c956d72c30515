"""The store in one SQLite file: how its frontier is opened for each purpose."""

from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from auslese.crawl.frontier.embedded.ledger import Ledger
from auslese.crawl.frontier.opening import FrontierPlace

if TYPE_CHECKING:
    from auslese.crawl.frontier.embedded.arriving.arrival_book import ArrivalBook, RecoveryBook
    from auslese.crawl.frontier.embedded.arriving.moved_file import (
        FrontierFileSource,
        FrontierFileTarget,
    )
    from auslese.crawl.frontier.embedded.embedded_frontier import EmbeddedFrontier
    from auslese.crawl.frontier.frontier_settings import FrontierRules, FrontierSettings
    from auslese.crawl.frontier.seen_content import SeenContentFinder


class EmbeddedStore:
    """Keeps the promises of `FrontierStore` on one SQLite file."""

    def __init__(self, path: Path) -> None:
        """The frontier is, or will be, in this file."""
        self._path = path

    def open(
        self,
        settings: "FrontierSettings",
        clock: Callable[[], float],
        rules: "FrontierRules | None" = None,
    ) -> "EmbeddedFrontier":
        """Open it for a crawl."""
        frontier: EmbeddedFrontier = _module("embedded_frontier").EmbeddedFrontier(
            self._path, settings, clock, rules
        )
        _module("content_seen").draw_modulus(frontier.db)
        return frontier

    def open_arrivals(self, max_urls: int) -> "ArrivalBook":
        """Open it for an import."""
        book: ArrivalBook = _module("arriving.arrival_book").ArrivalBook(self._path, max_urls)
        return book

    def open_recovery(self, max_urls: int) -> "RecoveryBook":
        """Make a new one, to be filled with what is known."""
        book: RecoveryBook = _module("arriving.arrival_book").RecoveryBook(self._path, max_urls)
        return book

    def open_contents(self) -> "SeenContentFinder":
        """Open it for a worker that asks whether contents were seen."""
        finder: SeenContentFinder = _module("content_seen").open_content_finder(self._path)
        return finder

    def open_source(self) -> "FrontierFileSource":
        """Open it to move it elsewhere."""
        source: FrontierFileSource = _module("arriving.moved_file").FrontierFileSource(self._path)
        return source

    def open_target(self) -> "FrontierFileTarget":
        """Begin a new file, for a frontier that comes from elsewhere."""
        target: FrontierFileTarget = _module("arriving.moved_file").FrontierFileTarget(self._path)
        return target

    def reader(self) -> Ledger:
        """Who looks at it."""
        return Ledger(self._path)


def _module(name: str) -> Any:
    """A module that writes; who only looks need not wait for them and numpy, 0.2 s."""
    return import_module(f"auslese.crawl.frontier.embedded.{name}")


def open_store(place: FrontierPlace) -> EmbeddedStore:
    """The store at this place; nothing is made or changed yet."""
    return EmbeddedStore(place.path)
