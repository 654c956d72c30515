"""`auslese presence` answers for URLs and brings presences from file to file."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from auslese.cli.crawling.presence_command import command
from auslese.recipes.settings.settings_loading import load_settings
from auslese.records.errors import AusleseError, NotFoundError, SettingsError
from auslese.store.collection import Collection

SETTINGS = """
[presence]
name = "Beispiel"
start = ["https://www.a.org/"]
allow = [".b.org"]
deny = ["www.a.org/private/", "192.0.2.0/24"]
"""


@pytest.fixture
def folder(tmp_path: Path) -> str:
    return str(Collection.create(tmp_path / "beispiel", SETTINGS).path)


def test_each_url_gets_its_answer_and_the_rule_that_decided(folder: str) -> None:
    urls = ["HTTPS://www.A.org/x#y", "https://www.a.org/private/x", "https://c.org/"]

    result = CliRunner().invoke(command, ["test", folder, *urls], catch_exceptions=False)

    assert result.stdout.splitlines() == [
        "yes\thttps://www.a.org/x\tscope domain: a.org",
        "no\thttps://www.a.org/private/x\tdeny: path prefix www.a.org/private/",
        "no\thttps://c.org/\tnothing allows it",
    ]


def test_json_gives_one_object_for_each_url(folder: str) -> None:
    words = ["test", folder, "--json", "https://B.org", "mailto:me@example.org"]

    result = CliRunner().invoke(command, words, catch_exceptions=False)

    assert [json.loads(line) for line in result.stdout.splitlines()] == [
        {
            "url": "https://B.org",
            "canonical": "https://b.org/",
            "allowed": True,
            "rule": "allow: host suffix .b.org",
        },
        {
            "url": "mailto:me@example.org",
            "canonical": None,
            "allowed": False,
            "rule": "not an address of the web",
        },
    ]


def test_urls_may_come_from_stdin_one_a_line(folder: str) -> None:
    result = CliRunner().invoke(
        command, ["test", folder, "-"], input="https://b.org/\nhttps://c.org/\n"
    )

    assert [line[:3] for line in result.stdout.splitlines()] == ["yes", "no\t"]


def test_an_address_can_be_told(folder: str) -> None:
    words = ["test", folder, "https://www.a.org/"]

    without = CliRunner().invoke(command, words, catch_exceptions=False)
    with_one = CliRunner().invoke(command, [*words, "--address", "192.0.2.1"])

    assert without.stdout.startswith("yes")
    assert "--address" in without.stderr
    assert "deny: address 192.0.2.0/24" in with_one.stdout
    assert with_one.stderr == ""


def test_what_would_not_be_read_or_is_too_long_is_not_fetched_either(folder: str) -> None:
    words = ["test", folder, "https://www.a.org/x.zip", "https://www.a.org/" + "x" * 2048]

    result = CliRunner().invoke(command, words, catch_exceptions=False)

    zipped, long = result.stdout.splitlines()
    assert zipped == "no\thttps://www.a.org/x.zip\tsuffix: .zip is not read"
    assert long.endswith("length: 2066 letters, at most 2048")


def test_a_folder_without_a_collection_is_not_found(tmp_path: Path) -> None:
    for words in (["test", str(tmp_path), "https://a.org/"], ["export", str(tmp_path)]):
        assert isinstance(CliRunner().invoke(command, words).exception, NotFoundError)


def test_old_files_become_collections(tmp_path: Path) -> None:
    old = tmp_path / "old"
    old.mkdir()
    (old / "eins.txt").write_text(
        "# Name der Institution:\nEins\n# Start-URL:\nhttp://eins.example/\n"
    )
    (old / "zwei.conf").write_text(
        '{ urls = ( "http://zwei.example/" ); general = { databasename = zwei; colour = blue; }; }'
    )
    into = tmp_path / "new"

    result = CliRunner().invoke(command, ["import", str(old), "--into", str(into), "--json"])

    told = [json.loads(line) for line in result.stdout.splitlines()]
    assert [one["collection"] for one in told] == [str(into / "eins"), str(into / "zwei")]
    assert told[1]["ignored"] == ["colour"]
    assert "not understood: colour" in result.stderr
    assert load_settings(into / "eins/auslese.toml", {}, {}).presence.scope == "domain"


def test_one_file_becomes_the_folder_itself(tmp_path: Path, folder: str) -> None:
    exported = CliRunner().invoke(command, ["export", folder, "--format", "json"])
    path = tmp_path / "beispiel.json"
    path.write_text(exported.stdout, "utf-8")
    into = tmp_path / "copy"

    CliRunner().invoke(command, ["import", str(path), "--into", str(into)], catch_exceptions=False)

    original = load_settings(Path(folder) / "auslese.toml", {}, {})
    assert load_settings(into / "auslese.toml", {}, {}) == original


def test_an_existing_collection_is_not_overwritten(tmp_path: Path, folder: str) -> None:
    path = tmp_path / "x.json"
    path.write_text('{"name": "x"}')

    result = CliRunner().invoke(command, ["import", str(path), "--into", folder])

    assert isinstance(result.exception, SettingsError)


def test_export_writes_data_to_stdout_and_talk_to_stderr(folder: str) -> None:
    toml = CliRunner().invoke(command, ["export", folder], catch_exceptions=False)
    unico = CliRunner().invoke(command, ["export", folder, "--format", "unico"])
    hoover = CliRunner().invoke(command, ["export", folder, "--format", "hoover"])

    assert toml.stdout.startswith('[presence]\nname = "Beispiel"\n')
    assert unico.stdout.startswith("# Name der Institution:\nBeispiel\n")
    assert unico.stderr == "domain a.org is written as .a.org\n"
    assert isinstance(hoover.exception, AusleseError)
