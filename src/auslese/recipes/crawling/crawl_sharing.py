"""What a crawl makes is brought to shared storage while it goes on, and published when recorded.

Archive segments are brought by the workers that write them, before they report. Segments of tables
are brought here, before the frontier forgets their rows. What the frontier has recorded is
published every few seconds; if the storage is away just then, the next time.
"""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from time import monotonic

from auslese.crawl.frontier.frontier import CrawlFrontier
from auslese.crawl.worker.coordinator import CoordinatorHooks, Progress
from auslese.recipes.crawling.tabulate import FED_TABLES, KeepSegment, kept_here
from auslese.recipes.settings.fleet.machine_name import machine_name
from auslese.recipes.settings.settings_loading import Settings
from auslese.store.archive.archive_writer import SegmentPosition
from auslese.store.collection import Collection
from auslese.store.shared.manifest import Manifest
from auslese.store.shared.piece_upload import StoragePlace, bring_table_segment
from auslese.store.shared.segment_publishing import RecordedFiles, publish_recorded
from auslese.store.shared.shared_collection import claim_writer, keep_settings
from auslese.store.shared.shared_storage import StorageError
from auslese.store.shared.storage_garbage import clean_behind
from auslese.store.shared.storage_opening import open_storage, prove_conditions

PUBLISH_SECONDS = 10.0  # what is recorded is known to others so soon; a list is an object each time
HASTE = 1.0  # seconds that a crawl waits for storage that is away, before it goes on without


@dataclass(frozen=True, slots=True)
class CrawlSharing:
    """What is done with what a crawl makes, beside keeping it here; nothing, if not said."""

    place: StoragePlace | None = None
    """Where workers bring what they archive."""
    keep_segment: KeepSegment = kept_here
    tick: Callable[[], None] = lambda: None
    """Called twice a second."""
    settle: Callable[[], None] = lambda: None
    """Called when nothing is left to be fetched, before the last rows are written."""
    finish: Callable[[], None] = lambda: None
    """Called when all is recorded."""
    is_drained: Callable[[], bool] = lambda: False
    """Whether somebody elsewhere wants the crawl on this machine to end."""

    def settled(self, ending: str) -> str:
        """How the crawl has ended; if all is fetched, nothing of others is left either."""
        if ending == "finished":
            self.settle()
        return ending

    def attached(self, hooks: CoordinatorHooks) -> CoordinatorHooks:
        """These hooks, and ours."""

        def tick(progress: Progress) -> None:
            hooks.tick(progress)
            self.tick()

        def is_stopped() -> bool:
            return hooks.is_stopped() or self.is_drained()

        return replace(hooks, tick=tick, is_stopped=is_stopped)


Share = Callable[[Collection, Settings, CrawlFrontier], CrawlSharing]


def shared_as_set(
    collection: Collection, settings: Settings, frontier: CrawlFrontier
) -> CrawlSharing:
    """Share what the settings say, and the settings themselves with those who join."""
    if not settings.fleet.storage:
        return CrawlSharing()
    keep_settings(open_storage(settings.fleet.storage), collection.settings.read_bytes())
    return shared_as_joined(collection, settings, frontier)


def shared_as_joined(
    collection: Collection, settings: Settings, frontier: CrawlFrontier
) -> CrawlSharing:
    """Share what the settings say, which came from the storage."""
    place = StoragePlace(settings.fleet.storage, frontier.writer)
    publisher = CrawlPublisher(collection, frontier, place)
    publisher.begin()
    return publisher.sharing()


class CrawlPublisher:
    """Brings the tables of one writer to shared storage, and publishes what is recorded of it."""

    def __init__(
        self, collection: Collection, frontier: CrawlFrontier, place: StoragePlace
    ) -> None:
        """Nothing is asked yet."""
        self._collection = collection
        self._frontier = frontier
        self._place = place
        self._storage = open_storage(place.url)
        self._manifest = Manifest(open_storage(place.url, HASTE))
        self._published_at = monotonic()

    def begin(self) -> None:
        """Take our place, and clean up behind our own past: nobody else writes in our name now."""
        prove_conditions(self._storage)
        claim_writer(self._storage, self._place.writer, machine_name(self._collection.path))
        clean_behind(self._storage, self._place.writer, self, least_age=0.0)

    def sharing(self) -> CrawlSharing:
        """What a crawl is to do for us."""
        return CrawlSharing(self._place, self._keep_segment, self._tick, finish=self._publish)

    # -- as a WriterRecord of ourselves -----------------------------------------------------------

    def fence(self, writer: int) -> None:
        """Nothing: we hold the lock of the collection, so nobody is left who could report."""

    def recorded(self, writer: int) -> RecordedFiles:
        """How far our files are recorded; rows after the pages that they name."""
        tables = {table: self._frontier.staging.next_number(table) for table in FED_TABLES}
        marks = self._frontier.runs.segments()
        return RecordedFiles({mark.segment: SegmentPosition(*mark) for mark in marks}, tables)

    # -- while a crawl goes on --------------------------------------------------------------------

    def _keep_segment(self, table: str, number: int) -> None:
        tables, writer = self._collection.tables, self._place.writer
        bring_table_segment(self._storage, writer, tables, table, number)

    def _tick(self) -> None:
        if monotonic() - self._published_at < PUBLISH_SECONDS:
            return
        hasty = open_storage(self._place.url, HASTE)
        with suppress(StorageError):  # what lasts is told when the workers meet it, and at the end
            writer = self._place.writer
            publish_recorded(hasty, self._manifest, writer, self.recorded(writer))
        self._published_at = monotonic()

    def _publish(self) -> None:
        writer = self._place.writer
        publish_recorded(self._storage, Manifest(self._storage), writer, self.recorded(writer))
