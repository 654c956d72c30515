"""`auslese coverage` tells the share of a list, the reasons and what would have to change."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from tests.listed_collection import WAITS, listed_collection

from auslese.cli.people.coverage_command import command
from auslese.records.errors import AusleseError, NotFoundError

A = "http://a.example"
SETTINGS = f'[presence]\nstart = ["{A}/"]\n'


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> str:
    fates = {
        f"{A}/": "fetched page",
        f"{A}/old": f"fetched redirect {A}/",
        f"{A}/deep\x1b": "refused depth 8, at most 7",
        f"{A}/soon": WAITS,
    }
    place = tmp_path_factory.mktemp("coverage") / "c"
    return str(listed_collection(place, fates, SETTINGS, depths={f"{A}/deep\x1b": 8}).path)


def listing(place: Path, *lines: str) -> str:
    path = place / "urls.txt"
    path.write_text("\n".join(lines), "utf-8")
    return str(path)


def test_the_share_and_the_reasons_in_words(folder: str, tmp_path: Path) -> None:
    others = [f"http://b.example/{number}" for number in range(4)]
    urls = listing(tmp_path, "# all", f"{A}/", f"{A}/", f"{A}/old", f"{A}/soon", "none", *others)

    result = CliRunner().invoke(command, [folder, urls], catch_exceptions=False)

    lines = result.stdout.splitlines()
    assert lines[:5] == [
        "listed         7   left out: 1 duplicate, 1 comment, 1 line that is no URL",
        "held           1   of 1 page of the crawl",
        "missed         6   of these 1 held under another address",
        "coverage  14.29%   28.57% with those",
        "1 line is no URL, as: none",
    ]
    assert lines[5] == "4 of 6 misses on one host: b.example"
    assert lines[6:8] == [
        "       4  never_seen  b.example",
        "          add the rule b.example to allow",
    ]
    assert "          it waits to be fetched: crawl on" in lines


def test_few_groups_are_shown_and_the_rest_is_counted(folder: str, tmp_path: Path) -> None:
    urls = listing(tmp_path, "b.example", "c.example", "d.example")

    result = CliRunner().invoke(command, [folder, urls, "-k", "1"], catch_exceptions=False)

    assert result.stdout.splitlines()[-1] == (
        "and 2 misses more; -k shows more groups, --misses all"
    )


def test_every_miss_can_be_had_as_a_line_of_json(folder: str, tmp_path: Path) -> None:
    urls, misses = listing(tmp_path, f"{A}/", "b.example/1", "c.example"), tmp_path / "misses"

    told = CliRunner().invoke(
        command, [folder, urls, "--json", "--misses", str(misses)], catch_exceptions=False
    )

    rows = [json.loads(line) for line in misses.read_text("utf-8").splitlines()]
    assert [row["url"] for row in rows] == ["http://b.example/1", "http://c.example/"]
    assert {row["setting"] for row in rows} == {"presence.allow"}
    report = json.loads(told.stdout)
    assert report["misses"] == rows
    assert (report["listed"], report["held"], report["share"]) == (3, 1, 0.333333)


def test_misses_on_stdout_leave_the_words_to_stderr(folder: str, tmp_path: Path) -> None:
    urls = listing(tmp_path, "b.example")

    result = CliRunner().invoke(command, [folder, urls, "--misses", "-"], catch_exceptions=False)

    assert json.loads(result.stdout)["url"] == "http://b.example/"
    assert "coverage   0.00%" in result.stderr


def test_a_list_may_come_through_a_pipe(folder: str) -> None:
    result = CliRunner().invoke(
        command, [folder, "-", "--json"], input="a.example\n", catch_exceptions=False
    )

    assert json.loads(result.stdout)["percent"] == 100.0


def test_a_list_that_is_not_there_or_is_a_folder_is_named(folder: str, tmp_path: Path) -> None:
    with pytest.raises(NotFoundError, match="there is no file"):
        CliRunner().invoke(command, [folder, str(tmp_path / "x")], catch_exceptions=False)
    with pytest.raises(AusleseError, match="is a folder"):
        CliRunner().invoke(command, [folder, str(tmp_path)], catch_exceptions=False)


def test_misses_that_cannot_be_written_are_said_to_be(folder: str, tmp_path: Path) -> None:
    urls = listing(tmp_path, "b.example")
    words = [folder, urls, "--misses", str(tmp_path / "none" / "x")]

    with pytest.raises(AusleseError, match="cannot be written"):
        CliRunner().invoke(command, words, catch_exceptions=False)
