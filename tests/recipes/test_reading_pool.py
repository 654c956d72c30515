"""The mark by which a reading process tells which page is at hand."""

import mmap
import os
from time import monotonic, process_time

import pytest

from auslese.system.item_mark import MARK, marked_in
from auslese.system.marked_pool import core_seconds, is_too_slow


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


@pytest.mark.parametrize(
    ("worked", "passed", "expected"),
    [
        (19.0, 19.5, False),
        (20.5, 21.0, True),
        (0.1, 21.0, True),  # it sleeps
        (5.0, 60.0, False),  # the machine is busy
        (20.5, 60.0, True),
        (15.0, 201.0, True),
    ],
)
def test_an_item_has_its_time_on_a_core_however_busy_the_machine(
    worked: float, passed: float, expected: bool
) -> None:
    assert is_too_slow(worked, passed, 20.0) is expected


def test_the_time_of_a_process_on_a_core_is_known() -> None:
    before = core_seconds(os.getpid())
    end = process_time() + 0.1
    while process_time() < end:
        pass

    assert core_seconds(os.getpid()) >= before + 0.05
    assert core_seconds(2**22 + 1) == 0.0
