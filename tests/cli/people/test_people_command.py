"""`auslese people` and `auslese export DIR people|qlever`, as somebody types them."""

import json
from collections import defaultdict
from pathlib import Path
from shutil import copytree
from typing import Any

import click
import pyoxigraph
import pytest
from click.testing import CliRunner
from tests.people_collection import HOME, NEWS, OTHER, STAFF, find_people, people_collection

import auslese
from auslese.cli.analysing.export_command import command as export
from auslese.cli.people.people_command import command as people
from auslese.records.errors import AusleseError, NotFoundError
from auslese.store.collection import Collection

NAMES_LINE = 4


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = people_collection(tmp_path_factory.mktemp("people") / "c")
    find_people(made)
    return made.path


@pytest.fixture
def folder(template: Path, tmp_path: Path) -> str:
    return str(copytree(template, tmp_path / "c"))


def run(command: click.Command, *words: str) -> str:
    return CliRunner().invoke(command, words, catch_exceptions=False).stdout


def told(*words: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(run(people, *words, "--json"))
    return found


def test_people_are_listed(folder: str) -> None:
    lines = run(people, folder).splitlines()

    assert any(line.endswith(f"Hans Müller  4 pages  {HOME}") for line in lines)
    assert run(people, "list", folder).splitlines() == lines
    assert run(people, folder, "--site", "museum.example").count("\n") < len(lines)


def test_a_name_shows_forms_the_best_page_and_why(folder: str) -> None:
    shown = run(people, folder, "müller, hans", "--site", "uni.example")

    assert "H. Müller (1)" in shown
    assert f"1. 0.{shown.split('1. 0.')[1][:3]}  {HOME}" in shown
    assert "the name is in the title" in shown


def test_a_site_without_people_is_told(folder: str) -> None:
    done = CliRunner().invoke(people, [folder, "--site", "nowhere.example"], catch_exceptions=False)

    assert (done.stdout, done.stderr) == ("", "0 persons\n")


def test_a_name_with_its_titles_finds_the_same_person(folder: str) -> None:
    plain = run(people, folder, "Hans Müller")

    for written in ("Prof. Dr. Hans Müller", "Müller, Prof. Hans", "herr hans müller"):
        assert run(people, folder, written) == plain


def test_json_has_all_of_a_person(folder: str) -> None:
    found = told(folder, "Hans Müller", "--pages", "2")

    best = found["people"][0]
    assert (found["total"], best["best_url"], len(best["page_list"])) == (2, HOME, 2)
    assert best["page_list"][0]["evidence"][0].keys() == {"kind", "worth", "why", "detail"}
    assert best["page_list"][0]["score"] == pytest.approx(
        sum(part["worth"] for part in best["page_list"][0]["evidence"]), abs=1e-3
    )


def test_several_people_of_one_name_are_told_apart(folder: str) -> None:
    people_found = told(folder, "Hans Müller")["people"]

    assert [(each["site"], each["best_url"]) for each in people_found] == [
        ("uni.example", HOME),
        ("museum.example", OTHER),
    ]


def test_an_unknown_name_is_met_with_near_misses(folder: str) -> None:
    with pytest.raises(NotFoundError, match=r"did you mean Anna Schmidt\?"):
        run(people, folder, "Anna Schmitd")


def test_whoever_did_not_look_for_people_yet_is_told_how(tmp_path: Path) -> None:
    Collection.create(tmp_path / "empty")

    with pytest.raises(NotFoundError, match=r"auslese analyse .* people"):
        run(people, str(tmp_path / "empty"))


def test_a_wish_counts_at_once_and_is_logged(folder: str) -> None:
    run(people, "forget", folder, "Hans Müller", "--reason", "asked")

    assert "Hans" not in run(people, folder)
    assert "name  Hans Müller  (asked)" in run(people, "log", folder)
    run(people, "restore", folder, "1")
    assert "Hans" in run(people, folder)
    assert "taken back" in run(people, "log", folder)


@pytest.mark.parametrize(
    ("words", "kind"),
    [
        (["hans.mueller@uni.example"], "mail"),
        ([HOME], "page"),
        (["--on-site", "uni.example"], "site"),
        (["--name", "Anna Schmidt", "--site", "uni.example"], "name"),
    ],
)
def test_a_wish_may_name_anything(words: list[str], kind: str, folder: str) -> None:
    assert told("forget", folder, *words)["kind"] == kind


@pytest.mark.parametrize("name", ["Prof. Dr. Hans Müller", "Müller, Prof. Hans", "Hans Müller PhD"])
def test_a_wish_with_titles_hides_whoever_has_the_name(name: str, folder: str) -> None:
    assert told("forget", folder, name)["people"] == 2

    assert "Hans" not in run(people, folder)


def test_a_wish_for_a_name_that_nobody_has_is_told_so(folder: str) -> None:
    done = CliRunner().invoke(people, ["forget", folder, "Hans Nobody"], catch_exceptions=False)

    assert "nobody is known by this name now" in done.stderr


@pytest.mark.parametrize("words", [[], ["Hans", "--mail", "a@b"]])
def test_a_wish_names_one_thing(words: list[str], folder: str) -> None:
    assert CliRunner().invoke(people, ["forget", folder, *words]).exit_code == 2


def test_joins_and_splits_are_written_down(folder: str) -> None:
    run(people, "join", folder, "Anna Schmidt", "Maria Fischer")
    run(people, folder, "split", "Hans Müller", "--page", NEWS)

    log = run(people, "log", folder)
    assert "join  Anna Schmidt = Maria Fischer" in log
    assert NEWS in log


def test_a_name_of_several_sites_cannot_be_split_without_one(folder: str) -> None:
    with pytest.raises(AusleseError, match="several sites"):
        run(people, "split", folder, "Hans Müller", "H. Müller")


# -- files ----------------------------------------------------------------------------------------


def test_the_file_of_names_has_the_best_page_first(folder: str) -> None:
    lines = dict(line.split("\t") for line in run(export, folder, "people").splitlines())

    pages = lines["<Hans_Müller>"].split(" ")
    assert pages[0] == HOME
    assert len(pages) == 2 * 5
    scores = [float(scores.strip("()").split(",")[2]) for scores in pages[1::2]]
    assert scores == sorted(scores, reverse=True)
    assert [len(each.split(",")) for each in pages[1::2]] == [3] * 5


def test_conditions_choose_pages(folder: str) -> None:
    found = run(export, folder, "people", "--where", "host:museum.example")

    assert HOME not in found
    assert OTHER in found


def test_whoever_is_hidden_is_in_no_file(folder: str, tmp_path: Path) -> None:
    run(people, "forget", folder, "Hans Müller")

    for form in ("names", "jsonl", "csv"):
        assert "Müller" not in run(export, folder, "people", "--form", form)
    run(export, folder, "qlever", "--to", str(tmp_path / "files"))
    assert "<Hans" not in (tmp_path / "files" / "people.nt").read_text()


def test_lines_and_table_have_the_same_people(folder: str, tmp_path: Path) -> None:
    persons = [
        json.loads(line) for line in run(export, folder, "people", "--form", "jsonl").splitlines()
    ]
    summary = json.loads(
        run(export, folder, "people", "--form", "csv", "--to", str(tmp_path / "t"), "--json")
    )

    assert len(persons) == summary["people"]
    assert (tmp_path / "t" / "people.csv").read_text().count("\n") == len(persons) + 1
    hans = next(each for each in persons if each["best_page"] and each["site"] == "uni.example")
    assert hans["pages"][0]["place"] == 1


def test_a_form_of_another_format_is_refused(folder: str) -> None:
    found = CliRunner().invoke(export, [folder, "people", "--form", "mirror"])

    assert found.exit_code == 2
    assert "names, jsonl, csv" in found.stderr


def test_an_independent_reader_understands_the_files_for_qlever(
    folder: str, tmp_path: Path
) -> None:
    run(export, folder, "qlever", "--to", str(tmp_path))

    words = [
        line.split("\t") for line in (tmp_path / "people.wordsfile.tsv").read_text().splitlines()
    ]
    records = dict(
        line.split("\t", 1) for line in (tmp_path / "people.docsfile.tsv").read_text().splitlines()
    )
    # Relative IRIs, as the seed has them, are none by the letter of N-Triples.
    triples = list(
        pyoxigraph.parse(
            path=str(tmp_path / "people.nt"), format=pyoxigraph.RdfFormat.N_TRIPLES, lenient=True
        )
    )

    assert {len(line) for line in words} == {4}
    assert {line[3] for line in words} == {"1"}
    assert {line[2] for line in words} == set(records)
    assert [int(line[2]) for line in words] == sorted(int(line[2]) for line in words)
    named = defaultdict(set)
    for word, is_entity, record, _ in words:
        if is_entity == "1":
            named[record].add(word)
    assert len({str(triple) for triple in triples}) == len(triples)
    sources = {
        triple.subject.value.rpartition("-")[2]
        for triple in triples
        if triple.predicate.value == "source-url"
    }
    assert sources == set(named)
    appears = {
        (f"<{triple.subject.value}>", triple.object.value)
        for triple in triples
        if triple.predicate.value == "appears-in"
    }
    assert ("<Hans_Müller>", HOME) in appears
    assert ("<Hans_Müller>", STAFF) in appears
    assert {name for name, _ in appears} == {name for some in named.values() for name in some}


def test_qlever_needs_a_folder(folder: str) -> None:
    with pytest.raises(AusleseError, match="--to"):
        run(export, folder, "qlever")


def test_a_python_program_does_not_see_the_hidden_either(folder: str) -> None:
    run(people, "forget", folder, "Hans Müller")
    run(people, "forget", folder, STAFF)

    with auslese.open(folder) as opened:
        assert "Hans Müller" not in [row["name"] for row in opened.people()]
        assert "Anna Schmidt" in [row["name"] for row in opened.people()]
        assert not {HOME, STAFF} & {row["url"] for row in opened.person_pages()}
        named = [(row["name"], row["url"]) for row in opened.mentions(where="host:www.uni.example")]
    assert "H. Müller" not in {name for name, _ in named}
    assert STAFF not in {url for _, url in named}
