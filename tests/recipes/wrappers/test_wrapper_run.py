"""Wrappers over a collection: rows, linked pages, and pages that have changed."""

from datetime import timedelta
from pathlib import Path

import pytest
from tests.archived_collection import Fetched, add_pages, archived_collection
from tests.even_pages import CHAIRS, faculty_page, project_list, project_page

from auslese.extract.wrappers.wrapper_rules import parse_wrappers
from auslese.recipes.wrappers.hidden_values import HiddenValues, shown_records
from auslese.recipes.wrappers.wrapper_help import learned_toml, propose_wrappers, try_wrappers
from auslese.recipes.wrappers.wrapper_run import run_wrappers
from auslese.records.errors import NotFoundError, SettingsError
from auslese.records.people_edits import OptOut, OptOutKind
from auslese.store.collection import Collection
from auslese.store.people_book import PeopleBook
from auslese.store.records.record_table import (
    CURATED,
    RecordQuery,
    RecordRow,
    replace_records,
    stored_records,
    wrapper_counts,
)
from auslese.store.tables.sql_views import connect

LIST, FACULTY = "http://a.example/list.html", "http://a.example/faculty/chairs.html"
PROJECTS = """
[[wrapper]]
name = "projects"
kind = "project"
pages = ["http://a.example/list.html"]
block = "div.project"
[wrapper.fields]
name = "h4"
head = "span.head"
[wrapper.follow]
link = "h4 a"
[wrapper.follow.fields]
partner = { label = "Partner" }
phone = { label = "Phone" }
"""
CHAIR_RULES = """
[[wrapper]]
name = "chairs"
kind = "institution"
pages = ["http://a.example/faculty/"]
starts = "h3"
fields = { name = "b", teaching = { label = "Lehre:" } }
"""

MEMBERS = """
[[wrapper]]
name = "members"
kind = "project"
pages = ["http://a.example/p/"]
fields = { name = "h4", institution = "i" }
"""


def fetched(url: str, page: str) -> Fetched:
    return Fetched(url, page.encode())


@pytest.fixture
def collection(tmp_path: Path) -> Collection:
    pages = [fetched(LIST, project_list()), fetched(FACULTY, faculty_page())]
    # One of the eight projects has no page in the collection.
    pages += [fetched(f"http://a.example/p/{n}.html", project_page(n)) for n in range(7)]
    return archived_collection(tmp_path / "c", pages)


def rows(collection: Collection) -> list[RecordRow]:
    return list(stored_records(collection.tables))


def values(row: RecordRow) -> dict[str, str]:
    return {field["name"]: field["value"] for field in row.fields}


def test_records_are_rows_with_what_stands_on_their_own_pages(collection: Collection) -> None:
    run = run_wrappers(collection, parse_wrappers(PROJECTS + CHAIR_RULES))

    found = rows(collection)
    projects = [row for row in found if row.kind == "project"]
    assert values(projects[3]) == {
        "name": "Project number 3",
        "head": "Head 3",
        "partner": "Mill 3",
        "phone": "0355 10",
    }
    assert {(row.url, row.wrapper, row.source) for row in projects} == {(LIST, "projects", "robot")}
    assert [values(row)["name"] for row in found if row.kind == "institution"] == [
        name for _, _, name, _, _ in CHAIRS
    ]
    assert run.tallies["projects"].missing_links == 1
    assert run.tallies["projects"].as_json()["fields"]["phone"] == 7 / 8
    assert (run.alarms, run.is_written) == ([], True)


def test_a_run_replaces_what_its_wrappers_found_and_nothing_else(collection: Collection) -> None:
    run_wrappers(collection, parse_wrappers(PROJECTS + CHAIR_RULES))
    before = rows(collection)
    curated = before[0]._replace(source=CURATED, id=7)
    replace_records(collection.tables, [], [curated])

    run_wrappers(collection, parse_wrappers(PROJECTS))

    after = rows(collection)
    assert curated in after
    assert {row.id for row in after} == {row.id for row in before} | {7}


def changed(collection: Collection) -> None:
    """The owner gives the numbers of telephones another label."""
    pages = {f"http://a.example/p/{n}.html": project_page(n, phone="Call us") for n in range(7)}
    later = timedelta(days=1)
    add_pages(collection, [fetched(url, page)._replace(after=later) for url, page in pages.items()])


def test_a_wrapper_that_no_longer_fits_is_told_and_the_old_records_stay(
    collection: Collection,
) -> None:
    rules = parse_wrappers(PROJECTS)
    run_wrappers(collection, rules)
    before = rows(collection)
    changed(collection)

    run = run_wrappers(collection, rules)

    assert [(alarm.what, alarm.before, alarm.now) for alarm in run.alarms] == [("phone", 7 / 8, 0)]
    assert not run.is_written
    assert rows(collection) == before


def test_what_is_accepted_is_written_and_is_the_new_measure(collection: Collection) -> None:
    rules = parse_wrappers(PROJECTS)
    run_wrappers(collection, rules)
    changed(collection)

    assert run_wrappers(collection, rules, accept=True).is_written
    assert run_wrappers(collection, rules).alarms == []
    with connect(collection) as tables:
        (count,) = wrapper_counts(tables)
    assert (count.wrapper, count.records) == ("projects", 8)
    assert count.filled == {"head": 8, "name": 8, "partner": 7}


