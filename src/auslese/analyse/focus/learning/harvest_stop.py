"""May the crawl stop, and how many pages on the subject may still come?

It may when recent pages bring so little that, at 95 % certainty, the harvest is below a share of
what it was at its best. How many may still come is told by how the harvest has fallen: a rate that
falls by the same factor from window to window has a sum.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from auslese.records.interval import Interval

WINDOW = 500
SHARE_OF_BEST = 0.1
FEWEST_WINDOWS = 3
FEWEST_HITS = 10  # in all: with fewer the harvest has not begun, and its fall says nothing
QUANTILE = 1.959964  # of the normal distribution, both sides 95 %
ROUNDS = 25
FLAT = 1e-6


class HarvestReason(StrEnum):
    """Why the crawl may stop, or not yet."""

    TOO_FEW_PAGES = "too-few-pages"
    TOO_FEW_HITS = "too-few-on-subject"
    STILL_FINDING = "still-finding"
    NOT_CERTAIN_YET = "not-certain-yet"
    FADED = "faded"
    """The harvest is below the share of its best, and that is no chance."""


@dataclass(frozen=True, slots=True)
class HarvestAdvice:
    """Whether the crawl may stop, and what is left."""

    may_stop: bool
    reason: HarvestReason
    rate: Interval | None
    """Share of pages on the subject among the last ones."""
    best: float
    """The same in the best window so far, wherever it began."""
    further: float | None
    """Pages on the subject that may still come if the harvest goes on falling as it did; None if it
    does not fall."""


def harvest_advice(
    rewards: Sequence[float], window: int = WINDOW, share: float = SHARE_OF_BEST
) -> HarvestAdvice:
    """Advice by what pages were worth, 0 to 1 each, in the order in which they came."""
    given = np.asarray(rewards, np.float64)
    if len(given) < FEWEST_WINDOWS * window:
        return HarvestAdvice(False, HarvestReason.TOO_FEW_PAGES, None, 0.0, None)
    sums = np.concatenate([[0.0], np.cumsum(given)])
    harvests = sums[window:] - sums[:-window]  # of every window, wherever it begins
    best = float(harvests.max()) / window
    rate = _wilson(float(harvests[-1]) / window, window)
    if given.sum() < FEWEST_HITS:
        return HarvestAdvice(False, HarvestReason.TOO_FEW_HITS, rate, best, None)
    reason = HarvestReason.STILL_FINDING
    if rate.high < share * best:
        reason = HarvestReason.FADED
    elif rate.value < share * best:
        reason = HarvestReason.NOT_CERTAIN_YET
    whole = (len(given) - int(np.argmax(harvests))) // window  # from the best one to the end
    left = _further(harvests[::-window][:whole][::-1])
    return HarvestAdvice(reason is HarvestReason.FADED, reason, rate, best, left)


def _wilson(share: float, size: int) -> Interval:
    square = QUANTILE**2 / size
    middle = (share + square / 2) / (1 + square)
    half = math.sqrt(share * (1 - share) / size + square / (4 * size)) * QUANTILE / (1 + square)
    return Interval(share, max(0.0, middle - half), min(1.0, middle + half))


def _further(windows: NDArray[np.float64]) -> float | None:
    """What an exponential fall from the best window on leaves behind the last one.

    Fitted as counts are (Poisson, a logarithmic line), by Newton's method.
    """
    if len(windows) < FEWEST_WINDOWS:
        return None
    steps = np.arange(len(windows), dtype=np.float64)
    inputs = np.stack([np.ones_like(steps), steps], axis=1)
    found = np.array([math.log(max(float(windows.mean()), FLAT)), 0.0])
    for _ in range(ROUNDS):
        expected = np.exp(np.clip(inputs @ found, -30.0, 30.0))
        bends = (inputs * expected[:, None]).T @ inputs + FLAT * np.eye(2)
        found = found + np.clip(np.linalg.solve(bends, inputs.T @ (windows - expected)), -2.0, 2.0)
    if found[1] >= -FLAT:
        return None
    next_one = math.exp(float(found @ [1.0, len(windows)]))
    return next_one / (1 - math.exp(float(found[1])))
