"""How often does a surfer stand on a page, who follows links and sometimes starts anew?

    R(p) = d · Σ w(q→p) / W(q) · R(q)  +  (1 - d + d · D) · E(p)

d is the damping, w the weight of a link, W(q) the sum of the weights of the links on q, E where the
surfer starts (everywhere, or at chosen pages), and D the share of R on pages without links: who
stands there starts anew. R sums to one.

Because those without links only send the surfer to E, R is, but for a factor, the solution of
x = E + d · Pᵀ x, in which such pages give nothing to anybody. So they need not take part: x is
found for pages with links, and all others get theirs in one step at the end.
"""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from auslese.analyse.graph.link_graph import NAVIGATION, NOFOLLOW, SAME_HOST, DirectedLinks, Graph
from auslese.analyse.graph.node_ranges import LINKS_AT_ONCE, node_ranges

DAMPING = 0.85  # Page and Brin 1998, and the seed: α = 0.15
TOLERANCE = 1e-8
MOST_SWEEPS = 250  # 1e-8 takes 114 at a damping of 0.85, whatever the links are like
BEST = 100.0  # of the best page, as the seed scales it
STRIPES = (
    32  # of pages that are worked out before their ranks are used; measured: 16 to 64 are alike
)
FEW_LINKS = 1 << 17  # in a stripe; of fewer their own cost is felt
THREADS_FROM = 1 << 22  # links; with fewer, threads wait for each other longer than they work

Ranks = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class PageRankOptions:
    """How pages are to be ranked."""

    damping: float = DAMPING
    navigation: float = 0.25
    """The weight of a link in a menu, header, footer or aside that stays on its host. Every page of
    a host has these, and they say what the host is made of, not what somebody recommends."""
    nofollow: float = 0.0
    """The weight of a link that its own page does not vouch for."""
    in_place: bool = True
    """Use new ranks at once, stripe by stripe, and not only in the next sweep."""
    tolerance: float = TOLERANCE
    most_sweeps: int = MOST_SWEEPS

    def weights(self) -> NDArray[np.float64]:
        """The weight of a link by its marks."""
        marks = np.arange(256)
        weights = np.ones(len(marks))
        inside = NAVIGATION | SAME_HOST
        weights[(marks & inside) == inside] = self.navigation
        weights[(marks & NOFOLLOW) > 0] *= self.nofollow
        return weights


class PageRank(NamedTuple):
    """The ranks, and how they were found."""

    ranks: Ranks
    """By node; they sum to one."""
    sweeps: int
    """How often all pages were gone through."""
    residual: float
    """How much one more sweep would change, summed up over all pages."""
    dangling: int
    """Pages without links that count."""

    def scaled(self) -> Ranks:
        """The ranks with 100 for the best page."""
        best = self.ranks.max(initial=0.0)
        return self.ranks / best * BEST if best else self.ranks  # so that the best has 100 exactly


class InnerLinks(NamedTuple):
    """The links among the pages that have some: the matrix that ranks are multiplied with."""

    starts: NDArray[np.int64]
    """Where the links that reach each page begin; one more number says where the last end."""
    columns: NDArray[np.int32]
    marks: NDArray[np.uint8]
    weights: NDArray[np.float64]
    """Of a link by its marks."""

    def rows(self, begin: int, end: int) -> csr_array:
        """The links that reach the pages from `begin` to `end`."""
        starts = self.starts[begin : end + 1]
        here = slice(starts[0], starts[-1])
        shape = (end - begin, len(self.starts) - 1)
        values = self.weights[self.marks[here]]
        return csr_array((values, self.columns[here], starts - starts[0]), shape=shape)


Multiplied = AbstractContextManager[Callable[[Ranks], Ranks]]
StartProducts = Callable[[InnerLinks], Multiplied]
"""Starts who multiplies the links with ranks, block by block, on other machines."""


class _Stripe(NamedTuple):
    """Pages that are worked out from the ranks of one moment."""

    begin: int
    end: int
    parts: list[csr_array]
    """Their links: rows beside rows, one part for each thread."""


def page_rank(
    graph: Graph,
    options: PageRankOptions | None = None,
    starts: Ranks | None = None,
    products: StartProducts | None = None,
) -> PageRank:
    """The rank of every node; `starts` says how often the surfer starts at each, in any scale.

    However many threads there are, the ranks are the same to the last digit. With `products` others
    multiply, whole sweeps at once: the ranks are those of `in_place=False`, to the last digit.
    """
    options = options or PageRankOptions()
    if not len(graph):
        return PageRank(np.empty(0), 0, 0.0, 0)
    chances = np.full(len(graph), 1.0 / len(graph)) if starts is None else starts / starts.sum()
    threads = (os.cpu_count() or 1) if graph.links >= THREADS_FROM else 1
    with ThreadPoolExecutor(threads) as pool:
        side_by_side = pool.map if threads > 1 else map
        solver = _PageRankSolver(graph, options, side_by_side, threads)
        if products is None:
            return solver.solve(chances)
        with products(solver.inner_links()) as multiply:
            return solver.solve(chances, multiply)


