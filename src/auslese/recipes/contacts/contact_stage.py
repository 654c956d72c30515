"""Finds how to reach somebody on the pages of a collection: from documents into table contacts.

A segment of documents becomes one of contacts, by processes side by side. What somebody asked not
to be shown is left out; when that changes, the chunks that have it are made anew. It can be stopped
or killed at any moment and goes on where it was: `store.tables.document_chunks`.
"""

from dataclasses import dataclass
from typing import Any

from auslese.recipes.contacts.contact_shards import (
    CONTACT_SHARDS,
    ContactColumns,
    DocumentWithContacts,
    columns_in,
    contact_method,
    letters_with_contacts,
    packed_documents,
)
from auslese.recipes.contacts.hidden_contacts import HiddenContacts, hidden_contacts
from auslese.recipes.people.chosen_finder import ChosenFinder, chosen_finder
from auslese.recipes.stages.chunk_work import ChunkWork
from auslese.recipes.stages.stage import Stage, StageOptions, StageRun, StageSummary
from auslese.records.suffixes import registrable_domain
from auslese.store.collection import Collection
from auslese.store.tables.chunk_rows import Row, count_documents, read_chunk, write_chunk
from auslese.store.tables.document_chunks import CONTACTS, DOCUMENTS
from auslese.store.tables.segment_files import numbers_of
from auslese.system.shard_function import ShardEngine
from auslese.wording.stage_sentences import StaleReason

SEARCHED = "searched for contacts"
WHOLE, WITHOUT = "whole", "without"
COMPARED = ("url", "fetched_at", "site", "ways", "addresses", "responsible", "organisation")


@dataclass(slots=True)
class ContactSummary(StageSummary):
    """What came of it; the fields of `analyse --json`."""

    pages: int = 0
    reached: int = 0
    """Pages with a mail address, a number or a postal address."""
    ways: int = 0
    addresses: int = 0
    responsible: int = 0
    left: int = 0
    model: str = ""

    last_keys = ("pages_per_second",)

    @property
    def pages_per_second(self) -> float:
        """How fast it was."""
        return self.per_second(self.pages)

    def count(self, row: dict[str, Any]) -> None:
        """Note a page."""
        self.pages += 1
        self.reached += bool(row["ways"] or row["addresses"])
        self.ways += len(row["ways"])
        self.addresses += len(row["addresses"])
        self.responsible += len(row["responsible"])


@dataclass(frozen=True, slots=True)
class ContactStage(Stage[ContactSummary]):
    """Finds contacts; the finder of names that the settings name tells whose they are."""

    name = "contacts"
    about = "how to reach somebody: mail addresses, numbers, postal addresses"
    needs = ("reading",)
    shards = CONTACT_SHARDS

    def why_stale(self, collection: Collection, options: StageOptions) -> list[str]:
        """Of which documents the contacts are to be found."""
        chunks = chunks_to_reach(collection, options)
        if not (number := count_documents(collection.tables, chunks)):
            return []
        why = StaleReason.TEXTS_ANEW if options.again else StaleReason.CONTACTS
        return [why.of(texts=number)]

    def run(self, run: StageRun) -> ContactSummary:
        """Find the contacts of what is new or stale."""
        chosen = chosen_finder(run.options.settings.people)
        summary = ContactSummary(model=contact_method(chosen))
        CONTACTS.drop_leftovers(run.collection.tables)
        if numbers := chunks_to_reach(run.collection, run.options):
            _ContactRun(run, chosen, summary).find(numbers)
        return summary


def chunks_to_reach(collection: Collection, options: StageOptions) -> list[int]:
    """The chunks of documents whose contacts are to be found, or hold what is not to be shown."""
    folder = collection.tables
    if options.again:
        return numbers_of(folder, DOCUMENTS)
    if not numbers_of(folder, DOCUMENTS):
        return []
    hidden = hidden_contacts(collection)
    method = contact_method(chosen_finder(options.settings.people))
    stale = set(CONTACTS.stale(folder, *_marks(method, hidden)))
    if hidden.mark:
        made = set(numbers_of(folder, CONTACTS.name)) - stale
        stale |= {number for number in made if _shows_hidden(collection, number, hidden)}
    return sorted(stale)


def _marks(method: str, hidden: HiddenContacts) -> list[str]:
    """The short names of chunks that are as they should be."""
    return [f"{method}-{WHOLE}", *([f"{method}-{WITHOUT}-{hidden.mark}"] if hidden.mark else [])]


def _shows_hidden(collection: Collection, number: int, hidden: HiddenContacts) -> bool:
    rows = read_chunk(CONTACTS, collection.tables, number, COMPARED)
    return any(hidden.without(row) != row for row in rows)


class _ContactRun:
    """One run, from the first chunk to the last."""

    def __init__(self, run: StageRun, chosen: ChosenFinder, summary: ContactSummary) -> None:
        self._run, self._chosen, self._summary = run, chosen, summary
        self._folder = run.collection.tables
        self._hidden = hidden_contacts(run.collection)
        self._of = 0

    def find(self, numbers: list[int]) -> None:
        self._of = count_documents(self._folder, numbers)
        with self._run.engine(CONTACT_SHARDS, self._chosen) as pool:
            for number in numbers:
                if not self._find(pool, number):
                    break
        self._summary.left = self._of - self._summary.pages

    def _find(self, pool: ShardEngine, number: int) -> bool:
        """Find the contacts of a chunk; if somebody stops it, the chunk is as it was before."""
        work = ChunkWork(
            DocumentWithContacts, letters_with_contacts, packed_documents, _rows_of_batch
        )
        rows = work.rows_of_chunk(pool, self._folder, number, self._is_stopped)
        if rows is not None:
            self._write(number, rows)
        return rows is not None

    def _is_stopped(self, done: int) -> bool:
        self._run.show(self._summary.pages + done, self._of, SEARCHED, self._run.workers)
        return self._run.stops(self._summary)

    def _write(self, number: int, rows: list[Row]) -> None:
        shown = [self._hidden.without(row) for row in rows]
        kind = f"{WITHOUT}-{self._hidden.mark}" if shown != rows else WHOLE
        write_chunk(CONTACTS, self._folder, number, shown, f"{self._summary.model}-{kind}")
        for row in shown:
            self._summary.count(row)


def _rows_of_batch(documents: list[DocumentWithContacts], answer: bytes) -> list[Row]:
    return list(map(contact_row, documents, columns_in(answer)))


def contact_row(document: DocumentWithContacts, found: ContactColumns) -> dict[str, Any]:
    """The row of a page, without the marks of its chunk."""
    return found._asdict() | {
        "id": document.id,
        "url": document.url,
        "fetched_at": document.fetched_at,
        "site": registrable_domain(document.host),
    }
