"""The contacts of a page or text as the filter `auslese extract contacts` tells them."""

from typing import Any

from auslese.analyse.contacts.address_words import address_words_of
from auslese.analyse.contacts.contact_values import PageContacts
from auslese.analyse.contacts.page_contacts import PageToReach, page_contacts
from auslese.extract.document_reader import Source, read_document
from auslese.recipes.contacts.contact_report import is_contact
from auslese.recipes.contacts.contact_shards import MOST_LETTERS, ContactNames, domain_of
from auslese.recipes.filters.extract_filters import Extract, Extractor
from auslese.recipes.filters.page_input import is_somewhere
from auslese.recipes.people.finder_choice import open_finder
from auslese.records.document import Document, Unreadable
from auslese.records.person import ContactKind
from auslese.records.url import host_of

LEAST_CONFIDENCE = 0.5  # of a name beside a contact; the default of `people.minimum_confidence`


def contacts_extractor() -> Extractor:
    """How to reach somebody, with the places in the text of the page."""
    names = ContactNames(open_finder(), LEAST_CONFIDENCE)

    def take(source: Source) -> Extract | Unreadable:
        read = read_document(source._replace(pictures=False))
        if isinstance(read, Unreadable):
            return read
        page = _page(read, source)
        found = page_contacts(page, names.in_language(page.language))
        return contacts_extract(page, found, read.about.author)

    return Extractor(take, contacts_extract(PageToReach(""), PageContacts()))


def _page(read: Document, source: Source) -> PageToReach:
    host = host_of(source.url) if is_somewhere(source.url) else ""
    language = read.about.language
    text = read.visible_text[:MOST_LETTERS]
    return PageToReach(text, domain_of(host), language, read.people, read.contacts)


def contacts_extract(page: PageToReach, found: PageContacts, author: str = "") -> Extract:
    """Contacts, ready for JSON."""
    words = address_words_of(page.text)
    ways = [way._asdict() for way in found.ways]
    contacts: dict[str, Any] = {
        "emails": [_mail(way) for way in ways if way["kind"] == ContactKind.EMAIL],
        "phones": [way for way in ways if way["kind"] != ContactKind.EMAIL],
        "addresses": [each._asdict() for each in found.addresses],
        "responsible": [each._asdict() for each in found.responsible],
        "organisation": found.organisation,
        "author": author,
    }
    return {
        "text": page.text,
        "contacts": contacts,
        "address_words": len(words.words),
        "words": list(words.words),
        "address_rank": words.rank,
        "is_contact": is_contact(len(words.words), found.ways, found.addresses),
    }


def _mail(way: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in way.items() if name != "kind"}
