"""How alike are texts and the centres of clusters?

dot      the sum of products: long texts are like everything
cosine   the dot product of directions
euclid   the distance; smaller is closer
p        the dot product, and p times every weight that the other side lacks
unico    the mean product of common words less the mean of weights that the other side lacks

All are from Nitsche (2004, 3.4.1.2) and expect weights that are not negative. A row is a text,
sparse; a centre is dense. Everything that is asked of words on one side only comes from products of
weights and of patterns of zeros and ones, so that nothing is compared word by word.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from auslese.analyse.topics.text_vectors import Matrix, Weights

P = -1.0
"""The weight of what only one side has, as in his example."""

DOT, COSINE, EUCLID, P_CORRELATION, UNICO = "dot", "cosine", "euclid", "p", "unico"
_TINY = np.finfo(np.float64).tiny

Centres = NDArray[np.float64]
"""A row for each centre."""


@dataclass(frozen=True, slots=True)
class VectorRows:
    """Texts, with what is asked of them again and again."""

    weights: Matrix
    pattern: Matrix
    """1 wherever there is a weight."""
    sums: Weights
    sizes: Weights
    squares: Weights

    def __len__(self) -> int:
        return int(self.weights.shape[0])

    def at(self, places: NDArray[np.int64] | slice) -> "VectorRows":
        """Some of them, in this order."""
        return VectorRows(
            self.weights[places],
            self.pattern[places],
            self.sums[places],
            self.sizes[places],
            self.squares[places],
        )


def rows_of(vectors: Matrix) -> VectorRows:
    """Vectors, ready to be compared."""
    weights = vectors.astype(np.float64)
    weights.eliminate_zeros()
    pattern = weights.copy()
    pattern.data = np.ones_like(weights.data)
    return VectorRows(
        weights,
        pattern,
        np.asarray(weights.sum(axis=1)).ravel(),
        np.diff(weights.indptr).astype(np.float64),
        np.asarray(weights.multiply(weights).sum(axis=1)).ravel(),
    )


class Similarity(ABC):
    """One way to compare."""

    @abstractmethod
    def between(self, rows: VectorRows, centres: Centres) -> Weights:
        """The measure as Nitsche defines it, for every row (down) and every centre (across)."""

    def closeness(self, rows: VectorRows, centres: Centres) -> Weights:
        """The order of the centres for each row: larger is closer."""
        return self.between(rows, centres)

    def of(self, one: Sequence[float], other: Sequence[float]) -> float:
        """The measure of two plain vectors."""
        row = sparse.csr_array(np.array([one], np.float64))
        return float(self.between(rows_of(row), np.array([other], np.float64))[0, 0])


class Dot(Similarity):
    """The sum of products."""

    def between(self, rows: VectorRows, centres: Centres) -> Weights:
        """See `Similarity.between`."""
        return products(rows.weights, centres)


class Cosine(Similarity):
    """The cosine of the angle; 0 if there is none."""

    def between(self, rows: VectorRows, centres: Centres) -> Weights:
        """See `Similarity.between`."""
        ours = np.sqrt(np.maximum(rows.squares, _TINY))[:, None]
        theirs = np.sqrt(np.maximum((centres**2).sum(axis=1), _TINY))
        found: Weights = products(rows.weights, centres) / ours / theirs
        return found


class Euclid(Similarity):
    """The distance of two points."""

    def between(self, rows: VectorRows, centres: Centres) -> Weights:
        """See `Similarity.between`."""
        return np.sqrt(np.maximum(-self.closeness(rows, centres), 0))

    def closeness(self, rows: VectorRows, centres: Centres) -> Weights:
        """Less the square of the distance."""
        squares = rows.squares[:, None] + (centres**2).sum(axis=1)
        found: Weights = 2 * products(rows.weights, centres) - squares
        return found


@dataclass(frozen=True, slots=True)
class PCorrelation(Similarity):
    """The dot product, in which p stands for a zero on one side; 0 is the plain dot product."""

    p: float = P

    def between(self, rows: VectorRows, centres: Centres) -> Weights:
        """See `Similarity.between`."""
        aspects = aspects_of(rows, centres)
        return aspects.common + self.p * aspects.lacking


class Unico(Similarity):
    """The UNICO correlation."""

    def between(self, rows: VectorRows, centres: Centres) -> Weights:
        """See `Similarity.between`."""
        return np.maximum(self.closeness(rows, centres), 0)

    def closeness(self, rows: VectorRows, centres: Centres) -> Weights:
        """Without the floor at 0: it is there to make values handy, and would make many equal."""
        aspects = aspects_of(rows, centres)
        positive = aspects.common / np.maximum(aspects.common_words, 1)
        return positive - aspects.lacking / np.maximum(aspects.lacking_words, 1)


@dataclass(frozen=True, slots=True)
class SharedAspects:
    """What rows and centres share, and what only one of the two has."""

    common: Weights
    """The dot product: his pa."""
    common_words: Weights
    lacking: Weights
    """The sum of weights whose word the other lacks: his na."""
    lacking_words: Weights


def aspects_of(rows: VectorRows, centres: Centres) -> SharedAspects:
    """Four products give all of it: of weights and patterns with weights and patterns."""
    number = len(centres)
    pattern = (centres > 0).astype(np.float64)
    both = np.concatenate([centres, pattern])
    weighed, counted = products(rows.weights, both), products(rows.pattern, both)
    row_sums_met, words_met = weighed[:, number:], counted[:, number:]
    centre_sums_met = counted[:, :number]
    ours, theirs = rows.sums[:, None] - row_sums_met, centres.sum(axis=1) - centre_sums_met
    sizes = rows.sizes[:, None] + pattern.sum(axis=1)
    # Differences of sums: what should be 0 may be a little below.
    lacking = np.maximum(ours, 0) + np.maximum(theirs, 0)
    return SharedAspects(weighed[:, :number], words_met, lacking, sizes - 2 * words_met)


def products(rows: Matrix, centres: Centres) -> Weights:
    """The dot product of every row with every centre."""
    # Rows of this array lie together in memory, which is what the sparse product walks along.
    found: Weights = rows @ np.ascontiguousarray(centres.T)
    return found


SIMILARITIES: dict[str, Similarity] = {
    UNICO: Unico(),
    COSINE: Cosine(),
    DOT: Dot(),
    EUCLID: Euclid(),
    P_CORRELATION: PCorrelation(),
}
