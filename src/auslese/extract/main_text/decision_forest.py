"""A forest of decision trees, asked for many rows at once.

All trees are complete and equally deep, and lie in arrays, level below level: all rows go down all
trees together, so the work is a few array operations per level whatever the number of trees. The
children of node k of a level are the nodes 2k and 2k + 1 of the next.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Matrix = npt.NDArray[np.float32]
Numbers = npt.NDArray[np.intp]
ROWS_AT_ONCE = 1_000  # so that the memory for rows times trees stays small


@dataclass(frozen=True, slots=True)
class ForestLevel:
    """The nodes of one level, tree after tree."""

    features: Numbers
    """Which column each node looks at."""
    borders: Matrix
    """A row goes right if its value is larger."""


@dataclass(frozen=True, slots=True)
class Forest:
    """Trees whose values are added up; one sum for each kind of answer."""

    levels: Sequence[ForestLevel]
    values: Matrix
    """Of the leaves, tree after tree; trees take turns among the kinds of answers."""
    kinds: int = 1

    def sums(self, columns: Matrix) -> Matrix:
        """The sum of all trees for each row of these columns: an array for each answer."""
        parts = [
            self._sums(columns[:, begin : begin + ROWS_AT_ONCE])
            for begin in range(0, columns.shape[1], ROWS_AT_ONCE)
        ]
        return np.concatenate(parts, axis=1) if parts else np.zeros((self.kinds, 0), np.float32)

    def _sums(self, columns: Matrix) -> Matrix:
        flat, width = columns.ravel(), columns.shape[1]
        rows, root = np.arange(width), self.levels[0]
        nodes = 2 * np.arange(len(root.features))[:, None]
        nodes = nodes + (columns[root.features] > root.borders[:, None])
        for level in self.levels[1:]:
            # `take` is twice as fast as square brackets.
            looked_at = flat.take((level.features * width).take(nodes) + rows)
            right = looked_at > level.borders.take(nodes)
            nodes += nodes
            nodes += right
        values = self.values.take(nodes)
        sums: Matrix = values.reshape(-1, self.kinds, width).sum(axis=0)
        return sums


def logistic(sums: Matrix) -> Matrix:
    """Probabilities from sums."""
    return (1 / (1 + np.exp(-sums))).astype(np.float32)


def softmax(sums: Matrix) -> Matrix:
    """Probabilities of several kinds, that add up to one, from sums."""
    powers = np.exp(sums - sums.max(axis=0))
    chances: Matrix = powers / powers.sum(axis=0)
    return chances
