"""Clusters of texts that lie next to each other: the method that is used unless another is asked for.

    neighbours   each text and the thirty that are nearest to it, by their weightiest words
    points       few dimensions in which neighbours lie together
    centres      k-means there, from several beginnings
    words        the mean of the texts of a cluster, to which new texts are compared

Compared by words, two texts on one topic often have hardly a word in common; but there are texts
between them. Who lies where on the graph of neighbours tells that, and words alone do not.
"""

import numpy as np
from scipy import sparse

from auslese.analyse.topics.centres import Clustering, Numbers, Wishes
from auslese.analyse.topics.dense_centres import k_means
from auslese.analyse.topics.neighbours import neighbour_graph
from auslese.analyse.topics.similarity import COSINE, SIMILARITIES
from auslese.analyse.topics.spectral import embedded
from auslese.analyse.topics.vectors import Matrix

DIMENSIONS = 40


def communities(vectors: Matrix, wishes: Wishes) -> Clustering:
    """Cluster texts; one without any word goes to the largest cluster."""
    has_words = np.diff(vectors.indptr) > 0
    clusters = np.zeros(vectors.shape[0], np.int64)
    if has_words.any():
        graph = neighbour_graph(vectors[np.flatnonzero(has_words)])
        points = embedded(graph, DIMENSIONS, wishes.seed)
        clusters[has_words] = k_means(points, wishes.clusters, wishes.seed).labels
    sizes = np.bincount(clusters[has_words], minlength=1)
    clusters[~has_words] = sizes.argmax()
    number = int(clusters.max(initial=0)) + 1
    return Clustering(clusters, _means(vectors, clusters, number), SIMILARITIES[COSINE])


def _means(vectors: Matrix, clusters: Numbers, number: int) -> np.ndarray:
    """The mean text of each cluster."""
    sizes = np.maximum(np.bincount(clusters, minlength=number), 1)
    members = sparse.csr_array(
        (1 / sizes[clusters], (clusters, np.arange(len(clusters)))), (number, len(clusters))
    )
    return (members @ vectors).toarray()
