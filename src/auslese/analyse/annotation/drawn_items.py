"""Intervals of figures over items: the items are drawn anew with replacement (Efron 1979).

A figure is computed from how often each item counts, for many draws at once: what is drawn is
always the same for the same number of items.
"""

from collections.abc import Callable, Iterator, Mapping

import numpy as np
from numpy.typing import NDArray

from auslese.records.interval import CONFIDENCE, Interval

REPETITIONS = 1000
FEWEST_ITEMS = 2  # with fewer there is nothing to draw
BLOCK = 1 << 22  # numbers of one block of draws: 32 MB

Floats = NDArray[np.float64]
Figure = Callable[[Floats], Floats]
"""From weights, a row for each draw and a column for each item, to the value of each draw."""


def value_of(figure: Figure, items: int) -> float:
    """The figure of all items, each counting once; NaN where there is none."""
    return float(figure(np.ones((1, items)))[0])


def interval_of(figure: Figure, items: int, seed: int = 0) -> Interval:
    """The figure with the interval of its draws; draws in which it is not defined do not count."""
    return intervals_of({"": figure}, items, seed)[""]


def intervals_of(figures: Mapping[str, Figure], items: int, seed: int = 0) -> dict[str, Interval]:
    """Several figures of the same items, which are drawn once for all of them."""
    drawn: dict[str, list[Floats]] = {name: [] for name in figures}
    if items >= FEWEST_ITEMS:
        for weights in drawn_weights(items, seed):
            for name, figure in figures.items():
                drawn[name].append(figure(weights))
    return {
        name: _interval(value_of(figure, items), drawn[name]) for name, figure in figures.items()
    }


def _interval(value: float, blocks: list[Floats]) -> Interval:
    drawn = np.concatenate(blocks) if blocks else np.empty(0)
    drawn = drawn[~np.isnan(drawn)]
    if not len(drawn):
        return Interval(value, float("-inf"), float("inf"))
    tail = (1 - CONFIDENCE) / 2
    low, high = np.quantile(drawn, [tail, 1 - tail])
    return Interval(value, float(low), float(high))


def drawn_weights(items: int, seed: int) -> Iterator[Floats]:
    """How often each item was drawn, block by block."""
    rng = np.random.default_rng(seed)
    size = max(1, min(REPETITIONS, BLOCK // items))
    for first in range(0, REPETITIONS, size):
        number = min(size, REPETITIONS - first)
        draws = rng.integers(items, size=(number, items))
        draws += np.arange(number)[:, None] * items
        counts = np.bincount(draws.ravel(), minlength=number * items)
        yield counts.reshape(number, items).astype(np.float64)


def share(part: Floats, whole: Floats) -> Floats:
    """The quotient; NaN where there is nothing to divide by."""
    found = np.full(np.broadcast_shapes(part.shape, whole.shape), np.nan)
    np.divide(part, whole, out=found, where=whole > 0)
    return found
