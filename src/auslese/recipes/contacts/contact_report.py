"""The contacts of a collection for people and programs: page by page, or site by site."""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import groupby, islice
from typing import Any, NamedTuple

from auslese.analyse.contacts.address_words import LEAST_WORDS
from auslese.recipes.contacts.hidden_contacts import hidden_contacts
from auslese.records.errors import SettingsError
from auslese.records.person import ContactKind
from auslese.records.suffixes import registrable_domain
from auslese.store.collection import Collection
from auslese.store.lookups.contact_lookups import (
    ContactRow,
    ContactSelection,
    are_contacts_known,
    contact_rows,
)
from auslese.store.tables.sql_views import Connection, connect

MOST_OF_SITE = 200  # ways of a site that are told; the most frequent ones


class ContactQuestion(NamedTuple):
    """What somebody wants to know."""

    site: str = ""
    """A host or domain; all if empty."""
    most: int = 20
    by_site: bool = False
    ranking: bool = False
    """Whether pages come in the order of the address ranking."""


def contacts_report(collection: Collection, question: ContactQuestion) -> dict[str, Any]:
    """The contacts of pages or sites, ready for JSON."""
    with connect(collection) as tables:
        require_contacts(tables)
        order = "site" if question.by_site else "ranking" if question.ranking else "contacts"
        site = registrable_domain(question.site.lower()) if question.site else ""
        rows = shown_rows(collection, tables, ContactSelection(site, order))
        if question.by_site:
            sites = sorted(_sites(rows), key=lambda each: (-each["pages"], each["site"]))
            return {"total": len(sites), "sites": sites[: question.most]}
        reports = [row_report(row) for row in islice(rows, question.most)]
        return {"total": len(reports) + sum(1 for _ in rows), "contacts": reports}


def require_contacts(tables: Connection) -> None:
    """Say that contacts were not looked for yet, rather than that there are none."""
    if not are_contacts_known(tables):
        raise SettingsError(
            "contacts were not looked for yet: `auslese analyse DIR contacts` does it"
        )


def shown_rows(
    collection: Collection, tables: Connection, selection: ContactSelection
) -> Iterator[ContactRow]:
    """Pages with contacts, without what somebody asked not to be shown."""
    hidden = hidden_contacts(collection)
    for row in contact_rows(tables, selection):
        shown = ContactRow(**hidden.without(row._asdict())) if hidden.mark else row
        by_words = selection.order == "ranking" and shown.address_words
        if shown.ways or shown.addresses or shown.responsible or by_words:
            yield shown


def chosen_contacts(collection: Collection, tables: Connection, pages: str) -> Iterator[ContactRow]:
    """The contacts of the pages that a query gives, all if it is empty; site by site."""
    require_contacts(tables)
    return shown_rows(collection, tables, ContactSelection("", "site", pages))


def row_report(row: ContactRow) -> dict[str, Any]:
    """A page as JSON has it."""
    emails = [{"value": way["value"], "person": way["person"]} for way in _mails(row)]
    return {
        "id": row.id,
        "url": row.url,
        "site": row.site,
        "organisation": row.organisation,
        "emails": emails,
        "phones": [way for way in row.ways if way["kind"] != ContactKind.EMAIL],
        "addresses": row.addresses,
        "responsible": row.responsible,
        "author": row.author,
        "address_words": row.address_words,
        "address_rank": row.address_rank,
        "is_contact": is_contact(row.address_words, row.ways, row.addresses),
    }


def is_contact(words: int, ways: Iterable[Any], addresses: Iterable[Any]) -> bool:
    """Whether a page tells how to reach somebody: by its words, or by an address with a way."""
    return words >= LEAST_WORDS or bool(list(ways) and list(addresses))


def _mails(row: ContactRow) -> list[dict[str, str]]:
    return [way for way in row.ways if way["kind"] == ContactKind.EMAIL]


def _sites(rows: Iterable[ContactRow]) -> Iterator[dict[str, Any]]:
    for site, pages in groupby(rows, key=lambda row: row.site):
        yield _site_report(site, pages)


def _site_report(site: str, pages: Iterable[ContactRow]) -> dict[str, Any]:
    """The contacts of a site, what stands on most pages first."""
    ways: Counter[tuple[str, str]] = Counter()
    persons: dict[tuple[str, str], Counter[str]] = {}
    addresses: Counter[tuple[tuple[str, str], ...]] = Counter()
    responsible: Counter[str] = Counter()
    houses: Counter[str] = Counter()
    number = 0
    for row in pages:
        number += 1
        for way in row.ways:
            key = (way["kind"], way["value"])
            ways[key] += 1
            persons.setdefault(key, Counter())[way["person"]] += bool(way["person"])
        addresses.update(tuple(each.items()) for each in row.addresses)
        responsible.update(row.responsible)
        houses.update(filter(None, [row.organisation]))
    told = [
        {"kind": key[0], "value": key[1], "person": _most_frequent(persons[key]), "pages": count}
        for key, count in ways.most_common(MOST_OF_SITE)
    ]
    return {
        "site": site,
        "pages": number,
        "organisation": _most_frequent(houses),
        "emails": [way for way in told if way["kind"] == ContactKind.EMAIL],
        "phones": [way for way in told if way["kind"] != ContactKind.EMAIL],
        "addresses": [dict(each) for each, _ in addresses.most_common(MOST_OF_SITE)],
        "responsible": [name for name, _ in responsible.most_common(MOST_OF_SITE)],
    }


def _most_frequent(counts: Counter[str]) -> str:
    return next((each for each, count in counts.most_common(1) if count), "")
