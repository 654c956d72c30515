"""Who is named on the pages of a collection, and which page is about whom, without the hidden.

Whoever asks finds out first who is hidden, and hands that to every question: so an opt-out counts
at once, whatever the tables still say.

    hidden = hidden_people(tables, PeopleBook(collection.path).opt_outs)
    found = people_named(tables, PeopleQuestion("Müller, Hans"), hidden)
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, NamedTuple

from auslese.records.people_edits import OptOut, OptOutKind
from auslese.records.person_level import NOBODY_HIDDEN, HiddenPeople
from auslese.records.url import Url, key_of
from auslese.store.tables.sql_views import Connection
from auslese.text.name_folding import folded_name, name_spellings

MOST_WORDS = 12
"""Words of a name that are looked for; the longest names of people have ten or so."""
MOST_NEAR = 5
LETTERS_FOR_A_SLIP = 4
"""One letter of so many may be another, and a near miss is still one."""
NOBODY_WITH = "person NOT IN (SELECT unnest($people::BIGINT[]))"
NO_PAGE_OF = "id NOT IN (SELECT unnest($pages::BIGINT[]))"
COLUMNS = """
    person, name, titles, given, particle, family, suffixes, site, forms, pages, best_page,
    best_url, best_score, is_home, role, organisation, emails, phones, identifiers, edited
