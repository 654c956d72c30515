"""`auslese wikidata` asks a real SPARQL engine for names and for institutions."""

import json
import signal
import subprocess
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from tests.crawls import wait_until
from tests.running import auslese, start_auslese
from tests.sparql_engine import (
    FRANCE,
    SCHOOLS,
    UNIVERSITY,
    EngineAnswer,
    SparqlEngine,
    called,
    classes,
    entity,
    human,
    institution,
    says,
    sparql_engine,
)

from auslese.cli.people.wikidata_command import command
from auslese.recipes.presences.presence_files import begin_collections, read_sheets
from auslese.recipes.settings.settings_loading import settings_of
from auslese.recipes.wikidata.sparql_client import EndpointError
from auslese.records.errors import PolicyError, SettingsError

MANY = 3_000


def ask(engine: SparqlEngine, kind: str, to: Path, *options: object) -> Result:
    words = [kind, "--to", to, "--endpoint", engine.url, "--delay", "0s", "--json", *options]
    return CliRunner().invoke(command, list(map(str, words)), catch_exceptions=False)


def lines_of(path: Path) -> list[str]:
    return path.read_text("utf-8").splitlines()


# -- names ----------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def people() -> Iterator[SparqlEngine]:
    quads = chain(
        human(1, "Dennis Armbruster"),
        human(2, "Anna Maria Bach", "Anna Bach"),
        human(3, "Maria Elisabeth Anna Bach"),
        human(4, "Plato"),
        human(5, "Hans-Peter Kerkeling", language="mul"),
        human(6, "Karl Wilhelm 14 Bach"),
        human(7, "Иван Петров", language="ru"),
        human(8, "Evil\u202e\x1b[31m Name", "", "   "),
        [says("Q77", "P31", entity("Q4167410")), called("Q77", "Not a Human")],
    )
    with sparql_engine(quads) as engine:
        yield engine


def test_labels_become_first_middle_and_last_names(people: SparqlEngine, tmp_path: Path) -> None:
    told = json.loads(ask(people, "names", tmp_path / "names").stdout)

    folder = tmp_path / "names"
    assert lines_of(folder / "first.txt") == ["Anna", "Dennis", "Hans-Peter", "Karl", "Maria"]
    assert lines_of(folder / "middle.txt") == ["Elisabeth", "Wilhelm"]
    assert lines_of(folder / "last.txt") == ["Bach", "Armbruster", "Kerkeling", "Name", "Plato"]
    assert lines_of(folder / "counts.tsv")[:2] == ["part\tfirst\tmiddle\tlast", "Anna\t2\t1\t0"]
    assert (told["humans"], told["nameless"], told["names"]) == (8, 1, 8)
    assert told["parts"] == {"first": 5, "middle": 2, "last": 5}


def test_other_languages_parts_and_lengths_can_be_asked_for(
    people: SparqlEngine, tmp_path: Path
) -> None:
    options = ("--language", "ru", "--split-hyphens", "--letters", "6", "--page", "3")

    ask(people, "names", tmp_path / "names", *options)

    assert lines_of(tmp_path / "names" / "last.txt") == ["Kerkeling", "Петров"]
    assert lines_of(tmp_path / "names" / "first.txt") == []


def test_the_report_in_words_names_the_folder(people: SparqlEngine, tmp_path: Path) -> None:
    words = ["names", "--to", str(tmp_path / "n"), "--endpoint", people.url, "--delay", "0s"]

    result = CliRunner().invoke(command, words, catch_exceptions=False)

    assert result.stdout.splitlines() == [
        f"8 names of 8 humans in {tmp_path / 'n'}",
        "         5  first.txt",
        "         2  middle.txt",
        "         5  last.txt",
    ]
    assert "1 have no label in these languages" in result.stderr


