"""No crawl of the public web begins without somebody who answers for it."""

import os
from pathlib import Path

import pytest

from auslese.crawl.scope.scope import Presence
from auslese.crawl.scope.this_machine import needs_contact
from auslese.recipes.crawling.contact import no_contact
from auslese.recipes.settings.settings_loading import load_settings
from auslese.recipes.settings.user_settings import user_file
from auslese.recipes.settings.user_settings_edit import remember_user_setting
from auslese.records.errors import SettingsError
from auslese.records.url import Url

HERE = "http://127.0.0.1:8080/"


def presence(start: str = HERE, *allow: str) -> Presence:
    return Presence(start=(Url(start),), allow=allow)


@pytest.mark.parametrize(
    "start",
    ["http://127.9.9.9/", "http://[::1]:80/", "http://localhost/", "https://a.b.localhost/x"],
)
def test_a_crawl_of_this_machine_needs_no_contact(start: str) -> None:
    assert not needs_contact(presence(start))


@pytest.mark.parametrize(
    "start",
    [
        "https://example.org/",
        "http://localhost.example.org/",
        "http://notlocalhost/",
        "http://10.0.0.1/",
        "http://[::ffff:10.0.0.1]/",
    ],
)
def test_a_crawl_of_any_other_machine_needs_one(start: str) -> None:
    assert needs_contact(presence(start))


@pytest.mark.parametrize(
    "rule",
    [
        "localhost",
        ".localhost",
        "*.demo.localhost",
        "uni.localhost/path/",
        "127.0.0.0/8",
        "127.1.2.3",
        "::1",
        "http://127.0.0.1:8080/x/",
        "domain:uni.localhost",
    ],
)
def test_rules_that_stay_on_this_machine_change_nothing(rule: str) -> None:
    assert not needs_contact(presence(HERE, rule))


@pytest.mark.parametrize(
    "rule",
    [
        "example.org",
        ".org",
        "country:de",
        "example.org/path/",
        "0.0.0.0/0",
        "126.0.0.0/7",
        "::/0",
        "*/path/*",
        "re:^http://127",
        "surt:(org,",
    ],
)
def test_one_rule_that_leads_away_or_may_do_so_needs_a_contact(rule: str) -> None:
    assert needs_contact(presence(HERE, ".localhost", rule))


def test_a_country_and_a_second_start_page_lead_away_too() -> None:
    assert needs_contact(Presence(start=(Url(HERE),), countries=("de",)))
    assert needs_contact(Presence(start=(Url(HERE), Url("https://example.org/"))))


def test_the_refusal_names_every_way_to_mend_it(tmp_path: Path) -> None:
    told = str(no_contact(tmp_path / "auslese.toml"))

    assert no_contact(tmp_path).exit_code == 6
    for way in ("--contact", "AUSLESE_CONTACT", "[politeness]", 'contact = "', "auslese about"):
        assert way in told
    assert str(tmp_path / "auslese.toml") in told
    assert str(user_file(os.environ)) in told


# -- the user configuration -----------------------------------------------------------------------


def settings_with(folder: Path, user_text: str, text: str = "", **environ: str) -> object:
    file = folder / "auslese/config.toml"
    file.parent.mkdir(exist_ok=True)
    file.write_text(user_text, "utf-8")
    path = folder / "auslese.toml"
    path.write_text(text, "utf-8")
    settings = load_settings(path, {}, {"XDG_CONFIG_HOME": str(folder), **environ})
    return settings.politeness.contact, settings.origins["politeness.contact"]


USER = '[politeness]\ncontact = "user@example.org"\n'


def test_the_user_configuration_comes_before_the_default_and_after_all_else(
    tmp_path: Path,
) -> None:
    file, path = tmp_path / "auslese/config.toml", tmp_path / "auslese.toml"
    own = '[politeness]\ncontact = "own@example.org"\n'

    assert settings_with(tmp_path, USER) == (
        "user@example.org",
        ("user", f"{file}, line 2"),
    )
    assert settings_with(tmp_path, USER, own) == ("own@example.org", ("file", f"{path}, line 2"))
    variable = settings_with(tmp_path, USER, own, AUSLESE_CONTACT="env@example.org")
    assert variable == ("env@example.org", ("env", "AUSLESE_CONTACT"))


def test_an_empty_contact_hides_none_that_was_given_before(tmp_path: Path) -> None:
    empty = '[politeness]\ncontact = ""\n'

    found = settings_with(tmp_path, USER, empty, AUSLESE_CONTACT="")

    assert found == ("user@example.org", ("user", f"{tmp_path}/auslese/config.toml, line 2"))


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("[limits]\npages = 3\n", "line 2, limits.pages: there is no such setting here"),
        ("[politeness]\ndelay = 3\n", "the user configuration knows politeness.agent and"),
        ("x = 1\n", "line 1, x: there is no such setting here"),
        ("politeness = 1\n", "line 1, politeness: there is no such setting here"),
        ('[politeness]\ncontact = "nobody"\n', "line 2, politeness.contact: expected a mail"),
        ("[politeness\n", "line 1: "),
    ],
)
def test_mistakes_in_the_user_configuration_are_told_by_file_and_line(
    tmp_path: Path, text: str, complaint: str
) -> None:
    with pytest.raises(SettingsError) as refusal:
        settings_with(tmp_path, text)

    assert str(refusal.value).startswith(f"{tmp_path}/auslese/config.toml, ")
    assert complaint in str(refusal.value)


def test_a_user_configuration_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    file = tmp_path / "auslese/config.toml"
    file.mkdir(parents=True)

    with pytest.raises(SettingsError, match="cannot be read"):
        load_settings(None, {}, {"XDG_CONFIG_HOME": str(tmp_path)})


@pytest.mark.parametrize(
    ("environ", "path"),
    [
        ({"XDG_CONFIG_HOME": "/x", "HOME": "/h"}, "/x/auslese/config.toml"),
        ({"HOME": "/h"}, "/h/.config/auslese/config.toml"),
        ({"XDG_CONFIG_HOME": "relative", "HOME": "/h"}, "/h/.config/auslese/config.toml"),
        ({"XDG_CONFIG_HOME": ""}, None),
        ({}, None),
    ],
)
def test_the_user_configuration_is_where_the_specification_wants_it(
    environ: dict[str, str], path: str | None
) -> None:
    assert user_file(environ) == (path and Path(path))


def test_what_is_remembered_is_read_again_and_replaces_what_was_there(tmp_path: Path) -> None:
    environ = {"XDG_CONFIG_HOME": str(tmp_path / "new/folder")}

    remember_user_setting(environ, "politeness.contact", "first@example.org")
    path = remember_user_setting(environ, "politeness.contact", "second@example.org")

    assert path == user_file(environ)
    assert load_settings(None, {}, environ).politeness.contact == "second@example.org"
    assert path is not None
    assert path.read_text("utf-8").startswith("# Who you are")
    assert path.stat().st_mode & 0o777 == 0o600


def test_where_nothing_can_be_written_nothing_is_remembered(tmp_path: Path) -> None:
    (tmp_path / "auslese").write_text("a file where a folder should be")

    assert (
        remember_user_setting(
            {"XDG_CONFIG_HOME": str(tmp_path)}, "politeness.contact", "a@b.example"
        )
        is None
    )
    assert remember_user_setting({}, "politeness.contact", "a@b.example") is None
