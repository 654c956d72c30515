"""The frontier of a collection, in the store that its settings name; recipes know no other way."""

import socket

from auslese.crawl.frontier.opening import EMBEDDED, FrontierPlace, FrontierStore, frontier_store
from auslese.recipes.settings.settings_loading import settings_of
from auslese.recipes.settings.store_settings import FrontierSection
from auslese.store.collection import Collection


def place_of(collection: Collection) -> FrontierPlace:
    """Where the frontier is kept, as the settings say."""
    return place_in(collection, settings_of(collection).frontier)


def place_in(collection: Collection, told: FrontierSection) -> FrontierPlace:
    """Where the frontier would be kept under these settings."""
    if told.store == EMBEDDED:
        return FrontierPlace(collection.frontier)
    return FrontierPlace(collection.frontier, told.store, told.url, opener_name(collection))


def opener_name(collection: Collection) -> str:
    """By which a shared frontier knows who opens it: whoever has this name holds the same lock."""
    return f"{socket.gethostname()}:{collection.path.resolve()}"


def frontier_of(collection: Collection) -> FrontierStore:
    """The frontier of a collection, not opened yet."""
    return frontier_store(place_of(collection))
