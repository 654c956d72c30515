"""What a walk tells about the web it walked on: shares and size, each with its interval.

Shares are ratios of sums over moves, each move weighed by how long the walk stays there. Their
variance is that of the sums with all dependence between moves, so a walk that hardly moves has wide
intervals, however many moves it made.

Sizes come from pages met again: by two walks (Chapman 1951) or twice by one (the birthday
paradox). Both take pages at moments so far apart that they are as good as drawn independently.
"""

from collections.abc import Callable, Sequence
from math import inf

import numpy as np
from numpy.typing import NDArray
from scipy.special import betaln, gammaincc, stdtrit

from auslese.records.interval import CONFIDENCE, Interval
from auslese.sample.convergence import correlation_time, long_run_variance
from auslese.sample.trail import Trail, drawn
from auslese.sample.wilson import wilson

Truths = NDArray[np.float64]
NOTHING_KNOWN = Interval(0.0, 0.0, 1.0)
FEWEST_DEGREES = 2.0  # of freedom; with fewer, Student's distribution has no spread to speak of
MOST_WATCHED = 1 << 17  # moments at which a walk is looked at to find its return time
LARGEST = 1e15  # pages; no bound is looked for beyond
HALVINGS = 30  # of the sizes up to the largest: the bounds are then good to six digits


def share(trails: Sequence[Trail], holds: Sequence[Truths]) -> Interval:
    """The share of pages of which something holds; `holds` has 1, 0 or between for every move.

    Moves at pages of which it is not known are to be left out before, weights and all: see `known`.
    """
    pairs = [(t.weights, h) for t, h in zip(trails, holds, strict=True) if len(t)]
    whole = float(sum(weights.sum() for weights, _ in pairs))
    if not whole:
        return NOTHING_KNOWN
    value = float(sum((weights * has).sum() for weights, has in pairs)) / whole
    variance = sum(
        len(has) * long_run_variance(weights * (has - value)) for weights, has in pairs
    ) / (whole * whole)
    spread = value * (1 - value)
    plain = sum(_effective(weights) for weights, _ in pairs)
    # At 0 and 1 the sample shows no spread; then only the number of independent moves counts.
    size = min(spread / variance, float(sum(len(has) for _, has in pairs))) if variance else plain
    return _by_student(value, max(1.0, size))


def _effective(weights: Truths) -> float:
    """How many independent draws these weights are worth (Kish 1965), dependence included."""
    kish = float(weights.sum() ** 2 / (weights**2).sum())
    return max(1.0, kish / correlation_time(weights))


def _by_student(value: float, size: float) -> Interval:
    """A share seen in so many independent draws, as few as they may be."""
    quantile = float(stdtrit(max(FEWEST_DEGREES, size - 1), (1 + CONFIDENCE) / 2))
    return wilson(value, size, quantile)


def known(trail: Trail, is_known: NDArray[np.bool_]) -> Trail:
    """The moves at pages of which something is known; the others say nothing."""
    return trail.only(is_known)


def return_time(trail: Trail) -> int:
    """After how many moves the walk is no more likely to be back at a page than at any other one.

    A walk goes to and fro between a page and its neighbours long after its shares have settled, and
    meetings of that kind say nothing about the size of the web.
    """
    pages = drawn(trail, min(len(trail), MOST_WATCHED))
    scale = len(trail) / max(1, len(pages))
    middle, lag = len(pages) // 2, 1
    by_chance = _meetings(pages[:middle], pages[middle:])
    while lag < middle:
        back = float((pages[lag:] == pages[:-lag]).mean())
        error = (max(by_chance, 1 / len(pages)) / (len(pages) - lag)) ** 0.5
        if back <= by_chance + error:
            break
        lag *= 2
    return round(lag * scale)


def _meetings(first: NDArray[np.int64], second: NDArray[np.int64]) -> float:
    """How often a page of one sample is one of the other."""
    if not len(first) or not len(second):
        return 0.0
    size = int(max(first.max(), second.max())) + 1
    both = np.bincount(first, minlength=size) * np.bincount(second, minlength=size)
    return float(both.sum()) / (len(first) * len(second))


