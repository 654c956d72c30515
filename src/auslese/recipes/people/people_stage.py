"""Finds who is named on the pages of a collection, whom names mean, and which page is about whom.

    mentions                the names on each page, a segment for each segment of documents: a
                            finder tells them in processes side by side
    people, person_pages    made of all names of today's pages: forms of a name put together,
                            pages scored; both are written anew as a whole

Whoever is not to be shown leaves all three tables. It can be stopped or killed at any moment and
goes on where it was.
"""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from auslese.recipes.people.chosen_finder import ChosenFinder, chosen_finder
from auslese.recipes.people.mention_shards import (
    MENTION_SHARDS,
    DocumentWithNames,
    PageNameRows,
    letters_with_names,
    names_of_pages,
    packed_pages,
)
from auslese.recipes.people.people_making import (
    EVER,
    StoppedMakingError,
    are_made,
    kept_since,
    make_people,
)
from auslese.recipes.people.removed_names import RemovalNote
from auslese.recipes.stages.chunk_work import ChunkWork
from auslese.recipes.stages.stage import Stage, StageOptions, StageRun, StageSummary
from auslese.store.collection import Collection
from auslese.store.people.mention_table import RemovedName, names_before, remove_mentions
from auslese.store.people_book import PeopleBook
from auslese.store.tables.chunk_rows import Row, count_documents, write_chunk
from auslese.store.tables.document_chunks import DOCUMENTS, MENTIONS
from auslese.store.tables.segment_files import numbers_of
from auslese.store.tables.sql_views import connect
from auslese.system.shard_function import ShardEngine
from auslese.wording.stage_sentences import StaleReason

SEARCHED, GROUPED = "searched for names", "names given to persons"


@dataclass(slots=True)
class PeopleSummary(StageSummary):
    """What came of it; the fields of `analyse --json`."""

    pages: int = 0
    """Pages that were searched for names in this run."""
    names: int = 0
    """Different names on them, each once a page."""
    people: int = 0
    """All persons of the collection."""
    homes: int = 0
    """Persons with a page that is about them."""
    hidden: int = 0
    """Persons who were left out, as somebody asked for."""
    removed: int = 0
    """Names that were taken out of the tables."""
    left: int = 0
    model: str = ""

    last_keys = ("pages_per_second",)

    @property
    def pages_per_second(self) -> float:
        """How fast it was."""
        return self.per_second(self.pages)


@dataclass(frozen=True, slots=True)
class PeopleStage(Stage[PeopleSummary]):
    """Finds persons by the finder that the settings name."""

    name = "people"
    about = "who is named on pages, and which page is about whom"
    needs = ("reading", "duplicates", "graph")
    shards = MENTION_SHARDS

    def why_stale(self, collection: Collection, options: StageOptions) -> list[str]:
        """Which documents are to be searched for names, and whether persons are to be made anew."""
        if not numbers_of(collection.tables, DOCUMENTS):
            return []
        chosen = chosen_finder(options.settings.people)
        chunks = chunks_to_search(collection, chosen, again=options.again)
        if number := count_documents(collection.tables, chunks):
            why = StaleReason.TEXTS_ANEW if options.again else StaleReason.UNSEARCHED
            return [why.of(texts=number)]
        return _why_people_are_stale(collection, options)

    def run(self, run: StageRun) -> PeopleSummary:
        """Find names in what is new or stale, and make persons of all of them."""
        summary = PeopleSummary()
        if not numbers_of(run.collection.tables, DOCUMENTS):
            return summary
        MENTIONS.drop_leftovers(run.collection.tables)
        chosen = chosen_finder(run.options.settings.people)
        summary.model = chosen.model
        numbers = chunks_to_search(run.collection, chosen, again=run.options.again)
        if numbers:
            _NameSearch(run, chosen, summary).search(numbers)
        if summary.is_finished:
            _make_people(run, summary)
        return summary


def chunks_to_search(
    collection: Collection, chosen: ChosenFinder, *, again: bool = False
) -> list[int]:
    """The chunks of documents whose names are to be found; also those of wishes taken back."""
    if again:
        return numbers_of(collection.tables, DOCUMENTS)
    restored = RemovalNote(collection).restored_chunks(PeopleBook(collection.path))
    stale = MENTIONS.stale(collection.tables, chosen.model)
    return sorted({*stale, *(restored & set(numbers_of(collection.tables, DOCUMENTS)))})


