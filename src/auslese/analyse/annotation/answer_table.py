"""Answers of several annotators to the same items, as arrays."""

from collections.abc import Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

Answers = NDArray[np.float64]
"""A row for each item, a column for each annotator; NaN where somebody has not answered."""
Floats = NDArray[np.float64]
Codes = NDArray[np.int64]
NONE = -1
FEWEST_ANSWERS = 2  # to one item: with fewer there is nothing to agree on


class AnswerTable:
    """Which category each annotator has given to each item."""

    def __init__(self, codes: Codes, values: Floats) -> None:
        """`codes` has a row for each item and -1 for no answer; `values` are those of categories.

        Where categories have an order, their values rise or fall with it.
        """
        self.codes = codes
        self.values = values

    @classmethod
    def of(cls, answers: Answers, values: Sequence[float] | None = None) -> "AnswerTable":
        """Answers by their values; the categories are those that occur unless they are given."""
        given = ~np.isnan(answers)
        known = np.unique(answers[given]) if values is None else np.array(values, np.float64)
        order = np.argsort(known)
        places = np.searchsorted(known[order], np.where(given, answers, 0.0))
        codes = np.where(given, order[np.minimum(places, max(len(known) - 1, 0))], NONE)
        return cls(codes.astype(np.int64), known)

    def __len__(self) -> int:
        return len(self.codes)

    @property
    def annotators(self) -> int:
        """How many columns there are."""
        return int(self.codes.shape[1])

    @cached_property
    def counts(self) -> Floats:
        """How often each category was given to each item."""
        categories = np.arange(len(self.values))
        given: Floats = (self.codes[:, :, None] == categories).sum(axis=1).astype(np.float64)
        return given

    @cached_property
    def answered(self) -> Floats:
        """How many answers each item has."""
        number: Floats = self.counts.sum(axis=1)
        return number

    def rows(self, chosen: Codes | NDArray[np.bool_]) -> "AnswerTable":
        """The same table with these items only."""
        return AnswerTable(self.codes[chosen], self.values)

    def shared(self) -> "AnswerTable":
        """The items that two annotators at least have answered."""
        return self.rows(self.answered >= FEWEST_ANSWERS)

    def pair(self, one: int, other: int) -> "AnswerTable":
        """Two annotators, and what both have answered."""
        both = self.codes[:, [one, other]]
        return AnswerTable(both[(both != NONE).all(axis=1)], self.values)

    def merged(self, groups: Sequence[Sequence[int]]) -> "AnswerTable":
        """The same answers with each group of categories as one, in the order of the groups."""
        group_of = np.full(len(self.values) + 1, NONE)
        for number, group in enumerate(groups):
            group_of[list(group)] = number
        return AnswerTable(group_of[self.codes], np.arange(len(groups), dtype=np.float64))

    def against_rest(self, category: int) -> "AnswerTable":
        """The same answers to one question: this category, or any other?"""
        others = [code for code in range(len(self.values)) if code != category]
        return self.merged([others, [category]])
