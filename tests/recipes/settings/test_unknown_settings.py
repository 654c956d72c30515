"""A settings file of a newer program: an error, or on request a warning."""

from pathlib import Path

import pytest
from tests.running import auslese

from auslese.cli.main import UNKNOWN_SETTINGS
from auslese.recipes.settings import unknown_settings
from auslese.recipes.settings.settings_loading import load_settings
from auslese.records.errors import SettingsError
from auslese.store.collection import Collection

NEWER = """
[presence]
start = ["http://a.example/"]
mood = "sunny"

[teleport]
range = 7

[limits]
pages = 12
"""
WARN = {unknown_settings.VARIABLE: "warn"}


@pytest.fixture
def newer(tmp_path: Path) -> Collection:
    unknown_settings.warn_of.cache_clear()
    return Collection.create(tmp_path / "c", NEWER)


def test_settings_of_a_newer_program_are_borne_on_request_and_told_once(
    newer: Collection, caplog: pytest.LogCaptureFixture
) -> None:
    settings = [load_settings(newer.settings, {}, WARN) for _ in range(2)]

    assert [each.limits.pages for each in settings] == [12, 12]
    assert settings[0].presence.start == ("http://a.example/",)
    told = [record.getMessage() for record in caplog.records]
    assert len(told) == 2
    assert "line 4, presence.mood: there is no such setting" in told[0]
    assert "line 6, teleport: expected one of" in told[1]


@pytest.mark.parametrize("environ", [{}, {unknown_settings.VARIABLE: "error"}])
def test_they_are_mistakes_unless_somebody_asks(newer: Collection, environ: dict[str, str]) -> None:
    with pytest.raises(SettingsError, match=r"presence\.mood"):
        load_settings(newer.settings, {}, environ)


def test_wrong_values_stay_mistakes(newer: Collection) -> None:
    newer.settings.write_text(NEWER.replace("12", '"many"'))

    with pytest.raises(SettingsError, match=r"limits\.pages"):
        load_settings(newer.settings, {}, WARN)
    with pytest.raises(SettingsError, match="UNKNOWN_SETTINGS"):
        load_settings(newer.settings, {}, {unknown_settings.VARIABLE: "maybe"})


def test_commands_have_an_option_for_it(newer: Collection) -> None:
    done = auslese("--unknown-settings", "warn", "status", newer.path)

    assert done.stderr.count("not heeded") == 2
    assert UNKNOWN_SETTINGS == unknown_settings.VARIABLE
