"""How far do several raters agree on graded answers?

    raw      the share of pairs of answers to one page that are equal
    kappa    Cohen's κ of two raters beyond chance, near misses counting in part (Cohen 1968)
    alpha    Krippendorff's α for any number of raters who need not have rated all, with squared
             differences (Krippendorff 2011, "Computing Krippendorff's Alpha-Reliability")

Intervals come from pages drawn anew with replacement (Efron 1979).
"""

from collections.abc import Callable
from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from auslese.records.interval import CONFIDENCE, Interval

REPETITIONS = 1000
FEWEST_PAGES = 2  # rated by two: with fewer there is nothing to agree on

Table = NDArray[np.float64]
"""A row for each page, a column for each rater; NaN where somebody has not rated."""


class PairAgreement(NamedTuple):
    """Two raters beside each other."""

    one: int
    other: int
    pages: int
    """That both have rated."""
    raw: Interval
    kappa: Interval


class RaterAgreement(NamedTuple):
    """All raters together, and each two."""

    pages: int
    """That two at least have rated."""
    raw: Interval
    alpha: Interval
    pairs: list[PairAgreement]


def rater_agreement(answers: Table, seed: int = 0, quadratic: bool = True) -> RaterAgreement:
    """The agreement of all columns."""
    shared = answers[(~np.isnan(answers)).sum(axis=1) >= FEWEST_PAGES]
    pairs = [
        _pair(answers, one, other, seed, quadratic)
        for one, other in combinations(range(answers.shape[1]), 2)
    ]
    return RaterAgreement(
        len(shared),
        _with_interval(raw_agreement, shared, seed),
        _with_interval(krippendorff_alpha, shared, seed),
        [pair for pair in pairs if pair.pages],
    )


def _pair(answers: Table, one: int, other: int, seed: int, quadratic: bool) -> PairAgreement:
    both = answers[:, [one, other]]
    both = both[~np.isnan(both).any(axis=1)]

    def kappa(rows: Table) -> float:
        return weighted_kappa(rows[:, 0], rows[:, 1], quadratic)

    return PairAgreement(
        one,
        other,
        len(both),
        _with_interval(raw_agreement, both, seed),
        _with_interval(kappa, both, seed),
    )


def raw_agreement(answers: Table) -> float:
    """The share of equal ones among all pairs of answers to one page."""
    equal = every = 0
    for one, other in combinations(range(answers.shape[1]), 2):
        both = ~np.isnan(answers[:, one]) & ~np.isnan(answers[:, other])
        every += int(both.sum())
        equal += int((answers[both, one] == answers[both, other]).sum())
    return equal / every if every else float("nan")


def weighted_kappa(one: Table, other: Table, quadratic: bool = True) -> float:
    """Cohen's weighted κ of two raters of the same pages; NaN if both gave one answer alone."""
    power = 2 if quadratic else 1
    seen = float((np.abs(one - other) ** power).mean()) if len(one) else float("nan")
    chance = float((np.abs(one[:, None] - other[None, :]) ** power).mean()) if len(one) else 0.0
    return 1 - seen / chance if chance else float("nan")


def krippendorff_alpha(answers: Table) -> float:
    """α with squared differences: 1 if all agree, 0 if they agree as by chance."""
    number = (~np.isnan(answers)).sum(axis=1)
    rows = answers[number >= FEWEST_PAGES]
    number = number[number >= FEWEST_PAGES]
    every = rows[~np.isnan(rows)]
    if not len(every):
        return float("nan")
    # The sum of squared differences of n numbers is n times their squares, less their sum squared.
    squares, sums = np.nansum(rows**2, axis=1), np.nansum(rows, axis=1)
    within = float(((number * squares - sums**2) / (number - 1)).sum())
    across = float((len(every) * (every**2).sum() - every.sum() ** 2) / (len(every) - 1))
    return 1 - within / across if across > 0 else float("nan")


def _with_interval(figure: Callable[[Table], float], rows: Table, seed: int) -> Interval:
    value = figure(rows)
    if len(rows) < FEWEST_PAGES:
        return Interval(value, float("-inf"), float("inf"))
    rng = np.random.default_rng(seed)
    draws = rng.integers(len(rows), size=(REPETITIONS, len(rows)))
    drawn = np.array([figure(rows[draw]) for draw in draws])
    drawn = drawn[~np.isnan(drawn)]
    if not len(drawn):
        return Interval(value, float("-inf"), float("inf"))
    tail = (1 - CONFIDENCE) / 2
    low, high = np.quantile(drawn, [tail, 1 - tail])
    return Interval(value, float(low), float(high))
