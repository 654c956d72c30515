"""Changes to a settings file leave everything else as it was."""

import tomllib
from pathlib import Path

import pytest
from tomlkit.exceptions import ParseError

from auslese.recipes.settings.settings_edit import add_rule, write_setting
from auslese.records.errors import AusleseError, SettingsError

TEXT = """\
# My university
[presence]  # the part of the web
name = "X"
deny = [
    "a.org/calendar/",  # endless
    # more to come
]
allow = [".b.org"]

[politeness]
delay = "1s"  # be kind
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "auslese.toml"
    path.write_text(TEXT, "utf-8")
    return path


def test_a_changed_value_keeps_its_comment_and_its_place(path: Path) -> None:
    write_setting(path, "politeness.delay", "2s")

    assert path.read_text("utf-8") == TEXT.replace('delay = "1s"', 'delay = "2s"')


def test_a_new_key_is_added_to_its_table(path: Path) -> None:
    write_setting(path, "politeness.contact", "me@example.org")

    text = path.read_text("utf-8")
    assert text.startswith(TEXT.rstrip())
    assert tomllib.loads(text)["politeness"] == {"delay": "1s", "contact": "me@example.org"}


def test_a_new_table_is_added_at_the_end(path: Path) -> None:
    write_setting(path, "limits.pages", 100)

    text = path.read_text("utf-8")
    assert text.startswith(TEXT)
    assert tomllib.loads(text)["limits"] == {"pages": 100}


def test_a_rule_joins_the_list_on_a_line_of_its_own_or_on_the_same(path: Path) -> None:
    assert add_rule(path, "deny", "*/print/*")
    assert add_rule(path, "allow", "www.c.org")

    text = path.read_text("utf-8")
    assert tomllib.loads(text)["presence"]["deny"] == ["a.org/calendar/", "*/print/*"]
    assert "# endless" in text
    assert "# more to come" in text
    assert '\n    "*/print/*"' in text
    assert 'allow = [".b.org", "www.c.org"]\n' in text


def test_a_rule_that_is_there_is_not_added_again(path: Path) -> None:
    assert not add_rule(path, "allow", ".b.org")

    assert path.read_text("utf-8") == TEXT


def test_the_first_rule_makes_the_list(tmp_path: Path) -> None:
    path = tmp_path / "auslese.toml"
    path.write_text("")

    assert add_rule(path, "deny", "a.org")

    assert tomllib.loads(path.read_text())["presence"]["deny"] == ["a.org"]


@pytest.mark.parametrize(
    ("key", "value", "complaint"),
    [
        ("politeness.delay", "soon", "expected a duration"),
        ("politeness.dely", "1s", 'did you mean "politeness.delay"?'),
        ("presence.allow", ["re:("], "expected a regular expression"),
    ],
)
def test_a_wrong_value_is_never_written(
    path: Path, key: str, value: object, complaint: str
) -> None:
    with pytest.raises(SettingsError) as refusal:
        write_setting(path, key, value)

    assert complaint in str(refusal.value)
    assert path.read_text("utf-8") == TEXT


def test_rules_go_into_allow_or_deny_only(path: Path) -> None:
    with pytest.raises(SettingsError, match="allow"):
        add_rule(path, "start", "a.org")


def test_a_broken_file_is_told_with_its_line_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "auslese.toml"
    path.write_text("[limits]\npages = \n")

    with pytest.raises(SettingsError, match="line 2"):
        write_setting(path, "limits.pages", 1)

    assert path.read_text() == "[limits]\npages = \n"


def test_what_would_not_read_back_is_not_written(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tomlkit.dumps", lambda document: "something = 'else'")

    with pytest.raises(AusleseError, match="by hand"):
        write_setting(path, "politeness.delay", "2s")

    assert path.read_text("utf-8") == TEXT


def test_what_the_careful_writer_cannot_read_is_left_to_the_person(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stumble(text: str) -> None:
        raise ParseError(1, 1)

    monkeypatch.setattr("tomlkit.parse", stumble)

    with pytest.raises(AusleseError, match="by hand"):
        write_setting(path, "politeness.delay", "2s")


def test_nothing_is_left_behind_beside_the_file(path: Path) -> None:
    write_setting(path, "limits.pages", 100)

    assert [one.name for one in path.parent.iterdir()] == ["auslese.toml"]
