"""Is what the certified rule claims true, and how much more than needed is rated?

The order in which the model finds pages does not depend on the random slice: a page of it teaches
when the model comes upon it, not before. So one order serves for any number of slices.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from auslese.analyse.relevance.expert_simulation import SimulationOptions, simulate_expert
from auslese.analyse.relevance.page_choice import ChoiceOptions, ChoiceState, random_order
from auslese.analyse.relevance.page_features import PageFeatures
from auslese.analyse.relevance.stop_rules import RatingHistory, certified_rule

BY_MODEL = ChoiceOptions(random_share=0.0, doubt_share=0.0)
BATCH_SHARE = 0.1
Floats = NDArray[np.float64]
Rows = NDArray[np.int64]


class Stopped(NamedTuple):
    """Where one session ended."""

    recall: float
    rated: float
    """Share of all pages, the slice with them."""
    sliced: float
    """Share of all pages that the slice has."""


def whole_order(features: PageFeatures, gold: Floats, first: int) -> Rows:
    """All pages in the order in which the model finds them."""
    options = SimulationOptions(
        BY_MODEL, first=(first,), most=len(gold), until=1.0, batch_share=BATCH_SHARE
    )
    found = simulate_expert(features, gold, ChoiceState(len(gold)), options)
    rows = np.array([answer.row for answer in found.answers], np.int64)
    rest = np.setdiff1d(np.arange(len(gold)), rows)
    return np.concatenate([rows, rest])


def stopped(order: Rows, gold: Floats, planned: int, target: float, seed: int) -> Stopped:
    """Draw a slice until it has so many relevant pages, then rate on until the rule says stop."""
    drawn = random_order(ChoiceState(len(gold)), seed)
    enough = int(np.searchsorted(np.cumsum(gold[drawn]), min(planned, gold.sum()))) + 1
    sliced = drawn[:enough]
    place = np.empty(len(order), np.int64)
    place[order] = np.arange(len(order))
    # The advice can become better only when a relevant page of the slice is reached.
    turns = np.sort(place[sliced[gold[sliced] > 0]])
    for turn in turns[int(target * len(turns)) :].tolist():  # before, the share is below the target
        history = _history(order[: turn + 1], sliced, gold, planned)
        if certified_rule(history, target).may_stop:
            break
    else:
        history = _history(order, sliced, gold, planned)
    found = float(history.ratings.sum() / gold.sum())
    return Stopped(found, len(history.rows) / len(gold), len(sliced) / len(gold))


def _history(reached: Rows, sliced: Rows, gold: Floats, planned: int) -> RatingHistory:
    is_reached = np.isin(sliced, reached)
    rows = np.concatenate([reached, sliced[~is_reached]])
    return RatingHistory(
        rows, gold[rows], sliced, gold[sliced], is_reached, np.zeros(len(gold)), planned
    )
