"""A pattern that is compiled late finds what one does that is compiled at once."""

import re

from hypothesis import given
from hypothesis import strategies as st

from auslese.text.late_pattern import late_pattern
from auslese.text.words import WORD

NOT_A_PATTERN = "("


@given(st.text())
def test_a_late_pattern_finds_the_same(text: str) -> None:
    early = re.compile(WORD.pattern)

    assert WORD.findall(text) == early.findall(text)
    assert [found.span() for found in WORD.finditer(text)] == [
        found.span() for found in early.finditer(text)
    ]


def test_a_pattern_is_not_compiled_before_it_is_used() -> None:
    assert late_pattern(NOT_A_PATTERN).pattern == NOT_A_PATTERN
