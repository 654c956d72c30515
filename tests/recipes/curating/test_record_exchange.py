"""Records leave as tables that pandas reads, and come back, by our names or those of 2004."""

import json
from io import BytesIO
from pathlib import Path

import pandas
import pytest
from tests.archived_collection import Fetched, archived_collection

from auslese.extract.wrappers.wrapper_rules import parse_wrappers
from auslese.recipes.curating.entered_records import put, submission_of
from auslese.recipes.curating.record_exchange import (
    RecordChoice,
    submissions_in,
    write_records,
)
from auslese.recipes.wrappers.wrapper_run import run_wrappers
from auslese.records.errors import SettingsError
from auslese.records.people_edits import OptOutKind
from auslese.records.rights import RightsProfile
from auslese.store.collection import Collection
from auslese.store.people_book import PeopleBook

MILL = {"name": 'Chair of "Mills"', "research": "wind,\nwater", "teaching": "ä; ö"}
PAGE = "<h4>Wheels</h4><h4>Gears</h4>"
RULES = "[[wrapper]]\nname='a'\nkind='project'\npages=['http://a.example/']\nfields={name='h4'}"


@pytest.fixture
def collection(tmp_path: Path) -> Collection:
    made = archived_collection(
        tmp_path / "c",
        [
            Fetched("http://a.example/open", PAGE.encode()),
            Fetched("http://a.example/shut", PAGE.encode(), optouts="noai"),
        ],
    )
    wishes = [
        submission_of("project", {"name": "Sails", "person": "B. Biber"})._replace(parent=-2),
        submission_of("institution", MILL),
    ]
    put(made, wishes)
    run_wrappers(made, parse_wrappers(RULES))
    return made


def written(collection: Collection, choice: RecordChoice) -> bytes:
    pieces: list[bytes] = []
    write_records(collection, pieces.append, choice)
    return b"".join(pieces)


def test_pandas_reads_them_with_their_parents(collection: Collection) -> None:
    table = pandas.read_csv(
        BytesIO(written(collection, RecordChoice("csv", source="curated"))), keep_default_na=False
    )

    assert table[["key", "parent", "child"]].astype(str).values.tolist() == [
        ["1", "2", ""],
        ["2", "", "1"],
    ]
    assert table["research"].tolist() == ["", MILL["research"]]


@pytest.mark.parametrize("by_unico_names", [False, True])
@pytest.mark.parametrize("form", ["csv", "jsonl"])
def test_what_was_written_comes_back(
    collection: Collection, tmp_path: Path, form: str, by_unico_names: bool
) -> None:
    choice = RecordChoice(form, "", "curated", by_unico_names)
    text = written(collection, choice).decode()
    other = Collection.create(tmp_path / "other", "")

    records = put(other, submissions_in(text))

    assert [(each.kind, dict(each.fields), each.parent) for each in records] == [
        ("project", {"name": "Sails", "person": "B. Biber"}, 2),
        ("institution", MILL, 0),
    ]
    if by_unico_names:
        assert "FORSCHUNG" in text


def test_records_of_robots_are_told_apart_and_leave_only_if_their_pages_may(
    collection: Collection,
) -> None:
    choice = RecordChoice("jsonl", "project")
    rows = [json.loads(line) for line in written(collection, choice).splitlines()]
    every = choice._replace(profile=RightsProfile.INTERNAL)

    assert [(row["source"], row["url"][-4:]) for row in rows] == [
        ("curated", ""),
        ("robot", "open"),
    ]
    assert len(written(collection, every).splitlines()) == 3
    counted = write_records(collection, lambda data: None, choice)
    assert (counted.records, list(counted.left_out.values())) == (2, [1])


def test_who_asked_not_to_be_shown_does_not_leave(collection: Collection) -> None:
    PeopleBook(collection.path).opt_out(OptOutKind.NAME, "B. Biber")

    assert b"Biber" not in written(collection, RecordChoice("csv"))
    assert b"Sails" in written(collection, RecordChoice("csv"))


def test_old_tables_with_semicolons_and_a_mark_are_read() -> None:
    text = "\ufeffSCHLUESSEL;NAME;KOOOPERATION;PARENT\r\nx1;Mill;with all;\r\nx2;Wheels;;x1\r\n"

    mill, wheels = submissions_in(text)

    assert (mill.kind, dict(mill.fields)) == (
        "institution",
        {"name": "Mill", "cooperation": "with all"},
    )
    assert (wheels.kind, wheels.parent) == ("project", -1)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "no record"),
        ("NAME\n", "no record"),
        ("NAME;FARBE\na;rot\n", "record 1: there is no field 'FARBE'"),
        ("NAME;PERSON\n;b\n", "record 1: a record needs a name"),
        ("NAME\na,b\n\n", None),
        ("NAME,PERSON\na,b,c\n", "row 2 has more cells"),
        ('{"name": "a"}\n{"name"\n', "line 2 is no line of JSON"),
        ('{"name": "a"}\n[1]\n', "line 2 is no object"),
        ("[" * 100_000, "no record"),
        ('{"name":' + "[" * 100_000, "line 1 is no line of JSON"),
        ("SCHLUESSEL,NAME,PARENT,kind\n1,a,,\n2,b,1,institution\n", "record 2: an institution"),
        ("NAME\n" + "a" * 200_000 + "\n", "field larger than|at most"),
    ],
)
def test_what_is_no_record_is_told_by_its_line(text: str, said: str | None) -> None:
    if said is None:
        with pytest.raises(SettingsError):
            submissions_in(text)
        return
    with pytest.raises(SettingsError, match=said):
        submissions_in(text)
