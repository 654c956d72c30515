"""Intervals for quotients of sums over draws, by bootstrap.

A draw is the unit that is drawn anew, with all its pages: pages of one answer are alike. All
figures are products of sums to the power of 1 or -1, so one function on logarithms serves them.
"""

from math import inf, nan, sqrt
from statistics import NormalDist

import numpy as np
import numpy.typing as npt

from auslese.sample.interval import CONFIDENCE, Interval

Columns = npt.NDArray[np.float64]
"""One row for each draw, one column for each sum."""

LOTS = 2_000
BLOCK = 1 << 22
"""Counts held at once while drawing anew: 32 MB."""


def interval_of(columns: Columns, signs: tuple[int, ...], seed: int = 0) -> Interval:
    """The quotient of sums of columns, those with sign -1 below the line.

    Bootstrap-t on logarithms (Efron and Tibshirani 1993, chapter 12): each lot is measured in its
    own standard error, which widens the side on which few heavy draws may be missing.
    """
    columns = np.asarray(columns, np.float64).reshape(-1, len(signs))
    sign = np.array(signs, np.float64)
    sums = columns.sum(axis=0)
    if not len(columns) or not (sums > 0).all():
        return Interval(_value_without(sums, sign), 0.0, inf)
    value = float(np.prod(sums**sign))
    error = float(np.sqrt(_variance(columns, sums, sign)))
    if error == 0:
        return Interval(value, value, value)
    low, high = _quantiles(columns, sign, seed)
    centre = np.log(value)
    return Interval(
        value, float(np.exp(centre - high * error)), float(np.exp(centre - low * error))
    )


def interval_of_share(part: Columns, whole: Columns) -> Interval:
    """A share of weights: Wilson's interval (1927) for as many pages as the draws are worth."""
    total = float(whole.sum())
    if total <= 0:
        return Interval(nan, 0.0, 1.0)
    share, count = float(part.sum()) / total, len(whole)
    spread = float(((part - share * whole) ** 2).sum()) / total**2 * count / max(count - 1, 1)
    worth = total**2 / float((whole**2).sum())
    if spread > 0:
        worth = share * (1 - share) / spread
    return _wilson(share, worth)


def _wilson(share: float, worth: float) -> Interval:
    z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
    below = 1 + z * z / worth
    centre = (share + z * z / (2 * worth)) / below
    half = z / below * sqrt(share * (1 - share) / worth + z * z / (4 * worth * worth))
    return Interval(share, max(0.0, centre - half), min(1.0, centre + half))


def _value_without(sums: Columns, sign: Columns) -> float:
    """The quotient where a sum is empty: 0, infinite, or unknown."""
    above, below = (sums[sign > 0] > 0).all(), (sums[sign < 0] > 0).all()
    if above == below:
        return nan
    return inf if above else 0.0


def _variance(columns: Columns, sums: Columns, sign: Columns) -> float:
    """Of the logarithm, to first order."""
    shares = (columns / sums) @ sign
    count = len(columns)
    return float((shares - shares.mean()) @ (shares - shares.mean())) * count / max(count - 1, 1)


def _quantiles(columns: Columns, sign: Columns, seed: int) -> tuple[float, float]:
    """The bounds of (estimate - truth) / error that lots leave equally seldom."""
    chance = np.random.default_rng(seed)
    count, width = columns.shape
    pairs = np.einsum("ij,ik->ijk", columns, columns).reshape(count, width * width)
    table = np.hstack([columns, pairs])
    truth = sign @ np.log(columns.sum(axis=0))
    rows = max(1, BLOCK // count)
    even = np.full(count, 1 / count)
    studentised = [
        _studentised(chance.multinomial(count, even, min(rows, LOTS - begin)) @ table, sign, truth)
        for begin in range(0, LOTS, rows)
    ]
    tail = (1 - CONFIDENCE) / 2
    low, high = np.quantile(np.concatenate(studentised), [tail, 1 - tail], method="weibull")
    return float(low), float(high)


def _studentised(lots: Columns, sign: Columns, truth: float) -> Columns:
    """How far off each lot is, in its own standard errors."""
    width = len(sign)
    sums, products = lots[:, :width], lots[:, width:].reshape(-1, width, width)
    with np.errstate(all="ignore"):
        values = np.log(sums) @ sign
        scaled = sign / sums
        errors = np.sqrt(np.einsum("bj,bjk,bk->b", scaled, products, scaled))
        far = (values - truth) / errors
    return np.asarray(far[np.isfinite(far)])
