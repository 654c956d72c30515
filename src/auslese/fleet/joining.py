"""A machine joins a crawl: all it needs to know is where the shared storage is.

    settings of the collection   from the storage
    which URLs next              from the database that the settings name
    what it fetches              archived here, brought to the storage, then recorded

It may leave at any time. In order (SIGTERM, Ctrl-C, or somebody asks it to): what is under way
ends and is published. Without a word: its leases end by themselves, and others fetch what it had.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from auslese.crawl.frontier.opening import EMBEDDED
from auslese.fleet.membership import shared_with_members
from auslese.recipes.crawling.crawl_run import CrawlSummary, CrawlWatchers, crawl_collection
from auslese.recipes.settings.settings_loading import Settings
from auslese.records.errors import SettingsError
from auslese.store.collection import Collection
from auslese.store.shared.shared_collection import shared_settings
from auslese.store.shared.shared_storage import MissingObjectError
from auslese.store.shared.storage_opening import open_storage
from auslese.system.durable_files import write_whole
from auslese.wording.fleet.worker_sentences import JoinProblem

LoadSettings = Callable[[Path, Mapping[str, object]], Settings]
"""Reads a file of settings; what stands in the mapping counts for more."""


@dataclass(frozen=True, slots=True)
class JoinRequest:
    """Who wants to join what, and where it may work."""

    url: str
    """Of the shared storage."""
    folder: Path
    """What is fetched lies here as well; made if it is not there."""
    load: LoadSettings


def join_crawl(request: JoinRequest, watchers: CrawlWatchers) -> CrawlSummary:
    """Work on the crawl of a shared collection until nothing is left, or we are to end."""
    collection = joined_collection(request.url, request.folder)
    settings = request.load(collection.settings, {"fleet.storage": request.url})
    if settings.frontier.store == EMBEDDED:
        raise SettingsError(JoinProblem.FRONTIER_NOT_SHARED.of(url=request.url))
    return crawl_collection(collection, settings, replace(watchers, share=shared_with_members()))


def joined_collection(url: str, folder: Path) -> Collection:
    """The collection in this folder, with the settings that lie on the storage now."""
    try:
        text = shared_settings(open_storage(url))
    except MissingObjectError as error:
        raise SettingsError(JoinProblem.NOTHING_TO_JOIN.of(url=url)) from error
    if not Collection(folder).settings.exists():
        return Collection.create(folder, text.decode())
    collection = Collection.open(folder)
    if collection.settings.read_bytes() != text:
        with collection.lock():
            write_whole(collection.settings, [text])
    return collection