def _why_people_are_stale(collection: Collection, options: StageOptions) -> list[str]:
    settings = options.settings.people
    if not are_made(collection, PeopleBook(collection.path), settings):
        return [StaleReason.PEOPLE_CHANGED.of()]
    if settings.keep_days is None:
        return []
    with connect(collection) as tables:
        names = names_before(tables, kept_since(settings, datetime.now(UTC)))
    return [StaleReason.KEPT_TOO_LONG.of(days=settings.keep_days)] if names else []


class _NameSearch:
    """One search for names, from the first chunk to the last."""

    def __init__(self, run: StageRun, chosen: ChosenFinder, summary: PeopleSummary) -> None:
        self._run, self._chosen, self._summary = run, chosen, summary
        self._folder = run.collection.tables
        self._of = 0

    def search(self, numbers: list[int]) -> None:
        self._of = count_documents(self._folder, numbers)
        note = RemovalNote(self._run.collection)
        with self._run.engine(MENTION_SHARDS, self._chosen) as pool:
            for number in numbers:
                if not self._search(pool, number):
                    break
                note.forget_chunk(number)
        self._summary.left = self._of - self._summary.pages

    def _search(self, pool: ShardEngine, number: int) -> bool:
        """Search a chunk; if somebody stops it, the chunk is as it was before."""
        work = ChunkWork(DocumentWithNames, letters_with_names, packed_pages, _rows_of_batch)
        pages = 0

        def is_stopped(done: int) -> bool:
            nonlocal pages
            pages = done
            self._run.show(self._summary.pages + done, self._of, SEARCHED, self._run.workers)
            return self._run.stops(self._summary)

        rows = work.rows_of_chunk(pool, self._folder, number, is_stopped)
        if rows is None:
            return False
        write_chunk(MENTIONS, self._folder, number, rows, self._chosen.model)
        self._summary.names += sum(1 for row in rows if row["name"])
        self._summary.pages += pages
        return True


def _rows_of_batch(documents: list[DocumentWithNames], answer: bytes) -> list[Row]:
    found = zip(documents, names_of_pages(answer), strict=True)
    return [row for document, names in found for row in _rows_of(document, names)]


def _rows_of(document: DocumentWithNames, found: PageNameRows) -> list[dict[str, Any]]:
    """The rows of a page, without the marks of its chunk."""
    page = {
        "id": document.id,
        "url": document.url,
        "fetched_at": document.fetched_at,
        "words": found.words,
        "is_first_person": found.is_first_person,
    }
    return [row | page for row in found.rows]


def _make_people(run: StageRun, summary: PeopleSummary) -> None:
    """Make persons of all names if something has changed; take out who is not to be kept."""
    if not run.options.again and not _why_people_are_stale(run.collection, run.options):
        return
    settings = run.options.settings.people
    since = kept_since(settings, datetime.now(UTC))

    def heard(done: int, of: int) -> None:
        run.show(min(done, of), of, GROUPED)
        if run.stops(summary):
            raise StoppedMakingError

    try:
        made = make_people(run.collection, settings, since, heard)
        summary.people, summary.homes, summary.hidden = made.people, made.homes, made.hidden
        summary.removed = _remove(run.collection, made.removed, since)
        if (
            made.removed or summary.removed
        ):  # the tables are made of other names now, and say the same
            make_people(run.collection, settings, since, heard)
    except StoppedMakingError:
        return


def _remove(collection: Collection, names: set[RemovedName], since: datetime) -> int:
    """Take names out of all chunks; how many."""
    before = since if since > EVER else None
    if not names and before is None:
        return 0
    note = RemovalNote(collection)
    book = PeopleBook(collection.path)
    removed = 0
    for number in numbers_of(collection.tables, MENTIONS.name):
        if names:
            note.add(number, [each.number for each in book.opt_outs])
        taken = remove_mentions(collection.tables, number, names, before)
        if names and not taken:
            note.forget_chunk(number)
        removed += taken
    return removed
