"""What a text looks like, whatever its language."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from auslese.analyse.language.text_looks import TextLooks


def looks_of(text: str) -> dict[str, float]:
    """What one text looks like."""
    return {name: float(values[0]) for name, values in TextLooks.of([text])._asdict().items()}


def test_letters_digits_and_signs_are_counted() -> None:
    looks = looks_of("Haus 12, if (x_1) {y}")

    assert looks["letters"] == 8
    assert looks["digits"] == 3
    assert looks["codes"] == 3
    assert looks["pauses"] == 3


def test_capitals_are_told_by_where_they_stand() -> None:
    looks = looks_of("Der camelCase steht AUF")

    assert looks["capitals"] == 5
    assert looks["first_capitals"] == 2
    assert looks["inner_capitals"] == 1


@pytest.mark.parametrize(
    "text", ["Aus.", "Wirklich?", "„So ist es.“", "これは文です。", "यह है।", "(Ja!)"]
)
def test_a_sentence_is_closed(text: str) -> None:
    assert looks_of(text)["is_closed"] == 1


@pytest.mark.parametrize("text", ["", "Startseite", "Kontakt |", "x = 1;"])
def test_what_has_no_stop_is_not_closed(text: str) -> None:
    assert looks_of(text)["is_closed"] == 0


def test_letters_of_wide_scripts_are_known_as_such() -> None:
    assert looks_of("漢字 한국 abc")["wide"] == 4
    assert looks_of("漢字 한국 abc")["letters"] == 7


@given(st.lists(st.text(), max_size=5))
def test_any_text_looks_the_same_alone_and_among_others(texts: list[str]) -> None:
    together = TextLooks.of(texts)

    for place, text in enumerate(texts):
        assert {name: float(values[place]) for name, values in together._asdict().items()} == (
            looks_of(text)
        )


@given(st.text())
def test_counts_are_never_more_than_there_are_characters(text: str) -> None:
    looks = looks_of(text)

    assert looks["letters"] + looks["digits"] <= looks["signs"] <= len(text)
    assert looks["first_capitals"] + looks["inner_capitals"] <= looks["capitals"]


def test_a_lone_surrogate_is_looked_at_too() -> None:
    assert looks_of("a\ud800b")["letters"] == 2
