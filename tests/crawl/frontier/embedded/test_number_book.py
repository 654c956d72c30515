"""Numbers of URLs are found by their keys, however many come."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from auslese.crawl.frontier.embedded import number_book
from auslese.crawl.frontier.embedded.number_book import NumberBook

KEYS = st.lists(
    st.integers(min_value=-(2**63), max_value=2**63 - 1), unique=True, min_size=1, max_size=60
)


@given(keys=KEYS, known=st.integers(0, 60), room=st.integers(1, 20))
def test_every_key_has_its_place_in_the_order_of_coming(
    keys: list[int], known: int, room: int
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(number_book, "MOST_RECENT", room)
        book = NumberBook(np.array(keys[:known], dtype=np.int64))
        for key in keys[known:]:
            assert book.find(key) == 0
            book.add(key)

    assert [book.find(key) for key in keys] == list(range(1, len(keys) + 1))
    assert len(book) == len(keys)
