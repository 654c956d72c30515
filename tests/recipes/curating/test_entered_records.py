"""Institutions and projects that people enter: checked, kept, and in the table when they count."""

from pathlib import Path
from threading import Thread

import pytest

from auslese.recipes.curating.entered_records import (
    curated_row,
    decide,
    fields_of,
    put,
    remove,
    submission_of,
)
from auslese.records.curated.curated_record import Decision, RecordKind
from auslese.records.errors import NotFoundError
from auslese.store.collection import Collection
from auslese.store.records import record_journal
from auslese.store.records.record_journal import RecordError, RecordJournal
from auslese.store.records.record_table import CURATED, ROBOT, replace_records, stored_records
from auslese.system.seals.damaged_file import DamagedFileError

MILL = {"name": "Chair of Mills", "person": "A. Adler", "address": "https://mill.example"}


@pytest.fixture
def collection(tmp_path: Path) -> Collection:
    return Collection.create(tmp_path / "c", "")


def rows(collection: Collection) -> list[tuple[int, str, str, int | None]]:
    return [(row.id, row.kind, row.source, row.parent) for row in stored_records(collection.tables)]


def submitted(collection: Collection, kind: str = "institution", **values: str) -> int:
    return RecordJournal(collection.path).submit(submission_of(kind, values, "a@b.example")).number


def test_what_was_entered_waits_and_counts_when_somebody_has_checked_it(
    collection: Collection,
) -> None:
    number = submitted(collection, **MILL)
    assert (RecordJournal(collection.path).records, rows(collection)) == ([], [])

    record = decide(collection, number, "accept")

    journal = RecordJournal(collection.path)
    assert journal.waiting == []
    assert record == journal.record(number)
    assert dict(record.fields) == MILL | {"address": "https://mill.example/"}
    assert rows(collection) == [(number, "institution", CURATED, None)]


def test_what_is_refused_leaves_no_record(collection: Collection) -> None:
    number = submitted(collection, **MILL)

    assert decide(collection, number, Decision.REFUSE, "nobody knows it") is None

    assert RecordJournal(collection.path).waiting == []
    assert rows(collection) == []
    with pytest.raises(NotFoundError, match="no entry 1 waits"):
        decide(collection, number, "accept")


def test_a_change_waits_like_a_new_record_and_keeps_the_key(collection: Collection) -> None:
    (mill,) = put(collection, [submission_of("institution", MILL)])
    number = submitted(collection, **MILL | {"name": "Chair of Wind Mills", "key": str(mill.key)})
    assert RecordJournal(collection.path).record(mill.key).fields["name"] == "Chair of Mills"

    decide(collection, number, "accept")

    assert RecordJournal(collection.path).record(mill.key).fields["name"] == "Chair of Wind Mills"
    assert [row.id for row in stored_records(collection.tables)] == [mill.key]


def test_projects_belong_to_institutions_that_are_there(collection: Collection) -> None:
    mill, project = put(
        collection,
        [
            submission_of("institution", MILL),
            submission_of("project", {"name": "Wheels"})._replace(parent=-1),
        ],
    )

    assert project.parent == mill.key
    assert RecordJournal(collection.path).children(mill.key) == [project]
    assert rows(collection)[1] == (project.key, "project", CURATED, mill.key)
    with pytest.raises(RecordError, match=r"has projects \(2\)"):
        remove(collection, mill.key)
    with pytest.raises(RecordError, match="no institution 2"):
        submitted(collection, "project", name="Gears", parent=str(project.key))
    with pytest.raises(RecordError, match="belongs to no other"):
        submitted(collection, name="Gears", parent=str(mill.key))
    with pytest.raises(RecordError, match="is of the kind institution"):
        submitted(collection, "project", name="Gears", key=str(mill.key))


