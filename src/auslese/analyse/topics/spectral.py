"""Texts as points in few dimensions, such that neighbours in the graph lie together.

The first eigenvectors of the normalised graph (Ng, Jordan and Weiss 2001): what a random walk
along the neighbours forgets last. A little of everybody is everybody's neighbour (Chaudhuri,
Chung and Tsiatas 2012), so that small islands do not take a dimension each.
"""

import numpy as np
from numpy.typing import NDArray
from scipy.sparse.linalg import LinearOperator, eigsh

from auslese.analyse.topics.text_vectors import Matrix

Points = NDArray[np.float64]
"""A row for each text."""

TOGETHER = 0.01  # of the mean weight of a text's neighbours is spread over all texts
EXACTNESS = 1e-4
FEWEST = 3  # texts: with less there is nothing to decompose


def embedded(graph: Matrix, dimensions: int, seed: int = 0) -> Points:
    """Texts as points of length 1; those without neighbours lie where all meet."""
    size = graph.shape[0]
    dimensions = min(dimensions, size - 1)
    if size < FEWEST or dimensions < 1:
        return np.ones((size, 1))
    degrees = np.asarray(graph.sum(axis=1), np.float64).ravel()
    shared = TOGETHER * degrees.mean() if degrees.any() else 1.0
    scale = 1 / np.sqrt(degrees + shared)

    def walk(vector: Points) -> Points:
        scaled = scale * vector.ravel()
        walked: Points = scale * (graph @ scaled + shared / size * scaled.sum())
        return walked

    operator = LinearOperator((size, size), matvec=walk, dtype=np.float64)
    start = np.random.default_rng(seed).uniform(0.5, 1.0, size)
    values, vectors = eigsh(operator, dimensions, which="LA", v0=start, tol=EXACTNESS)
    points = vectors * np.maximum(values, 0)
    # The sign of an eigenvector is chance: the largest part of each is made positive.
    points *= np.sign(points[np.abs(points).argmax(axis=0), np.arange(dimensions)])
    lengths = np.linalg.norm(points, axis=1, keepdims=True)
    placed: Points = points / np.maximum(lengths, np.finfo(np.float64).tiny)
    return placed
