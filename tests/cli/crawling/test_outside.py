"""`auslese outside` lists what lies beyond the rules."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from tests.small_collection import crawled_collection

from auslese.cli.crawling.outside_command import command
from auslese.store.collection import Collection


@pytest.fixture
def folder(tmp_path: Path) -> str:
    return str(crawled_collection(tmp_path / "c").path)


def test_the_hosts_outside_as_json(folder: str) -> None:
    result = CliRunner().invoke(command, [folder, "--json"], catch_exceptions=False)

    told = json.loads(result.stdout)
    assert (told["urls"], told["hosts"]) == (4, 3)
    assert told["outside"][0] == {
        "host": "b.example",
        "urls": 2,
        "links": 2,
        "example": "http://b.example/1",
    }


def test_the_hosts_outside_in_words_are_a_line_each(folder: str) -> None:
    result = CliRunner().invoke(command, [folder, "-n", "2"], catch_exceptions=False)

    first, second = result.stdout.splitlines()
    assert first.split() == ["2", "URLs", "2", "links", "b.example", "http://b.example/1"]
    assert "d.example" in second
    assert result.stderr == "outside: 4 URLs on 3 hosts\n"


def test_zero_lists_them_all(folder: str) -> None:
    result = CliRunner().invoke(command, [folder, "-n", "0"], catch_exceptions=False)

    assert len(result.stdout.splitlines()) == 3


def test_nothing_outside_is_no_line(tmp_path: Path) -> None:
    folder = str(Collection.create(tmp_path / "c").path)

    result = CliRunner().invoke(command, [folder], catch_exceptions=False)

    assert (result.exit_code, result.stdout) == (0, "")
