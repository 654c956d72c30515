"""Texts in arrays come out as they went in."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from auslese.system.packed_texts import join_packed, pack_texts

TEXTS = st.lists(st.text(max_size=9), max_size=9)


@given(TEXTS)
def test_texts_come_out_as_they_went_in(texts: list[str]) -> None:
    found = pack_texts(texts)

    assert [found.text(at) for at in range(len(found))] == [
        text.encode("utf-8", "replace").decode() for text in texts
    ]


@given(TEXTS, TEXTS, st.data())
def test_chosen_texts_of_joined_ones_are_those_of_the_lists(
    left: list[str], right: list[str], data: st.DataObject
) -> None:
    both = pack_texts([*left, *right])
    numbers = data.draw(st.lists(st.integers(0, len(both) - 1), max_size=9)) if len(both) else []

    found = join_packed([pack_texts(left), pack_texts(right)]).chosen(np.array(numbers, np.int64))

    assert [found.text(at) for at in range(len(found))] == [both.text(at) for at in numbers]
