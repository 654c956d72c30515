"""Classic k-means (Nitsche 2004, 3.4.2), with any similarity.

Texts drawn by lot are the first centres; all texts go to the nearest one, centres go to the mean
of their texts, until nothing moves.
"""

import numpy as np

from auslese.analyse.topics.cluster_centres import (
    Clustering,
    ClusteringOptions,
    extend_to_all_rows,
    fill_empty_clusters,
    means_of,
    nearest,
    one_cluster,
    rows_with_enough_words,
)
from auslese.analyse.topics.similarity import Centres, Similarity, VectorRows, rows_of
from auslese.analyse.topics.text_vectors import Matrix

PASSES = 40  # at most; news of 9,000 texts stand still after 20 to 30


def k_means(vectors: Matrix, options: ClusteringOptions, passes: int = PASSES) -> Clustering:
    """Part texts into clusters around means."""
    every = rows_of(vectors)
    places = rows_with_enough_words(every, options.clusters)
    if not len(places):
        return one_cluster(every, options.similarity)
    rows = every.at(places)
    chance = np.random.default_rng(options.seed)
    starts = chance.choice(len(rows), min(options.clusters, len(rows)), replace=False)
    found = settle_centres(rows, rows.weights[starts].toarray(), options.similarity, passes)
    return extend_to_all_rows(every, places, found)


def settle_centres(
    rows: VectorRows, centres: Centres, similarity: Similarity, passes: int
) -> Clustering:
    """Move rows and centres in turn until no row moves, or so often."""
    clusters = fill_empty_clusters(nearest(rows, centres, similarity), len(centres))
    for _ in range(passes):
        centres = means_of(rows, clusters, len(centres))
        moved = fill_empty_clusters(nearest(rows, centres, similarity), len(centres))
        if np.array_equal(moved, clusters):
            break
        clusters = moved
    return Clustering(clusters, centres, similarity)
