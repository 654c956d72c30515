"""All contacts in a text: ways, addresses, who is responsible, and whom each way belongs to."""

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from auslese.analyse.contacts.contact_values import (
    FoundAddress,
    FoundWay,
    PageContacts,
)
from auslese.analyse.contacts.mail_finder import mails_of
from auslese.analyse.contacts.phone_finder import numbers_of, regions_of
from auslese.analyse.contacts.postal_finder import addresses_of
from auslese.analyse.contacts.responsible_finder import FindNames, responsible_of
from auslese.records.person import ContactKind, FoundName, PersonName

VERSION = "1"
"""Part of the mark of what was found: raise it when contacts come out otherwise."""
MOST_LETTERS = 400_000  # of a text that are looked at
LETTERS_BEFORE, LETTERS_BEHIND = 400, 120  # around a way in which the name of its person may stand
LINES_BEFORE = 6  # a card has name, role, room, telephone, fax and mail below each other
MOST_NAMED_LETTERS = 60_000  # of all windows that are searched for names: 0.1 s
LEAST_OF_NAME = 3  # letters of a name in a mail address that say whose it is
NOT_LETTERS = re.compile(r"[\W\d_]+")
UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"})
# Names of mail addresses that are of nobody.
OF_NOBODY = frozenset(
    (
        *(
            "info",
            "office",
            "kontakt",
            "contact",
            "mail",
            "webmaster",
            "admin",
            "postmaster",
            "sekretariat",
        ),
        *(
            "support",
            "help",
            "hilfe",
            "presse",
            "press",
            "service",
            "hotline",
            "web",
            "redaktion",
            "team",
        ),
        *(
            "poststelle",
            "dekanat",
            "bibliothek",
            "library",
            "studium",
            "noreply",
            "news",
            "datenschutz",
        ),
    )
)


class ContactHints(NamedTuple):
    """What is known of a page beside its text."""

    domain: str = ""
    """Its top-level domain, as de."""
    language: str = ""


def no_names(text: str) -> list[FoundName]:
    """Find no names: whoever only wants ways needs no finder."""
    return []


def contacts_of(
    text: str, hints: ContactHints | None = None, find_names: FindNames = no_names
) -> PageContacts:
    """All contacts in a text; names of persons are what `find_names` finds."""
    text, hints = text[:MOST_LETTERS], hints or ContactHints()
    addresses = addresses_of(text, hints.domain)
    countries = tuple(dict.fromkeys(each.country for each in addresses if each.country))
    mails = mails_of(text)
    regions = regions_of(hints.domain, hints.language, countries)
    numbers = [each for each in numbers_of(text, regions) if _is_apart(each, (*mails, *addresses))]
    ways = sorted([*mails, *numbers])
    return PageContacts(
        tuple(_with_persons(text, ways, find_names)),
        tuple(addresses),
        tuple(responsible_of(text, find_names)),
        _organisation(addresses),
    )


def _is_apart(way: FoundWay, others: Iterable[FoundWay | FoundAddress]) -> bool:
    """Whether a number is no part of a mail address or of a postal address."""
    return all(way.end <= each.start or each.end <= way.start for each in others)


def _organisation(addresses: Sequence[FoundAddress]) -> str:
    """The house whose address stands most often on the page, the first one if several do."""
    houses = Counter(each.organisation for each in addresses if each.organisation)
    return max(houses, key=lambda house: houses[house], default="")


def _with_persons(text: str, ways: list[FoundWay], find_names: FindNames) -> list[FoundWay]:
    """The same ways, each with the person it stands by."""
    names = _names_around(text, ways, find_names)
    return [way._replace(person=_person_of(text, way, names)) for way in ways]


def _names_around(text: str, ways: list[FoundWay], find_names: FindNames) -> list[FoundName]:
    """The names that stand around ways, with their places in the whole text."""
    found: list[FoundName] = []
    searched = 0
    for start, end in _windows(text, ways):
        searched += end - start
        if searched > MOST_NAMED_LETTERS:
            break
        for name in find_names(text[start:end]):
            found.append(name._replace(start=name.start + start, end=name.end + start))
    return [each for each in found if _stands_apart(each, ways)]


def _stands_apart(name: FoundName, ways: Sequence[FoundWay]) -> bool:
    """Whether a name is no part of a mail address."""
    place = bisect_right(ways, name.end, key=lambda way: way.start) - 1
    return place < 0 or ways[place].end <= name.start


def _windows(text: str, ways: list[FoundWay]) -> list[tuple[int, int]]:
    """Stretches of whole lines around ways, without overlaps."""
    windows: list[tuple[int, int]] = []
    for way in ways:
        start = max(0, text.rfind("\n", 0, max(0, way.start - LETTERS_BEFORE)) + 1)
        start = max(start, way.start - 2 * LETTERS_BEFORE)
        end = min(len(text), way.end + LETTERS_BEHIND)
        if windows and start <= windows[-1][1]:
            windows[-1] = (windows[-1][0], max(end, windows[-1][1]))
        else:
            windows.append((start, end))
    return windows


def _person_of(text: str, way: FoundWay, names: Sequence[FoundName]) -> str:
    """The person a way stands by: the one whose mail it is by its name, else the nearest."""
    if way.kind == ContactKind.EMAIL:
        if is_of_nobody(way.value):
            return ""
        near = [each for each in names if abs(each.start - way.start) <= 2 * LETTERS_BEFORE]
        fitting = [each for each in near if has_name(way.value, each.name)]
        if fitting:
            return min(fitting, key=lambda each: abs(each.start - way.start)).name.full
    return _nearest(text, way, names)


def is_of_nobody(mail: str) -> bool:
    """Whether a mail address is that of an office, by its name."""
    return mail.partition("@")[0].lower() in OF_NOBODY


def has_name(mail: str, name: PersonName) -> bool:
    """Whether the name of a mail address has the family name, or is the given name."""
    local = _plain(mail.partition("@")[0])
    family, given = _plain(name.family), _plain(name.given)
    if len(family) >= LEAST_OF_NAME and family in local:
        return True
    return len(given) >= LEAST_OF_NAME and local == given


def _plain(text: str) -> str:
    return NOT_LETTERS.sub("", text.lower().translate(UMLAUTS))


def _nearest(text: str, way: FoundWay, names: Sequence[FoundName]) -> str:
    """The last name in front of a way, on its line or few lines above."""
    place = bisect_right(names, way.start, key=lambda name: name.end) - 1
    if place < 0:
        return ""
    between = text[names[place].end : way.start]
    is_near = between.count("\n") <= LINES_BEFORE and len(between) <= LETTERS_BEFORE
    return names[place].name.full if is_near and "\n\n" not in between else ""
