"""Agreement and categories over the course of a crawl, or of the annotation itself.

Items lie in some order: that in which they were fetched (figure 5.5 of Werner 2015), or that in
which they were answered. The order is cut into parts of equal size.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from auslese.analyse.annotation.annotator_agreement import agreement_figures
from auslese.analyse.annotation.answer_table import FEWEST_ANSWERS, AnswerTable
from auslese.analyse.annotation.votes import category_votes
from auslese.records.interval import Interval

PARTS = 10
FEWEST_ITEMS = 20  # of a part: below, intervals are as wide as the scale


class CoursePart(NamedTuple):
    """A part of the order."""

    first: float
    """Where it begins, in the order's own measure."""
    last: float
    items: int
    raw: Interval
    alpha: Interval
    categories: list[int]
    """Items of each category by majority."""


def agreement_course(table: AnswerTable, places: NDArray[np.float64]) -> list[CoursePart]:
    """The parts; `places` says where in the order each item lies."""
    shared = table.shared()
    where = places[table.answered >= FEWEST_ANSWERS]
    order = np.argsort(where, kind="stable")
    number = min(PARTS, max(1, len(order) // FEWEST_ITEMS))
    return [
        _part(shared.rows(rows), where[rows]) for rows in np.array_split(order, number) if len(rows)
    ]


def _part(table: AnswerTable, places: NDArray[np.float64]) -> CoursePart:
    votes, _ = category_votes(table)
    figures = agreement_figures(table, ("raw", "alpha"))
    return CoursePart(
        float(places.min()),
        float(places.max()),
        len(table),
        figures["raw"],
        figures["alpha"],
        [each.together for each in votes],
    )
