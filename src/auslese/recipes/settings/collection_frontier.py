"""The frontier of a collection, in the store that its settings name; recipes know no other way."""

from contextlib import suppress
from pathlib import Path
from uuid import uuid4

from auslese.crawl.frontier.opening import EMBEDDED, FrontierPlace, FrontierStore, frontier_store
from auslese.recipes.settings.crawl_settings import FrontierSection
from auslese.recipes.settings.settings_loading import settings_of
from auslese.store.collection import Collection
from auslese.system.durable_files import publish, written_aside

OPENER_FILE = ".frontier-opener"


def place_of(collection: Collection) -> FrontierPlace:
    """Where the frontier is kept, as the settings say."""
    return place_in(collection, settings_of(collection).frontier)


def place_in(collection: Collection, told: FrontierSection) -> FrontierPlace:
    """Where the frontier would be kept under these settings."""
    if told.store == EMBEDDED:
        return FrontierPlace(collection.frontier)
    return FrontierPlace(collection.frontier, told.store, told.url, opener_name(collection))


def opener_name(collection: Collection) -> str:
    """By which a shared frontier knows who opens it: whoever has this name holds the same lock.

    It lies in the collection and stays when the folder is renamed. A copy of it has another inode:
    that is another collection, which locks nobody out of this one, and gets a name of its own.
    """
    file = collection.path / OPENER_FILE
    name, _, inode = (_text_of(file) or "").strip().partition(" ")
    if name and inode == str(file.stat().st_ino):
        return name
    with suppress(OSError):  # who may not write opens nothing that writes
        with written_aside(file) as aside:
            aside.touch()
            name = uuid4().hex
            aside.write_text(f"{name} {aside.stat().st_ino}\n")
            publish(aside, file)
        return name
    return ""


def _text_of(file: Path) -> str | None:
    with suppress(OSError):
        return file.read_text("ascii")
    return None


def frontier_of(collection: Collection) -> FrontierStore:
    """The frontier of a collection, not opened yet."""
    return frontier_store(place_of(collection))