def test_nobody_is_counted_twice_if_the_endpoint_keeps_no_order(tmp_path: Path) -> None:
    with sparql_engine(chain(*(human(n, f"Ada Nr{n:02}") for n in range(10)))) as engine:
        turns = iter("DESC(?id)" if turn % 2 else "?id" for turn in range(99))

        def shuffled(query: str) -> EngineAnswer:
            return engine.honest(query.replace(" LIMIT", f" ORDER BY {next(turns)} LIMIT", 1))

        engine.misdeeds = shuffled
        told = json.loads(ask(engine, "names", tmp_path, "--page", 5).stdout)

    assert told["repeated"] > 0
    assert told["names"] == 10 - told["repeated"]
    assert max(int(row.split("\t")[1]) for row in lines_of(tmp_path / "counts.tsv")[1:]) < 10


def test_an_endpoint_that_knows_no_humans_is_told(people: SparqlEngine, tmp_path: Path) -> None:
    with pytest.raises(EndpointError, match=r"no instance of Q6 .* a copy of it"):
        ask(people, "names", tmp_path, "--class", "q6")


def test_a_command_that_was_killed_goes_on_where_it_stopped(tmp_path: Path) -> None:
    with sparql_engine(chain(*(human(n, f"Ada Name{n:03}") for n in range(120)))) as engine:
        words = ("wikidata", "names", "--to", tmp_path, "--endpoint", engine.url, "--delay", "0s")
        running = start_auslese(*words, "--page", 10)
        wait_until(lambda: len(engine.queries) >= 4)
        running.send_signal(signal.SIGKILL)
        running.wait()
        before = set(engine.queries[:-1])  # the last may not have been recorded
        engine.queries.clear()

        auslese(*words, "--page", 10)

        assert not before & set(engine.queries)
    assert len(lines_of(tmp_path / "last.txt")) == 120
    assert lines_of(tmp_path / "counts.tsv")[1] == "Ada\t120\t0\t0"


# -- institutions ---------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def schools() -> Iterator[SparqlEngine]:
    quads = chain(
        classes(),
        institution(1, UNIVERSITY, ["https://www.uni-a.de/", "https://uni-a.de/en"], en="A"),
        institution(2, "Q875538", ["http://www.uni-b.de"], de="Universität B", aa="B"),
        institution(3, SCHOOLS, ["https://c.fr/"], FRANCE, fr="École C", zz="C"),
        institution(4, UNIVERSITY, ["https://d.example/"]),
        institution(5, UNIVERSITY, ["ftp://e.example/", "no address"], en="E"),
        institution(6, UNIVERSITY, [], en="No site"),
        institution(7, "Q4830453", ["https://firm.example/"], en="No school"),
        *(
            institution(100 + n, SCHOOLS, [f"https://schools.example/{n}/"], "Q30", mul=f"S {n}")
            for n in range(12)
        ),
    )
    with sparql_engine(quads) as engine:
        yield engine


def test_institutions_become_presences_that_can_be_imported(
    schools: SparqlEngine, tmp_path: Path
) -> None:
    told = json.loads(ask(schools, "institutions", tmp_path / "all.jsonl").stdout)

    sheets = {
        sheet.presence.name: sheet.presence for sheet in read_sheets([tmp_path / "all.jsonl"])
    }
    assert sheets["A"].start == ("https://uni-a.de/en", "https://www.uni-a.de/")
    assert (sheets["A"].scope, sheets["S 3"].scope) == ("domain", "prefix")
    assert told == told | {
        "classes": 4,
        "institutions": 17,
        "presences": 16,
        "bad_urls": 2,
        "relabelled": 2,
        "nameless": 1,
        "narrowed": 12,
    }
    assert set(sheets) >= {"Universität B", "École C", "d.example"}
    assert not {"E", "No site", "No school"} & set(sheets)


def test_items_of_wikidata_are_kept_beside_the_presences(
    schools: SparqlEngine, tmp_path: Path
) -> None:
    ask(schools, "institutions", tmp_path / "all.jsonl")

    table = lines_of(tmp_path / "all.jsonl.asked" / "institutions.tsv")
    assert table[0] == "item\tname\tlanguage\turls"
    assert "Q9002\tUniversität B\tde\thttp://www.uni-b.de/" in table


