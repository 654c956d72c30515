"""Persons with all their pages, and pages with all their persons, for files of others."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from auslese.records.person_level import HiddenPeople
from auslese.store.tables.sql_views import Connection

ROWS_AT_ONCE = 1000
PAGES_AT_ONCE = 64
# Conditions on pages keep pages that fit, and persons who have one.
SHOWN = """
    person NOT IN (SELECT unnest($people::BIGINT[]))
    AND person_pages.id NOT IN (SELECT unnest($pages::BIGINT[]))
"""
NAMES = """
    SELECT people.given, people.particle, people.family, people.name, person_pages.url,
        max(tf_idf), max(bm25), max(score) AS score
    FROM person_pages JOIN people USING (person) WHERE {shown}
    GROUP BY ALL ORDER BY people.name, people.given, people.particle, score DESC, person_pages.url
"""
PERSONS = """
    SELECT people.person, people.name, titles, given, particle, family, suffixes, site, forms,
        role, organisation, emails, phones, identifiers, edited, is_home, best_page,
        list({{
            'url': person_pages.url, 'place': place, 'count': person_pages.count,
            'tf_idf': tf_idf, 'bm25': bm25, 'score': score, 'id': person_pages.id
        }} ORDER BY place) AS pages
    FROM person_pages JOIN people USING (person) WHERE {shown}
    GROUP BY ALL ORDER BY people.name, people.site, people.person
"""
DOCUMENTS = """
    SELECT id, url, title, text, paragraphs, rest, language_hint FROM first_documents
    WHERE problem = '' {which}
"""
NAMED_ON = """
    SELECT person_pages.id, given, particle, family, forms
    FROM person_pages JOIN people USING (person)
    WHERE person_pages.id IN (SELECT unnest($ids::BIGINT[])) AND {shown}
    ORDER BY person_pages.id, score DESC
"""


class NamedPage(NamedTuple):
    """A page that has a name, with what it is worth."""

    url: str
    tf_idf: float
    bm25: float
    score: float


class PagesOfName(NamedTuple):
    """A name, and all pages that have it, the best first."""

    given: str
    particle: str
    family: str
    pages: Iterator[NamedPage]


class NameForms(NamedTuple):
    """Somebody who is named on a page."""

    given: str
    particle: str
    family: str
    forms: list[str]


class PageWithPeople(NamedTuple):
    """A page with its text and who is named there."""

    id: int
    url: str
    title: str
    text: str
    paragraphs: list[dict[str, Any]]
    rest: str
    language: str
    people: list[NameForms]


class PeopleSelection(NamedTuple):
    """Who and which pages are meant."""

    hidden: HiddenPeople
    pages: str = ""
    """A query for the ids of the pages that are meant; all if empty."""

    @property
    def shown(self) -> str:
        """The same in SQL."""
        return SHOWN + (f"AND person_pages.id IN ({self.pages})" if self.pages else "")

    @property
    def values(self) -> dict[str, object]:
        """The parameters of that."""
        return {"people": sorted(self.hidden.people), "pages": sorted(self.hidden.pages)}


def names_with_pages(tables: Connection, selection: PeopleSelection) -> Iterator[PagesOfName]:
    """All names in order, people of one name together; take the pages of each before the next."""
    rows = _rows(tables, NAMES.format(shown=selection.shown), selection.values)
    for (given, particle, family, _), some in groupby(rows, key=lambda row: row[:4]):
        yield PagesOfName(given, particle, family, (NamedPage(*row[4:]) for row in some))


def persons_with_pages(tables: Connection, selection: PeopleSelection) -> Iterator[dict[str, Any]]:
    """All persons in the order of their names, each with the pages."""
    cursor = tables.cursor()
    rows = cursor.execute(PERSONS.format(shown=selection.shown), selection.values)
    names = [column[0] for column in rows.description]
    while some := rows.fetchmany(ROWS_AT_ONCE):
        yield from (dict(zip(names, row, strict=True)) for row in some)


def pages_with_people(tables: Connection, selection: PeopleSelection) -> Iterator[PageWithPeople]:
    """All pages that could be read, with who is named there, few of them in memory at a time."""
    which = f"AND id IN ({selection.pages})" if selection.pages else ""
    rows = tables.cursor().execute(DOCUMENTS.format(which=which))
    while some := rows.fetchmany(PAGES_AT_ONCE):
        people = _people_on(tables, [row[0] for row in some], selection)
        yield from (PageWithPeople._make((*row, people.get(row[0], []))) for row in some)


def _people_on(
    tables: Connection, ids: Sequence[int], selection: PeopleSelection
) -> dict[int, list[NameForms]]:
    query = NAMED_ON.format(shown=selection.shown)
    found: dict[int, list[NameForms]] = {}
    for page, given, particle, family, forms in _rows(
        tables, query, selection.values | {"ids": list(ids)}
    ):
        names = [form["name"] for form in forms]
        found.setdefault(page, []).append(NameForms(given, particle, family, names))
    return found


def _rows(tables: Connection, query: str, values: dict[str, object]) -> Iterator[tuple[Any, ...]]:
    rows = tables.cursor().execute(query, values)
    while some := rows.fetchmany(ROWS_AT_ONCE):
        yield from some
