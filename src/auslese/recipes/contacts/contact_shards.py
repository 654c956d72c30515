"""The contacts of pages, batch by batch: what the stage `contacts` hands to processes."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any, NamedTuple

import msgspec

from auslese.analyse.contacts.address_words import address_words_of
from auslese.analyse.contacts.contact_finder import VERSION
from auslese.analyse.contacts.contact_values import PageContacts
from auslese.analyse.contacts.page_contacts import PageToReach, page_contacts
from auslese.analyse.contacts.responsible_finder import FindNames
from auslese.analyse.people.name_finder import NameFinder
from auslese.recipes.people.chosen_finder import ChosenFinder
from auslese.records.document import ReadProblem
from auslese.records.person import FoundName, MarkedContact, MarkedPerson
from auslese.system.shard_function import LISTS, ShardFunction

MOST_LETTERS = 400_000  # of a text that are handed over; more are not looked at
MOST_RESPONSIBLE = 100


class DocumentWithContacts(NamedTuple):
    """What is needed of a document to find the contacts on it."""

    id: int
    url: str
    host: str
    fetched_at: datetime
    title: str
    text: str
    rest: str
    language_hint: str
    people: list[dict[str, Any]] | None = None
    contacts: list[dict[str, Any]] | None = None


class ContactColumns(NamedTuple):
    """The answer: the columns of the table that the process knows."""

    address_words: int = 0
    address_rank: float = 0.0
    ways: Sequence[dict[str, str]] = ()
    addresses: Sequence[dict[str, str]] = ()
    responsible: Sequence[str] = ()
    organisation: str = ""


class ContactNames:
    """Finds names in stretches of pages, by the finder of the collection."""

    def __init__(self, finder: NameFinder, least_confidence: float) -> None:
        """Take names of which it is so sure."""
        self._finder, self._least = finder, least_confidence

    def in_language(self, language: str) -> FindNames:
        """The function that finds names in a text of this language."""

        def find(text: str) -> list[FoundName]:
            found = self._finder.find(text, language)
            return [each for each in found if each.confidence >= self._least]

        return find


def contact_names(chosen: ChosenFinder) -> ContactNames:
    """What a process needs for all batches."""
    return ContactNames(chosen.open(), chosen.least_confidence)


def contact_method(chosen: ChosenFinder) -> str:
    """A short name for the way contacts are found."""
    return f"{VERSION}-{chosen.model}"


def letters_with_contacts(document: DocumentWithContacts) -> int:
    """How many letters of a document cost work."""
    return min(len(document.text) + len(document.rest), MOST_LETTERS)


def packed_documents(documents: Iterable[DocumentWithContacts]) -> bytes:
    """Pages for the process that finds their contacts."""
    return msgspec.msgpack.encode([page_to_reach(document) for document in documents])


def page_to_reach(document: DocumentWithContacts) -> PageToReach:
    """A document as the finder wants it: title, main text and the rest, an empty line between."""
    parts = filter(None, (document.title, document.text, document.rest))
    return PageToReach(
        "\n\n".join(parts)[:MOST_LETTERS],
        domain_of(document.host),
        document.language_hint,
        tuple(MarkedPerson(**_known(MarkedPerson, each)) for each in document.people or ()),
        tuple(MarkedContact(**_known(MarkedContact, each)) for each in document.contacts or ()),
    )


def _known(kind: type[Any], row: dict[str, Any]) -> dict[str, Any]:
    """What of a row this version knows."""
    return {name: row[name] for name in kind._fields if name in row}


def domain_of(host: str) -> str:
    """The top-level domain of a host; empty for an address."""
    last = host.partition(":")[0].rpartition(".")[2]
    return last if last.isalpha() else ""


def contacts_in_batch(names: ContactNames, batch: bytes) -> bytes:
    """The contacts of each page of a batch."""
    pages = msgspec.msgpack.decode(batch, type=list[PageToReach])
    return msgspec.msgpack.encode([contact_columns(page, names) for page in pages])


def contact_columns(page: PageToReach, names: ContactNames) -> ContactColumns:
    """The contacts of a page as the table has them."""
    words = address_words_of(page.text)
    found = page_contacts(page, names.in_language(page.language))
    return ContactColumns(
        len(words.words),
        words.rank,
        [{name: getattr(way, name) for name in WAY_PARTS} for way in found.ways],
        _addresses(found),
        list(dict.fromkeys(each.name for each in found.responsible))[:MOST_RESPONSIBLE],
        found.organisation,
    )


def _addresses(found: PageContacts) -> list[dict[str, str]]:
    """The postal addresses, each once."""
    rows = [{name: getattr(each, name) for name in ADDRESS_PARTS} for each in found.addresses]
    return list({tuple(row.values())[1:]: row for row in rows}.values())


WAY_PARTS = ("kind", "value", "written", "person")
ADDRESS_PARTS = ("written", "street", "postcode", "town", "country")


def columns_in(answer: bytes) -> list[ContactColumns]:
    """The contacts of pages as they came from a process."""
    return msgspec.msgpack.decode(answer, type=list[ContactColumns])


def leave_unreached(chosen: ChosenFinder, batch: bytes, why: ReadProblem) -> bytes:
    """Of a page that kills its process no contacts are known."""
    return msgspec.msgpack.encode([ContactColumns()])


CONTACT_SHARDS = ShardFunction(contact_names, contacts_in_batch, leave_unreached, LISTS)
