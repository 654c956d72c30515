"""What most annotators say of an item, and what all of them say."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from auslese.analyse.annotation.answer_table import FEWEST_ANSWERS, NONE, AnswerTable, Codes
from auslese.analyse.annotation.drawn_items import Figure, share


class CategoryVotes(NamedTuple):
    """How many items have a category."""

    unanimous: int
    majority: int
    """By more than half of the answers, but not by all."""

    @property
    def together(self) -> int:
        """By majority, unanimous or not."""
        return self.unanimous + self.majority


def majority(table: AnswerTable) -> Codes:
    """The category that more than half of two answers or more have; -1 if none."""
    if not len(table.values):
        return np.full(len(table), NONE)
    best = table.counts.argmax(axis=1)
    votes = table.counts.max(axis=1)
    wins = (votes * 2 > table.answered) & (table.answered >= FEWEST_ANSWERS)
    return np.where(wins, best, NONE)


def unanimous(table: AnswerTable) -> NDArray[np.bool_]:
    """Whether all of two answers or more are the same."""
    votes = table.counts.max(axis=1, initial=0.0)
    agreed: NDArray[np.bool_] = (votes == table.answered) & (table.answered >= FEWEST_ANSWERS)
    return agreed


def category_votes(table: AnswerTable) -> tuple[list[CategoryVotes], int]:
    """The items of each category, and how many have no majority."""
    shared = table.shared()
    won, agreed = majority(shared), unanimous(shared)
    votes = [
        CategoryVotes(
            int(np.count_nonzero((won == code) & agreed)),
            int(np.count_nonzero((won == code) & ~agreed)),
        )
        for code in range(len(table.values))
    ]
    return votes, int(np.count_nonzero(won == NONE))


def majority_share(table: AnswerTable) -> Figure:
    """The share of the items on which more than half agree."""
    has = (majority(table) != NONE).astype(np.float64)
    return lambda weights: share(weights @ has, weights.sum(axis=1))


def unanimous_share(table: AnswerTable) -> Figure:
    """The share of the items on which all agree."""
    agreed = unanimous(table).astype(np.float64)
    return lambda weights: share(weights @ agreed, weights.sum(axis=1))
