"""Forms of one name are known as such, and names of two persons are told apart."""

import pytest

from auslese.analyse.people.name_forms import are_compatible, fullness, name_key
from auslese.analyse.people.name_parts import split_name

FORMS = [
    ("H. Müller", "Müller, Hans"),
    ("Müller", "Anna Müller"),
    ("Hans Müller", "Prof. Hans-Peter Mueller"),
    ("H. P. Müller", "Hans-Peter Müller"),
    ("J.R.R. Tolkien", "John Ronald Tolkien"),
    ("Peter Müller", "Hans Peter Müller"),
    ("José García", "Jose Garcia"),
    ("URSULA VON DER LEYEN", "Leyen, Ursula von der"),
    ("Anna Müller", "Anna Müller-Lüdenscheidt"),
    ("Ursula Leyen", "Ursula von der Leyen"),
    ("Frau Müller", "Anna Müller"),
]
OTHERS = [
    ("H. Müller", "Peter Müller"),
    ("Hans P. Müller", "Hans Q. Müller"),
    ("Hans Müller", "Hans Meier"),
    ("Frau Müller", "Herr Müller"),
    ("Martin King Jr.", "Martin King Sr."),
    ("Müller", "Anna Müller-Lüdenscheidt"),
    ("A. Müller", "Anna Müller-Lüdenscheidt"),
    ("", "Müller"),
    ("Anna Maria Koch", "Anna Berta Koch"),
]


@pytest.mark.parametrize(("one", "other"), FORMS)
def test_forms_of_one_name_are_compatible(one: str, other: str) -> None:
    assert are_compatible(split_name(one), split_name(other))
    assert are_compatible(split_name(other), split_name(one))


@pytest.mark.parametrize(("one", "other"), OTHERS)
def test_names_of_two_persons_are_told_apart(one: str, other: str) -> None:
    assert not are_compatible(split_name(one), split_name(other))
    assert not are_compatible(split_name(other), split_name(one))


def test_spellings_of_one_form_have_one_key() -> None:
    spellings = ("Hans-Peter Müller", "Mueller, Hans Peter", "HANS PETER MULLER", "Dr. H.P. Müller")
    keys = [name_key(split_name(each)) for each in spellings]
    assert keys == ["muller|hans peter"] * 3 + ["muller|h p"]


def test_a_fuller_form_is_known_as_such() -> None:
    forms = ["Müller", "H. Müller", "Hans Müller", "Hans P. Müller", "Hans Peter Müller"]
    assert sorted(forms, key=lambda form: fullness(split_name(form))) == forms
