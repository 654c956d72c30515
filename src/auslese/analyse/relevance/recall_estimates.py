"""What a threshold keeps and what it loses, told from the random slice and by the model.

The slice is honest whatever the model thinks, and its intervals are as wide as it is small. What
the model says of its own scores is sharp, and right as far as the scores are calibrated: both are
told, side by side. Scores of pages that the model was taught with are flattered: give those of
`held_out_relevance` for the slice.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from auslese.analyse.relevance.shares import share_of
from auslese.records.interval import CONFIDENCE, Interval
from auslese.records.rating import RELEVANT

NORMAL_QUANTILE = 1.96  # of 95 %, two-sided
NITSCHES_THRESHOLD = 0.4  # 2004, 5.1
CURVE_STEP = 10  # answers between two points of a learning curve
BINS = 10

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class SliceAnswers:
    """The random slice: scores by a model that had not seen the answers, and the answers."""

    scores: Floats
    ratings: Floats

    @property
    def is_relevant(self) -> NDArray[np.bool_]:
        """Which answers are yes."""
        return self.ratings >= RELEVANT


class ThresholdEstimate(NamedTuple):
    """What one gets by keeping pages with at least this score."""

    threshold: float
    kept: int
    """Pages of the collection."""
    precision: Interval
    """The share of relevant pages among those kept."""
    recall: Interval
    """The share of all relevant pages that are kept."""
    lost: Interval
    """How many relevant pages lie below."""

    def as_json(self) -> dict[str, Any]:
        """As programs get it."""
        return {
            "threshold": self.threshold,
            "kept": self.kept,
            "precision": self.precision.as_json(),
            "recall": self.recall.as_json(),
            "lost": self.lost.as_json(),
        }


def estimate_by_slice(scores: Floats, drawn: SliceAnswers, threshold: float) -> ThresholdEstimate:
    """By the slice; `scores` are those of all pages."""
    above, relevant = drawn.scores >= threshold, drawn.is_relevant
    kept, both = int(above.sum()), int((above & relevant).sum())
    missed = int((relevant & ~above).sum())
    below = int((scores < threshold).sum())
    return ThresholdEstimate(
        threshold,
        len(scores) - below,
        share_of(both, kept),
        share_of(both, both + missed),
        share_of(missed, len(above) - kept).times(below),
    )


def estimate_by_model(scores: Floats, threshold: float) -> ThresholdEstimate:
    """By the scores themselves, as if each were the probability of a yes."""
    above, below = scores[scores >= threshold], scores[scores < threshold]
    found, lost = float(above.sum()), float(below.sum())
    spread_above = float((above * (1 - above)).sum())
    spread_below = float((below * (1 - below)).sum())
    every = found + lost or 1.0
    spread = (lost**2 * spread_above + found**2 * spread_below) / every**4
    return ThresholdEstimate(
        threshold,
        len(above),
        _around(found / len(above), spread_above / len(above) ** 2)
        if len(above)
        else share_of(0, 0),
        _around(found / every, spread),
        _around(lost, spread_below, math.inf),
    )


def _around(value: float, variance: float, most: float = 1.0) -> Interval:
    half = NORMAL_QUANTILE * math.sqrt(variance)
    return Interval(value, max(0.0, value - half), min(most, value + half), CONFIDENCE)


class CurvePoint(NamedTuple):
    """How many relevant pages were found after so many answers."""

    judged: int
    found: int


def learning_curve(ratings: Floats, step: int = CURVE_STEP) -> list[CurvePoint]:
    """A point for every ten answers, and one for the last."""
    found = np.cumsum(ratings >= RELEVANT)
    places = [*range(step, len(ratings), step), len(ratings)] if len(ratings) else []
    return [CurvePoint(0, 0), *(CurvePoint(at, int(found[at - 1])) for at in places)]


class SeedTerms(NamedTuple):
    """The figures that Nitsche gives of his own run (2004, 5.1): 0.74, 0.06, 0.32 and 0.19."""

    relevant_above: float
    """Share of pages above 0.4 that are relevant."""
    lost_of_all: float
    """Pages at or below 0.4 that are relevant, as a share of all pages."""
    lost_of_relevant: float
    """The same as a share of all relevant pages."""
    relevant_below: float
    """Share of pages at or below 0.4 that are relevant."""
    share_below: float
    """Share of pages at or below 0.4."""


def seed_terms(scores: Floats, ratings: Floats, threshold: float = NITSCHES_THRESHOLD) -> SeedTerms:
    """These figures for pages whose relevance is known."""
    above, relevant = scores > threshold, ratings >= RELEVANT
    lost = int((relevant & ~above).sum())
    pages, kept = max(1, len(scores)), int(above.sum())
    return SeedTerms(
        int((relevant & above).sum()) / max(1, kept),
        lost / pages,
        lost / max(1, int(relevant.sum())),
        lost / max(1, len(scores) - kept),
        (len(scores) - kept) / pages,
    )


def expected_calibration_error(scores: Floats, ratings: Floats, bins: int = BINS) -> float:
    """How far scores are from the answers, in bins of equal width, weighted by their pages.

    Naeini, Cooper and Hauskrecht 2015.
    """
    if not len(scores):
        return math.nan
    places = np.minimum((scores * bins).astype(np.int64), bins - 1)
    off = np.bincount(places, scores - ratings, bins)
    return float(np.abs(off).sum() / len(scores))


def curve_json(points: list[CurvePoint]) -> list[Mapping[str, int]]:
    """A learning curve as programs get it."""
    return [point._asdict() for point in points]
