"""How good is a clustering: against topics that a person named, or by itself.

purity      the share of texts in a cluster whose topic is the most frequent there
entropy     how mixed clusters are: 0 not at all, 1 as mixed as can be
f           for each topic the cluster that fits best, by precision and recall
nmi         what clusters tell about topics and topics about clusters, 0 to 1
ari         pairs of texts that are together in both, beyond what chance does; 0 by chance
silhouette  how much closer texts are to their own cluster than to the next one, −1 to 1

Purity, entropy and F are as in Nitsche (2004, 3.4.6); its precision is printed upside down there.
Purity, entropy and F reward many small clusters or forgive them; NMI less, ARI not.
"""

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from auslese.analyse.topics.text_vectors import Matrix, of_length_one

Table: TypeAlias = sparse.coo_array
"""How many texts each cluster (down) has of each topic (across)."""
Numbers = NDArray[np.int64]

ROUNDING = 1e-9  # a distance below it is none: sums of many cosines are off by less


class ClusteringQuality(NamedTuple):
    """All that can be said against topics that are known."""

    purity: float
    entropy: float
    f: float
    nmi: float
    ari: float
    clusters: int
    topics: int
    texts: int


def quality_of(clusters: Sequence[object], topics: Sequence[object]) -> ClusteringQuality:
    """Compare the cluster and the topic of each text; names are only names."""
    table = table_of(clusters, topics)
    across, down = table.shape[1], table.shape[0]
    texts = int(table.data.sum())
    if not texts:
        return ClusteringQuality(1.0, 0.0, 1.0, 1.0, 1.0, 0, 0, 0)
    return ClusteringQuality(
        purity(table), entropy(table), f_measure(table), nmi(table), ari(table), down, across, texts
    )


def table_of(clusters: Sequence[object], topics: Sequence[object]) -> Table:
    """Count the texts of each cluster and topic."""
    down, across = _numbered(clusters), _numbered(topics)
    shape = (int(down.max(initial=-1)) + 1, int(across.max(initial=-1)) + 1)
    table = sparse.coo_array((np.ones(len(down), np.int64), (down, across)), shape)
    table.sum_duplicates()
    return table


def _numbered(names: Sequence[object]) -> Numbers:
    numbers: dict[object, int] = {}
    return np.array([numbers.setdefault(name, len(numbers)) for name in names], np.int64)


def purity(table: Table) -> float:
    """The share of texts that are of the most frequent topic of their cluster."""
    return float(table.tocsr().max(axis=1).toarray().sum() / table.data.sum())


def entropy(table: Table) -> float:
    """The mean entropy of the topics of a cluster, weighed by its texts; its most is 1."""
    if table.shape[1] == 1:
        return 0.0
    shares = table.data / _down(table)[table.coords[0]]
    information = -(table.data * np.log(shares)).sum() / table.data.sum()
    return _at_least_0(information / np.log(table.shape[1]))


def f_measure(table: Table) -> float:
    """For each topic the best F of all clusters, weighed by the texts of the topic."""
    across = _across(table)
    down_sizes, across_sizes = _down(table)[table.coords[0]], across[table.coords[1]]
    # 2·P·R / (P + R) with P = n/down and R = n/across.
    each = 2 * table.data / (down_sizes + across_sizes)
    best = np.zeros(len(across))
    np.maximum.at(best, table.coords[1], each)
    return float((best * across).sum() / across.sum())


def nmi(table: Table) -> float:
    """Mutual information by the mean of both entropies."""
    texts = table.data.sum()
    down, across = _down(table), _across(table)
    expected = down[table.coords[0]] * across[table.coords[1]] / texts
    shared = (table.data / texts * np.log(table.data / expected)).sum()
    both = _information(down / texts) + _information(across / texts)
    return _at_least_0(2 * shared / both) if both > 0 else 1.0


def ari(table: Table) -> float:
    """Pairs together in both, less those that chance brings, by the most there could be."""
    together = _pairs(table.data).sum()
    down, across = _pairs(_down(table)).sum(), _pairs(_across(table)).sum()
    every = _pairs(table.data.sum())
    by_chance = down * across / every if every else 0.0
    most = (down + across) / 2
    return float((together - by_chance) / (most - by_chance)) if most != by_chance else 1.0


def silhouette(vectors: Matrix, clusters: Numbers) -> float:
    """The mean silhouette of all texts by the distance 1 − cosine; 0 for a text that is alone.

    It is exact and needs no sample: the mean of distances to the texts of a cluster is the
    distance to the mean of their directions.
    """
    _, numbers = np.unique(clusters, return_inverse=True)
    sizes = np.bincount(numbers).astype(np.float64)
    if len(sizes) < 2:  # noqa: PLR2004 - there is no next cluster
        return 0.0
    rows = of_length_one(vectors.astype(np.float64))
    places = np.arange(len(numbers))
    belongs = sparse.csr_array((np.ones(len(numbers)), (numbers, places)))
    likeness = (rows @ (belongs @ rows).toarray().T).astype(np.float64)
    own = likeness[places, numbers]
    others = np.maximum(sizes[numbers] - 1, 1)
    has_words = np.diff(rows.indptr) > 0
    # A text is 0 away from itself, and as like itself as can be.
    inside = (sizes[numbers] - 1 - (own - has_words)) / others
    distances = 1 - likeness / sizes
    distances[places, numbers] = np.inf
    outside = distances.min(axis=1)
    larger = np.maximum(inside, outside)
    apart = larger > ROUNDING
    each = np.where(apart, (outside - inside) / np.where(apart, larger, 1), 0.0)
    return float(np.where(sizes[numbers] > 1, each, 0.0).mean())


def _down(table: Table) -> NDArray[np.float64]:
    return np.asarray(table.sum(axis=1)).ravel().astype(np.float64)


def _across(table: Table) -> NDArray[np.float64]:
    return np.asarray(table.sum(axis=0)).ravel().astype(np.float64)


def _information(shares: NDArray[np.float64]) -> float:
    return float(-(shares * np.log(shares)).sum())


def _pairs(numbers: NDArray[np.float64]) -> NDArray[np.float64]:
    numbers = np.asarray(numbers, np.float64)
    return numbers * (numbers - 1) / 2


def _at_least_0(value: float) -> float:
    return max(0.0, float(value))
