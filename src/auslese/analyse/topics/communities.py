"""Clusters of texts that lie next to each other: what is done unless another way is asked for.

    neighbours   each text and the fifty that are nearest to it, by their weightiest words
    points       few dimensions in which neighbours lie together
    centres      k-means there, from several beginnings
    words        each text to the cluster whose mean text is nearest, a few times; new texts, too

Compared by words, two texts on one topic often have hardly a word in common; but there are texts
between them. Who lies where on the graph of neighbours tells that, and words alone do not.
"""

import numpy as np
from scipy import sparse

from auslese.analyse.topics.cluster_centres import (
    Clustering,
    ClusteringOptions,
    Numbers,
    directions_of,
)
from auslese.analyse.topics.dense_centres import k_means
from auslese.analyse.topics.nearest_texts import neighbour_graph
from auslese.analyse.topics.similarity import COSINE, SIMILARITIES, Centres
from auslese.analyse.topics.spectral import embedded
from auslese.analyse.topics.text_vectors import Matrix

DIMENSIONS = 40
PASSES = 3  # after which hardly a text changes its cluster


def communities(vectors: Matrix, options: ClusteringOptions) -> Clustering:
    """Cluster texts; one without any word goes to the largest cluster."""
    has_words = np.diff(vectors.indptr) > 0
    clusters = np.zeros(vectors.shape[0], np.int64)
    rows = vectors[np.flatnonzero(has_words)]
    if rows.shape[0]:
        points = embedded(neighbour_graph(rows), DIMENSIONS, options.seed)
        clusters[has_words] = _refined(rows, k_means(points, options.clusters, options.seed).labels)
    clusters[~has_words] = np.bincount(clusters[has_words], minlength=1).argmax()
    return Clustering(clusters, _means(vectors, clusters), SIMILARITIES[COSINE])


def _refined(vectors: Matrix, clusters: Numbers) -> Numbers:
    """Each text to the nearest mean; none of the clusters is given up."""
    number = int(clusters.max()) + 1
    for _ in range(PASSES):
        centres = _means(vectors, clusters)
        alike = vectors @ directions_of(centres).T
        moved = alike.argmax(axis=1)
        if len(np.unique(moved)) < number:
            break
        clusters = moved
    return clusters


def _means(vectors: Matrix, clusters: Numbers) -> Centres:
    """The mean text of each cluster."""
    sizes = np.bincount(clusters)
    members = sparse.csr_array(
        (1 / sizes[clusters], (clusters, np.arange(len(clusters)))), (len(sizes), len(clusters))
    )
    means: Centres = (members @ vectors).toarray()
    return means
