"""The page about the robot tells site owners the truth, safely, in every language alike."""

import re
from collections import Counter
from dataclasses import fields, replace
from datetime import timedelta
from html.parser import HTMLParser
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from auslese.cli.crawling.about_command import command
from auslese.crawl.scope.scope import Presence
from auslese.recipes.crawling.robot_page import STYLE, about_page
from auslese.recipes.settings.crawl_settings import PolitenessSection
from auslese.recipes.settings.settings_loading import Settings
from auslese.recipes.settings.user_agent import user_agent
from auslese.records.errors import AusleseError
from auslese.store.collection import Collection
from auslese.wording.robot_page_wording import WORDS, AboutWords
from auslese.wording.ui_languages import UI_LANGUAGES

SETTINGS = Settings(
    Presence(name="Botany"),
    politeness=PolitenessSection("Sammler", "crawler@example.org", timedelta(milliseconds=2500)),
)
VOID = {"meta", "br"}
ALLOWED = {"html", "head", "title", "style", "body", "header", "nav", "main", "article", "h1", "h2"}
ALLOWED |= {"p", "ul", "li", "pre", "code", "figure", "figcaption", "a", "em", "meta"}
COLOUR = re.compile(r"--(\w+): (#[0-9a-f]{3,6})\b")


class Reader(HTMLParser):
    """Notes tags, links and text, and that what is opened is closed."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: Counter[str] = Counter()
        self.links: list[str] = []
        self.text = ""
        self.feed(page)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag in ALLOWED, tag
        assert {name for name, _ in attrs} <= {
            *("lang", "id", "href", "hreflang", "charset", "name", "content", "http-equiv")
        }
        self.tags[tag] += 1
        self.links += [value or "" for name, value in attrs if name == "href"]
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


def said(words: AboutWords) -> dict[str, tuple[str, ...]]:
    """Every field as a tuple of texts."""
    values = {field.name: getattr(words, field.name) for field in fields(words)}
    return {key: value if isinstance(value, tuple) else (value,) for key, value in values.items()}


def test_all_languages_say_the_same_things_about_the_same_values() -> None:
    english = said(WORDS["en"])

    for language in UI_LANGUAGES:
        other = said(WORDS[language])
        assert list(other) == list(english)
        for key, texts in english.items():
            assert len(other[key]) == len(texts), key
            for text, translated in zip(texts, other[key], strict=True):
                assert re.findall(r"\{\w+\}", text) == re.findall(r"\{\w+\}", translated), key
                assert Counter(re.findall(r"`[^`]*`", text)) == Counter(
                    re.findall(r"`[^`]*`", translated)
                ), key
    assert len({words.lead for words in WORDS.values()}) == len(UI_LANGUAGES)


def test_the_page_tells_who_crawls_how_fast_and_how_to_keep_it_away() -> None:
    shown = Reader(about_page(SETTINGS, ["en"]))

    assert user_agent(SETTINGS) in shown.text
    assert "User-agent: Sammler\nDisallow: /\n" in shown.text + "\n"
    assert "User-agent: Sammler\nCrawl-delay: 10" in shown.text
    for told in ("Botany", "crawler@example.org", "2.5 s", "any hour", "X-Robots-Tag", "TDMRep"):
        assert told in shown.text
    assert set(shown.links) == {"mailto:crawler@example.org"}


def test_german_is_german_down_to_the_comma_and_the_days() -> None:
    hours = ("mon-fri 22:00-06:00",)
    settings = replace(SETTINGS, politeness=replace(SETTINGS.politeness, hours=hours))

    shown = Reader(about_page(settings, ["de"])).text

    assert "2,5 s" in shown
    assert "Mo–Fr 22:00–06:00" in shown
    assert "any hour" not in shown


def test_by_default_all_languages_stand_on_one_page_with_ways_to_them() -> None:
    page = about_page(SETTINGS)
    shown = Reader(page)

    assert shown.links[: len(UI_LANGUAGES)] == [f"#{language}" for language in UI_LANGUAGES]
    for language in UI_LANGUAGES:
        assert f'<article id="{language}" lang="{language}">' in page
    assert shown.tags["h1"] == len(UI_LANGUAGES)


def test_a_page_as_contact_is_a_link_and_none_is_said_to_be_missing() -> None:
    by_page = PolitenessSection(contact="https://example.org/bot?a=1&b=2")

    linked = Reader(about_page(Settings(politeness=by_page), ["en"]))
    missing = Reader(about_page(Settings(), ["en"]))

    assert set(linked.links) == {"https://example.org/bot?a=1&b=2"}
    assert "no contact has been given yet" in missing.text
    assert missing.links == []


@given(name=st.text(), before=st.text(), after=st.text())
def test_names_and_contacts_are_text_whatever_they_hold(name: str, before: str, after: str) -> None:
    politeness = PolitenessSection(contact=f"{before}a@b{after}")
    shown = Reader(about_page(Settings(Presence(name=name), politeness=politeness), ["en"]))

    plain = Reader(
        about_page(Settings(Presence(name="x"), politeness=PolitenessSection(contact="a@b")))
    )
    assert set(shown.tags) <= set(plain.tags)
    assert all(link.startswith(("mailto:", "http://", "https://")) for link in shown.links)


def test_hostile_names_do_not_become_markup_or_values() -> None:
    name = "<script>alert(1)</script>{contact}{agent}`x`&amp;"
    shown = Reader(about_page(replace(SETTINGS, presence=Presence(name=name)), ["en"]))

    assert name in shown.text


def test_nothing_is_loaded_and_nothing_runs() -> None:
    page = about_page(SETTINGS)

    assert "default-src 'none'" in page
    assert not re.search(r"<(script|link|img|iframe)|url\(|@import|\bon\w+=", page)


def luminance(colour: str) -> float:
    """WCAG 2.2, relative luminance."""
    digits = colour[1:] if len(colour) == 7 else "".join(2 * digit for digit in colour[1:])
    parts = [int(digits[place : place + 2], 16) / 255 for place in (0, 2, 4)]
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_text_stands_out_in_light_and_in_dark() -> None:
    light, dark = STYLE.split("@media (prefers-color-scheme: dark)")

    for part in (light, dark):
        colours = dict(COLOUR.findall(part))
        for ink in ("ink", "link"):
            for paper in ("paper", "soft"):
                assert contrast(colours[ink], colours[paper]) >= 7, (ink, paper)
        assert contrast(colours["line"], colours["paper"]) >= 3


# -- the command ----------------------------------------------------------------------------------


def test_the_page_of_a_collection_goes_to_stdout_or_to_a_file(tmp_path: Path) -> None:
    text = '[presence]\nname = "Herbs"\n[politeness]\ncontact = "me@example.org"\n'
    folder, file = str(Collection.create(tmp_path / "c", text).path), tmp_path / "about.html"

    printed = CliRunner().invoke(command, [folder, "--language", "de"], catch_exceptions=False)
    CliRunner().invoke(command, [folder, "--to", str(file)], catch_exceptions=False)

    assert "Herbs" in printed.stdout
    assert '<html lang="de">' in printed.stdout
    assert printed.stderr == ""
    assert "Herbs" in file.read_text("utf-8")


def test_without_a_collection_it_is_the_page_of_the_person(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    bare = CliRunner().invoke(command, [], catch_exceptions=False)
    (tmp_path / "auslese").mkdir()
    file = tmp_path / "auslese/config.toml"
    file.write_text('[politeness]\nagent = "Mine"\ncontact = "me@example.org"\n')

    mine = CliRunner().invoke(command, [], catch_exceptions=False)

    assert "no contact is set" in bare.stderr
    assert "me@example.org" in mine.stdout
    assert "User-agent: Mine\n" in mine.stdout


def test_a_file_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    result = CliRunner().invoke(command, ["--to", str(tmp_path / "no/such/folder.html")])

    assert isinstance(result.exception, AusleseError)
    assert "cannot be written" in str(result.exception)
