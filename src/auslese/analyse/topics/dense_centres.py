"""k centres of points that lie densely: k-means, from several good beginnings."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.float64]
Labels = NDArray[np.int64]

BEGINNINGS = 10
MOST_ROUNDS = 100
CANDIDATES = 4  # for each new centre the best of so many draws (Arthur and Vassilvitskii 2007)


class CentredPoints(NamedTuple):
    """Points put to their centres."""

    labels: Labels
    centres: Points
    spread: float
    """The sum of squared distances of points to their centres."""


def k_means(
    points: Points, number: int, seed: int = 0, beginnings: int = BEGINNINGS
) -> CentredPoints:
    """The tightest of several attempts."""
    number = min(number, len(points))
    chances = np.random.SeedSequence(seed).spawn(beginnings)
    attempts = (_attempt(points, number, np.random.default_rng(chance)) for chance in chances)
    return min(attempts, key=lambda attempt: attempt.spread)


def _attempt(points: Points, number: int, chance: np.random.Generator) -> CentredPoints:
    centres = _beginning(points, number, chance)
    labels = np.full(len(points), -1)
    for _ in range(MOST_ROUNDS):
        distances = squared_distances(points, centres)
        nearest = distances.argmin(axis=1)
        if np.array_equal(nearest, labels):
            break
        labels = nearest
        centres = _means(points, labels, distances, number)
    distances = squared_distances(points, centres)
    labels = distances.argmin(axis=1)
    return CentredPoints(labels, centres, float(distances.min(axis=1).sum()))


def _beginning(points: Points, number: int, chance: np.random.Generator) -> Points:
    centres = np.empty((number, points.shape[1]))
    centres[0] = points[chance.integers(len(points))]
    nearest = squared_distances(points, centres[:1]).ravel()
    for place in range(1, number):
        total = nearest.sum()
        shares = nearest / total if total > 0 else None
        drawn = chance.choice(len(points), CANDIDATES, p=shares)
        closer = np.minimum(nearest[:, None], squared_distances(points, points[drawn]))
        best = closer.sum(axis=0).argmin()
        centres[place], nearest = points[drawn[best]], closer[:, best]
    return centres


def _means(points: Points, labels: Labels, distances: Points, number: int) -> Points:
    """The means; a centre that nobody is near moves to the point that is farthest from its own."""
    sizes = np.bincount(labels, minlength=number)
    sums = np.zeros((number, points.shape[1]))
    np.add.at(sums, labels, points)
    empty = np.flatnonzero(sizes == 0)
    if len(empty):
        far = np.argsort(-distances[np.arange(len(labels)), labels], kind="stable")[: len(empty)]
        sums[empty], sizes[empty] = points[far], 1
    means: Points = sums / sizes[:, None]
    return means


def squared_distances(points: Points, centres: Points) -> Points:
    """Of each point to each centre."""
    squares = (points**2).sum(axis=1)[:, None] - 2 * points @ centres.T + (centres**2).sum(axis=1)
    never_less: Points = np.maximum(squares, 0)
    return never_less
