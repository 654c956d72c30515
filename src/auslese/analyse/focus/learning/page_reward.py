"""What a page is worth to the crawl: 0 to 1, from its score.

Any score does that is lower for what is on the subject and lies on an even scale: the logarithm of
a perplexity, or better its difference to that of a background model. A logistic curve is fitted to
the scores of pages known to be on the subject and of others. Pages far away, as in another
language, do not bend it, as they would the variances of a discriminant.
"""

from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.float64]
PREVALENCE = 0.1  # of the subject among pages that a focused crawl meets, taken for its prior
RIDGE = 0.1  # of a page, on the slope: a perfect fit to a handful of pages is no certainty
ROUNDS = 50
TINY = 1e-9
SURE = 1e-3  # no score is worth less, or more than 1 less this


@dataclass(frozen=True, slots=True)
class RewardScale:
    """How scores become rewards."""

    middle: float
    """The score that is worth a half."""
    slope: float
    """Per unit of the score; below 0, for lower scores are better."""

    def rewards(self, scores: ArrayLike) -> Floats:
        """What pages with these scores are worth; nothing if the score is infinite or none."""
        given = np.atleast_1d(np.asarray(scores, np.float64))
        usable = np.isfinite(given)
        odds = self.slope * (np.where(usable, given, 0.0) - self.middle)
        found: Floats = np.where(usable, 1 / (1 + np.exp(-np.clip(odds, -50.0, 50.0))), 0.0)
        return found

    def scores(self, rewards: ArrayLike) -> Floats:
        """The scores that are worth this: for a reward that has come from elsewhere."""
        given = np.clip(np.atleast_1d(np.asarray(rewards, np.float64)), SURE, 1 - SURE)
        found: Floats = self.middle + np.log(given / (1 - given)) / self.slope
        return found


class NoScale(StrEnum):
    """Why scores say nothing about what pages are worth."""

    NO_POSITIVE = "no-positive-scores"
    NO_NEUTRAL = "no-neutral-scores"
    NOT_BETTER = "positive-not-better"


def fit_rewards(
    positive: ArrayLike, neutral: ArrayLike, prevalence: float = PREVALENCE
) -> RewardScale | NoScale:
    """The scale by scores of pages that the model was not trained on: their own would be too good.

    Scores that are infinite or none are left out.
    """
    good, other = _finite(positive), _finite(neutral)
    if not len(good) or not len(other):
        return NoScale.NO_NEUTRAL if len(good) else NoScale.NO_POSITIVE
    if np.median(good) >= np.median(other):
        return NoScale.NOT_BETTER
    middle, slope = _logistic(good, other)
    return RewardScale(middle + np.log((1 - prevalence) / prevalence) / slope, slope)


def _logistic(good: Floats, other: Floats) -> tuple[float, float]:
    """Where both sides are as likely, and the slope there; each side weighs as much in all."""
    scores = np.concatenate([good, other])
    centre = float(np.median(scores))
    width = max(float(np.subtract(*np.quantile(scores, [0.75, 0.25]))), TINY)
    inputs = np.stack([np.ones_like(scores), (scores - centre) / width], axis=1)
    truth = np.repeat([1.0, 0.0], [len(good), len(other)])
    weights = np.repeat([0.5 / len(good), 0.5 / len(other)], [len(good), len(other)])
    found = np.array([0.0, -1.0])
    ridge = np.diag([TINY, RIDGE / len(scores)])
    for _ in range(ROUNDS):
        expected = 1 / (1 + np.exp(-np.clip(inputs @ found, -50.0, 50.0)))
        slopes = inputs.T @ (weights * (expected - truth)) + ridge @ found
        bends = (inputs * (weights * expected * (1 - expected))[:, None]).T @ inputs + ridge
        step = np.linalg.solve(bends, slopes)
        found = found - np.clip(step, -2.0, 2.0)
        if np.abs(step).max() < TINY:
            break
    slope = min(float(found[1]), -TINY) / width
    return centre - float(found[0]) / slope, slope


def _finite(scores: ArrayLike) -> Floats:
    given = np.atleast_1d(np.asarray(scores, np.float64))
    return given[np.isfinite(given)]