"""


@dataclass(frozen=True, slots=True)
class CountedForm:
    """A form of a name."""

    name: str
    count: int
    pages: int


class PageEvidence(NamedTuple):
    """A part of the score of a page."""

    kind: str
    """A member of `wording.people.people_sentences.PersonEvidence`, in small letters."""
    worth: float
    detail: str


class KnownPerson(NamedTuple):
    """A person of a site."""

    person: int
    name: str
    titles: str
    given: str
    particle: str
    family: str
    suffixes: str
    site: str
    forms: tuple[CountedForm, ...]
    pages: int
    best_page: int
    best_url: str
    best_score: float
    is_home: bool
    role: str
    organisation: str
    emails: tuple[str, ...]
    phones: tuple[str, ...]
    identifiers: tuple[str, ...]
    edited: str


@dataclass(frozen=True, slots=True)
class PersonPage:
    """A page that has the name of a person."""

    person: int
    id: int
    url: str
    fetched_at: datetime
    place: int
    count: int
    tf_idf: float
    bm25: float
    score: float
    title: str
    evidence: tuple[PageEvidence, ...]
    """The worths sum to the score; the greatest first."""


@dataclass(frozen=True, slots=True)
class PersonOnPage:
    """Somebody who is named on a page."""

    person: int
    name: str
    titles: str
    site: str
    count: int
    score: float
    place: int
    """1: it is the best page of that person."""


class PeopleQuestion(NamedTuple):
    """Which persons are wanted."""

    name: str = ""
    """In any case, with or without marks, as "Last, First", or with initials; all if empty."""
    site: str = ""
    first: int = 0
    most: int = 20


def are_people_known(tables: Connection) -> bool:
    """Whether anybody is in the tables."""
    return tables.execute("SELECT 1 FROM people LIMIT 1").fetchone() is not None


def hidden_people(tables: Connection, opt_outs: Sequence[OptOut]) -> HiddenPeople:
    """Who is not to be shown, by all wishes that count; two short questions to the tables."""
    if not opt_outs:
        return NOBODY_HIDDEN
    pages = {key_of(Url(each.value)) for each in opt_outs if each.kind is OptOutKind.PAGE}
    rows = tables.execute(
        """
        SELECT person FROM people
        WHERE site IN (SELECT unnest($sites::VARCHAR[]))
        OR list_has_any(emails, $mails::VARCHAR[])
        OR list_has_any(keys, $names::VARCHAR[])
        OR list_has_any(list_transform(keys, lambda key: site || ' ' || key), $there::VARCHAR[])
        """,
        {
            "sites": _values(opt_outs, OptOutKind.SITE),
            "mails": _values(opt_outs, OptOutKind.MAIL),
            "names": [key for site, key in _hidden_names(opt_outs) if not site],
            "there": [f"{site} {key}" for site, key in _hidden_names(opt_outs) if site],
        },
    ).fetchall()
    people = {int(row[0]) for row in rows} | _only_on(tables, pages)
    return HiddenPeople(frozenset(people), frozenset(pages))


def _values(opt_outs: Sequence[OptOut], kind: OptOutKind) -> list[str]:
    return [each.value for each in opt_outs if each.kind is kind]


def _hidden_names(opt_outs: Sequence[OptOut]) -> list[tuple[str, str]]:
    """The names that are hidden, as they are compared, each with the site that is meant."""
    return [
        (each.site, key)
        for each in opt_outs
        for name in ((each.value,) if each.kind is OptOutKind.NAME else each.names)
        for key in name_spellings(name)
    ]


def _only_on(tables: Connection, pages: set[int]) -> set[int]:
    """Persons who are known by these pages alone."""
    if not pages:
        return set()
    rows = tables.execute(
        """
        SELECT person FROM person_pages
        WHERE person IN (
            SELECT person FROM person_pages WHERE id IN (SELECT unnest($ids::BIGINT[]))
        )
        GROUP BY person HAVING bool_and(id IN (SELECT unnest($ids::BIGINT[])))
        """,
        {"ids": list(pages)},
    ).fetchall()
    return {int(row[0]) for row in rows}


# -- persons --------------------------------------------------------------------------------------


def people_named(
    tables: Connection, question: PeopleQuestion, hidden: HiddenPeople = NOBODY_HIDDEN
) -> list[KnownPerson]:
    """The persons who fit, those of just this name first, then by how sure their pages are."""
    rows = tables.execute(
        f"""
        SELECT {COLUMNS} FROM ({_FITTING})
        ORDER BY fit, is_home DESC, pages DESC, best_score DESC, name, person
        LIMIT $most OFFSET $first
        """,
        _fitting_values(question, hidden) | {"most": question.most, "first": question.first},
    ).fetchall()
    return _with_seen_pages(tables, [_person(row) for row in rows], hidden)


def count_people(
    tables: Connection, question: PeopleQuestion, hidden: HiddenPeople = NOBODY_HIDDEN
) -> int:
    """How many persons fit, whatever page of them is wanted."""
    rows = tables.execute(
        f"SELECT count(*) FROM ({_FITTING})", _fitting_values(question, hidden)
    ).fetchall()
    return int(rows[0][0])


def person_of_key(
    tables: Connection, key: int, hidden: HiddenPeople = NOBODY_HIDDEN
) -> KnownPerson | None:
    """The person of this key; None if there is none who may be shown."""
    if key in hidden.people:
        return None
    rows = tables.execute(f"SELECT {COLUMNS} FROM people WHERE person = $key", {"key": key})
    people = _with_seen_pages(tables, [_person(row) for row in rows.fetchall()], hidden)
    return people[0] if people else None


def people_with_mail(tables: Connection, mail: str) -> list[KnownPerson]:
    """The persons whose mail address this is, also those who are hidden."""
    rows = tables.execute(
        f"SELECT {COLUMNS} FROM people WHERE list_contains(emails, $mail)", {"mail": mail}
    ).fetchall()
    return [_person(row) for row in rows]


def near_names(
    tables: Connection, name: str, hidden: HiddenPeople = NOBODY_HIDDEN, most: int = MOST_NEAR
) -> list[str]:
    """Names that differ from this one by few letters, the nearest first; also family name first."""
    sought = folded_name(name)
    first, _, others = sought.partition(" ")
    rows = tables.execute(
        f"""
        SELECT name, min(slips) FROM (
            SELECT name, pages,
                list_min(list_transform(keys, lambda key: least(
                    damerau_levenshtein(key, $name), damerau_levenshtein(key, $turned)
                ))) AS slips
            FROM people WHERE {NOBODY_WITH}
        )
        WHERE slips <= $slips GROUP BY name ORDER BY min(slips), max(pages) DESC, name LIMIT $most
        """,
        {
            "name": sought,
            "turned": f"{others} {first}".strip(),
            "slips": max(1, len(sought) // LETTERS_FOR_A_SLIP),
            "people": sorted(hidden.people),
            "most": most,
        },
    ).fetchall()
    return [str(row[0]) for row in rows]


def people_by_site(
    tables: Connection, hidden: HiddenPeople = NOBODY_HIDDEN
) -> list[tuple[str, int]]:
    """The sites with the number of their persons, the most first."""
    rows = tables.execute(
        f"""
        SELECT site, count(*) FROM people WHERE {NOBODY_WITH}
        GROUP BY site ORDER BY count(*) DESC, site
        """,
        {"people": sorted(hidden.people)},
    ).fetchall()
    return [(str(site), int(count)) for site, count in rows]


# 0: this very name; 1: with further words or whole names for initials; 2: with initials for words.
_FITTING = f"""
    SELECT *, CASE
        WHEN list_has_any(keys, $spellings::VARCHAR[]) THEN 0
        WHEN len(list_filter(keys, lambda key: regexp_matches(key, $longer))) > 0 THEN 1
        ELSE 2
    END AS fit
    FROM people
    WHERE {NOBODY_WITH} AND ($site = '' OR site = $site) AND (
        $name = '' OR list_has_any(keys, $spellings::VARCHAR[])
        OR len(list_filter(keys, lambda key: regexp_matches(key, $any))) > 0
    )
