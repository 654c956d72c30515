"""A forest of decision trees, asked for many rows at once.

The trees lie in arrays, level below level: all rows go down all trees together, so the work is a
few array operations per level whatever the number of trees.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Matrix = npt.NDArray[np.float32]
ROWS_AT_ONCE = 1_000  # so that the memory for rows times trees stays small


@dataclass(frozen=True, slots=True)
class Forest:
    """Trees whose values are added up; one sum for each kind of answer."""

    features: npt.NDArray[np.int32]
    """Which column each node looks at."""
    borders: Matrix
    """A row goes right if its value is larger."""
    lefts: npt.NDArray[np.int32]
    """Number of the node to the left; the one to the right is the next. A leaf leads to itself."""
    values: Matrix
    roots: npt.NDArray[np.int32]
    """The root of each tree; tree after tree takes turns among the kinds of answers."""
    levels: int
    kinds: int = 1

    def sums(self, rows: Matrix) -> Matrix:
        """The sum of all trees for each row: a column for each kind of answer."""
        parts = [
            self._sums(rows[begin : begin + ROWS_AT_ONCE])
            for begin in range(0, len(rows), ROWS_AT_ONCE)
        ]
        return np.concatenate(parts) if parts else np.zeros((0, self.kinds), np.float32)

    def _sums(self, rows: Matrix) -> Matrix:
        flat = np.ascontiguousarray(rows).ravel()
        starts = (np.arange(len(rows), dtype=np.int32) * rows.shape[1])[:, None]
        nodes = np.broadcast_to(self.roots, (len(rows), len(self.roots)))
        for _ in range(self.levels):
            # `take` is twice as fast as square brackets.
            looked_at = flat.take(self.features.take(nodes) + starts)
            right = looked_at > self.borders.take(nodes)
            nodes = self.lefts.take(nodes) + right
        sums: Matrix = self.values.take(nodes).reshape(len(rows), -1, self.kinds).sum(axis=1)
        return sums


def logistic(sums: Matrix) -> Matrix:
    """Probabilities from sums."""
    return (1 / (1 + np.exp(-sums))).astype(np.float32)


def softmax(sums: Matrix) -> Matrix:
    """Probabilities of several kinds, that add up to one, from sums."""
    powers = np.exp(sums - sums.max(axis=1, keepdims=True))
    chances: Matrix = powers / powers.sum(axis=1, keepdims=True)
    return chances
