"""By which terms is a page found when a person is asked for?

A page has a term for each person with the step of how much it is about them, and one for each name
of theirs with the key of the person behind it. So the index itself is the list of names: those that
begin with "hans muller" and a sign tell whose name it is, without any table.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from auslese.text.name_folding import folded_name

PERSONS = "persons"
"""Terms like -123:20, the key of a person and a step; see `records.person_level`."""
PERSON_NAMES = "person_names"
"""Terms like hans muller|-123."""
OF_WHOM = "|"  # no letter, so that it is in no name
AT_LEVEL = ":"
LONGEST_NAME = 12  # words; grandees of Spain have ten, and a name of 200 words is none
LONGEST_WORD = 60  # letters
MOST_PEOPLE = 2_000
"""Of one page: a list of more names is a directory, and is about none of them."""
MOST_FORMS = 24  # of one person
NAMES_KEPT = 20_000  # of persons: those of many pages come again and again


class PagePerson(NamedTuple):
    """A person on a page."""

    person: int
    level: int
    given: str = ""
    particle: str = ""
    family: str = ""
    forms: tuple[str, ...] = ()


def person_name_key(text: str) -> str:
    """A name as it is compared, if it is not too long for one: small letters without marks."""
    return bounded(folded_name(text))


def bounded(folded: str) -> str:
    """A folded name with as many words and letters as names have."""
    return " ".join(word[:LONGEST_WORD] for word in folded.split()[:LONGEST_NAME])


@lru_cache(NAMES_KEPT)
def names_of_person(
    given: str, particle: str, family: str, forms: tuple[str, ...]
) -> tuple[str, ...]:
    """All by which a person may be asked for, folded."""
    last, long_last = person_name_key(family), person_name_key(f"{particle} {family}")
    firsts = person_name_key(given).split()
    found = [last, long_last, *_with_firsts(firsts, last), *_with_firsts(firsts, long_last)]
    found += map(person_name_key, forms[:MOST_FORMS])
    return tuple(dict.fromkeys(filter(None, found)))


def _with_firsts(firsts: list[str], last: str) -> Iterator[str]:
    """Given names before a family name: all, the first, and as initials."""
    if firsts and last:
        yield " ".join((*firsts, last))
        yield f"{firsts[0]} {last}"
        yield f"{firsts[0][0]} {last}"
        yield " ".join((*(each[0] for each in firsts), last))


def person_term(person: int, level: int) -> str:
    """The term of pages that are so much about a person."""
    return f"{person}{AT_LEVEL}{level}"


def person_terms(people: Iterable[PagePerson]) -> dict[str, list[str]]:
    """The terms of a page, by field."""
    terms, names = [], []
    for each in list(people)[:MOST_PEOPLE]:
        terms.append(person_term(each.person, each.level))
        called = names_of_person(each.given, each.particle, each.family, each.forms)
        names += [f"{name}{OF_WHOM}{each.person}" for name in called]
    return {PERSONS: terms, PERSON_NAMES: names}