"""


def _fitting_values(question: PeopleQuestion, hidden: HiddenPeople) -> dict[str, object]:
    spellings = name_spellings(question.name)
    return {
        "name": question.name.strip(),
        "spellings": list(spellings),
        "longer": _either(_pattern(spelling, initials=False) for spelling in spellings),
        "any": _either(_pattern(spelling, initials=True) for spelling in spellings),
        "site": question.site.lower(),
        "people": sorted(hidden.people),
    }


def _either(patterns: Iterable[str]) -> str:
    return "|".join(patterns)


def _pattern(name: str, *, initials: bool) -> str:
    """A pattern that fits a folded name with these words, others between them."""
    words = name.split()[:MOST_WORDS]
    if len(words) <= 1:
        return rf"\b{re.escape(name)}\b" if words else "^$"
    *given, family = words
    parts = [_given_word(word, initials=initials) for word in given]
    return rf"^{'( [^ ]+)* '.join(parts)}( [^ ]+)* {re.escape(family)}$"


def _given_word(word: str, *, initials: bool) -> str:
    if len(word) == 1:
        return rf"{re.escape(word)}[^ ]*"
    return f"({re.escape(word)}|{re.escape(word[0])})" if initials else re.escape(word)


def _person(row: tuple[Any, ...]) -> KnownPerson:
    values = KnownPerson(*row)
    return values._replace(
        forms=tuple(CountedForm(**form) for form in row[KnownPerson._fields.index("forms")]),
        emails=tuple(values.emails),
        phones=tuple(values.phones),
        identifiers=tuple(values.identifiers),
    )


def _with_seen_pages(
    tables: Connection, people: list[KnownPerson], hidden: HiddenPeople
) -> list[KnownPerson]:
    """The same persons; where the best page is hidden, with the next one in its place."""
    return [
        _with_next_page(tables, person, hidden) if person.best_page in hidden.pages else person
        for person in people
    ]


def _with_next_page(tables: Connection, person: KnownPerson, hidden: HiddenPeople) -> KnownPerson:
    seen = pages_of_person(tables, person.person, hidden, most=1)
    if not seen:
        return person._replace(best_page=0, best_url="", best_score=0.0, is_home=False)
    best = seen[0]
    return person._replace(
        best_page=best.id, best_url=best.url, best_score=best.score, is_home=False
    )


# -- pages ----------------------------------------------------------------------------------------


def pages_of_person(
    tables: Connection,
    key: int,
    hidden: HiddenPeople = NOBODY_HIDDEN,
    *,
    first: int = 0,
    most: int = 20,
) -> list[PersonPage]:
    """The pages that have the name of a person, the one about the person first."""
    if key in hidden.people:
        return []
    rows = tables.execute(
        f"""
        SELECT person, id, url, fetched_at, place, count, tf_idf, bm25, score, coalesce(
            (SELECT max(title) FROM documents_ever AS read
                WHERE read.id = person_pages.id AND read.fetched_at = person_pages.fetched_at), ''
        ), evidence
        FROM person_pages WHERE person = $key AND {NO_PAGE_OF}
        ORDER BY place LIMIT $most OFFSET $first
        """,
        {"key": key, "pages": sorted(hidden.pages), "most": most, "first": first},
    ).fetchall()
    return [_person_page(row) for row in rows]


def _person_page(row: tuple[Any, ...]) -> PersonPage:
    evidence = tuple(PageEvidence(**part) for part in row[-1])
    return replace(PersonPage(*row), evidence=evidence)


def people_on_page(
    tables: Connection, page: int, hidden: HiddenPeople = NOBODY_HIDDEN, *, most: int = 20
) -> list[PersonOnPage]:
    """Who is named on a page, whom it is about first."""
    if page in hidden.pages:
        return []
    rows = tables.execute(
        f"""
        SELECT person, people.name, people.titles, people.site, person_pages.count,
            person_pages.score, person_pages.place
        FROM person_pages JOIN people USING (person)
        WHERE person_pages.id = $page AND {NOBODY_WITH}
        ORDER BY person_pages.score DESC, person_pages.count DESC, people.name LIMIT $most
        """,
        {"page": page, "people": sorted(hidden.people), "most": most},
    ).fetchall()
    return [PersonOnPage(*row) for row in rows]
