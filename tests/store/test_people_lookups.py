"""Persons are found by whatever somebody remembers of a name."""

from pathlib import Path
from typing import Any

import pytest
from tests.indexed_collection import set_rows
from tests.linked_collection import add_rows, document_row, page_row

from auslese.records.people_edits import OptOut, OptOutKind
from auslese.records.person_level import HiddenPeople
from auslese.records.url import Url, key_of
from auslese.store.collection import Collection
from auslese.store.lookups.people_lookups import (
    PeopleQuestion,
    are_people_known,
    count_people,
    hidden_people,
    near_names,
    pages_of_person,
    people_by_site,
    people_named,
    people_on_page,
    person_of_key,
)
from auslese.store.tables.sql_views import Connection, connect
from auslese.text.name_folding import name_spellings

A, B = "http://uni.example/a", "http://uni.example/b"
PEOPLE = {
    1: ("Hans Müller", "uni.example", ["Hans Müller", "H. Müller"]),
    2: ("Hans Peter Müller", "other.example", ["Hans Peter Müller"]),
    3: ("Anna Schmidt", "uni.example", ["Anna Schmidt"]),
    4: ("Jørgen Ødegård", "uni.example", ["Jørgen Ødegård"]),
}
PAGES = [(1, A, 1, 0.9), (1, B, 2, 0.2), (3, B, 1, 0.5), (2, A, 1, 0.1), (4, B, 1, 0.1)]


def person_row(key: int) -> dict[str, Any]:
    name, site, forms = PEOPLE[key]
    best = next(page for page in PAGES if page[0] == key)
    lists: dict[str, Any] = {"phones": [], "identifiers": [], "emails": [f"{key}@uni.example"]}
    return lists | {
        "person": key,
        "name": name,
        "site": site,
        "forms": [{"name": form, "count": 1, "pages": 1} for form in forms],
        "keys": [key for form in forms for key in name_spellings(form)],
        "pages": 2 if key == 1 else 1,
        "best_page": key_of(Url(best[1])),
        "best_url": best[1],
        "best_score": best[3],
        "is_home": best[3] > 0.3,
    }


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Connection:
    collection = Collection.create(tmp_path_factory.mktemp("lookups") / "c")
    add_rows(collection, "pages", [page_row(A), page_row(B)])
    add_rows(collection, "documents", [document_row(A, "Title of A", ""), document_row(B, "", "")])
    set_rows(collection, "people", [person_row(key) for key in PEOPLE])
    evidence = [{"kind": "title", "worth": 0.5, "detail": ""}]
    rows = [
        page_row(url) | {"person": key, "place": place, "score": score, "evidence": evidence}
        for key, url, place, score in PAGES
    ]
    for row in rows:
        del row["host"]
    set_rows(collection, "person_pages", rows)
    return connect(collection)


def found(tables: Connection, name: str, **more: Any) -> list[int]:
    return [person.person for person in people_named(tables, PeopleQuestion(name, **more))]


@pytest.mark.parametrize(
    ("name", "people"),
    [
        ("Hans Müller", [1, 2]),
        ("hans mueller", [1, 2]),
        ("MULLER, HANS", [1, 2]),
        ("H. Müller", [1, 2]),
        ("Müller", [1, 2]),
        ("Hans P. Müller", [2]),
        ("Jorgen Odegard", [4]),
        ("Schmidt", [3]),
        ("", [1, 3, 2, 4]),
        ("Heinrich Müller", [1]),  # who is called H. Müller, too
        ("Schmid", []),
        ("'; DROP TABLE people; --", []),
        ("(((", []),
    ],
)
def test_a_name_is_found_however_it_is_written(
    name: str, people: list[int], tables: Connection
) -> None:
    assert found(tables, name) == people
    assert count_people(tables, PeopleQuestion(name)) == len(people)


def test_the_list_goes_on_where_it_stopped(tables: Connection) -> None:
    assert found(tables, "", first=1, most=2) == [3, 2]
    assert found(tables, "", site="other.example") == [2]


def test_near_misses_are_named(tables: Connection) -> None:
    assert near_names(tables, "Schmitd, Anna") == ["Anna Schmidt"]
    assert near_names(tables, "schmidt anna") == ["Anna Schmidt"]
    assert near_names(tables, "Xaver Quux") == []


def test_a_name_of_two_hundred_words_is_nobodys(tables: Connection) -> None:
    assert found(tables, "Hans " * 200 + "Müller") == []


def test_pages_come_with_titles_and_evidence(tables: Connection) -> None:
    first, second = pages_of_person(tables, 1)

    assert (first.url, first.title, first.place, second.place) == (A, "Title of A", 1, 2)
    assert first.evidence[0].kind == "title"
    assert [page.place for page in pages_of_person(tables, 1, first=1)] == [2]


def test_people_of_a_page_come_by_how_much_it_is_about_them(tables: Connection) -> None:
    assert [each.name for each in people_on_page(tables, key_of(Url(B)))] == [
        "Anna Schmidt",
        "Hans Müller",
        "Jørgen Ødegård",
    ]


@pytest.mark.parametrize(
    ("kind", "value", "people"),
    [
        (OptOutKind.NAME, "Müller, Hans", {1}),
        (OptOutKind.NAME, "Hans Mueller", {1}),
        (OptOutKind.MAIL, "3@uni.example", {3}),
        (OptOutKind.SITE, "uni.example", {1, 3, 4}),
        (OptOutKind.PAGE, B, {3, 4}),
    ],
)
def test_a_wish_hides_whom_it_means(
    kind: OptOutKind, value: str, people: set[int], tables: Connection
) -> None:
    assert hidden_people(tables, [OptOut(kind, value)]).people == people


def test_a_name_may_be_hidden_on_one_site_alone(tables: Connection) -> None:
    wish = OptOut(OptOutKind.NAME, "Hans Müller", site="other.example")

    assert hidden_people(tables, [wish]).people == frozenset()


def test_nothing_tells_of_the_hidden(tables: Connection) -> None:
    hidden = HiddenPeople(frozenset({1}), frozenset({key_of(Url(A))}))

    assert [each.person for each in people_named(tables, PeopleQuestion(), hidden)] == [3, 2, 4]
    assert person_of_key(tables, 1, hidden) is None
    assert pages_of_person(tables, 1, hidden) == []
    assert people_on_page(tables, key_of(Url(A)), hidden) == []
    assert near_names(tables, "Hans Müler", hidden) == []
    assert people_by_site(tables, hidden) == [("uni.example", 2), ("other.example", 1)]


def test_a_collection_without_the_stage_knows_nobody(tmp_path: Path) -> None:
    with connect(Collection.create(tmp_path / "c")) as empty:
        assert not are_people_known(empty)
        assert people_named(empty, PeopleQuestion("Hans")) == []
