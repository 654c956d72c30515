"""`auslese records`: from a page to rows, and the page in colour."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from tests.archived_collection import Fetched, archived_collection
from tests.even_pages import faculty_page, project_list

from auslese.cli.records.records_command import command
from auslese.records.errors import AusleseError, NotFoundError, SettingsError

LIST, FACULTY = "http://a.example/list.html", "http://a.example/chairs.html"
RULES = """
[[wrapper]]
name = "projects"
kind = "project"
pages = ["http://a.example/"]
block = "div.project"
fields = { name = "h4", head = "span.head" }
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> str:
    pages = [Fetched(LIST, project_list().encode()), Fetched(FACULTY, faculty_page().encode())]
    return str(archived_collection(tmp_path_factory.mktemp("records") / "c", pages).path)


@pytest.fixture
def rules(tmp_path: Path) -> str:
    path = tmp_path / "rules.toml"
    path.write_text(RULES)
    return str(path)


def run(*words: str, code: int = 0) -> Result:
    result = CliRunner().invoke(command, words)
    assert result.exit_code == code, result.output
    return result


def test_records_are_wrapped_and_listed(folder: str, rules: str) -> None:
    wrapped = run("wrap", folder, rules)
    listed = run("list", folder, "-k", "2")

    assert wrapped.stdout.splitlines() == [
        "projects: 8 records on 2 pages",
        "  100.0%  name",
        "  100.0%  head",
    ]
    assert listed.stdout.splitlines() == [
        f"project  {LIST}  (robot, projects)",
        "  name: Project number 0",
        "  head: Head 0",
        f"project  {LIST}  (robot, projects)",
        "  name: Project number 1",
        "  head: Head 1",
    ]
    assert run("wrappers", folder).stdout.startswith("projects: 8 records of project, 20")


def test_what_is_listed_can_be_read_by_programs(folder: str, rules: str) -> None:
    summary = json.loads(run("wrap", folder, rules, "--json").stdout)
    rows = [json.loads(line) for line in run("list", folder, "--json").stdout.splitlines()]

    assert summary["wrappers"]["projects"]["records"] == 8
    assert summary["drift"] == []
    assert rows[7]["fields"][0] == {"name": "name", "value": "Project number 7"}
    assert run("list", folder, "--kind", "institution").stdout == ""


def test_a_wrapper_that_no_longer_fits_ends_with_one(folder: str, rules: str) -> None:
    run("wrap", folder, rules)
    Path(rules).write_text(RULES.replace("span.head", "span.boss"))

    result = CliRunner().invoke(command, ["wrap", folder, rules])

    assert isinstance(result.exception, AusleseError)
    assert result.exception.exit_code == 1
    assert "nothing was written" in str(result.exception)
    assert "head has a value in 0% of the records, in 100% last time" in result.stderr


def test_a_proposal_is_a_file_that_works(folder: str, tmp_path: Path) -> None:
    proposed = tmp_path / "proposed.toml"
    proposed.write_text(run("propose", folder, LIST, "-k", "1").stdout)

    tried = json.loads(run("test", folder, str(proposed), LIST, "--json").stdout)

    assert [each["wrapper"] for each in tried] == ["proposed-1"]
    assert len(tried[0]["records"]) == 8


def test_a_wrapper_is_learned_from_what_somebody_told(folder: str, tmp_path: Path) -> None:
    learned = tmp_path / "learned.toml"
    said = run("learn", folder, FACULTY, "number=II", "name=Grammatik der Wasserräder")
    learned.write_text(said.stdout)

    tried = run("test", folder, str(learned), FACULTY)

    assert tried.stdout.count("number:") == 4
    assert "  name: Verteilte Bäche" in tried.stdout


def test_a_page_is_shown_in_colour(folder: str, rules: str, tmp_path: Path) -> None:
    run("test", folder, rules, LIST, "--to", str(tmp_path / "page.html"))

    shown = (tmp_path / "page.html").read_text("utf-8")
    assert shown.count('class="record"') == 8
    assert 'title="name">Project number 3</mark>' in shown


@pytest.mark.parametrize(
    ("text", "complaint"),
    [("name = ", "no TOML"), ("[[wrapper]]\nname='a'", "expected fields"), ("\xff", "no TOML")],
)
def test_rules_that_cannot_be_read_are_one_line(
    folder: str, rules: str, text: str, complaint: str
) -> None:
    Path(rules).write_text(text)

    result = CliRunner().invoke(command, ["wrap", folder, rules])

    assert isinstance(result.exception, SettingsError)
    assert complaint in str(result.exception)
    assert "\n" not in str(result.exception)


def test_a_file_that_is_not_there_and_a_place_that_cannot_be_written_are_told(
    folder: str, rules: str, tmp_path: Path
) -> None:
    missing = CliRunner().invoke(command, ["wrap", folder, str(tmp_path / "no.toml")])
    nowhere = CliRunner().invoke(
        command, ["test", folder, rules, LIST, "--to", str(tmp_path / "no" / "page.html")]
    )

    assert isinstance(missing.exception, NotFoundError)
    assert isinstance(nowhere.exception, AusleseError)
    assert "FIELD=VALUE" in run("learn", folder, LIST, "name", code=2).output


def test_what_pages_mark_up_becomes_records(tmp_path: Path) -> None:
    page = "<div itemscope itemtype='http://schema.org/Place'><b itemprop=name>Mill</b></div>"
    made = archived_collection(tmp_path / "c", [Fetched(LIST, page.encode())])

    assert run("markup", str(made.path)).stdout.splitlines() == [
        "1 record on 1 page of 1",
        "  1  microdata",
        "  1  Place",
    ]
    assert json.loads(run("markup", str(made.path), "--json").stdout)["kinds"] == {"Place": 1}
    assert run("list", str(made.path)).stdout.splitlines() == [
        f"Place  {LIST}  (robot, microdata)",
        "  name: Mill",
    ]
