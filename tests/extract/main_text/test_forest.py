"""A forest gives what its trees say, whichever way one goes down them."""

import math

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from auslese.extract.main_text.decision_forest import (
    ROWS_AT_ONCE,
    Forest,
    ForestLevel,
    logistic,
    softmax,
)

# Two trees: a root that asks for column 0 and, on the right, for column 1; and a single leaf.
ROOTS = [0, 0], [0.5, math.inf]
BELOW = [0, 1, 0, 0], [math.inf, 2.0, math.inf, math.inf]
VALUES = [-1.0, -1.0, 2.0, 3.0, *[10.0] * 4]


def level(features: list[int], borders: list[float]) -> ForestLevel:
    return ForestLevel(np.array(features, np.intp), np.array(borders, np.float32))


def forest(kinds: int = 1) -> Forest:
    return Forest([level(*ROOTS), level(*BELOW)], np.array(VALUES, np.float32), kinds)


def by_hand(row: list[float]) -> float:
    if row[0] <= 0.5:
        return 10.0 - 1.0
    return 10.0 + (2.0 if row[1] <= 2.0 else 3.0)


@given(st.lists(st.tuples(st.floats(0, 1, width=16), st.floats(0, 4, width=16)), min_size=1))
def test_all_rows_go_down_as_one_would_by_hand(rows: list[tuple[float, float]]) -> None:
    sums = forest().sums(np.array(rows, np.float32).T)

    assert sums[0].tolist() == [by_hand(list(row)) for row in rows]


def test_trees_take_turns_among_several_kinds_of_answers() -> None:
    assert forest(kinds=2).sums(np.zeros((2, 1), np.float32)).tolist() == [[-1.0], [10.0]]


def test_more_rows_than_are_taken_at_once_come_out_in_order() -> None:
    columns = np.zeros((2, 2 * ROWS_AT_ONCE + 1), np.float32)
    columns[0, -1] = 1

    assert forest().sums(columns)[0].tolist() == [9.0] * (2 * ROWS_AT_ONCE) + [12.0]


def test_no_rows_give_no_sums() -> None:
    assert forest().sums(np.zeros((2, 0), np.float32)).shape == (1, 0)


def test_chances_lie_between_none_and_one_and_add_up() -> None:
    assert logistic(np.array([0.0], np.float32)).tolist() == [0.5]
    assert softmax(np.array([800.0, 800.0], np.float32)).tolist() == [0.5, 0.5]
