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
from auslese.text.name_folding import folded_name, name_spellings

VERSION = "5"
"""Part of the mark of what was found: raise it when contacts come out otherwise."""
MOST_LETTERS = 400_000  # of a text that are looked at
LETTERS_BEFORE, LETTERS_BEHIND = 400, 120  # around a way in which the name of its person may stand
LETTERS_OF_BEGINNING = 300  # of a text in which stands whose page it is
LINES_BEFORE = 6  # a card has name, role, room, telephone, fax and mail below each other
MOST_NAMED_LETTERS = 60_000  # of all windows that are searched for names: 0.1 s
LEAST_OF_SHORT = 5  # letters of a shortened name that say whose a mail address is: hmuel
LEAST_OF_NAME = 3  # letters of a name in a mail address that say whose it is
NOT_LETTERS = re.compile(r"[\W\d_]+")
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
    """Stretches of whole lines around ways and at the beginning, without overlaps."""
    windows = [(0, min(len(text), LETTERS_OF_BEGINNING))] if ways else []
    for way in ways:
        start = max(0, text.rfind("\n", 0, max(0, way.start - LETTERS_BEFORE)) + 1)
        start = max(start, way.start - 2 * LETTERS_BEFORE)
        end = min(len(text), way.end + LETTERS_BEHIND)
        if start <= windows[-1][1]:
            windows[-1] = (windows[-1][0], max(end, windows[-1][1]))
        else:
            windows.append((start, end))
    return windows


def _person_of(text: str, way: FoundWay, names: Sequence[FoundName]) -> str:
    """The person a way stands by: the one whose mail it is by its name, else the nearest."""
    if way.kind != ContactKind.EMAIL:
        near = _nearest(text, way, names)
        return _fullest(near.name, names) if near else ""
    if is_of_nobody(way.value):
        return ""
    fitting = [each for each in names if has_name(way.value, each.name)]
    if fitting:
        best = min(fitting, key=lambda each: (not each.name.given, abs(each.start - way.start)))
        return _fullest(best.name, names)
    near = _nearest(text, way, names)
    return _fullest(near.name, names) if near and may_be_of(way.value, near.name) else ""


def _fullest(name: PersonName, names: Sequence[FoundName]) -> str:
    """A name as the page has it in full: a family name alone may have its given name elsewhere."""
    if name.given:
        return name.full
    fuller = {each.name.full for each in names if each.name.given and _are_kin(name, each.name)}
    return fuller.pop() if len(fuller) == 1 else name.full


def _are_kin(name: PersonName, other: PersonName) -> bool:
    return _plain(name.family) == _plain(other.family)


def is_of_nobody(mail: str) -> bool:
    """Whether a mail address is that of an office, by its name."""
    return mail.partition("@")[0].lower() in OF_NOBODY


def has_name(mail: str, name: PersonName) -> bool:
    """Whether the name of a mail address has the family name, also shortened, or the given one."""
    local = _plain(mail.partition("@")[0])
    given = _plain(name.given.partition(" ")[0])
    if len(given) >= LEAST_OF_NAME and local == given:
        return True
    return any(_is_made_of(local, _plain(family), given) for family in name_spellings(name.family))


def _is_made_of(local: str, family: str, given: str) -> bool:
    """Whether letters are a family name, or its beginning with an initial in front or behind."""
    if len(family) >= LEAST_OF_NAME and family in local:
        return True
    if len(local) < LEAST_OF_SHORT or not given:
        return False
    initial_first = local[0] == given[0] and family.startswith(local[1:])
    return initial_first or (local[-1] == given[0] and family.startswith(local[:-1]))


def may_be_of(mail: str, name: PersonName) -> bool:
    """Whether the name of a mail address may be an abbreviation of a name, as rama or hpm."""
    local = _plain(mail.partition("@")[0])
    return bool(local) and any(
        _abbreviates(local, spelling.split()) for spelling in name_spellings(name.full)
    )


def _abbreviates(local: str, parts: Sequence[str]) -> bool:
    """Whether letters are the initials of a name, or the beginning of one of its parts."""
    initials = "".join(part[0] for part in parts)
    begins = any(part.startswith(local[:LEAST_OF_NAME]) for part in parts)
    family = parts[-1][: LEAST_OF_NAME - 1] if parts else ""
    is_initial_and_family = bool(family) and local == initials[:1] + local[1:]
    return begins or local == initials or (is_initial_and_family and local[1:].startswith(family))


def _plain(text: str) -> str:
    """The letters of a text, small and without marks."""
    return NOT_LETTERS.sub("", folded_name(text))


def _nearest(text: str, way: FoundWay, names: Sequence[FoundName]) -> FoundName | None:
    """The last name in front of a way, on its line or few lines above."""
    place = bisect_right(names, way.start, key=lambda name: name.end) - 1
    if place < 0:
        return None
    between = text[names[place].end : way.start]
    is_near = between.count("\n") <= LINES_BEFORE and len(between) <= LETTERS_BEFORE
    return names[place] if is_near and "\n\n" not in between else None
