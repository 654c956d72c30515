"""What pages mark up for machines is a table: a row for each item, with what it belongs to."""

from pathlib import Path

import duckdb
import pytest
from tests.archived_collection import Fetched, archived_collection

from auslese.extract.wrappers.wrapper_rules import parse_wrappers
from auslese.recipes.wrappers.marked_up_records import take_marked_up
from auslese.recipes.wrappers.wrapper_run import run_wrappers
from auslese.records.errors import SettingsError
from auslese.records.people_edits import OptOutKind
from auslese.store.collection import Collection
from auslese.store.people_book import PeopleBook
from auslese.store.records.record_table import stored_records

PAGE = """<title>t</title><script type="application/ld+json">{"@type": "Event", "name": "Milling",
"performer": {"@type": "Person", "name": "A. Adler", "jobTitle": "miller"}}</script>
<h4>Wheels</h4><div itemscope itemtype="http://schema.org/Place"><b itemprop="name">Mill</b></div>
"""
RULES = "[[wrapper]]\nname='a'\nkind='project'\npages=['http://a.example/']\nfields={name='h4'}"


@pytest.fixture
def collection(tmp_path: Path) -> Collection:
    pages = [
        Fetched("http://a.example/1", PAGE.encode()),
        Fetched("http://a.example/2", b"<p>Nothing is marked up here."),
        Fetched("http://a.example/3", b"%PDF typeof", "application/pdf"),
    ]
    return archived_collection(tmp_path / "c", pages)


def test_items_are_rows_that_any_reader_of_parquet_can_ask(collection: Collection) -> None:
    tally = take_marked_up(collection)

    table = collection.tables / "records"
    found = (
        duckdb.connect()
        .execute(
            f"""
        SELECT one.kind, one.wrapper, one.fields[1].value, other.kind
        FROM '{table}/*.parquet' AS one LEFT JOIN '{table}/*.parquet' AS other
        ON other.id = one.parent ORDER BY one.place
        """
        )
        .fetchall()
    )
    assert found == [
        ("Event", "json-ld", "Milling", None),
        ("Person", "json-ld", "A. Adler", "Event"),
        ("Place", "microdata", "Mill", None),
    ]
    assert tally.as_json() == {
        "pages": 2,
        "marked_up": 1,
        "items": {"json-ld": 2, "microdata": 1, "rdfa": 0},
        "kinds": {"Event": 1, "Person": 1, "Place": 1},
    }


def test_they_are_replaced_by_themselves_alone(collection: Collection) -> None:
    run_wrappers(collection, parse_wrappers(RULES))
    take_marked_up(collection)
    take_marked_up(collection)
    run_wrappers(collection, parse_wrappers(RULES))

    assert sorted(row.wrapper for row in stored_records(collection.tables)) == [
        "a",
        "json-ld",
        "json-ld",
        "microdata",
    ]


def test_who_asked_not_to_be_shown_is_not_taken(collection: Collection) -> None:
    PeopleBook(collection.path).opt_out(OptOutKind.NAME, "A. Adler")
    take_marked_up(collection)

    said = [each for row in stored_records(collection.tables) for each in row.fields]
    assert not any("Adler" in each["value"] for each in said)
    assert {"name": "jobTitle", "value": "miller"} in said


def test_no_wrapper_has_their_names(collection: Collection) -> None:
    with pytest.raises(SettingsError, match="kept for what pages mark up"):
        run_wrappers(collection, parse_wrappers(RULES.replace("'a'", "'json-ld'", 1)))
