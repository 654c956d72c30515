"""WebSOM (Nitsche 2004, 3.4.4; Kohonen 1995): clusters on a map, where neighbours are alike.

Cells of a square grid are centres. All texts go to their nearest cell, and then every cell to the
mean of all texts, in which those of near cells count most: the batch form of Kohonen's rule,
which needs no learning rate. What is near shrinks from half of the map to less than a cell.

The map begins in order: stretched along the two directions in which the texts differ most.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from auslese.analyse.topics.cluster_centres import (
    Clustering,
    ClusteringOptions,
    Numbers,
    extend_to_all_rows,
    nearest,
    rows_with_enough_words,
    sums_of,
)
from auslese.analyse.topics.similarity import Centres, VectorRows, rows_of
from auslese.analyse.topics.text_vectors import Matrix, Weights

EPOCHS = 20
LAST_RADIUS = 0.35  # cells; a neighbour then counts exp(−1 / 0.245) = 0.02
DIMENSIONS = 2
MORE_DIRECTIONS = 8  # that are followed beside those wanted, so that few rounds find them
ROUNDS = 6
_TINY = np.finfo(np.float64).tiny


@dataclass(frozen=True, slots=True)
class MapGrid:
    """The grid of a map, as it is kept: its ridges, and where clusters lie."""

    ridges: Weights
    """How far each cell is from its neighbours; NaN where there is none. Nothing if no map."""
    cells: Numbers
    """Row and column of each cluster that has texts."""


NO_GRID = MapGrid(np.empty((0, 0)), np.empty((0, 2), np.int64))


@dataclass(frozen=True, slots=True)
class SelfOrganisingMap(Clustering):
    """A clustering whose centres lie on a grid; some cells may be without texts."""

    cells: Numbers
    """Row and column of each centre."""

    def u_matrix(self) -> Weights:
        """How far each cell is from its neighbours: ridges part regions of the map.

        Places of the grid that have no cell, at the end of the last row, are NaN.
        """
        apart = np.abs(self.cells[:, None] - self.cells).sum(axis=2)
        squares = (self.centres**2).sum(axis=1)
        products = self.centres @ self.centres.T
        distances = np.sqrt(np.maximum(squares[:, None] + squares - 2 * products, 0))
        near = apart == 1
        mean = (distances * near).sum(axis=1) / np.maximum(near.sum(axis=1), 1)
        grid = np.full(tuple(self.cells.max(axis=0) + 1), np.nan)
        grid[self.cells[:, 0], self.cells[:, 1]] = mean
        return grid


def grid_of(found: Clustering) -> MapGrid:
    """The grid of a clustering that is a map; none of any other."""
    if not isinstance(found, SelfOrganisingMap):
        return NO_GRID
    return MapGrid(found.u_matrix(), found.cells[np.unique(found.clusters)])


def som(vectors: Matrix, options: ClusteringOptions, epochs: int = EPOCHS) -> SelfOrganisingMap:
    """Put texts on a map of as many cells as clusters are wished."""
    every = rows_of(vectors)
    places = rows_with_enough_words(every, options.clusters)
    cells = cells_of(options.clusters)
    if not len(places):
        empty = np.zeros((len(cells), vectors.shape[1]))
        return SelfOrganisingMap(np.zeros(len(every), np.int64), empty, options.similarity, cells)
    rows = every.at(places)
    centres = in_order(rows, cells, options.seed)
    for neighbourhood in cooling(cells, epochs):
        clusters = nearest(rows, centres, options.similarity).places
        weights = neighbourhood @ np.bincount(clusters, minlength=len(cells))
        sums = neighbourhood @ sums_of(rows, clusters, len(cells))
        # Far away from all texts nothing pulls: such a cell stays where it is.
        pulled = weights > _TINY
        centres[pulled] = sums[pulled] / weights[pulled, None]
    clusters = nearest(rows, centres, options.similarity).places
    found = extend_to_all_rows(every, places, Clustering(clusters, centres, options.similarity))
    return SelfOrganisingMap(found.clusters, centres, options.similarity, cells)


def cells_of(number: int) -> Numbers:
    """The places of cells in a grid that is as square as can be; its last row may be short."""
    width = int(np.ceil(np.sqrt(number)))
    return np.stack(np.divmod(np.arange(number), width), axis=1)


def cooling(cells: Numbers, epochs: int) -> list[Weights]:
    """For each epoch how much the texts of every cell count for every other."""
    squares = ((cells[:, None] - cells) ** 2).sum(axis=2)
    first = max(float(cells.max()) / 2, LAST_RADIUS)
    radii = np.geomspace(first, LAST_RADIUS, epochs)
    return [np.exp(-squares / (2 * radius**2)) for radius in radii]


def in_order(rows: VectorRows, cells: Numbers, seed: int) -> Centres:
    """Centres along the two principal axes: as far from the mean as texts usually are."""
    mean = np.asarray(rows.weights.mean(axis=0)).ravel()
    axes = principal_axes(rows, mean, seed)
    middle = np.maximum(cells.max(axis=0) / 2, 1)
    places = (cells - cells.max(axis=0) / 2) / middle
    # A map is at least as wide as high: columns go along the longer axis.
    found: Centres = np.maximum(mean + places[:, ::-1] @ axes, 0)  # weights are not negative
    return found


def principal_axes(rows: VectorRows, mean: NDArray[np.float64], seed: int) -> Weights:
    """The two directions in which rows differ most, as long as they usually differ there.

    Found by powers of the matrix on a few random directions (Halko, Martinsson and Tropp 2011).
    """
    words = len(mean)
    chance = np.random.default_rng(seed)
    directions = min(words, DIMENSIONS + MORE_DIRECTIONS)
    basis, _ = np.linalg.qr(chance.normal(size=(words, directions)))
    for _ in range(ROUNDS):
        scores = rows.weights @ basis - mean @ basis
        basis, _ = np.linalg.qr(rows.weights.T @ scores - np.outer(mean, scores.sum(axis=0)))
    scores = rows.weights @ basis - mean @ basis
    _, lengths, turn = np.linalg.svd(scores, full_matrices=False)
    axes = (turn @ basis.T) * (lengths / np.sqrt(len(rows)))[:, None]
    # A direction and its opposite are the same; the longest word of each is to point up.
    axes *= np.where(axes[np.arange(len(axes)), np.abs(axes).argmax(axis=1)] < 0, -1, 1)[:, None]
    found = np.zeros((DIMENSIONS, words))
    found[: len(axes)] = axes[:DIMENSIONS]
    return found
