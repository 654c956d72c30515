"""What others are told about the settings is what the code means."""

import json
import re
from pathlib import Path

from auslese.recipes.settings.setting_tables import SETTINGS, Settings
from auslese.recipes.settings.settings_reference import settings_page, settings_schema

ROOT = Path(__file__).parents[3]


def test_the_reference_page_is_up_to_date() -> None:
    page = (ROOT / "docs/reference/settings.md").read_text("utf-8")

    assert page == settings_page(), (
        "run: auslese config schema --markdown > docs/reference/settings.md"
    )


def test_the_schema_names_every_setting_with_a_default_it_accepts_itself() -> None:
    schema: dict[str, dict[str, dict[str, dict[str, dict[str, object]]]]]
    schema = json.loads(json.dumps(settings_schema()))

    for setting in SETTINGS.values():
        told = schema["properties"][setting.table]["properties"][setting.name]
        assert told["description"] == setting.help
        assert setting.kind.read(told["default"]) == setting.default


def test_every_setting_has_a_home_in_the_settings_and_a_sentence_about_it() -> None:
    for setting in SETTINGS.values():
        assert getattr(getattr(Settings(), setting.table), setting.name) == setting.default
        assert re.fullmatch(r"[A-Z].*\.", setting.help)
