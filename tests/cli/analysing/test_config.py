"""`auslese config` tells every setting and where it came from."""

import json
import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner

from auslese.cli.analysing.config_command import command
from auslese.recipes.settings.setting_tables import SETTINGS
from auslese.records.errors import NotFoundError, SettingsError
from auslese.store.collection import Collection


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("AUSLESE_CONTACT", "me@example.org")
    text = "[limits]\ntime = 90\n"
    return str(Collection.create(tmp_path / "c", text).path)


def test_show_prints_toml_with_origins_as_comments(folder: str) -> None:
    result = CliRunner().invoke(command, ["show", folder], catch_exceptions=False)

    lines = result.stdout.splitlines()
    assert f'time = "90s"  # file {folder}/auslese.toml, line 2' in lines
    assert 'contact = "me@example.org"  # env AUSLESE_CONTACT' in lines
    assert 'delay = "1s"  # default' in lines
    tables = tomllib.loads(result.stdout)
    assert {f"{table}.{key}" for table in tables for key in tables[table]} == set(SETTINGS)


def test_show_as_json_gives_value_origin_and_place(folder: str) -> None:
    result = CliRunner().invoke(command, ["show", folder, "--json"], catch_exceptions=False)

    told = json.loads(result.stdout)
    assert list(told) == list(SETTINGS)
    assert told["limits.time"] == {
        "value": "90s",
        "origin": "file",
        "place": f"{folder}/auslese.toml, line 2",
    }
    assert told["politeness.contact"]["origin"] == "env"
    assert told["limits.depth"] == {"value": "none", "origin": "default", "place": ""}


@pytest.mark.parametrize("options", [(), ("--json",)])
def test_show_keeps_secrets(folder: str, options: tuple[str, ...]) -> None:
    secrets = '[crawl]\nproxy = "http://me:hush@proxy.example:80"\n[serve]\ntoken = "quiet"\n'
    Path(folder, "auslese.toml").write_text(secrets)
    result = CliRunner().invoke(command, ["show", folder, *options], catch_exceptions=False)

    assert "http://proxy.example:80" in result.stdout
    assert not any(word in result.stdout for word in ("hush", "me:", "quiet"))
    assert result.stdout.count("hidden" if options else "; it is set, and secret") == 2


def test_what_show_prints_is_a_settings_file_again(folder: str, tmp_path: Path) -> None:
    first = CliRunner().invoke(command, ["show", folder], catch_exceptions=False)
    copy = Collection.create(tmp_path / "copy", first.stdout)

    second = CliRunner().invoke(command, ["show", str(copy.path)], catch_exceptions=False)

    assert tomllib.loads(first.stdout) == tomllib.loads(second.stdout)


def test_mistakes_in_the_file_end_the_command(folder: str) -> None:
    Path(folder, "auslese.toml").write_text('[politeness]\ndelay = "soon"\n')

    result = CliRunner().invoke(command, ["show", folder])

    assert isinstance(result.exception, SettingsError)
    assert "line 2, politeness.delay" in str(result.exception)


def test_a_folder_without_a_collection_is_not_found(tmp_path: Path) -> None:
    result = CliRunner().invoke(command, ["show", str(tmp_path)])

    assert isinstance(result.exception, NotFoundError)


def test_schema_prints_json_or_the_reference_page() -> None:
    schema = CliRunner().invoke(command, ["schema"], catch_exceptions=False)
    page = CliRunner().invoke(command, ["schema", "--markdown"], catch_exceptions=False)

    assert json.loads(schema.stdout)["title"] == "auslese.toml"
    assert page.stdout.startswith("# Settings\n")
