"""The words of the page about the robot, in every language that it speaks.

They lie in `robot_page.en.toml` and its sisters. Braces stand for values, which
`recipes.crawling.robot_page` escapes and puts in; backticks are code.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from auslese.wording.ui_languages import UI_LANGUAGES


@dataclass(frozen=True, slots=True)
class AboutWords:
    """Everything the page says; a string is a paragraph, a tuple is a list of points."""

    language: str
    title: str
    lead: str
    who: str
    who_general: str
    who_named: str
    no_contact: str
    why: str
    why_text: str
    recognise: str
    recognise_text: str
    token: str
    slower: str
    slower_text: str
    slower_example: str
    away_example: str
    folder_example: str
    soon: str
    obeys: str
    obeys_points: tuple[str, ...]
    pace: str
    pace_points: tuple[str, ...]
    at_all_hours: str
    at_some_hours: str
    days: tuple[str, ...]
    verify: str
    verify_text: str
    addresses: str
    copies: str
    copies_text: str
    removal: str


def _words_of(language: str) -> AboutWords:
    text = Path(__file__).with_name(f"robot_page.{language}.toml").read_text("utf-8")
    said = tomllib.loads(text).items()
    values: dict[str, Any] = {key: tuple(v) if isinstance(v, list) else v for key, v in said}
    return AboutWords(**values)


WORDS: Mapping[str, AboutWords] = {language: _words_of(language) for language in UI_LANGUAGES}
