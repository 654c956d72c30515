"""Do scores mean what they say, on all pages and where relevance is rarer or commoner?"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from auslese.analyse.relevance.expert_simulation import SimulationOptions, simulate_expert
from auslese.analyse.relevance.page_choice import ChoiceReason, ChoiceState
from auslese.analyse.relevance.page_features import PageFeatures
from auslese.analyse.relevance.recall_estimates import (
    SeedTerms,
    expected_calibration_error,
    seed_terms,
)
from auslese.analyse.relevance.relevance_model import (
    RelevanceModel,
    held_out_relevance,
    train_relevance,
)

RATINGS = 300
SHIFTS = (1 / 3, 1.0, 3.0)
SLICES = 5  # random slices of new pages for each shift, of
SLICE = 1000  # pages, if there are so many
Floats = NDArray[np.float64]


class Calibrated(NamedTuple):
    """The error by the shift of prevalence, and Nitsche's own terms of all pages."""

    errors: dict[float, float]
    terms: SeedTerms


def calibration_errors(features: PageFeatures, gold: Floats, first: int, seed: int) -> Calibrated:
    """After 300 answers with the house's own options: the error at each shift of prevalence.

    Half of all pages are rated and learnt from, the others are new. Without a shift the error is
    that of all pages of the first half, those that were rated by models without their answers.
    """
    rng = np.random.default_rng(seed)
    here = rng.random(len(gold)) < 0.5
    here[first] = True
    inside, outside = np.flatnonzero(here), np.flatnonzero(~here)
    own, own_gold = features.rows(inside), gold[inside]
    place = int(np.searchsorted(inside, first))
    options = SimulationOptions(first=(place,), most=RATINGS, batch_share=0.05)
    found = simulate_expert(own, own_gold, ChoiceState(len(inside)), options)
    rows = np.array([answer.row for answer in found.answers], np.int64)
    drawn = np.array([answer.why is ChoiceReason.RANDOM for answer in found.answers])
    model = train_relevance(own, rows, own_gold[rows], drawn=drawn)
    scores = model.scores(own)
    scores[rows] = held_out_relevance(own, rows, own_gold[rows], drawn=drawn)
    errors = {1.0: expected_calibration_error(scores, own_gold)}
    for shift in SHIFTS:
        share = gold.mean() * shift
        if shift != 1 and share < 0.95:
            slices = (outside[_drawn(gold[outside], share, rng)] for _ in range(SLICES))
            errors[shift] = float(np.mean([_error(model, features, gold, some) for some in slices]))
    return Calibrated(errors, seed_terms(scores, own_gold))


def _drawn(gold: Floats, share: float, rng: np.random.Generator) -> NDArray[np.int64]:
    """Pages by lot of which this share is relevant."""
    relevant, others = np.flatnonzero(gold), np.flatnonzero(gold == 0)
    number = int(min(SLICE, len(relevant) / share, len(others) / (1 - share)))
    yes = rng.choice(relevant, max(1, round(share * number)), replace=False)
    return np.concatenate([yes, rng.choice(others, round((1 - share) * number), replace=False)])


def _error(
    model: RelevanceModel, features: PageFeatures, gold: Floats, rows: NDArray[np.int64]
) -> float:
    there = features.rows(rows)
    return expected_calibration_error(model.adapted(there).scores(there), gold[rows])