def independent_draws(trail: Trail, time: float) -> NDArray[np.int64]:
    """Pages at moments far enough apart: as many as the correlation and return times let count."""
    if not len(trail):
        return trail.pages
    return drawn(trail, int(len(trail) / max(time, return_time(trail))))


def size_by_recapture(first: NDArray[np.int64], second: NDArray[np.int64]) -> Interval:
    """How many pages there are, by those that two samples share."""
    ours, theirs = np.unique(first), np.unique(second)
    both = len(np.intersect1d(ours, theirs, assume_unique=True))
    return chapman(len(ours), len(theirs), both)


def chapman(first: int, second: int, both: int) -> Interval:
    """Chapman's estimate of a size from two samples without repetition.

    The bounds are the sizes at which so few, or so many, common pages would be as rare as the
    confidence allows, the very number counted half (mid-P): exact bounds would be too wide.
    """
    if not first or not second:
        return Interval(inf, 0.0, inf)
    value = (first + 1) * (second + 1) / (both + 1) - 1
    least = float(first + second - both)
    tail = (1 - CONFIDENCE) / 2
    low = _size_where(lambda size: _below(size, first, second, both) - tail, least)
    high = inf
    if both:
        high = _size_where(lambda size: tail - _above(size, first, second, both), least)
    return Interval(value, min(low, value), max(high, value))


def _chances(size: float, first: int, second: int) -> NDArray[np.float64]:
    """How likely each number of common pages is, from none on."""
    common = np.arange(min(first, second) + 1, dtype=np.float64)
    rest = size - first - second + common
    logs = (
        _choose(float(first), common)
        + np.where(rest < 0, -inf, _choose(size - first, second - common))
        - _choose(size, float(second))
    )
    chances: NDArray[np.float64] = np.exp(logs)
    return chances


def _choose(size: float, some: Truths | float) -> Truths:
    """The logarithm of a binomial coefficient; exact also where the size is enormous."""
    with np.errstate(invalid="ignore"):
        logs: Truths = -np.log(size + 1) - betaln(size - some + 1, some + 1.0)
    return logs


def _below(size: float, first: int, second: int, both: int) -> float:
    chances = _chances(size, first, second)
    return float(chances[:both].sum() + chances[both] / 2)


def _above(size: float, first: int, second: int, both: int) -> float:
    chances = _chances(size, first, second)
    return float(chances[both + 1 :].sum() + chances[both] / 2)


def size_by_collisions(draws: NDArray[np.int64]) -> Interval:
    """How many pages there are, by how often one sample has met the same page again."""
    counts = np.unique(draws, return_counts=True)[1].astype(np.float64)
    pairs = len(draws) * (len(draws) - 1) / 2
    same = float((counts * (counts - 1)).sum()) / 2
    if not pairs:
        return Interval(inf, 0.0, inf)
    tail = (1 - CONFIDENCE) / 2
    low = _size_where(lambda size: _few(same, pairs / size) - tail, 1.0)
    if not same:
        return Interval(inf, low, inf)
    high = _size_where(lambda size: tail - (1 - _few(same, pairs / size)), 1.0)
    value = pairs / same
    return Interval(value, min(low, value), max(high, value))


def _few(count: float, mean: float) -> float:
    """How likely so few meetings are, if they are as rare as this; the number itself counts half.

    Pairs of draws meet independently of each other, pair by pair, so their number is nearly
    Poisson's.
    """
    at_most = float(gammaincc(count + 1, mean))
    fewer = float(gammaincc(count, mean)) if count else 0.0
    return (at_most + fewer) / 2


def _size_where(excess: Callable[[float], float], least: float) -> float:
    """The size at which a function that rises with it becomes positive."""
    low, high = max(1.0, least), LARGEST
    if excess(low) > 0:
        return low
    for _ in range(HALVINGS):
        middle = (low * high) ** 0.5
        low, high = (low, middle) if excess(middle) > 0 else (middle, high)
    return high