class _PageRankSolver:
    """One run: x for the pages with links, sweep by sweep, then all others."""

    def __init__(
        self, graph: Graph, options: PageRankOptions, side_by_side: Callable[..., Any], threads: int
    ) -> None:
        self._graph = graph
        self._options = options
        self._map = side_by_side
        self._threads = threads
        self._weights = options.weights()
        sums = sums_of_weights(graph.out, self._weights)
        self._has_links = sums > 0
        self._inner = np.flatnonzero(self._has_links)
        self._shares = options.damping / sums[self._inner]  # of its rank, for a link of weight 1
        # Links without weight lead from anywhere; a place that is there is as good as another.
        self._place = np.zeros(len(graph), np.int32)
        self._place[self._inner] = np.arange(len(self._inner), dtype=np.int32)

    def inner_links(self) -> InnerLinks:
        """The links among pages that have some."""
        into, shape = self._graph.into, (len(self._graph), len(self._graph))
        matrix = csr_array((into.marks, into.ends, into.starts), shape=shape)[self._has_links]
        starts = matrix.indptr.astype(np.int64)
        return InnerLinks(starts, self._place[matrix.indices], matrix.data, self._weights)

    def solve(self, chances: Ranks, multiply: Callable[[Ranks], Ranks] | None = None) -> PageRank:
        start = chances[self._inner]
        x, y = start.copy(), start * self._shares
        stripes = self._stripes() if multiply is None else []
        inner_links = sums_of_weights(self._graph.out, self._weights, self._has_links)
        kept = inner_links[self._inner]
        sweeps, goal = 0, self._options.tolerance
        while True:
            while sweeps < self._options.most_sweeps:
                sweeps += 1
                if multiply is None:
                    change = self._sweep(stripes, start, x, y)
                else:
                    change = self._take_over(multiply(y), start, x, y)
                if change <= goal * x.sum():
                    break
                # What comes in by E must go out: by d, or to pages without links. Sweeps alone
                # bring the sum of x to where it belongs slowest of all.
                balance = start.sum() / (x.sum() - kept @ y)
                x *= balance
                y *= balance
            every = self._last_step(chances, y)
            residual = float(np.abs(every[self._inner] - x).sum() / every.sum())
            if residual <= self._options.tolerance or sweeps >= self._options.most_sweeps:
                break
            goal /= 2
        dangling = len(self._graph) - len(self._inner)
        return PageRank(every / every.sum(), sweeps, residual, dangling)

    def _sweep(self, stripes: list[_Stripe], start: Ranks, x: Ranks, y: Ranks) -> float:
        """Work out every page with links once; by how much they changed."""
        change = 0.0
        for begin, end, parts in stripes:
            new = np.concatenate(list(self._map(lambda part: part @ y, parts)))
            new += start[begin:end]
            change += float(np.abs(new - x[begin:end]).sum())
            x[begin:end] = new
            np.multiply(new, self._shares[begin:end], out=y[begin:end])
        return change

    def _take_over(self, new: Ranks, start: Ranks, x: Ranks, y: Ranks) -> float:
        """Take what others have worked out for every page; by how much they changed."""
        new = new + start
        change = float(np.abs(new - x).sum())
        x[:] = new
        np.multiply(new, self._shares, out=y)
        return change

    def _last_step(self, chances: Ranks, y: Ranks) -> Ranks:
        """The ranks of all pages, by those of pages with links."""
        spread = np.zeros(len(self._graph))
        spread[self._inner] = y
        most = min(self._graph.links // self._threads + 1, LINKS_AT_ONCE)
        ranges = list(node_ranges(self._graph.into.starts, most))
        reached = list(self._map(lambda at: self._matrix(*at) @ spread, ranges))
        every: Ranks = np.concatenate(reached) + chances
        return every

    def _stripes(self) -> list[_Stripe]:
        most = self._graph.links + 1
        if self._options.in_place:
            most = max(FEW_LINKS, self._graph.links // STRIPES)
        ranges = list(node_ranges(self._graph.into.starts, most))
        built = self._map(self._stripe, ranges)
        return [each for each in built if each.end > each.begin]

    def _stripe(self, nodes: tuple[int, int]) -> _Stripe:
        begin, end = nodes
        matrix = self._matrix(begin, end)[self._has_links[begin:end]]
        first = int(np.searchsorted(self._inner, begin))
        columns = self._place[matrix.indices]
        parts = [
            _rows(matrix, columns, part, len(self._inner))
            for part in node_ranges(matrix.indptr, matrix.nnz // self._threads + 1)
        ]
        return _Stripe(first, first + matrix.shape[0], parts)

    def _matrix(self, begin: int, end: int) -> csr_array:
        """The links that reach the nodes from `begin` to `end`, with their weights."""
        into = self._graph.into
        here = slice(into.starts[begin], into.starts[end])
        starts = (into.starts[begin : end + 1] - into.starts[begin]).astype(np.int32)
        weights, shape = self._weights[into.marks[here]], (end - begin, len(self._graph))
        return csr_array((weights, into.ends[here], starts), shape=shape)


def _rows(
    matrix: csr_array, columns: NDArray[np.int32], part: tuple[int, int], width: int
) -> csr_array:
    begin, end = part
    starts = matrix.indptr[begin : end + 1]
    here = slice(starts[0], starts[-1])
    return csr_array(
        (matrix.data[here], columns[here], starts - starts[0]), shape=(end - begin, width)
    )


def sums_of_weights(
    links: DirectedLinks, weights: NDArray[np.float64], counted: NDArray[np.bool_] | None = None
) -> NDArray[np.float64]:
    """The weights of the links of each node, summed up; or of those to nodes that are counted."""
    sums = np.zeros(len(links.starts) - 1)
    for begin, end in node_ranges(links.starts, LINKS_AT_ONCE):
        here = slice(links.starts[begin], links.starts[end])
        some = weights[links.marks[here]]
        if counted is not None:
            some *= counted[links.ends[here]]
        starts = links.starts[begin:end] - links.starts[begin]
        linking = np.diff(links.starts[begin : end + 1]) > 0
        if len(some):
            sums[begin:end][linking] = np.add.reduceat(some, starts[linking])
    return sums
