"""What is told about people: the list, and of a name its persons with their pages and evidence."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from auslese.analyse.people.name_parts import untitled_name
from auslese.records.errors import NotFoundError
from auslese.records.people_edits import OptOut
from auslese.records.person_level import HiddenPeople
from auslese.store.collection import Collection
from auslese.store.lookups.people_lookups import (
    KnownPerson,
    PageEvidence,
    PeopleQuestion,
    PersonPage,
    are_people_known,
    count_people,
    hidden_people,
    near_names,
    pages_of_person,
    people_named,
)
from auslese.store.people_book import JournalEntry, PeopleBook
from auslese.store.tables.sql_views import Connection, connect
from auslese.wording.people.people_sentences import PeopleProblem, PersonEvidence

ANALYSE = "auslese analyse DIR people"
USUAL_PAGES = 5  # of a person, the best one among them
MOST_FOR_ONE = 10  # persons of one name whose pages are shown
ROUNDED = 4  # digits of a score


def people_report(
    collection: Collection, question: PeopleQuestion, pages: int = USUAL_PAGES
) -> dict[str, Any]:
    """The persons who fit, each with its best pages; the fields of `people --json`.

    NotFoundError says if nobody was looked for yet, or nobody has the name, with near misses.
    """
    asked, question = question.name, question._replace(name=untitled_name(question.name))
    with connect(collection) as tables:
        _require_people(collection, tables)
        hidden = hidden_people(tables, PeopleBook(collection.path).opt_outs)
        people = people_named(tables, question, hidden)
        total = count_people(tables, question, hidden)
        if question.name and not total:
            raise NotFoundError(_nobody(tables, asked, hidden))
        found = [
            person_report(tables, person, hidden, pages if question.name else 0)
            for person in people
        ]
    return {"name": asked, "total": total, "people": found}


def _require_people(collection: Collection, tables: Connection) -> None:
    if not are_people_known(tables):
        command = ANALYSE.replace("DIR", str(collection.path))
        raise NotFoundError(PeopleProblem.NO_PEOPLE.of(command=command))


def _nobody(tables: Connection, name: str, hidden: HiddenPeople) -> str:
    near = near_names(tables, untitled_name(name), hidden)
    if not near:
        return PeopleProblem.NO_PERSON.of(name=name)
    return PeopleProblem.NEAR_PEOPLE.of(name=name, names=", ".join(near))


def person_report(
    tables: Connection, person: KnownPerson, hidden: HiddenPeople, pages: int
) -> dict[str, Any]:
    """One person, with so many pages."""
    found = pages_of_person(tables, person.person, hidden, most=pages) if pages else []
    return {
        **person._asdict(),
        "forms": [asdict(form) for form in person.forms],
        "best_score": round(person.best_score, ROUNDED),
        "page_list": [_page(page) for page in found],
    }


def _page(page: PersonPage) -> dict[str, Any]:
    return {
        "url": page.url,
        "title": page.title,
        "place": page.place,
        "count": page.count,
        "tf_idf": page.tf_idf,
        "bm25": page.bm25,
        "score": round(page.score, ROUNDED),
        "evidence": [_evidence(part) for part in page.evidence],
    }


def _evidence(part: PageEvidence) -> dict[str, Any]:
    return {
        "kind": part.kind,
        "worth": round(part.worth, ROUNDED),
        "why": evidence_words(part.kind),
        "detail": part.detail,
    }


def evidence_words(kind: str) -> str:
    """A part of a score in words, which know how to be said in German."""
    known = PersonEvidence.__members__.get(kind.upper())
    return known.of() if known else kind


def log_report(entries: Sequence[JournalEntry]) -> list[dict[str, Any]]:
    """Everything that was said about persons, the last first; the fields of `people log --json`."""
    return [
        {"what": "opt_out" if isinstance(entry, OptOut) else "edit", **asdict(entry)}
        for entry in reversed(entries)
    ]