@pytest.mark.parametrize("country", ["DE", "Q183", "de"])
def test_institutions_of_one_country(schools: SparqlEngine, tmp_path: Path, country: str) -> None:
    ask(schools, "institutions", tmp_path / "all.jsonl", "--country", country)

    names = {sheet.presence.name for sheet in read_sheets([tmp_path / "all.jsonl"])}
    assert names == {"A", "Universität B", "d.example"}


def test_a_folder_gets_a_file_for_each_institution(schools: SparqlEngine, tmp_path: Path) -> None:
    ask(schools, "institutions", tmp_path / "all", "--country", "DE", "--language", "de")

    files = sorted(path.name for path in (tmp_path / "all").iterdir())
    assert files == ["Q9001-a.toml", "Q9002-universitat-b.toml", "Q9004-d-example.toml"]
    begun = begin_collections(tmp_path / "made", read_sheets([tmp_path / "all"]))
    assert settings_of(begun[1]).presence.name == "Universität B"


def test_thousands_come_at_once(tmp_path: Path) -> None:
    sites = ("https://s{}.example/", "https://www.s{}.example/de", "https://s{}.example/en")
    many = (
        institution(n, SCHOOLS, [site.format(n) for site in sites], en=f"S{n}") for n in range(MANY)
    )
    with sparql_engine(chain(classes(), *many)) as engine:
        told = json.loads(ask(engine, "institutions", tmp_path / "all.jsonl").stdout)

        assert len(engine.queries) < 10
    assert told["presences"] == MANY
    assert len(read_sheets([tmp_path / "all.jsonl"])) == MANY


def test_no_more_institutions_than_are_wanted(schools: SparqlEngine, tmp_path: Path) -> None:
    told = json.loads(ask(schools, "institutions", tmp_path / "f.jsonl", "--limit", 2).stdout)

    assert told["presences"] == 2


# -- what is wrong --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("names", "--class", "Q5 . }"), "expected an item of Wikidata like Q5"),
        (("names", "--language", 'en") || ("'), "expected the code of a language"),
        (("names", "--endpoint", "gopher://x/"), "expected the address of a SPARQL endpoint"),
        (("names", "--endpoint", "http://me:secret@x.example/"), "without a user"),
        (("institutions", "--country", "Germany"), "expected an item of Wikidata"),
    ],
)
def test_what_cannot_be_asked_is_named_before_anything_is_asked(
    tmp_path: Path, options: tuple[str, ...], words: str
) -> None:
    with pytest.raises(SettingsError, match=words.replace("(", r"\(")):
        CliRunner().invoke(
            command, [options[0], "--to", str(tmp_path / "x"), *options[1:]], catch_exceptions=False
        )
    assert not (tmp_path / "x").exists()


def test_presences_go_into_a_file_of_json_or_a_folder(tmp_path: Path) -> None:
    words = ["institutions", "--to", str(tmp_path / "all.csv")]

    with pytest.raises(SettingsError, match=r"expected FILE.jsonl or a folder"):
        CliRunner().invoke(command, words, catch_exceptions=False)


def test_nobody_elses_endpoint_is_asked_without_a_contact(tmp_path: Path) -> None:
    with pytest.raises(PolicyError, match="no contact is set"):
        CliRunner().invoke(command, ["names", "--to", str(tmp_path)], catch_exceptions=False)


def test_two_commands_do_not_write_one_folder(people: SparqlEngine, tmp_path: Path) -> None:
    with sparql_engine(human(1, "Ada Slow")) as engine:
        engine.misdeeds = lambda _: EngineAnswer(b"", 503, headers=(("Retry-After", "200"),))
        words = ("wikidata", "names", "--to", tmp_path, "--endpoint", engine.url, "--delay", "0s")
        running: subprocess.Popen[bytes] = start_auslese(*words)
        try:
            wait_until(lambda: engine.queries)
            auslese(*words, code=5)
        finally:
            running.kill()
            running.wait()
