"""The mark by which a reading process tells which page is at hand."""

import mmap
from time import monotonic

import pytest

from auslese.system.item_mark import MARK, marked_in


@pytest.mark.parametrize("written", range(MARK.size - 8, MARK.size))
def test_a_mark_that_is_half_written_blames_no_page(written: int) -> None:
    whole = MARK.pack(3, monotonic())
    memory = mmap.mmap(-1, MARK.size)
    memory[:written] = whole[:written]

    number, since = marked_in(memory)

    assert number == 3
    assert monotonic() - since < 10


def test_a_mark_tells_the_page_and_since_when_it_is_at_hand() -> None:
    memory = mmap.mmap(-1, MARK.size)
    MARK.pack_into(memory, 0, 7, 1234.5)

    assert marked_in(memory) == (7, 1234.5)