def test_far_fewer_records_are_told(collection: Collection) -> None:
    run_wrappers(collection, parse_wrappers(PROJECTS))

    run = run_wrappers(collection, parse_wrappers(PROJECTS.replace("div.project", "div.gone")))

    assert run.alarms[0][1:] == ("records", 8, 0)
    assert len(rows(collection)) == 8


@pytest.mark.parametrize(
    ("wish", "left"),
    [
        (OptOut(OptOutKind.NAME, "A. Adler"), {"heads": ["B. Biber"], "name": [CHAIRS[0][2]]}),
        (OptOut(OptOutKind.NAME, "A. Adler", site="b.example"), None),
        (OptOut(OptOutKind.NAME, "Dachs"), None),
        (OptOut(OptOutKind.PAGE, FACULTY), {}),
        (OptOut(OptOutKind.SITE, "a.example"), {}),
    ],
)
def test_what_somebody_asked_not_to_be_shown_is_left_out(
    wish: OptOut, left: dict[str, list[str]] | None
) -> None:
    values = [("heads", "A. Adler"), ("heads", "B. Biber"), ("name", CHAIRS[0][2])]

    shown = HiddenValues([wish]).shown(FACULTY, values)

    found: dict[str, list[str]] = {}
    for name, value in shown:
        found.setdefault(name, []).append(value)
    whole = {"heads": ["A. Adler", "B. Biber"], "name": [CHAIRS[0][2]]}
    assert found == (whole if left is None else left)


def test_an_opt_out_holds_for_rows_that_are_there_and_for_those_that_come(
    collection: Collection,
) -> None:
    rules = parse_wrappers(CHAIR_RULES.replace("{ name", "{ heads = 'h3', name"))
    run_wrappers(collection, rules)
    PeopleBook(collection.path).opt_out(OptOutKind.NAME, "C. Dachs")

    assert "heads" not in values(list(shown_records(collection, RecordQuery()))[1])
    run_wrappers(collection, rules, accept=True)
    assert "heads" not in values(rows(collection)[1])
    assert "heads" in values(rows(collection)[2])


def test_projects_belong_to_the_institution_whose_name_they_say(collection: Collection) -> None:
    page = "<h4>Wheels</h4><i>{}</i>"
    pages = [(5, CHAIRS[1][2]), (6, "an unknown chair")]
    later = timedelta(days=1)
    add_pages(
        collection,
        [
            fetched(f"http://a.example/p/{n}.html", page.format(name))._replace(after=later)
            for n, name in pages
        ],
    )
    run_wrappers(collection, parse_wrappers(CHAIR_RULES))

    run_wrappers(collection, parse_wrappers(MEMBERS))

    found = rows(collection)
    chairs = {values(row)["name"]: row.id for row in found if row.kind == "institution"}
    assert {values(row)["institution"]: row.parent for row in found if row.kind == "project"} == {
        CHAIRS[1][2]: chairs[CHAIRS[1][2]],
        "an unknown chair": None,
    }


def test_a_wrapper_says_for_which_pages_it_is(collection: Collection) -> None:
    rules = parse_wrappers("[[wrapper]]\nname='a'\nfields={a='p'}")

    with pytest.raises(SettingsError, match="pages"):
        run_wrappers(collection, rules)


def test_a_wrapper_for_no_page_finds_nothing(collection: Collection) -> None:
    rules = parse_wrappers("[[wrapper]]\nname='a'\npages=['http://b.example/']\nfields={a='p'}")

    run = run_wrappers(collection, rules)

    assert run.tallies["a"].as_json()["pages"] == 0
    assert rows(collection) == []


def test_what_repeats_on_a_page_is_proposed_as_rules_that_work(collection: Collection) -> None:
    (first, *_) = propose_wrappers(collection, LIST)

    (tried,) = try_wrappers(collection, parse_wrappers(first.toml), LIST)
    assert first.blocks == len(tried.records) == 8
    assert "Project number 0" in first.shown[0]


def test_rules_are_learned_from_one_record_and_written_as_a_file(collection: Collection) -> None:
    toml = learned_toml(collection, LIST, {"name": "Project number 1", "head": "Head 1"}, "mine")

    (tried,) = try_wrappers(collection, parse_wrappers(toml), LIST)
    assert [[value.value for value in each.values] for each in tried.records] == [
        [f"Project number {n}", f"Head {n}"] for n in range(8)
    ]


def test_values_that_do_not_stand_there_and_pages_that_are_not_there_are_told(
    collection: Collection,
) -> None:
    with pytest.raises(NotFoundError, match="not on the page: head"):
        learned_toml(collection, LIST, {"name": "Project number 1", "head": "nobody"}, "a")
    with pytest.raises(NotFoundError, match="none of the values"):
        learned_toml(collection, LIST, {"head": "nobody at all"}, "a")
    with pytest.raises(NotFoundError, match="no HTML page"):
        propose_wrappers(collection, "http://a.example/gone")
