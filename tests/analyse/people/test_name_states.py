"""The seed's state machine finds what the seed says it finds (Bumüller 3.2.2)."""

import pytest

from auslese.analyse.people.name_parts import name_part_sets
from auslese.analyse.people.name_states import (
    LookupForm,
    NameSets,
    StateNameFinder,
    is_listed,
    plain_words,
    without_trailing,
)

PARTS = NameSets(
    first=frozenset(("Dennis", "Christian", "Edgar", "Hans", "Alexander", "Anna")),
    middle=frozenset(("von", "und", "der")),
    last=frozenset(("Armbruster", "Fleming", "Müller", "Leyen")),
)
FINDER = StateNameFinder(PARTS)
FORMS = [
    ("first+", "Dennis kam", ["<Dennis>"]),
    ("first+ first+", "Christian Edgar kam", ["<Christian_Edgar>"]),
    ("first+ last+", "gestern kam Dennis Armbruster an", ["<Dennis_Armbruster>"]),
    ("last+ last+", "Dennis Armbruster Müller kam", ["<Dennis_Armbruster_Müller>"]),
    ("first+ middle+ last+", "mit Anna von der Leyen dort", ["<Anna_von_der_Leyen>"]),
    ("title+ last+", "dass Herr Armbruster kam", ["<Armbruster>"]),
    ("title+ title+ last+", "dass Prof. Dr. Müller kam", ["<Müller>"]),
    ("title+ first+ last+", "dass Herr Dennis Armbruster kam", ["<Dennis_Armbruster>"]),
]


@pytest.mark.parametrize(("form", "text", "names"), FORMS)
def test_each_form_of_listing_3_3_is_a_name(form: str, text: str, names: list[str]) -> None:
    assert FINDER.normalised(text) == names, form


@pytest.mark.parametrize("text", ["Armbruster kam", "von und zu", "Herr kam", "nichts", "", ";;;"])
def test_what_listing_3_3_has_not_is_no_name(text: str) -> None:
    assert FINDER.normalised(text) == []


def test_middle_names_at_the_end_are_cut_off() -> None:
    assert FINDER.normalised("Christian Edgar von und") == ["<Christian_Edgar>"]
    words = ["Christian", "Edgar", "von", "und"]
    assert without_trailing(words, PARTS.middle) == ["Christian", "Edgar"]


def test_an_unknown_word_with_a_capital_goes_on_in_a_name_that_has_begun() -> None:
    assert FINDER.normalised("Dennis Quaxinger kam") == ["<Dennis_Quaxinger>"]
    assert FINDER.normalised("Quaxinger Dennis kam") == ["<Dennis>"]
    assert FINDER.normalised("Herr Quaxinger kam") == [], "a title is no part of a name yet"


def test_a_sign_at_the_end_of_a_word_ends_the_name() -> None:
    assert FINDER.normalised("Dennis Armbruster, Hans Müller.") == [
        "<Dennis_Armbruster>",
        "<Hans_Müller>",
    ]


def test_a_line_break_ends_the_name() -> None:
    assert FINDER.normalised("Dennis\nArmbruster Müller") == ["<Dennis>"]


def test_the_limit_of_words_ends_the_name() -> None:
    finder = StateNameFinder(PARTS, most_words=2)
    assert finder.normalised("Dennis Armbruster Müller Fleming") == ["<Dennis_Armbruster>"]


def test_the_seeds_limits_are_kept() -> None:
    assert FINDER.normalised("Armbruster, Dennis") == ["<Dennis>"]
    assert FINDER.normalised("Dennis Armbruster, B.S.") == ["<Dennis_Armbruster>"]


def test_names_become_digit_tags_and_titles_stay() -> None:
    tagged = FINDER.tagged("Herr Dennis Armbruster traf Alexander Fleming.")
    assert tagged.text == "Herr <0> traf <1>."
    assert tagged.names == {"<0>": "Dennis Armbruster", "<1>": "Alexander Fleming"}


def test_spans_are_those_of_the_text() -> None:
    text = "Am Montag\nsprach Prof. Dr. Anna von der Leyen."
    (found,) = FINDER.find(text)
    assert text[found.start : found.end] == "Anna von der Leyen"
    assert found.name.titles == "Prof. Dr."


def test_words_are_looked_up_in_every_form_wanted() -> None:
    names = {"müller", "Hans"}
    assert is_listed("Müller", names, [LookupForm.LOWER])
    assert is_listed("HANS", names, [LookupForm.CAPITALISED])
    assert is_listed("Hans,", names, [LookupForm.WITHOUT_PUNCTUATION])
    assert is_listed("MÜLLER!", names, [LookupForm.LOWER_WITHOUT_PUNCTUATION])
    assert is_listed("hans.", names, [LookupForm.CAPITALISED_WITHOUT_PUNCTUATION])
    assert not is_listed("Hans,", names, [LookupForm.AS_IT_IS])


def test_words_are_split_at_blanks_without_digit_tags() -> None:
    assert plain_words("Herr <0> kam, sah.") == ["Herr", "kam,", "sah."]
    assert plain_words("Herr <0> kam, sah.", without_punctuation=True) == ["Herr", "kam", "sah"]


def test_the_machine_works_with_parts_of_names_by_the_seeds_rules() -> None:
    parts = name_part_sets(["Dennis Armbruster", "Anna Maria Müller"])
    assert StateNameFinder(NameSets(*parts)).normalised("dass Anna Maria Armbruster kam") == [
        "<Anna_Maria_Armbruster>"
    ]


def test_a_hundred_thousand_words_of_one_name_are_one_name() -> None:
    (found,) = FINDER.find("Dennis " * 100_000)
    assert found.start == 0
