"""A written name is taken apart, whichever way it is written."""

import unicodedata

import pytest

from auslese.analyse.people.name_parts import (
    name_part_sets,
    normalised_name,
    split_name,
    untitled_name,
)
from auslese.records.person import PersonName

WRITTEN = [
    ("Hans Müller", PersonName("Hans", "", "Müller")),
    ("Müller", PersonName("", "", "Müller")),
    ("Hans Peter Müller", PersonName("Hans Peter", "", "Müller")),
    ("Müller, Hans", PersonName("Hans", "", "Müller")),
    ("Müller, Prof. Dr. Hans", PersonName("Hans", "", "Müller", "Prof. Dr.")),
    ("Leyen, Ursula von der", PersonName("Ursula", "von der", "Leyen")),
    ("Christian von und zu Guttenberg", PersonName("Christian", "von und zu", "Guttenberg")),
    ("Vincent van Gogh", PersonName("Vincent", "van", "Gogh")),
    ("von Neumann", PersonName("", "von", "Neumann")),
    ("Robert De Niro", PersonName("Robert", "De", "Niro")),
    ("Maria da Silva Santos", PersonName("Maria", "da", "Silva Santos")),
    ("José Ortega y Gasset", PersonName("José", "", "Ortega y Gasset")),
    ("Ali ibn Sina", PersonName("Ali", "ibn", "Sina")),
    ("J. R. R. Tolkien", PersonName("J. R. R.", "", "Tolkien")),
    ("J.R.R. Tolkien", PersonName("J.R.R.", "", "Tolkien")),
    ("H.-P. Müller", PersonName("H.-P.", "", "Müller")),
    ("Müller H.", PersonName("H.", "", "Müller")),
    ("MERCE CUNNINGHAM", PersonName("Merce", "", "Cunningham")),
    ("MÜLLER Hans", PersonName("Hans", "", "Müller")),
    ("URSULA VON DER LEYEN", PersonName("Ursula", "von der", "Leyen")),
    ("Hans-Peter O'Neill’s", PersonName("Hans-Peter", "", "O'Neill")),
    ("Herr Dennis Armbruster", PersonName("Dennis", "", "Armbruster", "Herr")),
    ("Dennis Armbruster, B.S.", PersonName("Dennis", "", "Armbruster", "", "B.S.")),
    ("Martin Luther King Jr.", PersonName("Martin Luther", "", "King", "", "Jr.")),
    (
        "Univ.-Prof. Dr. Dr. h. c. mult. Eva Maria Mustermann, M.A., PhD",
        PersonName("Eva Maria", "", "Mustermann", "Univ.-Prof. Dr. Dr. h. c. mult.", "M.A. PhD"),
    ),
    (
        "Dipl.-Inf. (FH) Anna Meier M.Sc.",
        PersonName("Anna", "", "Meier", "Dipl.-Inf. (FH)", "M.Sc."),
    ),
    ("<b>Hans</b> Müller", PersonName("Hans", "", "Müller")),
]


@pytest.mark.parametrize(("written", "name"), WRITTEN)
def test_a_name_is_taken_apart(written: str, name: PersonName) -> None:
    assert split_name(written) == name


@pytest.mark.parametrize(
    ("written", "asked"),
    [
        ("Prof. Dr. Hans Müller", "Hans Müller"),
        ("Müller, Prof. Dr. Hans", "Hans Müller"),
        ("prof hans müller", "Hans Müller"),
        ("Hans Müller, PhD", "Hans Müller"),
        ("Herr Müller", "Müller"),
        ("hans mueller", "hans mueller"),
        ("Müller, hans", "Müller, hans"),
        ("Dr", "Dr"),
        ("(((", "((("),
    ],
)
def test_whoever_is_asked_for_with_titles_is_meant_without(written: str, asked: str) -> None:
    assert untitled_name(written) == asked


@pytest.mark.parametrize("written", ["", "   ", ",", ",,,", "<>", "\u200f", "-", "<<<b>>"])
def test_what_is_no_name_has_no_parts(written: str) -> None:
    assert not split_name(written).family


def test_a_name_of_two_hundred_words_is_taken_apart_in_part() -> None:
    name = split_name("Anna " * 100_000 + "Müller")
    assert name.family == "Anna"
    assert len(name.full) <= 400


def test_combining_marks_are_put_together() -> None:
    apart = unicodedata.normalize("NFD", "Jürgen Müller")
    assert split_name(apart) == PersonName("Jürgen", "", "Müller")


def test_the_seeds_name_is_normalised_as_the_seed_does() -> None:
    assert normalised_name("Herr Dennis Armbruster") == "<Dennis_Armbruster>"
    assert normalised_name(PersonName("Alexander", "", "Fleming", "Sir")) == "<Alexander_Fleming>"


def test_a_normalised_name_has_no_further_brackets() -> None:
    assert normalised_name(PersonName("<i>", "", "Mül>ler")) == "<i_Müller>"


def test_part_sets_follow_the_seeds_rules() -> None:
    parts = name_part_sets(["Platon", "Hans Müller", "Anna Eva Maria Meier", "Eva Koch", "R2 4"])
    assert parts.last == {"Platon", "Müller", "Meier", "Koch"}
    assert parts.first == {"Hans", "Anna", "Eva", "R2"}
    assert parts.middle == {"Maria"}, "Eva is a first name, too"


def test_parts_are_split_at_hyphens_and_left_out_when_short_if_wanted() -> None:
    parts = name_part_sets(["Hans-Peter J Müller"], split_hyphens=True, least_letters=2)
    assert [set(each) for each in parts] == [{"Hans"}, {"Peter"}, {"Müller"}]
