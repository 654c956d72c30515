"""PageRank of waiting pages, estimated by what is handed on."""

from pathlib import Path

import pytest

from auslese.analyse.focus.learning.link_cash import DAMPING, LinkCash
from auslese.records.visit import FOCUS_BUCKETS

BIG = (1 << 64) - 1


def test_a_page_hands_on_equal_parts_of_what_it_has() -> None:
    cash = LinkCash()
    cash.hand_on(1, [2, 3, 3, 1])
    cash.hand_on(2, [3])

    assert cash.given(2) == pytest.approx(DAMPING / 2)
    assert cash.given(3) == pytest.approx(DAMPING / 2 + DAMPING * (1 + DAMPING / 2))
    assert cash.given(1) == 0.0


def test_what_many_pages_name_waits_before_what_one_names() -> None:
    cash = LinkCash()
    for page in range(1, 51):
        cash.hand_on(page, [100, *range(1000 * page, 1000 * page + 30)])

    hub, leaf = cash.buckets([100, 1000])

    assert FOCUS_BUCKETS[0] <= hub < leaf <= FOCUS_BUCKETS[-1]


def test_a_page_that_is_named_again_waits_in_a_better_place() -> None:
    cash = LinkCash()
    cash.hand_on(1, [2, *range(10, 110)])
    (first,) = cash.buckets([2])

    for page in range(3, 9):
        cash.hand_on(page, [2])

    assert cash.buckets([2])[0] < first
    assert cash.buckets([]) == []


def test_the_oldest_make_room() -> None:
    cash = LinkCash(room=10)
    cash.hand_on(1, range(2, 40))

    assert len(cash) == 10
    assert (cash.given(2), cash.given(39) > 0) == (0.0, True)


def test_what_was_given_is_kept(tmp_path: Path) -> None:
    cash = LinkCash()
    cash.hand_on(1, [2, BIG])
    cash.save(tmp_path / "cash", {"model": "x"})

    again = LinkCash.open(tmp_path / "cash")

    assert again is not None
    assert again.given(BIG) == pytest.approx(cash.given(BIG))
    assert again.buckets([2]) == cash.buckets([2])
    assert LinkCash.open(tmp_path / "none") is None
