"""Classic k-means (Nitsche 2004, 3.4.2), with any similarity.

Texts drawn by lot are the first centres; all texts go to the nearest one, centres go to the mean
of their texts, until nothing moves.
"""

import numpy as np

from auslese.analyse.topics.centres import (
    Clustering,
    Wishes,
    completed,
    filled,
    means_of,
    nearest,
    one_cluster,
    with_a_say,
)
from auslese.analyse.topics.similarity import Centres, Rows, Similarity, rows_of
from auslese.analyse.topics.vectors import Matrix

PASSES = 40  # at most; news of 9,000 texts stand still after 20 to 30


def k_means(vectors: Matrix, wishes: Wishes, passes: int = PASSES) -> Clustering:
    """Part texts into clusters around means."""
    every = rows_of(vectors)
    places = with_a_say(every, wishes.clusters)
    if not len(places):
        return one_cluster(every, wishes.similarity)
    rows = every.at(places)
    chance = np.random.default_rng(wishes.seed)
    starts = chance.choice(len(rows), min(wishes.clusters, len(rows)), replace=False)
    found = settled(rows, rows.weights[starts].toarray(), wishes.similarity, passes)
    return completed(every, places, found)


def settled(rows: Rows, centres: Centres, similarity: Similarity, passes: int) -> Clustering:
    """Move rows and centres in turn until no row moves, or so often."""
    clusters = filled(nearest(rows, centres, similarity), len(centres))
    for _ in range(passes):
        centres = means_of(rows, clusters, len(centres))
        moved = filled(nearest(rows, centres, similarity), len(centres))
        if np.array_equal(moved, clusters):
            break
        clusters = moved
    return Clustering(clusters, centres, similarity)
