"""The frontier of a collection, in the store that its settings name; recipes know no other way."""

from auslese.crawl.frontier.opening import FrontierPlace, FrontierStore, frontier_store
from auslese.store.collection import Collection


def place_of(collection: Collection) -> FrontierPlace:
    """Where the frontier is kept; a setting that names another store is to be read here."""
    return FrontierPlace(collection.frontier)


def frontier_of(collection: Collection) -> FrontierStore:
    """The frontier of a collection, not opened yet."""
    return frontier_store(place_of(collection))
