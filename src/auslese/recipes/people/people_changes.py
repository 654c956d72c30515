"""What people say about persons, checked against the tables and written down.

A change counts at once for all who ask who is hidden; joins and splits count from the next run of
the stage `people` on.
"""

from collections.abc import Sequence
from typing import NamedTuple

from auslese.analyse.people.name_parts import untitled_name
from auslese.records.errors import NotFoundError
from auslese.records.people_edits import OptOut, OptOutKind, PeopleEdit
from auslese.records.person_level import HiddenPeople
from auslese.records.suffixes import registrable_domain
from auslese.records.url import canonical, host_of
from auslese.store.collection import Collection
from auslese.store.lookups.people_lookups import (
    KnownPerson,
    PeopleQuestion,
    hidden_people,
    near_names,
    people_named,
    people_with_mail,
)
from auslese.store.people_book import JournalEntry, PeopleBook, PeopleBookError
from auslese.store.tables.sql_views import Connection, connect
from auslese.wording.people.people_sentences import PeopleProblem

MOST_LOOKED_AT = 100  # persons of one name


class ForgottenPeople(NamedTuple):
    """A wish, and what it does now."""

    wish: OptOut
    people: int
    """Persons who are hidden by it and were not before."""
    pages: int
    """Pages by which nobody is known any more."""


def forget(
    collection: Collection,
    kind: OptOutKind | str,
    value: str,
    reason: str = "",
    site: str = "",
) -> ForgottenPeople:
    """Hide a name, titles off, a mail address, a page or a site from now on.

    With a mail address the names of whoever has it now are written down, too: it may be found
    without the address later.
    """
    book = PeopleBook(collection.path)
    with connect(collection) as tables:
        before = hidden_people(tables, book.opt_outs)
        names: list[str] = []
        if OptOutKind(kind) is OptOutKind.NAME:
            value = untitled_name(value)
        if OptOutKind(kind) is OptOutKind.MAIL:
            mail = value.strip().removeprefix("mailto:").lower()
            names = sorted({person.name for person in people_with_mail(tables, mail)})
        wish = book.opt_out(kind, value, reason, names=names, site=site)
        after = hidden_people(tables, book.opt_outs)
    return ForgottenPeople(wish, len(after.people - before.people), len(after.pages - before.pages))


def restore(collection: Collection, number: int) -> JournalEntry:
    """Take back a wish, a join or a split."""
    return PeopleBook(collection.path).restore(number)


def join(
    collection: Collection, names: Sequence[str], site: str = "", reason: str = ""
) -> PeopleEdit:
    """Say that names are those of one person of a site; NotFoundError if one is not known."""
    names = [untitled_name(name) for name in names]
    place = site or _common_site(collection, names)
    return PeopleBook(collection.path).join(place, names, reason)


def split(
    collection: Collection,
    name: str,
    others: Sequence[str],
    pages: Sequence[str] = (),
    site: str = "",
) -> PeopleEdit:
    """Say that other forms of a name, or the name on some pages, are another person's."""
    name, others = untitled_name(name), [untitled_name(other) for other in others]
    url = canonical(pages[0]) if pages else None
    place = site or (registrable_domain(host_of(url)) if url else "")
    place = place or _common_site(collection, [name])
    return PeopleBook(collection.path).split(place, name, others, pages)


def _common_site(collection: Collection, names: Sequence[str]) -> str:
    """The site on which all of these names are known."""
    with connect(collection) as tables:
        hidden = hidden_people(tables, PeopleBook(collection.path).opt_outs)
        known = [_known(tables, name, hidden) for name in names]
    sites = set.intersection(*({person.site for person in some} for some in known))
    if len(sites) == 1:
        return sites.pop()
    everywhere = sorted({person.site for some in known for person in some})
    problem = PeopleProblem.SEVERAL_SITES.of(name=", ".join(names), sites=", ".join(everywhere))
    raise PeopleBookError(problem)


def _known(tables: Connection, name: str, hidden: HiddenPeople) -> list[KnownPerson]:
    people = people_named(tables, PeopleQuestion(name, most=MOST_LOOKED_AT), hidden)
    if people:
        return people
    near = near_names(tables, name, hidden)
    if near:
        raise NotFoundError(PeopleProblem.NEAR_PEOPLE.of(name=name, names=", ".join(near)))
    raise NotFoundError(PeopleProblem.NO_PERSON.of(name=name))
