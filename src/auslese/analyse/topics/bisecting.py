"""Reverse k-means (Nitsche 2004, 3.4.3 and 4.3.2.4.4): one cluster is parted, and parted again.

The largest cluster is parted in two until there are enough. Two texts begin; all others come in an
order drawn by lot, each goes to the nearer of the two, and the centre moves at once (running
centres). When all have come they come again, and a centre then counts as one text: refinement.
A parting whose smaller side is too small is tried again: one of the two texts that began stays,
the other is drawn from long texts far away from it. If no try succeeds the best one counts.

Texts come one by one only at first. Later as many come at once as make an eighth of those that
have come: a centre hardly moves within so few, and a pass takes dozens of products, not thousands.
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from auslese.analyse.topics.cluster_centres import (
    Clustering,
    ClusteringOptions,
    Numbers,
    extend_to_all_rows,
    means_of,
    one_cluster,
    rows_with_enough_words,
    sums_of,
)
from auslese.analyse.topics.kmeans import settle_centres
from auslese.analyse.topics.similarity import (
    Centres,
    Cosine,
    Euclid,
    Similarity,
    VectorRows,
    rows_of,
)
from auslese.analyse.topics.text_vectors import Matrix

AT_ONCE = 8  # of so many texts that have come, one more comes at once
FAR = 0.1  # the share of long texts, farthest from the one that stays, from which another is drawn
PARTS = 2

Sides = NDArray[np.bool_]


class BisectingOptions(NamedTuple):
    """How a cluster is parted."""

    least_share: float | None = None
    """Of the texts of a cluster on its smaller side; one by the number of clusters if not said."""
    tries: int = 5
    running: bool = False
    """Centres move with every text that comes, not only when all have come."""
    refinements: int = 8
    """Passes after the first, in each parting."""
    passes: int = 10
    """Of k-means over all clusters when there are enough of them."""


NITSCHE = BisectingOptions(running=True, refinements=3, passes=0)
"""As he tells it, and as his measures need it: with centres that stand still while texts come, the
UNICO correlation had a purity of 22 and not 37 %. Cosine and distance do better without, at a tenth
of the cost (docs/methods/clusters.md has the figures)."""


def splitting_for(similarity: Similarity) -> BisectingOptions:
    """What is best for a similarity."""
    return BisectingOptions() if isinstance(similarity, Cosine | Euclid) else NITSCHE


def bisecting(
    vectors: Matrix, options: ClusteringOptions, splitting: BisectingOptions | None = None
) -> Clustering:
    """Part texts into clusters by parting the largest again and again."""
    splitting = splitting or splitting_for(options.similarity)
    every = rows_of(vectors)
    places = rows_with_enough_words(every, options.clusters)
    if not len(places):
        return one_cluster(every, options.similarity)
    rows = every.at(places)
    clusters = _parted(rows, options, splitting)
    centres = means_of(rows, clusters, int(clusters.max()) + 1)
    found = Clustering(clusters, centres, options.similarity)
    if splitting.passes:
        found = settle_centres(rows, centres, options.similarity, splitting.passes)
    return extend_to_all_rows(every, places, found)


def _parted(rows: VectorRows, options: ClusteringOptions, splitting: BisectingOptions) -> Numbers:
    split = _Bisection(options, splitting)
    clusters = np.zeros(len(rows), np.int64)
    for number in range(1, min(options.clusters, len(rows))):
        largest = np.bincount(clusters).argmax()
        members = np.flatnonzero(clusters == largest)
        clusters[members[split.sides_of(rows.at(members))]] = number
    return clusters


class _Bisection:
    """Parts clusters in two, with dice that are thrown in one order."""

    def __init__(self, options: ClusteringOptions, splitting: BisectingOptions) -> None:
        self._similarity = options.similarity
        self._splitting = splitting
        share = splitting.least_share
        self._least_share = 1 / options.clusters if share is None else share
        self._chance = np.random.default_rng(options.seed)

    def sides_of(self, rows: VectorRows) -> Sides:
        """The side of each row; none of the two is empty."""
        starts = self._chance.choice(len(rows), PARTS, replace=False)
        best, best_share = np.zeros(len(rows), np.bool_), 0.0
        for _ in range(self._splitting.tries):
            sides = self._tried(rows, rows.weights[starts].toarray())
            share = min(sides.mean(), 1 - sides.mean())
            if share > best_share:
                best, best_share = sides, float(share)
            if share >= self._least_share:
                break
            starts = np.array([starts[0], self._far_from(rows, starts[0])])
        if not best_share:
            best[starts[1]] = True
        return best

    def _far_from(self, rows: VectorRows, start: np.int64) -> np.int64:
        """A long row, among those far away from `start`."""
        long = np.flatnonzero(rows.sizes >= np.median(rows.sizes))
        long = long[long != start] if len(long) > 1 else np.delete(np.arange(len(rows)), start)
        centre = rows.weights[[start]].toarray()
        closeness = self._similarity.closeness(rows.at(long), centre).ravel()
        far = long[np.argsort(closeness, kind="stable")[: max(1, int(len(long) * FAR))]]
        drawn: np.int64 = self._chance.choice(far)
        return drawn

    def _tried(self, rows: VectorRows, centres: Centres) -> Sides:
        refinements = self._splitting.refinements
        if not self._splitting.running:
            parted = settle_centres(rows, centres, self._similarity, refinements).clusters
            return np.equal(parted, 1)
        sides = np.zeros(len(rows), np.int64)
        for _ in range(1 + refinements):
            order = self._chance.permutation(len(rows))
            moved = np.empty_like(sides)
            moved[order], centres = run_through(rows.at(order), centres, self._similarity)
            if np.array_equal(moved, sides):
                break
            sides = moved
        return np.equal(sides, 1)


def run_through(
    rows: VectorRows, centres: Centres, similarity: Similarity
) -> tuple[Numbers, Centres]:
    """Let rows come in their order, each to the nearer centre, which moves; where all end."""
    sums, weights = centres.copy(), np.ones((len(centres), 1))
    found = np.empty(len(rows), np.int64)
    for some in _arriving(len(rows)):
        come = rows.at(some)
        found[some] = similarity.closeness(come, sums / weights).argmax(axis=1)
        sums += sums_of(come, found[some], len(centres))
        weights += np.bincount(found[some], minlength=len(centres))[:, None]
    return found, sums / weights


def _arriving(number: int) -> Iterator[slice]:
    begin = 0
    while begin < number:
        end = min(number, begin + max(1, begin // AT_ONCE))
        yield slice(begin, end)
        begin = end
