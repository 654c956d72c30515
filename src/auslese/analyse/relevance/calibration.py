"""Scores that mean what they say: of pages with 0.7, seven of ten answers are yes.

A raw score becomes a probability by a slope and a shift (Platt 1999). Where relevance is rarer or
commoner than where the model learnt, the shift moves by the odds; how common it is there is found
from the scores themselves (Saerens, Latinne and Decaestecker 2002).
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize
from scipy.special import expit, logit

Floats = NDArray[np.float64]

LEAST_SLOPE = 0.05  # a model that knows nothing must not turn its order round
SLOPE_DOUBT = 0.5  # weight of the belief that the slope is what was learnt, in answers
LEAST_SHARE, MOST_SHARE = 1e-4, 1 - 1e-4  # of relevant pages; beyond them odds say nothing
SETTLED = 1e-6
MOST_ROUNDS = 500


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


def estimated_prevalence(scores: Floats, learnt: float) -> float:
    """The share of relevant pages among these, by scores that were right for the share learnt."""
    if not len(scores):
        return learnt
    odds = logit(scores.clip(SETTLED, 1 - SETTLED)) - _odds(learnt)
    here = learnt
    for _ in range(MOST_ROUNDS):
        before, here = here, float(np.mean(expit(odds + _odds(here))))
        if abs(here - before) < SETTLED:
            break
    return float(np.clip(here, LEAST_SHARE, MOST_SHARE))


def _odds(share: float) -> float:
    return float(logit(min(max(share, LEAST_SHARE), MOST_SHARE)))
