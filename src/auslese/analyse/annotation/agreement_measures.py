"""How far do annotators agree? The measures, each as a figure of how often every item counts.

raw      the share of pairs of answers to one item that are equal
Cohen    κ of two annotators beyond chance, near misses counting in part if that is wanted
         (Cohen 1960, 1968)
Fleiss   κ of any number of annotators who need not be the same for every item (Fleiss 1971)
α        Krippendorff's α for any number of annotators and items that not all have answered,
         with the differences of nominal, ordinal or interval scales
         (Krippendorff 2011, "Computing Krippendorff's Alpha-Reliability")
"""

from enum import StrEnum
from itertools import combinations

import numpy as np

from auslese.analyse.annotation.answer_table import FEWEST_ANSWERS, AnswerTable
from auslese.analyse.annotation.drawn_items import Figure, Floats, share


class Scale(StrEnum):
    """What the categories are, which says how far apart two of them lie."""

    NOMINAL = "nominal"
    ORDINAL = "ordinal"
    INTERVAL = "interval"


class MissWeight(StrEnum):
    """How much a miss costs in Cohen's κ."""

    EQUAL = "equal"
    LINEAR = "linear"
    QUADRATIC = "quadratic"


def raw_agreement(table: AnswerTable) -> Figure:
    """The share of equal ones among all pairs of answers to one item."""
    counts, number = table.counts, table.answered
    equal = (counts * (counts - 1)).sum(axis=1)
    every = number * (number - 1)
    return lambda weights: share(weights @ equal, weights @ every)


def cohen_kappa(table: AnswerTable, miss: MissWeight = MissWeight.EQUAL) -> Figure:
    """κ of a table with two annotators; NaN if both gave one category alone."""
    categories, cost = len(table.values), _costs(table.values, miss)
    both = np.eye(categories**2)[table.codes[:, 0] * categories + table.codes[:, 1]]
    single = np.eye(categories)
    of_row, of_column = np.repeat(single, categories, axis=0), np.tile(single, (categories, 1))

    def figure(weights: Floats) -> Floats:
        cells = weights @ both
        rows, columns = cells @ of_row, cells @ of_column
        seen = (cells @ cost.ravel()) * rows.sum(axis=1)
        return 1 - share(seen, ((rows @ cost) * columns).sum(axis=1))

    return figure


def mean_kappa(
    table: AnswerTable, miss: MissWeight = MissWeight.EQUAL, *, by_items: bool = False
) -> Figure:
    """Cohen's κ of every two annotators with common items, on the average.

    Every pair counts the same, as in Werner 2015, or by how many items both have answered. A pair
    without a κ, because both have always said the same, does not count.
    """
    pairs = [
        (np.flatnonzero((table.codes[:, [one, other]] >= 0).all(axis=1)), (one, other))
        for one, other in combinations(range(table.annotators), 2)
    ]
    figures = [(rows, cohen_kappa(table.pair(*two), miss)) for rows, two in pairs if len(rows)]

    def figure(weights: Floats) -> Floats:
        total, every = np.zeros(len(weights)), np.zeros(len(weights))
        for rows, kappa in figures:
            own = weights[:, rows]
            found = kappa(own)
            weight = own.sum(axis=1) if by_items else np.ones(len(weights))
            weight = np.where(np.isnan(found), 0.0, weight)
            total += np.nan_to_num(found) * weight
            every += weight
        return share(total, every)

    return figure


def fleiss_kappa(table: AnswerTable) -> Figure:
    """Fleiss' κ; items may have different numbers of answers, at least two."""
    counts, number = table.counts, table.answered
    agreement = share((counts**2).sum(axis=1) - number, number * (number - 1))
    shared = ~np.isnan(agreement)
    agreement, counts = np.nan_to_num(agreement), counts * shared[:, None]

    def figure(weights: Floats) -> Floats:
        seen = share(weights @ agreement, weights @ shared.astype(np.float64))
        sums = weights @ counts
        chance = (share(sums, sums.sum(axis=1, keepdims=True)) ** 2).sum(axis=1)
        # Summed up in another order, what is 1 may come out a hair smaller.
        return share(seen - chance, np.where(chance < 1 - 1e-12, 1 - chance, 0.0))

    return figure


def krippendorff_alpha(table: AnswerTable, scale: Scale = Scale.NOMINAL) -> Figure:
    """α: 1 if all agree, 0 if they agree as by chance; NaN if there is but one category."""
    shared = table.shared()
    counts, number = shared.counts, shared.answered
    categories = len(table.values)
    pairs = counts[:, :, None] * counts[:, None, :]
    pairs -= counts[:, :, None] * np.eye(categories)
    coincidences = (pairs / (number - 1)[:, None, None]).reshape(len(shared), categories**2)
    chosen = table.answered >= FEWEST_ANSWERS

    def figure(weights: Floats) -> Floats:
        drawn = weights[:, chosen] @ coincidences
        cells = drawn.reshape(len(weights), categories, categories)
        sums = cells.sum(axis=2)
        apart = _differences(sums, table.values, scale)
        seen = (cells * apart).sum(axis=(1, 2))
        chance = np.einsum("rc,rk,rck->r", sums, sums, apart)
        every = sums.sum(axis=1)
        return 1 - share(seen * (every - 1), chance)

    return figure


def _costs(values: Floats, miss: MissWeight) -> Floats:
    apart = np.abs(values[:, None] - values[None, :])
    if miss is MissWeight.EQUAL:
        return (apart > 0).astype(np.float64)
    return apart if miss is MissWeight.LINEAR else apart**2


def _differences(sums: Floats, values: Floats, scale: Scale) -> Floats:
    """How far apart two categories lie, for each draw."""
    if scale is Scale.ORDINAL:
        # By how many answers lie between two categories in their order, half of both included.
        order = np.argsort(values)
        ordered = sums[:, order]
        middle = np.empty_like(sums)
        middle[:, order] = np.cumsum(ordered, axis=1) - ordered / 2
        squares: Floats = (middle[:, :, None] - middle[:, None, :]) ** 2
        return squares
    miss = MissWeight.EQUAL if scale is Scale.NOMINAL else MissWeight.QUADRATIC
    costs = _costs(values, miss)
    return np.broadcast_to(costs, (len(sums), *costs.shape))
