"""Mistakes in a settings file are told in one sentence: file, line, what to do."""

from pathlib import Path

import pytest

from auslese.recipes.settings.settings_file import read_toml
from auslese.recipes.settings.toml_mistakes import in_plain_words
from auslese.records.errors import SettingsError

CASES = [
    ('[politeness]\ndelay = "1s"\n[politeness]\n', 3, "[politeness] stands twice; put its"),
    ("[limits]\npages = 1\npages = 2\n", 3, "this setting stands twice in its table"),
    ("[limits]\npages = ten\n", 2, "the value cannot be read: a text stands in quotes"),
    ("[limits\npages = 1\n", 1, "the name of a table ends with ]"),
    ('[presence]\nname = "abc\n', 2, "a text is not closed"),
    ("[presence]\nname = 'abc\n", 2, "a text is not closed"),
    ('[presence]\nstart = ["a"\n', 2, "a list is not closed"),
    ("some words\n", 1, "expected a table, as [politeness], or a setting, as name = value"),
    ("[limits]\npages = 1 2\n", 2, "something stands behind the value"),
    ('[crawl]\nlog = "c:\\x"\n', 2, "a \\ in a text is written \\\\"),
]


@pytest.mark.parametrize(("text", "line", "words"), CASES)
def test_a_mistake_is_told_with_its_line_and_what_to_do(
    tmp_path: Path, text: str, line: int, words: str
) -> None:
    file = tmp_path / "auslese.toml"
    file.write_text(text, "utf-8")

    with pytest.raises(SettingsError) as told:
        read_toml(file)

    assert str(told.value).startswith(f"{file}, line {line}: {words}")
    assert len(str(told.value).splitlines()) == 1


def test_what_is_not_known_stays_as_it_is() -> None:
    assert in_plain_words("something new") == "something new"
