"""Scores that mean what they say: of pages with 0.7, seven of ten answers are yes.

A raw score becomes a probability by a slope and a shift (Platt 1999). Where relevance is rarer or
commoner than where the model learnt, the shift moves by the odds; how common it is there is found
from the mean score, corrected by what relevant and irrelevant pages get in the mean (Bella, Ferri,
Hernández-Orallo and Ramírez-Quintana 2010). The rounds of Saerens, Latinne and Decaestecker (2002)
were tried first: where scores are a little off, they run away (docs/methods/relevance.md).
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize
from scipy.special import expit, logit

Floats = NDArray[np.float64]

LEAST_SLOPE = 0.05  # a model that knows nothing must not turn its order round
SLOPE_DOUBT = 0.5  # weight of the belief that the slope is what was learnt, in answers
LEAST_SHARE, MOST_SHARE = 1e-4, 1 - 1e-4  # of relevant pages; beyond them odds say nothing
SETTLED = 1e-6


@dataclass(frozen=True, slots=True)
class Calibration:
    """What turns raw scores into probabilities."""

    slope: float = 1.0
    shift: float = 0.0

    def scores(self, raw: NDArray[np.floating]) -> Floats:
        """From 0 to 1."""
        found: Floats = expit(self.slope * raw.astype(np.float64) + self.shift)
        return found

    def moved(self, learnt: float, here: float) -> "Calibration":
        """The same for pages of which another share is relevant."""
        return Calibration(self.slope, self.shift + _odds(here) - _odds(learnt))


def calibrated(raw: Floats, targets: Floats, weights: Floats) -> Calibration:
    """Slope and shift by which these raw scores, of pages unknown to the model, fit the answers."""
    total = max(float(weights.sum()), SETTLED)
    weights = weights * (len(weights) / total)
    spread = float(np.sqrt(np.average((raw - np.average(raw, weights=weights)) ** 2)) or 1.0)

    def cost(values: Floats) -> tuple[float, Floats]:
        steep, shift = values
        odds = steep * raw / spread + shift
        likely = np.logaddexp(0, odds) - targets * odds
        off = weights * (expit(odds) - targets)
        doubt = SLOPE_DOUBT * (steep - spread)
        slope = np.array([off @ raw / spread + doubt, off.sum()])
        return float(weights @ likely) + doubt * (steep - spread) / 2, slope

    begin = np.array([spread, 0.0])
    bounds = [(LEAST_SLOPE * spread, None), (None, None)]
    steep, shift = minimize(cost, begin, jac=True, method="L-BFGS-B", bounds=bounds).x
    return Calibration(float(steep) / spread, float(shift))


class ScoreMeans(NamedTuple):
    """What calibrated scores of pages are in the mean."""

    every: float
    """The share of relevant pages."""
    relevant: float
    """Of relevant pages: Σ s² / Σ s, since each page is relevant with probability s."""
    irrelevant: float

    def prevalence(self, mean: float) -> float:
        """The share of relevant pages among others whose mean score is this one."""
        span = self.relevant - self.irrelevant
        share = (mean - self.irrelevant) / span if span > SETTLED else self.every
        return float(np.clip(share, LEAST_SHARE, MOST_SHARE))


def score_means(scores: Floats) -> ScoreMeans:
    """The means of these scores; a half where there are none."""
    if not len(scores):
        return ScoreMeans(0.5, 0.5, 0.5)
    yes, both = float(scores.sum()), float((scores**2).sum())
    no = len(scores) - yes
    return ScoreMeans(yes / len(scores), both / max(yes, SETTLED), (yes - both) / max(no, SETTLED))


def _odds(share: float) -> float:
    return float(logit(min(max(share, LEAST_SHARE), MOST_SHARE)))
