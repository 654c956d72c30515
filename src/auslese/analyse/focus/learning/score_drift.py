"""Do recent pages score otherwise than earlier ones?

A crawl that leaves its subject, or comes upon a part of the web of which the model knows nothing,
shows it in the scores of its pages. The last pages are compared with a sample of all before them by
the largest distance of their distributions (Kolmogorov and Smirnov), and by which way the middle
has moved.
"""

import math
from collections import deque
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

RECENT_PAGES = 500
EARLIER_PAGES = 2000
FEWEST_SCORES = 50  # on each side: fewer are no distribution
CERTAIN = 1e-3  # error: it is asked again and again while a crawl runs
NOTABLE = 0.15  # distance: with thousands of pages any small one is certain
TERMS = 100  # of the series


class DriftState(StrEnum):
    """What has become of the scores."""

    TOO_FEW = "too-few-pages"
    STEADY = "steady"
    BETTER = "better"
    WORSE = "worse"
    SPREAD = "other-spread"
    """Another distribution around the same middle."""


@dataclass(frozen=True, slots=True)
class ScoreDrift:
    """Recent scores beside earlier ones."""

    state: DriftState
    distance: float
    """The largest between the two distributions, 0 to 1."""
    chance: float
    """Of such a distance or a larger one if nothing has changed."""
    earlier: float
    """The middle score of before."""
    recent: float


class ScoreWatch:
    """The scores of a crawl as they come: the last ones, and a fair sample of those before."""

    def __init__(self, seed: int = 0, recent: int = RECENT_PAGES) -> None:
        """Nothing seen."""
        self._recent: deque[float] = deque(maxlen=recent)
        self._earlier: list[float] = []
        self._passed = 0
        self._seed = seed

    def add(self, score: float) -> None:
        """Take in the score of a page, the less the better; infinite ones are no scores."""
        if not math.isfinite(score):
            return
        if len(self._recent) == self._recent.maxlen:
            self._keep(self._recent[0])
        self._recent.append(score)

    def _keep(self, score: float) -> None:
        """Each page of before stands in the sample with the same chance (Vitter 1985)."""
        self._passed += 1
        if len(self._earlier) < EARLIER_PAGES:
            self._earlier.append(score)
            return
        place = int(np.random.default_rng([self._seed, self._passed]).integers(self._passed))
        if place < EARLIER_PAGES:
            self._earlier[place] = score

    def drift(self) -> ScoreDrift:
        """What has changed."""
        return score_drift(np.array(self._earlier), np.array(self._recent))


def score_drift(earlier: NDArray[np.float64], recent: NDArray[np.float64]) -> ScoreDrift:
    """Recent scores beside earlier ones; infinite ones are left out."""
    before, now = (np.sort(each[np.isfinite(each)]) for each in (earlier, recent))
    if min(len(before), len(now)) < FEWEST_SCORES:
        return ScoreDrift(DriftState.TOO_FEW, 0.0, 1.0, math.nan, math.nan)
    places = np.concatenate([before, now])
    shares = [np.searchsorted(each, places, side="right") / len(each) for each in (before, now)]
    apart = shares[1] - shares[0]
    distance = float(np.abs(apart).max())
    size = len(before) * len(now) / (len(before) + len(now))
    chance = _chance(distance, size)
    middles = float(np.median(before)), float(np.median(now))
    state = DriftState.STEADY
    if chance < CERTAIN and distance >= NOTABLE:
        state = _direction(float(apart.max()), float(-apart.min()))
    return ScoreDrift(state, distance, chance, *middles)


def _direction(better: float, worse: float) -> DriftState:
    """Which way: more low scores than before, more high ones, or both."""
    if min(better, worse) >= max(better, worse) / 2:
        return DriftState.SPREAD
    return DriftState.BETTER if better > worse else DriftState.WORSE


def _chance(distance: float, size: float) -> float:
    """The tail of Kolmogorov's distribution, with Stephens' correction (1970) for small samples."""
    root = math.sqrt(size)
    value = (root + 0.12 + 0.11 / root) * distance
    if value < 0.2:  # noqa: PLR2004 - the series does not converge, and the tail is 1
        return 1.0
    terms = range(1, TERMS)
    series = sum((1.0 if term % 2 else -1.0) * math.exp(-2 * (term * value) ** 2) for term in terms)
    return min(1.0, max(0.0, 2 * series))
