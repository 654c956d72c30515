"""What may name a thing, and what never does."""

import pytest

from auslese.text.name_rules import languages_in, link_name, may_stand_alone
from auslese.text.words import words_of


@pytest.mark.parametrize(
    "anchor",
    [
        *("Next", "Weiter", "Zurück", "prev", "<- previous", "Suivant", "Startseite", "次へ"),
        *("[source]", "read more", "hier", "Home page", "D", "4.2", "§ 3.1.", "¶", "und der", ""),
        *("Précédent5.4. Manipuler des paquets", "WeiterA.3. Linux Mint", "Kapitel 8", "Chapter"),
    ],
)
def test_menus_letters_and_numbers_of_sections_name_no_page(anchor: str) -> None:
    assert link_name(anchor) == ""


@pytest.mark.parametrize(
    ("anchor", "name"),
    [
        ("8.1.1. dpkg", "dpkg"),
        ("Section 5.4, « Support multi-architecture »", "Support multi-architecture"),
        ("A.3. Linux Mint", "Linux Mint"),
        ("War", "War"),
        ("Mozart", "Mozart"),
        ("C++", "C++"),
        ("open()", "open()"),
        ("atomic() (in module transaction)", "atomic() (in module transaction)"),
        ("gitformat-index(5)", "gitformat-index(5)"),
        ("Window Functions »", "Window Functions"),
        ("1984", ""),
        ("Institut für Weinbau", "Institut für Weinbau"),
    ],
)
def test_a_name_stands_without_its_section_number_and_frame(anchor: str, name: str) -> None:
    assert link_name(anchor) == name


@pytest.mark.parametrize(
    "word",
    ["Next", "weiter", "Jahr", "percent", "Sc", "plants14", "institute's", "the", "die"],
)
def test_menus_measures_glued_numbers_and_little_words_are_no_names(word: str) -> None:
    assert not may_stand_alone(word)


@pytest.mark.parametrize("word", ["EU", "Wien", "python3", "war", "北京", "Möbel"])
def test_subjects_are_names(word: str) -> None:
    assert may_stand_alone(word)


def test_a_page_that_is_half_translated_has_both_languages() -> None:
    words = set(
        words_of("le noyau est dans la base and the kernel is not what it was before you came")
    )

    assert languages_in(words, "fr", ["fr", "en"]) == ("fr", "en")


def test_a_quoted_title_is_no_second_language() -> None:
    words = set(words_of("er sang dort ein Lied mit dem Titel the sound of silence und ging"))

    assert languages_in(words, "de", ["de", "en"]) == ("de",)


def test_the_language_of_a_page_that_nobody_knows_shows_in_its_little_words() -> None:
    words = set(words_of("das Haus und der Garten sind nicht mehr so wie sie einmal waren"))

    assert "de" in languages_in(words, "", [])
