"""A linear model of links, learnt online: hashed columns and a few plain figures.

Least squares with a step for each weight that becomes shorter the more it has moved (AdaGrad:
Duchi, Hazan and Singer 2011). Every lesson goes over new links and some of those of before once
more, drawn by lot: a crawl of a few thousand pages is little to learn from.
"""

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from auslese.analyse.focus.learning.link_features import COLUMNS, WIDTH

Array = NDArray[np.generic]
Floats = NDArray[np.float32]
LESSON = 16  # new links before a lesson; the weights stand still in between
AGAIN = 48  # links of before in a lesson
MEMORY = 8192  # links that are remembered for that
STEP = 0.05
STEADY = 1e-2  # under the root: the first step is not larger than STEP / sqrt(STEADY) times


class LinkLearner:
    """What links are worth, by their columns and figures."""

    def __init__(self, start: NDArray[np.float32], seed: int, step: float = STEP) -> None:
        """`start` are the weights of the figures before anything is learnt."""
        self._figures = np.array(start, np.float32)
        self._figure_squares = np.zeros_like(self._figures)
        self._weights = np.zeros(COLUMNS, np.float32)
        self._squares = np.zeros(COLUMNS, np.float32)
        self._columns = np.zeros((MEMORY, WIDTH), np.int32)
        self._known = np.zeros((MEMORY, len(start)), np.float32)
        self._targets = np.zeros(MEMORY, np.float32)
        self.seen = 0
        self._seed, self._step = seed, step

    def values(self, columns: NDArray[np.int32], figures: Floats) -> Floats:
        """What is expected of links."""
        found: Floats = self._weights[columns].sum(axis=1) * _scale(columns)
        return found + figures @ self._figures

    def learn(self, columns: NDArray[np.int32], figures: Floats, target: float) -> None:
        """Take in what a link was worth."""
        at = self.seen % MEMORY
        self._columns[at], self._known[at], self._targets[at] = columns, figures, target
        self.seen += 1
        if self._step and self.seen % LESSON == 0:
            self._lesson()

    def _lesson(self) -> None:
        """Take a step for the new links and some of before; drawn the same after a restart."""
        rng = np.random.default_rng([self._seed, self.seen])
        new = (np.arange(self.seen - LESSON, self.seen)) % MEMORY
        old = rng.integers(0, min(self.seen, MEMORY), AGAIN)
        for rows in (new, old[: AGAIN // 2], old[AGAIN // 2 :]):
            self._take_step(rows)

    def _take_step(self, rows: NDArray[np.int64]) -> None:
        columns, figures = self._columns[rows], self._known[rows]
        errors = self.values(columns, figures) - self._targets[rows]
        slopes = figures.T @ errors / len(rows)
        self._figure_squares += slopes**2
        self._figures -= self._step * slopes / np.sqrt(STEADY + self._figure_squares)
        places, which = np.unique(columns, return_inverse=True)
        each = np.repeat(errors * _scale(columns), WIDTH)
        parts = np.bincount(which.ravel(), each, len(places)).astype(np.float32)
        parts[places == 0] = 0
        self._squares[places] += parts**2
        self._weights[places] -= self._step * parts / np.sqrt(STEADY + self._squares[places])

    def arrays(self) -> dict[str, Array]:
        """All of it as arrays, to be kept."""
        return {
            "model_figures": self._figures,
            "model_figure_squares": self._figure_squares,
            "model_weights": self._weights,
            "model_squares": self._squares,
            "memory_columns": self._columns,
            "memory_figures": self._known,
            "memory_targets": self._targets,
            "memory_seen": np.array([self.seen], np.int64),
        }

    def restore(self, arrays: Mapping[str, Array]) -> None:
        """Be what was kept."""
        self._figures = np.array(arrays["model_figures"], np.float32)
        self._figure_squares = np.array(arrays["model_figure_squares"], np.float32)
        self._weights = np.array(arrays["model_weights"], np.float32)
        self._squares = np.array(arrays["model_squares"], np.float32)
        self._columns = np.array(arrays["memory_columns"], np.int32)
        self._known = np.array(arrays["memory_figures"], np.float32)
        self._targets = np.array(arrays["memory_targets"], np.float32)
        self.seen = int(arrays["memory_seen"].astype(np.int64)[0])


def _scale(columns: NDArray[np.int32]) -> Floats:
    """A link with many words is not worth more by their number: rows have the length 1."""
    scale: Floats = 1 / np.sqrt(np.maximum(1, (columns > 0).sum(axis=1))).astype(np.float32)
    return scale
