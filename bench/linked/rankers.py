"""Ours and the others that rank pages, each in two steps: take the links in, rank.

Peers are imported when they are wanted: they live in a venv of their own. Each gets the sorted
arrays of the graph and its own way to take them in; all links weigh the same, and who stands on a
page without links starts anew.
"""

import importlib
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import numpy as np

DAMPING, TOLERANCE = 0.85, 1e-8
Arrays = Mapping[str, Any]


class Ranking(NamedTuple):
    """The ranks, and how many rounds they took; 0 if nobody tells."""

    ranks: Any
    rounds: int


Ranker = Callable[[Arrays], Callable[[], Ranking]]
"""Takes links in; what it returns ranks."""


def ours(arrays: Arrays) -> Callable[[], Ranking]:
    """Auslese, in place."""
    return _ours(arrays, in_place=True)


def ours_by_power(arrays: Arrays) -> Callable[[], Ranking]:
    """Auslese by the plain power method, beside its in-place one."""
    return _ours(arrays, in_place=False)


def _ours(arrays: Arrays, *, in_place: bool) -> Callable[[], Ranking]:
    graph = importlib.import_module("auslese.analyse.graph.link_graph").from_arrays(arrays)
    pagerank = importlib.import_module("auslese.analyse.graph.pagerank")
    options = pagerank.PageRankOptions(DAMPING, 1.0, 1.0, in_place, TOLERANCE)

    def rank() -> Ranking:
        found = pagerank.page_rank(graph, options)
        return Ranking(found.ranks, found.sweeps)

    return rank


def plain_scipy(arrays: Arrays) -> Callable[[], Ranking]:
    """A power iteration as one writes it with scipy."""
    sparse = importlib.import_module("scipy.sparse")
    size = len(arrays["nodes_ids"])
    starts, ends = arrays["into_starts"], arrays["into_ends"]
    counts = np.diff(arrays["out_starts"])
    shares = np.divide(1.0, counts, out=np.zeros(size), where=counts > 0)
    matrix = sparse.csr_array((shares[ends], ends, starts), shape=(size, size))
    dangling = counts == 0

    def rank() -> Ranking:
        ranks, rounds, change = np.full(size, 1 / size), 0, 1.0
        while change > TOLERANCE:
            anew = (1 - DAMPING + DAMPING * ranks[dangling].sum()) / size
            new = DAMPING * (matrix @ ranks) + anew
            change = np.abs(new - ranks).sum()
            ranks, rounds = new, rounds + 1
        return Ranking(ranks, rounds)

    return rank


def networkit(arrays: Arrays) -> Callable[[], Ranking]:
    """NetworKit, which uses all cores."""
    package = importlib.import_module("networkit")
    sparse = importlib.import_module("scipy.sparse")
    size = len(arrays["nodes_ids"])
    sources = np.repeat(np.arange(size), np.diff(arrays["out_starts"]))
    pairs = sparse.coo_matrix(
        (np.ones(len(sources)), (sources, arrays["out_ends"])), shape=(size, size)
    )
    graph = package.GraphFromCoo(pairs, n=size, weighted=False, directed=True)

    def rank() -> Ranking:
        centrality = package.centrality
        algorithm = centrality.PageRank(
            graph,
            damp=DAMPING,
            tol=TOLERANCE,
            distributeSinks=centrality.SinkHandling.DistributeSinks,
        )
        algorithm.norm = centrality.Norm.L1_NORM
        algorithm.run()
        return Ranking(np.array(algorithm.scores()), algorithm.numberOfIterations())

    return rank


def igraph(arrays: Arrays) -> Callable[[], Ranking]:
    """igraph with PRPACK, which stops by a rule of its own."""
    package = importlib.import_module("igraph")
    size = len(arrays["nodes_ids"])
    sources = np.repeat(np.arange(size), np.diff(arrays["out_starts"]))
    pairs = np.stack([sources, arrays["out_ends"]], axis=1)
    graph = package.Graph(n=size, edges=pairs, directed=True)
    return lambda: Ranking(np.array(graph.pagerank(damping=DAMPING)), 0)


OURS, POWER, SCIPY = "auslese", "auslese, power", "scipy"
HERE = (OURS, POWER, SCIPY)
RANKERS: dict[str, Ranker] = {
    OURS: ours,
    POWER: ours_by_power,
    SCIPY: plain_scipy,
    "networkit": networkit,
    "igraph": igraph,
}
