"""Which pages are copies of one page? Groups in which nobody is unlike the first.

Texts that are alike make chains: A is like B, and B like C, but A not like C. To follow them makes
one group of half a site. Here a group is a star: one text, and those that are like it, so every
member is at least as like the first page as the threshold asks for. It goes like this:

    texts      pages with the same text are one
    sets       texts with the same shingles are one: that they are is passed on by chains, too
    centres    sets in an order that their numbers do not decide; one that is still free becomes a
               centre and takes with it what is free and like it
    firsts     of those that are like all others of their group, the page that is preferred most

Star clusters are of Aslam, Pelekhov and Rus (2004): there as here, those with most neighbours go
first. Here a set goes before them whose page is named as canonical by another one that is like it.
The cost is that of sorting the pairs.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from auslese.analyse.duplicates.group_original import (
    ChosenFirsts,
    PageColumns,
    canonical_pairs,
    choose_firsts,
    preference_order,
)

Places = NDArray[np.int64]
Shares = NDArray[np.float32]

SAME = 1.0


class SimilarTextPairs(NamedTuple):
    """Pairs of texts that are alike enough: the numbers of both, and how much they are."""

    one: Places
    other: Places
    similarity: Shares


class PageGrouping(NamedTuple):
    """What became of each page."""

    first: Places
    """The place of the page that stands for its group."""
    similarity: Shares
    """With that page."""
    is_exact: NDArray[np.bool_]
    """Whether both have the same text."""
    reason: NDArray[np.int8]
    """Why the first is first: a `first.Reason`."""


class SimilarityGraph:
    """Which sets are alike."""

    def __init__(self, nodes: int, pairs: SimilarTextPairs) -> None:
        """Take pairs in any order, also twice or turned round."""
        one, other = np.minimum(pairs.one, pairs.other), np.maximum(pairs.one, pairs.other)
        keys = np.concatenate([one * nodes + other, other * nodes + one])
        twice = np.concatenate([pairs.similarity, pairs.similarity])
        order = np.lexsort((-twice, keys))
        keys, twice = keys[order], twice[order]
        is_new = np.ones(len(keys), bool)
        is_new[1:] = keys[1:] != keys[:-1]
        self._keys, self._similarity = keys[is_new], twice[is_new]
        self._nodes = nodes
        self.near: Places = self._keys % max(nodes, 1)
        self.starts: Places = np.searchsorted(self._keys, np.arange(nodes + 1) * nodes)

    @property
    def ends(self) -> tuple[Places, Places]:
        """Both ends of all edges, each edge in both directions."""
        return np.repeat(np.arange(self._nodes), np.diff(self.starts)), self.near

    def similarity(self, one: Places, other: Places) -> Shares:
        """How alike these are, place by place; 0 where that is not known, 1 of itself."""
        keys = one * self._nodes + other
        found = np.zeros(len(keys), np.float32)
        if len(self._keys):
            places = np.minimum(np.searchsorted(self._keys, keys), len(self._keys) - 1)
            found = np.where(self._keys[places] == keys, self._similarity[places], found)
        return np.where(one == other, np.float32(SAME), found)


def group_pages(pages: PageColumns, pairs: SimilarTextPairs) -> PageGrouping:
    """Put every page into exactly one group; the order of pages and pairs does not count."""
    texts = max(pages.text.max(initial=-1), pairs.one.max(initial=-1), pairs.other.max(initial=-1))
    sets = same_sets(int(texts) + 1, pairs)
    own = sets[pages.text]
    graph = _graph_of(sets, own, pairs)
    centres = stars(graph, _order(pages, own, graph))
    chosen = _chosen(pages, own, centres, graph)
    first = chosen.first[centres[own]]
    return PageGrouping(
        first,
        graph.similarity(own, own[first]),
        pages.text == pages.text[first],
        chosen.reason[centres[own]],
    )


def same_sets(texts: int, pairs: SimilarTextPairs) -> Places:
    """For each text the least number of one that has the same shingles."""
    equal = pairs.similarity >= SAME
    one, other = pairs.one[equal], pairs.other[equal]
    least = np.arange(texts)
    while (least[one] != least[other]).any():
        low = np.minimum(least[one], least[other])
        np.minimum.at(least, np.maximum(least[one], least[other]), low)
        while (least[least] != least).any():
            least = least[least]
    return least


def _graph_of(sets: Places, own: Places, pairs: SimilarTextPairs) -> SimilarityGraph:
    """Which sets are alike, of those that a page has."""
    one, other = sets[pairs.one], sets[pairs.other]
    has_page = np.zeros(len(sets), bool)
    has_page[own] = True
    kept = (one != other) & has_page[one] & has_page[other]
    return SimilarityGraph(
        len(sets), SimilarTextPairs(one[kept], other[kept], pairs.similarity[kept])
    )


def stars(graph: SimilarityGraph, order: Places) -> Places:
    """For each set the centre of its star; in this order each may become one."""
    centre = np.arange(len(graph.starts) - 1)
    is_free = np.diff(graph.starts) > 0
    for node in order[is_free[order]].tolist():
        if is_free[node]:
            near = graph.near[graph.starts[node] : graph.starts[node + 1]]
            taken = near[is_free[near]]
            centre[taken] = node
            is_free[taken] = is_free[node] = False
    return centre


def _order(pages: PageColumns, own: Places, graph: SimilarityGraph) -> Places:
    """The sets that have neighbours or pages, those that should be centres first."""
    sets = len(graph.starts) - 1
    one, other = graph.ends
    size = np.bincount(own, minlength=sets)
    star = size + np.bincount(one, size[other], minlength=sets).astype(np.int64)
    rank = np.full(sets, len(pages.id))
    np.minimum.at(rank, own[preference_order(pages)], np.arange(len(pages.id)))
    return np.lexsort((rank, -star, -_named(pages, own, graph)))


def _named(pages: PageColumns, own: Places, graph: SimilarityGraph) -> Places:
    """How many pages that are like a set name a page of it, other than itself, as canonical."""
    by, named = canonical_pairs(pages)
    counts = (by != named) & (graph.similarity(own[by], own[named]) > 0)
    return np.bincount(own[named[counts]], minlength=len(graph.starts) - 1)


def _chosen(
    pages: PageColumns, own: Places, centres: Places, graph: SimilarityGraph
) -> ChosenFirsts:
    """The first page of each group, out of those that are like all others of it."""
    sets = len(centres)
    has_page = np.zeros(sets, bool)
    has_page[own] = True
    members = np.bincount(centres[has_page], minlength=sets)
    one, other = graph.ends
    inside = centres[one] == centres[other]
    likes = np.bincount(one[inside], minlength=sets)
    is_like_all = likes == members[centres] - 1
    return choose_firsts(pages, centres[own], is_like_all[own])
