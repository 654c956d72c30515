"""Words divided at the ends of lines are whole again, and hyphens that were meant stay."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from auslese.text.hyphens import DIVIDED, joined_lines, words_of


@pytest.mark.parametrize(
    ("lines", "text"),
    [
        (("Der Forschungs-", "bericht liegt vor"), "Der Forschungsbericht liegt vor"),
        (("die Nord-", "Süd-Achse"), "die Nord-Süd-Achse"),
        (("per E-", "Mail"), "per E-Mail"),
        (("Vor-", "und Nachteile"), "Vor- und Nachteile"),
        (("short-", "and long-term"), "short- and long-term"),
        (("COVID-", "19"), "COVID-19"),
        (("ISBN 3-540-52381-", "2"), "ISBN 3-540-52381-2"),
        (("ein", "Wort", "und noch eins"), "ein Wort und noch eins"),
        (("am Ende-",), "am Ende-"),
        ((), ""),
    ],
)
def test_a_hyphen_at_the_end_of_a_line_is_judged_by_what_follows(
    lines: tuple[str, ...], text: str
) -> None:
    divided = [line[:-1] + DIVIDED if line.endswith("-") else line for line in lines]

    assert joined_lines(divided, frozenset()) == text


def test_the_other_words_of_the_document_tell_whether_the_hyphen_was_meant() -> None:
    known = words_of(["a self-made man and a handmade table"])

    assert joined_lines([f"the self{DIVIDED}", "made house"], known) == "the self-made house"
    assert joined_lines([f"the hand{DIVIDED}", "made house"], known) == "the handmade house"


def test_capitals_are_joined_only_to_a_word_that_is_known() -> None:
    known = words_of(["FORSCHUNG"])

    assert joined_lines([f"FOR{DIVIDED}", "SCHUNG"], known) == "FORSCHUNG"
    assert joined_lines([f"EU{DIVIDED}", "USA"], known) == "EU-USA"


@given(st.lists(st.text(alphabet=f"aB1-. {DIVIDED}", max_size=8), max_size=6))
def test_no_letter_is_lost(lines: list[str]) -> None:
    joined = joined_lines(lines, frozenset())

    assert DIVIDED not in joined
    assert [c for c in joined if c.isalnum()] == [c for c in "".join(lines) if c.isalnum()]
