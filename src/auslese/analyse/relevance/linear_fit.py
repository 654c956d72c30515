"""A logistic model fitted to graded answers: the coefficients that make the answers likeliest.

An answer of ¼ is a quarter of a yes and three quarters of a no. Large coefficients cost (ridge),
columns may weigh more or less beforehand, and so may single answers. Newton's method, each step
found by conjugate gradients. Nothing here is done by BLAS: with vectors as short as these its
threads wait for each other, on a busy machine a hundred times as long as the sums take.
"""

import math
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy import sparse
from scipy.special import expit

Floats = NDArray[np.float64]

SETTLED = 1e-3  # of the first slope: below it the order of pages does not change
STEP_EXACTNESS = 0.1  # of a Newton step; a better one costs more than it brings
MOST_STEPS, MOST_INNER_STEPS, MOST_HALVINGS = 30, 30, 10
LEAST_GAIN = 1e-4  # of what a step promises (Armijo 1966)


class GradedAnswers(NamedTuple):
    """What a model is fitted to, a number for each row."""

    targets: Floats
    """From 0 to 1."""
    weights: Floats


@dataclass(frozen=True, slots=True)
class Coefficients:
    """A linear model over all columns."""

    words: Floats
    dense: Floats
    intercept: float


class DesignMatrix(NamedTuple):
    """Rows to fit, with what a column weighs beforehand."""

    words: sparse.csr_array
    dense: Floats
    word_scale: Floats
    dense_scale: Floats


def fit_logistic(
    rows: DesignMatrix, answers: GradedAnswers, penalty: float, start: Coefficients | None = None
) -> Coefficients:
    """The coefficients for these answers; they are found sooner from a near start."""
    return FitRows.of(rows).fit(answers, penalty, start)


class FitRows(NamedTuple):
    """Rows made ready, to be fitted to several kinds of answers."""

    matrix: DesignMatrix
    used: NDArray[np.int64]
    """The columns of words that some row has."""
    scales: Floats
    """Of these, of the dense columns, and 1 for the intercept."""
    scaled: sparse.csr_array
    across: sparse.csr_array

    @classmethod
    def of(cls, rows: DesignMatrix) -> "FitRows":
        """Leave out what no row has, and scale the rest."""
        seen = np.zeros(rows.words.shape[1], bool)
        seen[rows.words.indices] = True
        used = np.flatnonzero(seen)
        scales = np.concatenate([rows.word_scale[used], rows.dense_scale, [1.0]])
        ones = np.ones((rows.words.shape[0], 1))
        dense = sparse.csr_array(np.hstack([rows.dense, ones]))
        every = sparse.hstack([rows.words[:, used], dense], format="csr", dtype=np.float64)
        every.data = every.data * scales[every.indices]
        return cls(rows, used, scales, every, every.T.tocsr())

    def fit(
        self, answers: GradedAnswers, penalty: float, start: Coefficients | None = None
    ) -> Coefficients:
        """The coefficients for these answers."""
        begin = np.zeros(len(self.scales))
        if start is not None:
            near = np.concatenate([start.words[self.used], start.dense, [start.intercept]])
            begin = np.divide(near, self.scales, out=begin, where=self.scales > 0)
        ridge = np.full(len(self.scales), penalty)
        ridge[-1] = 0
        best = self.scales * _Problem(self.scaled, self.across, answers, ridge).solution(begin)
        words = np.zeros(self.matrix.words.shape[1])
        words[self.used] = best[: len(self.used)]
        return Coefficients(words, best[len(self.used) : -1], float(best[-1]))

    def raw(self, found: Coefficients) -> Floats:
        """What a model says of these rows."""
        values = np.concatenate([found.words[self.used], found.dense, [found.intercept]])
        scaled = np.divide(values, self.scales, out=np.zeros_like(values), where=self.scales > 0)
        raw: Floats = self.scaled @ scaled
        return raw


class _Problem(NamedTuple):
    """Scaled rows, the last column being 1 for the intercept."""

    rows: sparse.csr_array
    across: sparse.csr_array
    answers: GradedAnswers
    ridge: Floats

    def solution(self, values: Floats) -> Floats:
        raw = self.rows @ values
        least = SETTLED * _length(self._slope(np.zeros_like(values), 0 * raw))
        for _ in range(MOST_STEPS):
            slope = self._slope(values, raw)
            if _length(slope) <= least:
                break
            step = self._step(raw, slope)
            values, raw, has_moved = self._moved(values, raw, step, slope)
            if not has_moved:
                break
        return values

    def _cost(self, values: Floats, raw: Floats) -> float:
        off = np.logaddexp(0, raw) - self.answers.targets * raw
        return _dot(self.answers.weights, off) + _dot(self.ridge * values, values) / 2

    def _slope(self, values: Floats, raw: Floats) -> Floats:
        off = self.answers.weights * (expit(raw) - self.answers.targets)
        slope: Floats = self.across @ off + self.ridge * values
        return slope

    def _step(self, raw: Floats, slope: Floats) -> Floats:
        """Where the slope would be 0 if it went on as it bends here."""
        likely = expit(raw)
        bend = self.answers.weights * likely * (1 - likely)
        step, rest = np.zeros_like(slope), -slope
        along, left = rest.copy(), _dot(slope, slope)
        enough = STEP_EXACTNESS**2 * left
        for _ in range(MOST_INNER_STEPS):
            bent = self.across @ (bend * (self.rows @ along)) + self.ridge * along
            curve = _dot(along, bent)
            if curve <= 0 or left <= enough:
                break
            far = left / curve
            step += far * along
            rest -= far * bent
            before, left = left, _dot(rest, rest)
            along = rest + left / before * along
        return step

    def _moved(
        self, values: Floats, raw: Floats, step: Floats, slope: Floats
    ) -> tuple[Floats, Floats, bool]:
        """As far along a step as it brings something."""
        cost, promised, raw_step = self._cost(values, raw), _dot(slope, step), self.rows @ step
        share = 1.0
        for _ in range(MOST_HALVINGS):
            there, raw_there = values + share * step, raw + share * raw_step
            if self._cost(there, raw_there) <= cost + LEAST_GAIN * share * promised:
                return there, raw_there, True
            share /= 2
        return values, raw, False


def _dot(one: Floats, other: Floats) -> float:
    return float(np.einsum("i,i", one, other))


def _length(vector: Floats) -> float:
    return math.sqrt(_dot(vector, vector))
