"""The names of pages, batch by batch: what the stage `people` hands to processes."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any, NamedTuple

import msgspec

from auslese.analyse.people.name_finder import NameFinder
from auslese.analyse.people.page_mentions import (
    Mention,
    PageMentions,
    PageWithNames,
    mentions_of,
)
from auslese.recipes.people.chosen_finder import ChosenFinder
from auslese.records.document import ParagraphKind, ReadProblem
from auslese.records.person import ContactKind, MarkedPerson
from auslese.store.people.mention_table import NAMELESS
from auslese.system.shard_function import LISTS, ShardFunction
from auslese.text.name_folding import family_key

MOST_LETTERS = 2_000_000
"""Of a page that are handed over: a list of 100,000 names. A process finds them in 6 s of the 10
that it has for a page (`system.process_pool`); of a page that takes longer no name is known."""
LEAST_OF_REST = 400_000  # letters of what is not the main text, however long that is
ROUNDED = 3  # digits of a confidence


class ReadyFinder(NamedTuple):
    """A finder, and how sure it must be."""

    finder: NameFinder
    least_confidence: float


class DocumentWithNames(NamedTuple):
    """What is needed of a document to find the names in it."""

    id: int
    url: str
    fetched_at: datetime
    title: str
    author: str
    text: str
    paragraphs: list[dict[str, Any]]
    rest: str
    language_hint: str
    people: list[dict[str, Any]] | None = None
    contacts: list[dict[str, Any]] | None = None


class PageNameRows(NamedTuple):
    """The answer for a page: rows without what they have in common."""

    rows: list[dict[str, Any]]
    words: int
    is_first_person: bool


def ready_finder(chosen: ChosenFinder) -> ReadyFinder:
    """What a process needs for all batches."""
    return ReadyFinder(chosen.open(), chosen.least_confidence)


def letters_with_names(document: DocumentWithNames) -> int:
    """How many letters of a document cost work."""
    return min(len(document.text) + len(document.rest), MOST_LETTERS + LEAST_OF_REST)


def packed_pages(documents: Iterable[DocumentWithNames]) -> bytes:
    """Pages for the process that finds their names."""
    return msgspec.msgpack.encode([_page(document) for document in documents])


def _page(document: DocumentWithNames) -> PageWithNames:
    headings = [
        (each["start"], each["end"])
        for each in document.paragraphs
        if each["kind"] == ParagraphKind.HEADING
    ]
    people = [_marked(person) for person in document.people or ()]
    mails = [each["value"] for each in document.contacts or () if each["kind"] == ContactKind.EMAIL]
    return PageWithNames(
        document.url,
        document.title,
        document.text[:MOST_LETTERS],
        headings,
        document.rest[: max(MOST_LETTERS - len(document.text), LEAST_OF_REST)],
        document.author,
        document.language_hint,
        people,
        mails,
    )


def _marked(person: dict[str, Any]) -> MarkedPerson:
    """As the table has it, with what a later version adds left out."""
    return MarkedPerson(**{name: person[name] for name in MarkedPerson._fields if name in person})


def names_of_pages(answer: bytes) -> list[PageNameRows]:
    """The names of pages as they came from a process."""
    return msgspec.msgpack.decode(answer, type=list[PageNameRows])


def find_batch(ready: ReadyFinder, batch: bytes) -> bytes:
    """The names on each page of a batch."""
    pages = msgspec.msgpack.decode(batch, type=list[PageWithNames])
    found = (mentions_of(ready.finder, page, ready.least_confidence) for page in pages)
    return msgspec.msgpack.encode([name_rows(each) for each in found])


def leave_nameless(chosen: ChosenFinder, batch: bytes, why: ReadProblem) -> bytes:
    """Of a page that kills its process no names are known."""
    return msgspec.msgpack.encode([PageNameRows([dict(NAMELESS)], 0, False)])


def name_rows(found: PageMentions) -> PageNameRows:
    """The names of a page as the table has them; a page without any has a row that says so."""
    rows = [_row(mention) for mention in found.mentions] or [dict(NAMELESS)]
    return PageNameRows(rows, found.words, found.is_first_person)


def _row(mention: Mention) -> dict[str, Any]:
    return {
        **mention.name._asdict(),
        "name": mention.name.full,
        "key": block_key(mention.name.family),
        "count": mention.count,
        "start": mention.start,
        "end": mention.end,
        "places": sorted(mention.places),
        "confidence": round(mention.confidence, ROUNDED),
        "source": str(mention.source),
        "emails": list(dict.fromkeys(mention.emails)),
        "phones": list(dict.fromkeys(mention.phones)),
        "identifiers": list(dict.fromkeys(mention.identifiers)),
        "role": mention.role,
        "organisation": mention.organisation,
    }


def block_key(family: str) -> str:
    """What family names have in common that may be those of one person: Müller, Müller-Schmidt."""
    return family_key("".join(family.replace("-", " ").split()[:1]))


MENTION_SHARDS = ShardFunction(ready_finder, find_batch, leave_nameless, LISTS)
