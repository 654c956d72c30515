"""Documents from files into a collection: archived, read and recorded like what is fetched.

lists     documents in lines of JSON, in tables, in XML, in Parquet
archives  of other crawlers: WARC, ARC, and WACZ around them; all of an import in the order of time
mirrors   folders that say which file has which URL
formats   which of these a file is; if none, it is a page itself
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import monotonic, time

from auslese.crawl.frontier.arrivals import Arrivals
from auslese.crawl.frontier.seen_content import SeenContent, SeenContentFinder
from auslese.crawl.scope.scope import Presence
from auslese.crawl.worker.receiver import Arrival, ArrivalOutcome, Receiver, ReceiverParts
from auslese.extract.given_document import given_document_reading
from auslese.extract.page_reader import read_page
from auslese.extract.sniff import GIVEN_DOCUMENT
from auslese.recipes.crawling.crawl_run import (
    LOCK_PATIENCE,
    describe_repair,
    new_run,
    repair_archive,
)
from auslese.recipes.crawling.frontier_opening import open_frontier
from auslese.recipes.crawling.tabulate import RowWriter, Tabulator
from auslese.recipes.crawling.worker_process import ArchiveKeeper, reading_request
from auslese.recipes.importing.archive_captures import ArchiveCaptures
from auslese.recipes.importing.archive_parts import ArchivePart, archive_parts
from auslese.recipes.importing.file_formats import ImportFile, documents_in, places_of
from auslese.recipes.importing.import_summary import ImportProgress, ImportSummary
from auslese.recipes.importing.input_files import BROKEN, STDIN, open_input
from auslese.recipes.importing.json_documents import ImportOrigin, RefusedDocument
from auslese.recipes.importing.waiting_pipe import StoppedWaitingError
from auslese.recipes.presences.presence_files import begin_collection
from auslese.recipes.presences.presence_sheet import PresenceSheet
from auslese.recipes.settings.admission_options import admission_of
from auslese.recipes.settings.collection_frontier import frontier_of
from auslese.recipes.settings.settings_loading import Settings
from auslese.recipes.stages.stage import Stage, StageOptions, StageRun
from auslese.records.errors import NotFoundError, SettingsError
from auslese.records.fetch import Failed, Fetched, Refused
from auslese.records.reading import Reading
from auslese.records.url import Url
from auslese.store.archive.archive_writer import ArchiveSettings, ArchiveWriter
from auslese.store.collection import SETTINGS_FILE, Collection
from auslese.store.tables.parquet_segments import to_ipc
from auslese.system.exhausted import exhausted_resource
from auslese.wording.stage_sentences import StaleReason

WRITE_PAGES = 20_000  # after which tables get a segment
PROGRESS_SECONDS = 0.2  # between two looks at how far it is
COUNTED = {
    ArrivalOutcome.NEW: "new",
    ArrivalOutcome.CHANGED: "changed",
    ArrivalOutcome.SAME: "same",
    ArrivalOutcome.REDIRECT: "redirects",
    ArrivalOutcome.GONE: "gone",
}
"""What counts under a name of its own in the summary."""


def require_files(paths: Iterable[Path]) -> None:
    """Complain about files that are not there."""
    for path in paths:
        if path != STDIN and not path.exists():
            raise NotFoundError(f"there is no file {path}")


def collection_for(folder: Path) -> tuple[Collection, bool]:
    """The collection in a folder, and whether it is a new one, without start pages."""
    if folder.exists() and not folder.is_dir():
        raise SettingsError(f"{folder} is a file; the folder of the collection comes first")
    if (folder / SETTINGS_FILE).exists():
        return Collection.open(folder), False
    return begin_collection(folder, PresenceSheet(Presence(name=folder.resolve().name))), True


@dataclass(frozen=True, slots=True)
class ImportStage(Stage[ImportSummary]):
    """Brings the documents of files into a collection, which it holds itself as a crawl does."""

    name = "import"
    about = "documents of files into the collection"

    paths: Sequence[Path]
    called: str = ""
    """What the source is called, in the URLs of documents without one; empty: like its file."""
    show: Callable[[ImportProgress], None] = lambda progress: None
    """Hears how far it is: files are counted in bytes, not in pages."""

    def why_stale(self, collection: Collection, options: StageOptions) -> list[str]:
        """What is to be imported; whether it is there already is seen document by document."""
        return [StaleReason.FILES.of(files=len(self.paths))]

    def run(self, run: StageRun) -> ImportSummary:
        """Bring in what is not there yet."""
        require_files(self.paths)
        collection, settings = run.collection, run.options.settings
        patience = 0.0 if collection.holder_lives() else LOCK_PATIENCE
        with collection.lock(patience):
            with open_frontier(collection, settings) as frontier:
                crawl = new_run(frontier)
                repairs = repair_archive(frontier, collection)
            with frontier_of(collection).open_arrivals(settings.limits.urls) as book:
                summary = _ImportRun(self, run, book, crawl).take(self.paths)
            with open_frontier(collection, settings) as frontier:
                Tabulator(frontier, collection.tables).write_all()
                frontier.runs.end(crawl, time())
        summary.repaired = [describe_repair(mended) for mended in repairs]
        return summary


def size_of(place: ImportFile) -> int:
    """Bytes of a file; 0 if nobody knows."""
    try:
        return place.path.stat().st_size if place.path != STDIN else 0
    except OSError:
        return 0


class _ImportRun:
    """One import, from its first file to its last batch."""

    def __init__(self, stage: ImportStage, run: StageRun, book: Arrivals, crawl: str) -> None:
        collection, settings = run.collection, run.options.settings
        self._stage = stage
        self._run = run
        self._settings = settings
        self._rows = RowWriter(book.staging, collection.tables)
        archive = ArchiveSettings(
            settings.archive.segment_bytes,
            settings.politeness.contact,
            mode=settings.archive.mode,
        )
        keeper = ArchiveKeeper(ArchiveWriter(collection.archive, crawl, 0, archive))
        self._receiver = Receiver(book, _parts(settings, book, keeper))
        self._summary = ImportSummary()
        origin = ImportOrigin("", "", settings.limits.body_bytes)
        self._captures = ArchiveCaptures(collection.archive, origin)
        self._scanned = 0
        self._sizes = 0
        self._written = 0
        self._progress_at = monotonic()

    def take(self, paths: Sequence[Path]) -> ImportSummary:
        self._sizes = sum(map(size_of, places_of(paths)))
        for place in places_of(paths):
            if self._summary.is_finished and not self._scan(place):
                self._take_file(place)
        if self._summary.is_finished:
            self._take_captures()
        self._receiver.close()
        self._rows.write_rows()
        return self._summary

    def _scan(self, place: ImportFile) -> bool:
        """Note what lies in an archive, to be taken in the order of time; False if it is none."""
        parts = self._parts_of(place)
        for part in parts:
            damages = self._captures.scan(part, lambda: self._stops(0))
            if damages is None:  # packed as a whole, and then all of it is
                return False
            for damage in damages:
                self._take(damage)
        if parts:
            self._summary.files += 1
            self._scanned += size_of(place)
        return bool(parts)

    def _parts_of(self, place: ImportFile) -> list[ArchivePart]:
        if place.path == STDIN or place.leads_outside or place.mirrored is not None:
            return []
        try:
            return archive_parts(place.path, place.shown)
        except (OSError, *BROKEN):  # told when it is opened once more
            return []

    def _take_captures(self) -> None:
        """Take the pages of all archives, the oldest first."""
        number = len(self._captures)
        for done, document in enumerate(self._captures.documents(), 1):
            self._take(document)
            if self._stops(self._scanned * done // number):
                break
        self._summary.bytes += self._scanned

    def _take_file(self, place: ImportFile) -> None:
        for document, bytes_read in self._documents(place):
            self._take(document)
            if self._stops(bytes_read):
                break
        self._summary.files += 1
        self._summary.bytes += size_of(place)

    def _documents(self, place: ImportFile) -> Iterator[tuple[Arrival | RefusedDocument, int]]:
        """The documents of a file, and how much of it is read; if it is broken, up to there."""
        longest = self._settings.limits.body_bytes
        try:
            with open_input(place.path, self._run.options.stopped) as file:
                for document in documents_in(place, file, self._stage.called, longest):
                    yield document, file.bytes_read
        except StoppedWaitingError:
            self._run.stops(self._summary)
        except BROKEN as error:
            yield RefusedDocument(place.shown, "damaged", str(error)), 0
        except OSError as error:
            if exhausted_resource(error):  # of our own machine: the file is not to blame
                raise
            yield RefusedDocument(place.shown, "unreadable", error.strerror or str(error)), 0

    def _take(self, document: Arrival | RefusedDocument) -> None:
        summary = self._summary
        summary.documents += 1
        if isinstance(document, RefusedDocument):
            summary.refuse(document)
            return
        outcome = self._receiver.take(document)
        if isinstance(outcome, ArrivalOutcome) and outcome in COUNTED:
            count = COUNTED[outcome]
            setattr(summary, count, getattr(summary, count) + 1)
        else:
            summary.refuse(_refused(document, outcome))
        if summary.new + summary.changed - self._written >= WRITE_PAGES:
            self._written = summary.new + summary.changed
            self._rows.write_rows()

    def _stops(self, bytes_read: int) -> bool:
        """Tell how far it is, if it is time for that; whether it is to end here."""
        now = monotonic()
        if now - self._progress_at < PROGRESS_SECONDS:
            return False
        self._progress_at = now
        done = self._summary.bytes + bytes_read
        documents, seconds = self._summary.documents, self._run.seconds
        self._stage.show(ImportProgress(documents, done, self._sizes, seconds))
        return self._run.stops(self._summary)


def _refused(document: Arrival, outcome: ArrivalOutcome | Refused | Failed) -> RefusedDocument:
    """Why an arrival was not taken, as it is told."""
    where = f"{document.where} ({document.url})"
    if isinstance(outcome, Failed):
        return RefusedDocument(where, f"http_{outcome.status}", outcome.detail)
    if isinstance(outcome, Refused):
        return RefusedDocument(where, outcome.why, outcome.detail)
    return RefusedDocument(where, outcome)


def _parts(settings: Settings, book: Arrivals, keeper: ArchiveKeeper) -> ReceiverParts:
    request = reading_request(settings)
    known = SeenContentFinder(book.find_content, book.naming)

    def read(url: Url, got: Fetched) -> Reading:
        if got.media_type == GIVEN_DOCUMENT:
            return given_document_reading(got.body)
        return read_page(url, got.content, got.media_type, got.header_bytes, request)

    def seen(arrival: Arrival, digest: bytes, payload: bytes) -> SeenContent:
        if arrival.fetched.media_type == GIVEN_DOCUMENT:  # its id is part of it: hardly ever a copy
            return SeenContent(b"")
        return known(arrival.fetched.content, digest, payload)

    return ReceiverParts(
        keeper=keeper,
        read=read,
        refuse=admission_of(settings).refusal,
        seen=seen,
        pack_links=lambda columns: to_ipc("links", columns),
        media_types=frozenset((*settings.crawl.types, GIVEN_DOCUMENT)),
        redirects=settings.limits.redirects,
    )
