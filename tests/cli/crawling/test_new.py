"""`auslese new` makes a collection that says what was asked for."""

import json
from itertools import pairwise
from pathlib import Path

import pytest
from click.testing import CliRunner

from auslese.cli.crawling.new_command import command, spread_values
from auslese.recipes.settings.settings_loading import load_settings
from auslese.records.errors import SettingsError


def test_a_new_collection_knows_its_presence(tmp_path: Path) -> None:
    folder = tmp_path / "tum"
    words = [
        str(folder),
        *("--start", "https://www.in.tum.de", "https://www.ma.tum.de/"),
        *("--allow", ".lrz.de", "--deny", "*/calendar/*", "re:print=1"),
        *("--scope", "host", "--name", "Informatik", "--country", "at"),
        *("--contact", "me@example.org"),
    ]

    result = CliRunner().invoke(command, words, catch_exceptions=False)

    settings = load_settings(folder / "auslese.toml", {}, {})
    presence = settings.presence
    assert result.exit_code == 0
    assert result.stdout == ""
    assert f"auslese crawl {folder}" in result.stderr
    assert presence.name == "Informatik"
    assert presence.start == ("https://www.in.tum.de/", "https://www.ma.tum.de/")
    assert presence.scope == "host"
    assert presence.allow == (".lrz.de",)
    assert presence.deny == ("*/calendar/*", "re:print=1")
    assert presence.countries == ("at",)
    assert settings.politeness.contact == "me@example.org"


def test_json_tells_what_was_made(tmp_path: Path) -> None:
    folder = tmp_path / "a"

    result = CliRunner().invoke(command, [str(folder), "https://a.org", "--json"])

    assert json.loads(result.stdout) == {
        "collection": str(folder),
        "name": "a",
        "start": ["https://a.org/"],
        "scope": "domain",
        "allow": [],
        "deny": [],
        "countries": [],
    }


@pytest.mark.parametrize(
    "words",
    [
        ["DIR", "--start", "A", "B", "--allow", "C", "D"],
        ["DIR", "--start", "A", "--start", "B", "--allow", "C", "--allow", "D"],
        ["DIR", "--start", "A", "--allow", "C", "D", "--start", "B"],
    ],
)
def test_an_option_may_be_repeated_or_followed_by_several_values(words: list[str]) -> None:
    spread = spread_values(words)

    pairs = set(pairwise(spread))
    assert {("--start", "A"), ("--start", "B"), ("--allow", "C"), ("--allow", "D")} <= pairs


def test_before_the_folder_an_option_takes_one_value() -> None:
    words = ["--name", "N", "--start", "A", "DIR", "B"]

    assert spread_values(words) == words


def test_the_folder_may_come_last(tmp_path: Path) -> None:
    folder = tmp_path / "last"

    CliRunner().invoke(command, ["--start", "https://a.org/", str(folder)], catch_exceptions=False)

    assert load_settings(folder / "auslese.toml", {}, {}).presence.name == "last"


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ([], "--start: expected at least one start page"),
        (["--start", "www.a.org"], 'did you mean "https://www.a.org/"?'),
        (["--start", "https://a.org/", "--allow", "10.0.0.0/99"], "--allow: expected an address"),
        (["--start", "https://a.org/", "--scope", "hosts"], '--scope: expected one of "domain"'),
        (["--start", "https://a.org/", "--contact", "nobody"], "--contact: expected a mail"),
    ],
)
def test_a_wrong_option_is_told_by_its_name_and_nothing_is_made(
    tmp_path: Path, words: list[str], complaint: str
) -> None:
    folder = tmp_path / "new"

    result = CliRunner().invoke(command, [str(folder), *words])

    assert isinstance(result.exception, SettingsError)
    assert complaint in str(result.exception)
    assert not folder.exists()


def test_an_existing_collection_is_left_alone(tmp_path: Path) -> None:
    words = [str(tmp_path / "a"), "--start", "https://a.org/"]
    CliRunner().invoke(command, words, catch_exceptions=False)
    before = (tmp_path / "a" / "auslese.toml").read_bytes()

    result = CliRunner().invoke(command, [*words, "--deny", "b.org"])

    assert isinstance(result.exception, SettingsError)
    assert (tmp_path / "a" / "auslese.toml").read_bytes() == before
