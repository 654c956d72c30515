"""All contacts of a page: what it marks up first, then what stands in its text."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from auslese.analyse.contacts.contact_finder import (
    ContactHints,
    contacts_of,
    has_name,
    is_of_nobody,
)
from auslese.analyse.contacts.contact_values import FoundWay, PageContacts
from auslese.analyse.contacts.phone_finder import known_number, regions_of
from auslese.analyse.contacts.responsible_finder import FindNames
from auslese.records.person import ContactKind, MarkedContact, MarkedPerson, PersonName

MOST_WAYS = 1_000  # of a page; a list of 400 people has each with mail and number
LETTERS_OF_HEAD = 2_000  # of a text in which stands whose page it is
IN_MARKUP = -1  # where in the text something begins that does not stand there
LEAST_DIGITS = 6  # of a marked number that no plan of a country knows


class PageToReach(NamedTuple):
    """A page whose contacts are looked for."""

    text: str
    domain: str = ""
    """Its top-level domain, as de."""
    language: str = ""
    people: tuple[MarkedPerson, ...] = ()
    contacts: tuple[MarkedContact, ...] = ()


def page_contacts(page: PageToReach, find_names: FindNames) -> PageContacts:
    """The contacts of a page, each way once: those of marked-up persons say whose they are."""
    found = contacts_of(page.text, ContactHints(page.domain, page.language), find_names)
    countries = tuple(each.country for each in found.addresses if each.country)
    regions = regions_of(page.domain, page.language, countries)
    marked = list(_marked_ways(page, regions, find_names))
    if any(_needs_person(way) for way in marked):
        people = _people_of(page, find_names)
        marked = [_with_owner(way, people) for way in marked]
    return found._replace(ways=tuple(_each_once(found.ways, marked))[:MOST_WAYS])


def _needs_person(way: FoundWay) -> bool:
    """Whether it is a mail address of somebody, and not told of whom."""
    return not way.person and way.kind == ContactKind.EMAIL and not is_of_nobody(way.value)


def _people_of(page: PageToReach, find_names: FindNames) -> list[PersonName]:
    """Whom a page may be about: those who are marked up, and those named at its beginning."""
    marked = [_parts_of(person) for person in page.people]
    return [*marked, *(each.name for each in find_names(page.text[:LETTERS_OF_HEAD]))]


def _parts_of(person: MarkedPerson) -> PersonName:
    given, _, family = person.name.rpartition(" ")
    return PersonName(person.given or given, family=person.family or family)


def _with_owner(way: FoundWay, people: Sequence[PersonName]) -> FoundWay:
    """The same way, with the first one whose name its mail address has."""
    if not _needs_person(way):
        return way
    owner = next((each for each in people if has_name(way.value, each)), None)
    return way._replace(person=owner.full if owner else "")


def way_key(way: FoundWay) -> str:
    """What two ways have in common that reach the same."""
    if way.kind == ContactKind.EMAIL:
        return way.value.lower()
    return "".join(filter(str.isdigit, way.value))


def _each_once(found: Iterable[FoundWay], marked: Sequence[FoundWay]) -> Iterator[FoundWay]:
    """The ways of a text and those that are marked up alone; markup says whose they are."""
    persons: dict[str, str] = {}
    for way in (*marked, *found):
        if way.person:
            persons.setdefault(way_key(way), way.person)
    seen: set[str] = set()
    for way in (*found, *marked):
        key = way_key(way)
        if key not in seen:
            seen.add(key)
            yield way._replace(person=persons.get(key, ""))


def _marked_ways(
    page: PageToReach, regions: Sequence[str], find_names: FindNames
) -> Iterator[FoundWay]:
    """The ways that a page marks up: those of persons first."""
    for person in page.people:
        name = _person_in(person.name, find_names) or person.name
        for mail in person.emails:
            yield _way(ContactKind.EMAIL, mail, name)
        for phone in person.phones:
            yield from _number(ContactKind.PHONE, phone, name, regions)
    for contact in page.contacts:
        whose = _person_in(contact.label, find_names)
        if contact.kind == ContactKind.EMAIL:
            yield _way(ContactKind.EMAIL, contact.value, whose)
        else:
            yield from _number(contact.kind, contact.value, whose, regions)


def _way(kind: str, value: str, person: str) -> FoundWay:
    return FoundWay(IN_MARKUP, IN_MARKUP, kind, value, value, person)


def _number(kind: str, value: str, person: str, regions: Sequence[str]) -> Iterator[FoundWay]:
    """A marked number in its usual spelling; one that no plan knows as it stands there."""
    known = known_number(value, regions)
    if known is None and sum(map(str.isdigit, value)) < LEAST_DIGITS:
        return
    usual, spelt = known or (kind, value)
    told = usual if kind == ContactKind.PHONE else kind
    yield _way(told, spelt, person)._replace(written=value)


def _person_in(label: str, find_names: FindNames) -> str:
    """The one whose name is the text of a link; empty if it is none."""
    if " " not in label.strip():
        return ""
    names = find_names(label)
    return names[0].name.full if len(names) == 1 else ""
