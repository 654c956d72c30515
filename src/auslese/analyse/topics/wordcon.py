"""WordCon (Nitsche 2004, 3.4.5): clusters as sets of words and sets of texts.

Every word with the texts it stands in is a cluster. Clusters with the same texts are one; a
cluster whose texts are, by a share of at least f, those of a larger one goes into it, and into
every other such one too: words and texts belong to many clusters. f falls step by step from 1
until few enough clusters are left, or to the least f that was allowed.

Nitsche compared all pairs of clusters and gave up beyond small collections. Here lists of texts
by word are multiplied as sparse matrices, some clusters at a time, so that only clusters that
share a text meet. A step takes at most half of what is still to go, the most contained first.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from auslese.analyse.topics.cluster_centres import (
    Clustering,
    ClusteringOptions,
    Numbers,
    one_cluster,
)
from auslese.analyse.topics.kmeans import settle_centres
from auslese.analyse.topics.similarity import VectorRows, rows_of
from auslese.analyse.topics.text_vectors import Matrix, Weights

LEAST_TEXTS = 2
MOST_SHARE = 0.5  # of texts that a word may stand in
MOST_WORDS = (
    256  # of a text, its heaviest: so the work grows with the texts, not with their squares
)
AT_ONCE = 256  # clusters that are compared with all others
ROUNDS = 60  # at most; what is still too many then is left to the largest
LEAST_FACTOR = 0.0
_TINY = float(np.finfo(np.float64).tiny)

Flags = NDArray[np.bool_]


class WordJoining(NamedTuple):
    """Which words begin, and when clusters are joined."""

    factor: float = LEAST_FACTOR
    """The least f."""
    roof: float | None = None
    """The share of texts that no joined cluster may pass, and no word that begins one: that of
    two clusters of middling size if not said."""
    passes: int = 0
    """Of k-means from where the clusters lie, for which Nitsche recommends them as a start."""

    def roof_for(self, number: int) -> float:
        """The roof if so many clusters are wished."""
        return min(1.0, 2 / number) if self.roof is None else self.roof


@dataclass(frozen=True, slots=True)
class WordSets:
    """Clusters of words and of texts, many to many."""

    words: Matrix
    """1 where a word (across) belongs to a cluster (down)."""
    texts: Matrix
    """1 where a text (across) belongs to a cluster (down)."""
    open: Flags
    """Whether a cluster may still take others."""

    def __len__(self) -> int:
        return int(self.texts.shape[0])

    @property
    def sizes(self) -> Numbers:
        """How many texts each cluster has."""
        found: Numbers = np.diff(self.texts.indptr).astype(np.int64)
        return found

    def at(self, places: Numbers) -> "WordSets":
        """Some of them."""
        return WordSets(self.words[places], self.texts[places], self.open[places])


@dataclass(frozen=True, slots=True)
class WordClustering(Clustering):
    """A clustering by words, in which each text also has the one cluster that fits best."""

    sets: WordSets


def wordcon(
    vectors: Matrix, options: ClusteringOptions, joining: WordJoining | None = None
) -> WordClustering:
    """Join words into clusters, and find for each text the one of its clusters that is nearest."""
    joining = joining or WordJoining()
    share = min(MOST_SHARE, joining.roof_for(options.clusters))
    rows = rows_of(vectors)
    sets = join_word_sets(same_texts_joined(sets_of(rows, share)), options.clusters, joining)
    sets = sets.at(np.sort(np.argsort(-sets.sizes, kind="stable")[: options.clusters]))
    if not len(sets):
        whole = one_cluster(rows, options.similarity)
        return WordClustering(whole.clusters, whole.centres, options.similarity, sets)
    means = (sets.texts @ rows.weights).toarray() / np.maximum(sets.sizes, 1)[:, None]
    clusters = best_of_own(rows, sets, Clustering(np.arange(len(sets)), means, options.similarity))
    if joining.passes:
        found = settle_centres(rows, means, options.similarity, joining.passes)
        clusters, means = found.clusters, found.centres
    return WordClustering(clusters, means, options.similarity, sets)


def sets_of(rows: VectorRows, most_share: float) -> WordSets:
    """Steps 1 to 3: every word that is neither too rare nor too frequent, with its texts."""
    texts = heaviest(rows, MOST_WORDS).T.tocsr()
    texts.sort_indices()
    often = np.diff(texts.indptr)
    most = max(LEAST_TEXTS, most_share * len(rows))
    places = np.flatnonzero((often >= LEAST_TEXTS) & (often <= most))
    words = sparse.csr_array(
        (np.ones(len(places)), (np.arange(len(places)), places)), (len(places), texts.shape[0])
    )
    return WordSets(words, texts[places], np.ones(len(places), np.bool_))


def heaviest(rows: VectorRows, number: int) -> Matrix:
    """The pattern of the heaviest words of each row."""
    entries = rows.weights.tocoo()
    row, column = entries.coords
    order = np.lexsort((column, -entries.data, row))
    rank = np.arange(len(order)) - np.repeat(rows.weights.indptr[:-1], rows.sizes.astype(np.int64))
    order = order[rank < number]
    return sparse.csr_array((np.ones(len(order)), (row[order], column[order])), rows.weights.shape)


def same_texts_joined(sets: WordSets) -> WordSets:
    """Step 4: clusters with the same texts as one, known by a sum of random numbers of texts."""
    if not len(sets):
        return sets
    lots = np.random.default_rng(0).integers(1 << 63, size=sets.texts.shape[1], dtype=np.uint64)
    marks = np.add.reduceat(lots[sets.texts.indices], sets.texts.indptr[:-1])
    _, first, group = np.unique(marks, return_index=True, return_inverse=True)
    onto = sparse.csr_array(
        (np.ones(len(sets)), (group, np.arange(len(sets)))), (len(first), len(sets))
    )
    return WordSets(ones(onto @ sets.words), sets.texts[first], sets.open[first])


def join_word_sets(sets: WordSets, number: int, joining: WordJoining) -> WordSets:
    """Steps 5 and 6: join by falling f until so many are left, or nothing may be joined."""
    roof = round(joining.roof_for(number) * sets.texts.shape[1])
    for _ in range(ROUNDS):
        surplus = len(sets) - number
        if surplus <= 0:
            break
        best = most_contained(sets)
        factor = max(joining.factor, float(np.sort(best)[-max(1, (surplus + 1) // 2)]), _TINY)
        if best.max() < factor:
            break
        sets = joined_once(sets, factor, roof)
    return sets


def most_contained(sets: WordSets) -> Weights:
    """The largest share of the texts of each cluster that lies in one larger cluster."""
    best = np.zeros(len(sets))
    for _, smaller, share in _shares(sets, _TINY):
        np.maximum.at(best, smaller, share)
    return best


def joined_once(sets: WordSets, factor: float, roof: int) -> WordSets:
    """Put every cluster into all larger ones that hold a share of it, if these stay themselves.

    A cluster that would have too many texts then takes none, now and later: otherwise a few grow
    until they hold everything.
    """
    found = [(larger, smaller) for larger, smaller, _ in _shares(sets, factor)]
    larger = np.concatenate([each for each, _ in found])
    smaller = np.concatenate([each for _, each in found])
    stays = np.ones(len(sets), np.bool_)
    stays[smaller] = False
    # What goes into a cluster that goes itself waits until that one has gone.
    larger, smaller = larger[stays[larger]], smaller[stays[larger]]
    too_large = np.diff(ones(_taking(larger, smaller, len(sets)) @ sets.texts).indptr) > roof
    fits = ~too_large[larger]
    takes = _taking(larger[fits], smaller[fits], len(sets))
    remains = np.setdiff1d(np.arange(len(sets)), smaller[fits])
    takes = takes[remains]
    still_open = (sets.open & ~too_large)[remains]
    return WordSets(ones(takes @ sets.words), ones(takes @ sets.texts), still_open)


def _taking(larger: Numbers, smaller: Numbers, number: int) -> Matrix:
    """1 where a cluster (down) takes another (across); each has itself."""
    pairs = (np.ones(len(larger)), (larger, smaller))
    takes = sparse.csr_array(pairs, (number, number))
    return takes + sparse.eye_array(number, format="csr")


def _shares(sets: WordSets, factor: float) -> Iterator[tuple[Numbers, Numbers, Weights]]:
    """Pairs of a larger and a smaller cluster, and the share of the smaller in the larger."""
    order = np.empty(len(sets), np.int64)
    order[np.argsort(sets.sizes, kind="stable")] = np.arange(len(sets))
    across = sets.texts.T.tocsr()
    takers = np.flatnonzero(sets.open)
    for begin in range(0, len(takers), AT_ONCE):
        some = takers[begin : begin + AT_ONCE]
        common = (sets.texts[some] @ across).tocoo()
        larger, smaller = some[common.coords[0]], common.coords[1].astype(np.int64)
        share = common.data / sets.sizes[smaller]
        fits = (order[smaller] < order[larger]) & (share >= factor)
        yield larger[fits], smaller[fits], share[fits]


def best_of_own(rows: VectorRows, sets: WordSets, clustering: Clustering) -> Numbers:
    """For each text the nearest of the clusters it is in; of all, if it is in none."""
    clusters = clustering.assign(rows.weights)
    membership = sets.texts.T.tocsr()
    for begin in range(0, len(rows), AT_ONCE):
        some = slice(begin, begin + AT_ONCE)
        values = clustering.similarity.closeness(rows.at(some), clustering.centres)
        own = membership[some].toarray() > 0
        values[~own] = -np.inf
        has_own = own.any(axis=1)
        clusters[some] = np.where(has_own, values.argmax(axis=1), clusters[some])
    has_words = rows.sizes > 0
    clusters[~has_words] = np.bincount(clusters[has_words]).argmax()
    return clusters


def ones(matrix: Matrix) -> Matrix:
    """The pattern of a matrix."""
    matrix = matrix.tocsr()
    matrix.data = np.ones_like(matrix.data)
    matrix.sort_indices()
    return matrix
