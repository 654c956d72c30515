"""`auslese search` and `auslese index` answer people and programs."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from tests.indexed_collection import FAR, add_page, searched_collection, url_of

from auslese.cli.crawling.status_command import command as status_command
from auslese.cli.searching.index_command import command as index_command
from auslese.cli.searching.search_command import command as search_command
from auslese.recipes.searching.query_runs import BadQueryError
from auslese.records.errors import AusleseError, NotFoundError
from auslese.store.collection import Collection

ANSWER_KEYS = [
    "query", "total", "hits", "suggestion", "facets", "related", "words", "groups", "milliseconds",
]  # fmt: skip
PROMISED_OF_HIT = {"id", "url", "title", "snippet", "language", "score", "parts"}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return searched_collection(tmp_path_factory.mktemp("search") / "c").path


def search(*words: object) -> Result:
    return CliRunner().invoke(search_command, [str(word) for word in words])


def index(*words: object) -> Result:
    return CliRunner().invoke(index_command, [str(word) for word in words])


def test_an_answer_for_people_says_what_was_understood_and_found(folder: Path) -> None:
    told = search(folder, "Komponisten")

    assert told.exit_code == 0, told.output
    lines = told.stdout.splitlines()
    assert lines[:2] == ["understood as: Komponisten", "1 page"]
    assert url_of(1) in told.stdout
    assert "Der Komponist wohnt" in told.stdout


def test_an_answer_for_programs_has_the_promised_keys(folder: Path) -> None:
    told = json.loads(search(folder, "haus", "--json").stdout)

    assert list(told) == ANSWER_KEYS
    assert told["query"]["understood"] == "haus"
    assert told["total"] == len(told["hits"]) == 2
    for hit in told["hits"]:
        assert set(hit) >= PROMISED_OF_HIT
        assert sum(hit["parts"].values()) == pytest.approx(hit["score"], abs=0.001)
        assert all(hit["snippet"][begin:end] for begin, end in hit["marks"])


def test_a_score_is_explained_by_bars_that_sum_to_it(folder: Path) -> None:
    lines = search(folder, "Komponist", "--explain").stdout.splitlines()
    begin = next(place for place, line in enumerate(lines) if line.startswith("     score"))
    rows = [line.split() for line in lines[begin + 1 :] if "▬" in line]

    assert sum(float(row[1]) for row in rows) == pytest.approx(
        float(lines[begin].split()[1]), abs=0.01 * (len(rows) + 1)
    )
    assert "score" not in search(folder, "Komponist").stdout


def test_so_many_hits_are_listed_as_are_wanted(folder: Path) -> None:
    first, second = (
        json.loads(search(folder, "*", "-k", 1, "--first", n, "--json").stdout) for n in (0, 1)
    )

    assert (first["total"], len(first["hits"])) == (4, 1)
    assert first["hits"][0]["id"] != second["hits"][0]["id"]


def test_pages_of_a_language_can_be_the_only_ones_or_the_first(folder: Path) -> None:
    only = json.loads(search(folder, "*", "--language", "en", "--json").stdout)
    first = json.loads(search(folder, "haus OR city", "--prefer", "en,fr", "--json").stdout)

    assert [hit["language"] for hit in only["hits"]] == ["en"]
    assert first["hits"][0]["language"] == "en"
    assert first["total"] == 3
    assert search(folder, "x", "--language", "de", "--prefer", "en").exit_code == 2


def test_pages_known_by_links_are_told_as_such(folder: Path) -> None:
    assert "(outside the presence; known by links)" in search(folder, "Orgelbau").stdout


def test_many_queries_are_answered_as_a_run(folder: Path, tmp_path: Path) -> None:
    queries = tmp_path / "queries.jsonl"
    queries.write_text(
        '{"id": "q 1", "text": "haus"}\n\n'
        '{"id": 2, "text": "Orgelbau"}\n{"id": "3", "text": "zzz"}\n'
    )

    rows = [line.split(" ") for line in search(folder, "--queries", queries).stdout.splitlines()]

    assert [row[:4] for row in rows] == [
        ["q_1", "Q0", url_of(1), "1"],
        ["q_1", "Q0", url_of(2), "2"],
        ["2", "Q0", FAR, "1"],
    ]
    assert all(row[5] == "auslese" for row in rows)
    assert float(rows[0][4]) >= float(rows[1][4]) > 0
    cut = search(folder, "--queries", queries, "-k", 1)
    assert len(cut.stdout.splitlines()) == 2


@pytest.mark.parametrize("line", ["no json", "[1]", '{"id": 1}', '{"text": "x"}', "\\xff"])
def test_a_line_that_is_no_query_is_named(folder: Path, tmp_path: Path, line: str) -> None:
    queries = tmp_path / "queries.jsonl"
    queries.write_text(f'{{"id": 1, "text": "haus"}}\n{line}\n')

    told = search(folder, "--queries", queries)

    assert isinstance(told.exception, BadQueryError)
    assert f"{queries}, line 2" in str(told.exception)


@pytest.mark.parametrize("words", [[], ["haus", "--queries", "x"]])
def test_either_a_query_or_a_file_is_asked(folder: Path, words: list[str]) -> None:
    assert search(folder, *words).exit_code == 2


def test_what_is_not_there_is_told(folder: Path, tmp_path: Path) -> None:
    empty = Collection.create(tmp_path / "empty").path

    without_index = search(empty, "haus").exception
    without_file = search(folder, "--queries", tmp_path / "none").exception

    assert isinstance(without_index, NotFoundError)
    assert f"`auslese index {empty}` makes it" in str(without_index)
    assert isinstance(without_file, NotFoundError)


@pytest.mark.parametrize("text", ['"', "-", "((", "title:", "NOT", "\x1b[31m", "*", "e\u0301" * 99])
def test_any_text_is_answered(folder: Path, text: str) -> None:
    told = search(folder, "--", text)

    assert told.exit_code == 0, told.output
    assert "\x1b" not in told.stdout


def test_indexing_says_what_it_did(tmp_path: Path) -> None:
    collection = searched_collection(tmp_path / "c")
    assert "up to date: 4 entries" in index(collection.path).stderr
    add_page(collection, 4, "Neu")

    told = json.loads(index(collection.path, "--json").stdout)
    anew = index(collection.path, "--again")

    assert (told["pages"], told["added"], told["ending"]) == (5, 1, "finished")
    assert "5 entries in the index: 5 new" in anew.stderr
    assert anew.exit_code == 0


def test_a_check_tells_whether_the_index_is_whole(tmp_path: Path) -> None:
    collection = searched_collection(tmp_path / "c")
    assert "the index is whole" in index(collection.path, "--check").stderr
    assert json.loads(index(collection.path, "--check", "--json").stdout) == {"problems": []}
    (path, *_) = collection.index.glob("*/*.term")
    path.write_bytes(path.read_bytes()[:-1])

    told = index(collection.path, "--check", "--json")

    assert path.name in json.loads(told.stdout)["problems"][0]
    assert isinstance(told.exception, AusleseError)
    assert "--again` makes it anew" in str(told.exception)


def test_the_status_tells_the_index(tmp_path: Path) -> None:
    collection = searched_collection(tmp_path / "c")

    def status(*words: str) -> str:
        return CliRunner().invoke(status_command, [str(collection.path), *words]).stdout

    assert json.loads(status("--json"))["index"] == {
        "pages": 4, "stale": False, "why_stale": "", "languages": ["de", "en"],
        "topics": [], "left_out": 0,
    }  # fmt: skip
    assert "4 entries in the index (one for each page" in status()
    add_page(collection, 4, "Neu")
    assert "have changed since (`auslese index` heeds it)" in status()
