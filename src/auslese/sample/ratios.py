"""Intervals for quotients of sums over draws, by bootstrap.

A draw is the unit that is drawn anew, with all its pages: pages of one answer are alike. All
figures are products of sums to the power of 1 or -1, so one function on logarithms serves them.
"""

from math import inf, nan
from statistics import NormalDist

import numpy as np
import numpy.typing as npt

from auslese.records.interval import CONFIDENCE, Interval
from auslese.sample.wilson import wilson

Columns = npt.NDArray[np.float64]
"""One row for each draw, one column for each sum."""

RESAMPLES = 2_000
BLOCK = 1 << 20
"""Counts held at once while drawing anew: 8 MB."""
FEWEST_DRAWS = 2
ROUNDING = 1e-12


def interval_of(columns: Columns, signs: tuple[int, ...], seed: int = 0) -> Interval:
    """The quotient of sums of columns, those with sign -1 below the line.

    Bootstrap-t on logarithms (Efron and Tibshirani 1993, chapter 12): each resample is measured in
    its own standard error, which widens the side on which few heavy draws may be missing.
    """
    columns = np.asarray(columns, np.float64).reshape(-1, len(signs))
    sign = np.array(signs, np.float64)
    sums = columns.sum(axis=0)
    if not len(columns) or not (sums > 0).all():
        return Interval(_value_without(sums, sign), 0.0, inf)
    centre, parts = float(np.log(sums) @ sign), columns / sums
    value = _exp(centre)
    if len(columns) < FEWEST_DRAWS:
        return Interval(value, 0.0, inf)
    error = _error(parts, sign)
    if error < ROUNDING:
        return Interval(value, value, value)
    low, high = _quantiles(parts, sign, seed)
    return Interval(
        value, min(value, _exp(centre - high * error)), max(value, _exp(centre - low * error))
    )


def _exp(logarithm: float) -> float:
    """Infinite where it would be too large."""
    with np.errstate(over="ignore", under="ignore"):
        return float(np.exp(logarithm))


def interval_of_share(part: Columns, whole: Columns, seed: int = 0) -> Interval:
    """A share of weights, by its odds; Wilson's interval (1927) where all draws agree."""
    rest = whole - part
    total, held = float(whole.sum()), float(part.sum())
    if total <= 0:
        return Interval(nan, 0.0, 1.0)
    odds = interval_of(np.column_stack([part, rest]), (1, -1), seed)
    if odds.value in {0.0, inf} or odds.low == odds.high:
        return _by_kish(min(held / total, 1.0), 1 / float(((whole / total) ** 2).sum()))
    return Interval(held / total, _share_of(odds.low), _share_of(odds.high))


def _share_of(odds: float) -> float:
    return 1.0 if odds == inf else odds / (1 + odds)


def _by_kish(share: float, worth: float) -> Interval:
    """For as many pages as draws of unequal weight are worth (Kish 1965)."""
    return wilson(share, worth, NormalDist().inv_cdf((1 + CONFIDENCE) / 2))


def _value_without(sums: Columns, sign: Columns) -> float:
    """The quotient where a sum is empty: 0, infinite, or unknown."""
    above, below = (sums[sign > 0] > 0).all(), (sums[sign < 0] > 0).all()
    if above == below:
        return nan
    return inf if above else 0.0


def _error(parts: Columns, sign: Columns) -> float:
    """Standard error of the logarithm, to first order."""
    shares = parts @ sign
    count = len(parts)
    return float(np.sqrt(((shares - shares.mean()) ** 2).sum() * count / (count - 1)))


def _quantiles(parts: Columns, sign: Columns, seed: int) -> tuple[float, float]:
    """The bounds of (estimate - truth) / error that resamples leave equally seldom."""
    chance = np.random.default_rng(seed)
    count, width = parts.shape
    pairs = np.einsum("ij,ik->ijk", parts, parts).reshape(count, width * width)
    table = np.hstack([parts, pairs])
    rows = max(1, BLOCK // count)
    far = np.concatenate(
        [
            _studentised(_times_drawn(chance, min(rows, RESAMPLES - begin), count) @ table, sign)
            for begin in range(0, RESAMPLES, rows)
        ]
    )
    tail = (1 - CONFIDENCE) / 2
    known = far[np.isfinite(far)]
    if len(far) - len(known) > tail * len(far):  # resamples without a page held: nothing is known
        return -inf, inf
    low, high = np.quantile(known, [tail, 1 - tail], method="weibull")
    return float(low), float(high)


def _times_drawn(chance: np.random.Generator, resamples: int, count: int) -> Columns:
    """How often each draw is in each resample."""
    drawn = chance.integers(count, size=(resamples, count)) + count * np.arange(resamples)[:, None]
    counts = np.bincount(drawn.ravel(), minlength=resamples * count)
    return counts.reshape(resamples, count).astype(np.float64)


def _studentised(resamples: Columns, sign: Columns) -> Columns:
    """How far off each resample is, in its own standard errors; the sums of all draws are 1."""
    width = len(sign)
    sums, products = resamples[:, :width], resamples[:, width:].reshape(-1, width, width)
    with np.errstate(all="ignore"):
        scaled = sign / sums
        errors = np.sqrt(np.einsum("bj,bjk,bk->b", scaled, products, scaled))
        return np.asarray(np.log(sums) @ sign / errors)
