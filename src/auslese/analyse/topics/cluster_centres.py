"""Clusters by their centres: which is nearest, where it lies, and what is done with the rest.

Texts with hardly a word would draw centres of their own, so they wait until the centres stand and
then go to the nearest one. A text without any word goes to the largest cluster. None is left out.
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from auslese.analyse.topics.similarity import Centres, Similarity, VectorRows, rows_of
from auslese.analyse.topics.text_vectors import Matrix, Weights

LEAST_WORDS = 3  # different words a text must have to have a say in where a centre lies
AT_ONCE = 1 << 19  # pairs of text and centre: some 40 MB while they are compared

Numbers = NDArray[np.int64]


class ClusteringOptions(NamedTuple):
    """What is asked of a clustering."""

    clusters: int
    similarity: Similarity
    seed: int = 0


class NearestCentres(NamedTuple):
    """The nearest centre of each text, and how close it is."""

    places: Numbers
    closeness: Weights


@dataclass(frozen=True, slots=True)
class Clustering:
    """Texts in clusters, and centres that new texts can be given to."""

    clusters: Numbers
    """Of each text, numbered from 0."""
    centres: Centres
    similarity: Similarity

    def assign(self, vectors: Matrix) -> Numbers:
        """The clusters of other texts, whose words are in the same columns."""
        return self._assigned(rows_of(vectors))

    def _assigned(self, rows: VectorRows) -> Numbers:
        places = nearest(rows, self.centres, self.similarity).places
        sizes = np.bincount(self.clusters, minlength=len(self.centres))
        places[rows.sizes == 0] = sizes.argmax()
        return places


def nearest(rows: VectorRows, centres: Centres, similarity: Similarity) -> NearestCentres:
    """Find the nearest centre of each row, some rows at a time; of equals the first."""
    places, closeness = np.zeros(len(rows), np.int64), np.zeros(len(rows))
    step = max(1, AT_ONCE // max(1, len(centres)))
    for begin in range(0, len(rows), step):
        some = slice(begin, begin + step)
        values = similarity.closeness(rows.at(some), centres)
        places[some] = values.argmax(axis=1)
        closeness[some] = values.max(axis=1)
    return NearestCentres(places, closeness)


def sums_of(rows: VectorRows, clusters: Numbers, number: int) -> Centres:
    """The sum of the rows of each cluster."""
    belongs = sparse.csr_array(
        (np.ones(len(rows)), (clusters, np.arange(len(rows)))), (number, len(rows))
    )
    found: Centres = (belongs @ rows.weights).toarray()
    return found


def means_of(rows: VectorRows, clusters: Numbers, number: int) -> Centres:
    """The mean of the rows of each cluster; 0 for an empty one."""
    sizes = np.maximum(np.bincount(clusters, minlength=number), 1)
    return sums_of(rows, clusters, number) / sizes[:, None]


def fill_empty_clusters(found: NearestCentres, number: int) -> Numbers:
    """Give to each empty cluster the row that is farthest from its own centre."""
    clusters = found.places.copy()
    sizes = np.bincount(clusters, minlength=number)
    empty = np.flatnonzero(sizes == 0)
    if not len(empty):
        return clusters
    order = np.argsort(found.closeness, kind="stable")
    # The last of each cluster in this order stays, so that no cluster is emptied to fill another.
    _, last = np.unique(clusters[order][::-1], return_index=True)
    movable = np.delete(order, len(order) - 1 - last)[: len(empty)]
    clusters[movable] = empty[: len(movable)]
    return clusters


def rows_with_enough_words(rows: VectorRows, number: int) -> Numbers:
    """The places of rows that have enough words; of all that have any if these are too few."""
    enough = np.flatnonzero(rows.sizes >= LEAST_WORDS)
    return enough if len(enough) >= number else np.flatnonzero(rows.sizes > 0)


def extend_to_all_rows(rows: VectorRows, places: Numbers, clustering: Clustering) -> Clustering:
    """The clustering of some rows, extended to all."""
    every = clustering._assigned(rows)
    every[places] = clustering.clusters
    return Clustering(every, clustering.centres, clustering.similarity)


def directions_of(centres: Centres) -> Centres:
    """Every centre divided by its length; one without any word stays as it is."""
    lengths = np.linalg.norm(centres, axis=1, keepdims=True)
    found: Centres = centres / np.maximum(lengths, np.finfo(np.float64).tiny)
    return found


def likeness_of(centres: Centres) -> Centres:
    """The cosine of every two centres."""
    directions = directions_of(centres)
    found: Centres = directions @ directions.T
    return found


def one_cluster(rows: VectorRows, similarity: Similarity) -> Clustering:
    """Everything in one cluster."""
    clusters = np.zeros(len(rows), np.int64)
    return Clustering(clusters, means_of(rows, clusters, 1), similarity)
