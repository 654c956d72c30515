"""Records leave as pages do: not against the word of owners, nor of persons who asked."""

import json
from pathlib import Path

import pytest
from tests.archived_collection import Fetched, archived_collection
from tests.even_pages import CHAIRS, faculty_page, project_list

from auslese.extract.wrappers.wrapper_rules import parse_wrappers
from auslese.recipes.curating.entered_records import put, submission_of
from auslese.recipes.exporting.export_formats import ExportOptions
from auslese.recipes.exporting.tables.table_export import to_stream
from auslese.recipes.wrappers.wrapper_run import run_wrappers
from auslese.records.people_edits import OptOutKind
from auslese.records.rights import RightsProfile
from auslese.store.collection import Collection
from auslese.store.people_book import PeopleBook

OPEN, RESERVED = "http://a.example/open.html", "http://a.example/reserved.html"
SHAREABLE = ExportOptions(table="records")
RULES = """
[[wrapper]]
name = "chairs"
kind = "institution"
pages = ["http://a.example/open.html"]
starts = "h3"
fields = { heads = "h3", name = "b" }
[[wrapper]]
name = "projects"
kind = "project"
pages = ["http://a.example/reserved.html"]
block = "div.project"
fields = { name = "h4" }
"""


@pytest.fixture
def collection(tmp_path: Path) -> Collection:
    pages = [
        Fetched(OPEN, faculty_page().encode()),
        Fetched(RESERVED, project_list().encode(), optouts="noai"),
    ]
    made = archived_collection(tmp_path / "c", pages)
    run_wrappers(made, parse_wrappers(RULES))
    return made


def left(collection: Collection, options: ExportOptions = SHAREABLE) -> list[tuple[str, str]]:
    pieces: list[bytes] = []
    to_stream(collection, pieces.append, options)
    rows = [json.loads(line) for line in b"".join(pieces).splitlines()]
    return [(row["kind"], row["source"]) for row in rows]


def test_records_of_pages_that_may_not_leave_stay(collection: Collection) -> None:
    assert set(left(collection)) == {("institution", "robot")}
    assert ("project", "robot") in left(
        collection, SHAREABLE._replace(profile=RightsProfile.INTERNAL)
    )


def test_what_people_entered_leaves_whatever_pages_say(collection: Collection) -> None:
    put(collection, [submission_of("institution", {"name": "Mill", "address": RESERVED})])

    assert left(collection).count(("institution", "curated")) == 1
    assert ("institution", "curated") not in left(
        collection, SHAREABLE._replace(where="site:b.example")
    )


def test_records_that_name_somebody_who_asked_not_to_be_shown_stay(collection: Collection) -> None:
    PeopleBook(collection.path).opt_out(OptOutKind.NAME, "C. Dachs")

    assert len(left(collection)) == len(CHAIRS) - 1
