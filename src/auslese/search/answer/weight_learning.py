"""Finds weights by ratings: which make the pages that people rated come first?

A score is a sum of parts, and each part is its weight times what the page has of it. So pages that
were found once can be put into order by other weights without asking the index again. Weights are
changed one at a time, to whatever makes the mean nDCG@10 largest, until none helps any more
(coordinate ascent: Metzler and Croft 2007). Only their relations count, so that of the text stays.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import log2, sqrt
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from auslese.search.answer.weights import WEIGHT_NAMES, SignalWeights

PLACES = 10
FIXED_WEIGHT = "text"  # the weight that all others are told against
UNRATED = ("language",)  # a wish of the person who asks, not of those who rate
FACTORS = (0.0, 0.25, 0.5, 0.7, 0.85, 1.2, 1.4, 2.0, 4.0)
LARGEST = 20.0
MOST_ROUNDS = 8
LEAST_GAIN = 1e-4
SURE = 1.0
"""Standard errors of a gain over queries that it must be larger than: ratings of some dozen queries
can be fitted by chance, and a weight that is left as it is says more than one that is not."""
DIGITS = 3

Floats = NDArray[np.float64]


class RatedQuery(NamedTuple):
    """The pages found for one query, in their order, and what people said of them."""

    parts: Sequence[Mapping[str, float]]
    """Of the score of each page, by the weights they were found with."""
    grades: Sequence[float]
    ideal: float
    """The discounted gain of the best order of all pages that were rated."""


class RatedPools(NamedTuple):
    """The pages of many queries as arrays, each filled up to the longest."""

    parts: Floats
    """By query, page and weight, for a weight of 1."""
    grades: Floats
    ideal: Floats
    is_page: NDArray[np.bool_]


def discounted(grades: Sequence[float]) -> float:
    """The discounted gain of the first ten; the gain is the grade itself, as in trec_eval."""
    return sum(grade / log2(place + 2) for place, grade in enumerate(grades[:PLACES]))


def pools_of(rated: Sequence[RatedQuery], found_with: SignalWeights) -> RatedPools:
    """The pages as arrays; they were found with these weights, none of which may be 0."""
    longest = max((len(each.grades) for each in rated), default=0)
    shape = (len(rated), max(longest, PLACES))
    parts, grades = np.zeros((*shape, len(WEIGHT_NAMES))), np.zeros(shape)
    is_page = np.zeros(shape, dtype=np.bool_)
    for number, (told, given, _) in enumerate(rated):
        for place, page in enumerate(told):
            parts[number, place] = [
                page.get(name, 0.0) / getattr(found_with, name) for name in WEIGHT_NAMES
            ]
        grades[number, : len(given)] = given
        is_page[number, : len(given)] = True
    return RatedPools(parts, grades, np.array([each.ideal for each in rated]), is_page)


def gains(pools: RatedPools, weights: SignalWeights) -> Floats:
    """The nDCG@10 of each query, if its pages are ordered by these weights."""
    scores = pools.parts @ np.array([getattr(weights, name) for name in WEIGHT_NAMES])
    scores = np.where(pools.is_page, scores, -np.inf)
    best = np.argsort(-scores, axis=1, kind="stable")[:, :PLACES]
    graded = np.take_along_axis(pools.grades, best, axis=1)
    discounts = 1 / np.log2(np.arange(PLACES) + 2)
    found: Floats = graded @ discounts / pools.ideal
    return found


def best_weights(pools: RatedPools, start: SignalWeights) -> SignalWeights:
    """The weights that order these pages best, beginning at those there are."""
    weights = start
    wanted = [
        name
        for at, name in enumerate(WEIGHT_NAMES)
        if name not in (FIXED_WEIGHT, *UNRATED) and pools.parts[..., at].any()
    ]
    for _ in range(MOST_ROUNDS):
        before = weights
        for name in wanted:
            weights = _better(pools, weights, name)
        if weights == before:
            break
    return weights


def _better(pools: RatedPools, weights: SignalWeights, name: str) -> SignalWeights:
    """These with the best value of one of them, if it is surely better than the one it has."""
    before, now = gains(pools, weights), getattr(weights, name)
    chosen, best = weights, LEAST_GAIN
    values = [round(min(now * factor, LARGEST), DIGITS) for factor in FACTORS]
    for value in values if now else (0.1, 0.3, 1.0):  # nothing times anything is nothing
        changed: dict[str, Any] = {name: value}
        tried = replace(weights, **changed)
        differences = gains(pools, tried) - before
        gain = float(differences.mean())
        if gain > best and _is_better(differences):
            chosen, best = tried, gain
    return chosen


def _is_better(differences: Floats) -> bool:
    """Whether a gain over queries is more than chance."""
    doubt = differences.std() / sqrt(len(differences))
    return bool(differences.mean() > max(LEAST_GAIN, SURE * doubt))
