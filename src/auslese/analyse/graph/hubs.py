"""The hubs and authorities around an answer, after Kleinberg (1997).

A good authority is linked to by good hubs, a good hub links to good authorities. The pages of an
answer are the root set; with pages they link to and that link to them they are the base set. What
the seed adds after Bharat and Henzinger (1998) can each be left out:

    other sites    links within a site are ignored: they are menus
    one voice      k pages of a site that link to one page have 1/k of a voice each; m pages of a
                   site that one page links to get 1/m each
    pruning        pages that are less like the answer than the median are taken away
    likeness       the more a page is like the answer, the more its links count
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from auslese.analyse.graph.link_graph import NOFOLLOW, DirectedLinks, Graph, Numbers

MOST_ROOTS = 200
MOST_ADDED = 50  # pages for each page of the root set
MOST_SWEEPS = 100
ENOUGH = 1e-8

Scores = NDArray[np.float64]
Likeness = Callable[[Numbers, Numbers], Scores]
"""How much pages are like an answer, from 0 to 1: gets the base set and the root set."""


@dataclass(frozen=True, slots=True)
class HitsOptions:
    """Which improvements are wanted, and how many pages."""

    other_sites: bool = True
    one_voice: bool = True
    pruning: bool = True
    likeness: bool = True
    most_roots: int = MOST_ROOTS
    most_added: int = MOST_ADDED


class Hits(NamedTuple):
    """The base set with its scores; the squares of each kind sum to one."""

    pages: Numbers
    hubs: Scores
    authorities: Scores
    is_root: NDArray[np.bool_]
    links: int
    """Links between these pages that counted."""
    pruned: int
    sweeps: int

    def best_authorities(self, most: int) -> NDArray[np.int64]:
        """The places of the best of those that are linked to at all."""
        return _best(self.authorities, most)

    def best_hubs(self, most: int) -> NDArray[np.int64]:
        """The places of the best of those that link to any."""
        return _best(self.hubs, most)


class _BaseSetLinks(NamedTuple):
    """Links within the base set, by places in it."""

    sources: NDArray[np.int64]
    targets: NDArray[np.int64]


class _Votes:
    """What pages give to others, and how much each of these votes counts.

    As a sparse matrix it would be no quicker for base sets, and scipy takes 0.3 s to import.
    """

    def __init__(
        self, voters: NDArray[np.int64], pages: NDArray[np.int64], weights: Scores, size: int
    ) -> None:
        self.size = size
        order = np.argsort(pages, kind="stable")
        self._voters, self._weights = voters[order], weights[order]
        self._pages, self._starts = np.unique(pages[order], return_index=True)

    def counted(self, scores: Scores) -> Scores:
        """What each page gets, if these are the scores of the voters."""
        got = np.zeros(self.size)
        if len(self._starts):
            got[self._pages] = np.add.reduceat(self._weights * scores[self._voters], self._starts)
        return got


def find_hits(
    graph: Graph,
    answer: Numbers,
    options: HitsOptions | None = None,
    likeness: Likeness | None = None,
) -> Hits:
    """Hubs and authorities around these pages, of which the first count.

    Without `likeness` nobody knows how much pages are like the answer: none is taken away for it.
    """
    options = options or HitsOptions()
    roots = answer[: options.most_roots]
    pages = base_set(graph, roots, options)
    like = np.ones(len(pages))
    pruned = 0
    if likeness and (options.pruning or options.likeness):
        like = likeness(pages, roots)
        if options.pruning:
            kept = np.isin(pages, roots) | (like >= np.median(like)) if len(like) else like > 0
            pruned = len(pages) - int(np.count_nonzero(kept))
            pages, like = pages[kept], like[kept]
        if not options.likeness:
            like = np.ones(len(pages))
    web = _links_within(graph, pages, options)
    return _scored(graph, roots, pages, web, (options, like, pruned))


def base_set(graph: Graph, roots: Numbers, options: HitsOptions) -> Numbers:
    """The pages of the root set and their neighbours, sorted."""
    found = [roots]
    for root in roots.tolist():
        citing = _neighbours(graph, graph.into, root, options)
        cited = _neighbours(graph, graph.out, root, options)
        # Both sides share the room; what one does not need the other gets.
        half = options.most_added // 2
        for_citing = max(half, options.most_added - len(cited))
        citing = _spread(citing, for_citing)
        found += [citing, _spread(cited, options.most_added - len(citing))]
    return np.unique(np.concatenate(found)).astype(np.int32)


def _neighbours(graph: Graph, links: DirectedLinks, page: int, options: HitsOptions) -> Numbers:
    ends, marks = links.of(page), links.marks_of(page)
    counted = (marks & NOFOLLOW) == 0
    if options.other_sites:
        counted &= graph.nodes.sites[ends] != graph.nodes.sites[page]
    found: Numbers = ends[counted]
    return found


def _spread(pages: Numbers, most: int) -> Numbers:
    """So many of these pages, evenly spread: pages of a host lie side by side."""
    if len(pages) <= most:
        return pages
    return pages[np.linspace(0, len(pages) - 1, most).astype(np.int64)] if most else pages[:0]


def _links_within(graph: Graph, pages: Numbers, options: HitsOptions) -> _BaseSetLinks:
    places = graph.out.places_of(pages.astype(np.int64))
    ends = graph.out.ends[places]
    counts = graph.out.starts[pages.astype(np.int64) + 1] - graph.out.starts[pages]
    sources = np.repeat(np.arange(len(pages)), counts)
    targets = np.searchsorted(pages, ends)
    inside = pages[np.minimum(targets, len(pages) - 1)] == ends
    inside &= (graph.out.marks[places] & NOFOLLOW) == 0
    sources, targets = sources[inside], targets[inside]
    if options.other_sites:
        sites = graph.nodes.sites[pages]
        other = sites[sources] != sites[targets]
        sources, targets = sources[other], targets[other]
    return _BaseSetLinks(sources, targets)


def _scored(
    graph: Graph,
    roots: Numbers,
    pages: Numbers,
    web: _BaseSetLinks,
    how: tuple[HitsOptions, Scores, int],
) -> Hits:
    options, like, pruned = how
    sites = graph.nodes.sites[pages].astype(np.int64)
    to_authority, to_hub = np.ones(len(web.sources)), np.ones(len(web.sources))
    if options.one_voice:
        to_authority = 1 / _sharing(sites[web.sources], web.targets)
        to_hub = 1 / _sharing(sites[web.targets], web.sources)
    towards = _Votes(web.sources, web.targets, to_authority * like[web.sources], len(pages))
    back = _Votes(web.targets, web.sources, to_hub * like[web.targets], len(pages))
    hubs, authorities, sweeps = _settled(towards, back)
    is_root = np.isin(pages, roots)
    return Hits(pages, hubs, authorities, is_root, len(web.sources), pruned, sweeps)


def _sharing(sites: NDArray[np.int64], pages: NDArray[np.int64]) -> Scores:
    """How many links share the site at one end and the page at the other, for each link."""
    keys = (sites << np.int64(32)) | pages
    _, which, counts = np.unique(keys, return_inverse=True, return_counts=True)
    shared: Scores = counts[which].astype(np.float64)
    return shared


def _settled(towards: _Votes, back: _Votes) -> tuple[Scores, Scores, int]:
    hubs, authorities = _normal(np.ones(towards.size)), np.zeros(towards.size)
    sweeps, change = 0, 1.0
    while change >= ENOUGH and sweeps < MOST_SWEEPS:
        new = _normal(towards.counted(hubs))
        hubs = _normal(back.counted(new))
        change = float(np.abs(new - authorities).max(initial=0.0))
        authorities = new
        sweeps += 1
    return hubs, authorities, sweeps


def _normal(scores: Scores) -> Scores:
    length = np.sqrt((scores**2).sum())
    return scores / length if length else scores


def _best(scores: Scores, most: int) -> NDArray[np.int64]:
    order = np.argsort(-scores, kind="stable")[:most]
    return order[scores[order] > 0]
