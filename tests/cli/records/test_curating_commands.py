"""`auslese records` for people: entered, checked, removed, in files and back."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from auslese.cli.records.records_command import command
from auslese.recipes.curating.entered_records import submission_of
from auslese.records.errors import AusleseError
from auslese.store.collection import Collection
from auslese.store.records.record_journal import RecordJournal


@pytest.fixture
def folder(tmp_path: Path) -> str:
    return str(Collection.create(tmp_path / "c", "").path)


def run(*words: str) -> Result:
    result = CliRunner().invoke(command, words)
    assert result.exit_code == 0, result.output
    return result


def test_records_are_entered_changed_listed_and_removed(folder: str) -> None:
    run("add", folder, "name=Mill", "research=wind")
    run("add", folder, "--kind", "project", "--parent", "1", "name=Wheels")
    changed = run("add", folder, "--key", "1", "name=Old Mill", "research=")

    assert changed.stdout == "institution 1: Old Mill\n"
    assert run(folder, "--source", "curated").stdout.splitlines() == [
        "institution    (curated, key 1)",
        "  name: Old Mill",
        "project    (curated, key 2)",
        "  name: Wheels",
    ]
    run("remove", folder, "2")
    run("remove", folder, "1", "--reason", "torn down")
    assert run("list", folder).stdout == ""


def test_what_waits_is_shown_with_what_it_changes_and_decided(folder: str) -> None:
    run("add", folder, "name=Mill", "person=A. Adler")
    journal = RecordJournal(Path(folder))
    journal.submit(submission_of("institution", {"name": "Mill", "key": "1"}, "b@c.example"))
    journal.submit(submission_of("project", {"name": "\x1b[31mred"}))

    assert run("check", folder).stdout.splitlines() == [
        "2: change of record 1, by b@c.example",
        "  name: Mill",
        "  person: nothing  (was: A. Adler)",
        "3: new project",
        "  name: \\x1b[31mred",
    ]
    assert run("check", folder, "accept", "2").stdout == "2 is accepted: institution 1\n"
    assert run("check", folder, "refuse", "3").stdout == "3 is refused\n"
    assert json.loads(run("check", folder, "--json").stdout) == []


def test_files_go_out_and_come_back(folder: str, tmp_path: Path) -> None:
    run("add", folder, "name=Mill")
    file = tmp_path / "records.jsonl"

    run("export", folder, "--to", str(file))
    run("load", folder, str(file))
    run("load", folder, str(file), "--wait")

    assert [each.fields["name"] for each in RecordJournal(Path(folder)).records] == ["Mill"] * 2
    assert len(RecordJournal(Path(folder)).waiting) == 1
    assert run("export", folder).stdout.splitlines()[0].startswith("key,kind,source,parent,child,")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("export", "--to", "/dev/full"), "no ordinary file"),
        (("export", "--to", "/proc/x"), ""),
        (("load", "none.csv"), "cannot be read"),
        (("load", "/proc/self/mem"), "cannot be read"),
        (("remove", "7"), "no record 7"),
        (("add", "--key", "7", "name=a"), "no record 7"),
        (("add", "colour=red"), "no field"),
        (("check", "accept", "7"), "no entry 7"),
    ],
)
def test_what_cannot_be_done_is_one_sentence(
    folder: str, words: tuple[str, ...], said: str
) -> None:
    name, *rest = words

    result = CliRunner().invoke(command, [name, folder, *rest])

    assert isinstance(result.exception, AusleseError | OSError)
    assert said in str(result.exception)
    assert RecordJournal(Path(folder)).records == []


def test_an_output_that_is_there_stays(folder: str, tmp_path: Path) -> None:
    (tmp_path / "mine.csv").write_text("mine")

    result = CliRunner().invoke(command, ["export", folder, "--to", str(tmp_path / "mine.csv")])

    assert "--force" in str(result.exception)
    assert (tmp_path / "mine.csv").read_text() == "mine"