def test_a_project_is_not_accepted_when_its_institution_has_gone(collection: Collection) -> None:
    (mill,) = put(collection, [submission_of("institution", MILL)])
    number = submitted(collection, "project", name="Wheels", parent=str(mill.key))
    remove(collection, mill.key)

    with pytest.raises(RecordError, match="no institution 1"):
        decide(collection, number, "accept")
    assert rows(collection) == []


@pytest.mark.parametrize(
    ("kind", "values", "said"),
    [
        ("firm", {"name": "a"}, "no kind of record"),
        ("institution", {"person": "a"}, "needs a name"),
        ("institution", {"name": "  "}, "needs a name"),
        ("project", {"name": "a", "teaching": "b"}, "project has no field 'teaching'"),
        ("institution", {"name": "a" * 501}, "at most 500 letters"),
        ("institution", {"name": "a", "research": "b" * 10_001}, "at most 10,000 letters"),
        ("institution", {"name": "a", "address": "javascript:alert(1)"}, "no address of a page"),
        ("institution", {"name": "a", "created": "soon"}, "no day"),
        ("institution", {"name": "a", "created": "2024-13"}, "no day"),
        ("project", {"name": "a", "parent": "x1"}, "no key"),
        ("project", {"name": "a", "key": "9" * 30}, "no key"),
    ],
)
def test_what_is_no_record_is_told(kind: str, values: dict[str, str], said: str) -> None:
    with pytest.raises(RecordError, match=said):
        submission_of(kind, values)


def test_half_letters_and_line_breaks_do_no_harm(collection: Collection) -> None:
    number = submitted(collection, name="Mill\nof\ud800 wind", research="one\r\n\r\n  two  ")

    fields = decide(collection, number, "accept").fields  # type: ignore[union-attr]

    assert fields == {"name": "Mill of? wind", "research": "one\ntwo"}


def test_no_more_wait_than_people_can_check(
    collection: Collection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(record_journal, "MOST_WAITING", 2)
    submitted(collection, name="a")
    submitted(collection, name="b")

    with pytest.raises(RecordError, match="2 entries wait"):
        submitted(collection, name="c")


def test_robots_records_stay_when_people_enter_theirs_and_the_other_way_round(
    collection: Collection,
) -> None:
    (mill,) = put(collection, [submission_of("institution", MILL)])
    robot = curated_row(mill)._replace(id=99, source=ROBOT, wrapper="chairs")
    replace_records(collection.tables, ["chairs"], [robot])

    put(collection, [submission_of("institution", MILL)])
    replace_records(collection.tables, ["chairs"], [robot])

    assert {(key, source) for key, _, source, _ in rows(collection)} == {
        (1, CURATED),
        (2, CURATED),
        (99, ROBOT),
    }


def test_many_at_once_lose_nothing(collection: Collection) -> None:
    def enter() -> None:
        for _ in range(5):
            put(collection, [submission_of("institution", MILL)])

    threads = [Thread(target=enter) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert [record.key for record in RecordJournal(collection.path).records] == [*range(1, 21)]
    assert len(rows(collection)) == 20


def test_a_damaged_journal_is_told(collection: Collection) -> None:
    submitted(collection, **MILL)
    path = collection.path / record_journal.FILE
    path.write_bytes(path.read_bytes().replace(b"Mills", b"Walls"))

    with pytest.raises(DamagedFileError):
        RecordJournal(collection.path)


def test_every_kind_has_the_fields_of_the_database_of_2004() -> None:
    both = ["NAME", "PERSON", "KONTAKT", "NETZADRESSE", "ERSTELLT", "SCHLAGWORT"]
    both += ["FORSCHUNG", "PUBLIKATION"]
    more = {
        RecordKind.INSTITUTION: ["KOOPERATION", "AUSSTATTUNG", "ANGEBOT", "LEHRE"],
        RecordKind.PROJECT: ["INSTITUT"],
    }
    for kind, names in more.items():
        assert sorted(field.unico_name for field in fields_of(kind)) == sorted(both + names)
