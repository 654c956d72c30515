"""Shares seen in samples, with the intervals that hold the true one."""

import math
from typing import NamedTuple

from scipy.stats import beta, binom, hypergeom

from auslese.records.interval import CONFIDENCE, Interval


def share_of(some: int, every: int, confidence: float = CONFIDENCE) -> Interval:
    """The share with the exact interval of Clopper and Pearson (1934)."""
    if not every:
        return Interval(float("nan"), 0.0, 1.0, confidence)
    tail = (1 - confidence) / 2
    low = float(beta.ppf(tail, some, every - some + 1)) if some else 0.0
    high = float(beta.ppf(1 - tail, some + 1, every - some)) if some < every else 1.0
    return Interval(some / every, low, high, confidence)


def needed_successes(sample: int, target: float, confidence: float = CONFIDENCE) -> int | None:
    """How many of a sample must be found so that the target share of all is found for certain.

    If only the target share of all were found, so many of the sample or more would be found in less
    than `1 - confidence` of all samples. None: no number is enough, the sample is too small.
    """
    needed = int(binom.ppf(confidence, sample, target)) + 1
    return needed if needed <= sample else None


class SampledHits(NamedTuple):
    """Of so many drawn without putting back, so many were hit; so many were hit in all."""

    drawn: int
    drawn_hit: int
    hit: int


def chance_of_hits(every: int, seen: SampledHits) -> float:
    """How likely so many of those drawn, or more, are hit if there are so many in all."""
    return round(float(hypergeom.sf(seen.drawn_hit - 1, every, seen.hit, seen.drawn)), 12)


def most_there_can_be(seen: SampledHits, confidence: float = CONFIDENCE) -> float:
    """The number of all that is not exceeded with this confidence; infinite if none was hit."""
    if not seen.drawn_hit:
        return math.inf
    low = seen.hit + seen.drawn - seen.drawn_hit  # so many are known
    high = 2 * low
    while chance_of_hits(high, seen) > 1 - confidence:
        low, high = high, 2 * high
    while low + 1 < high:
        middle = (low + high) // 2
        if chance_of_hits(middle, seen) > 1 - confidence:
            low = middle
        else:
            high = middle
    return low
