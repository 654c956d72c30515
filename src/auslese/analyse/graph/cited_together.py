"""Pages that belong together because of who cites them, and whom they cite.

Co-citation (Small 1973): pages that are cited together. Bibliographic coupling (Kessler 1963):
pages that cite the same. Who cites few pages says more about them than a list of a thousand, and
so does a page that few cite; each common page counts by one over the logarithm of its links
(Adamic and Adar 2003). Menus say nothing: links in them that stay on their host are left out.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from auslese.analyse.graph.link_graph import (
    NAVIGATION,
    NOFOLLOW,
    SAME_HOST,
    DirectedLinks,
    Graph,
    Numbers,
)

MOST_COMMON = 1000  # pages whose links are looked at; of more a sample, evenly spread
MOST_LINKS = 5000  # of one of them; who has more says nothing
EXAMPLES = 3
MENU = NAVIGATION | SAME_HOST


class SimilarNode(NamedTuple):
    """A page, how much it belongs to the one that was asked about, and why."""

    page: int
    score: float
    """From 0 to 1."""
    cited_by: Numbers
    """Pages that cite both, as examples."""
    cites: Numbers
    """Pages that both cite."""
    together: int
    """How many cite both."""
    same: int
    """How many both cite."""


class _SharedLinks(NamedTuple):
    """What all pages share with one, in one direction."""

    pages: NDArray[np.int64]
    scores: NDArray[np.float64]
    links: tuple[NDArray[np.int64], NDArray[np.int64]]
    """All links that were looked at: the common page, and the other one."""


def similar_pages(graph: Graph, page: int, most: int) -> list[SimilarNode]:
    """The pages that belong most to this one."""
    together = _shared(graph, page, (graph.into, graph.out))
    same = _shared(graph, page, (graph.out, graph.into))
    scores: dict[int, float] = {}
    for shared in (together, same):
        for other, score in zip(shared.pages.tolist(), shared.scores.tolist(), strict=True):
            scores[other] = scores.get(other, 0.0) + score / 2
    best = sorted(scores, key=lambda other: (-scores[other], other))[:most]
    return [_similar_node(other, scores[other], together, same) for other in best]


def linking_pages(graph: Graph, page: int, ranks: NDArray[np.floating], most: int) -> Numbers:
    """The pages that link to this one, the best first; those in menus of its host last."""
    ends, marks = graph.into.of(page), graph.into.marks_of(page)
    is_menu = (marks & MENU) == MENU
    order = np.lexsort((ends, -ranks[ends], is_menu))
    return ends[order[:most]]


def _similar_node(
    other: int, score: float, together: _SharedLinks, same: _SharedLinks
) -> SimilarNode:
    (cited_by, citing), (cites, cited) = _common(together, other), _common(same, other)
    return SimilarNode(other, min(score, 1.0), cited_by, cites, citing, cited)


def _common(shared: _SharedLinks, other: int) -> tuple[Numbers, int]:
    common, others = shared.links
    found = np.unique(common[others == other])
    return found[:EXAMPLES].astype(np.int32), len(found)


def _shared(graph: Graph, page: int, ways: tuple[DirectedLinks, DirectedLinks]) -> _SharedLinks:
    """What pages share with this one; `ways` lead to the common pages, and back from there."""
    there, back = ways
    common = _counted(there, page)
    if len(common) > MOST_COMMON:
        common = common[np.linspace(0, len(common) - 1, MOST_COMMON).astype(np.int64)]
    common = common[back.counts_of(common) <= MOST_LINKS]
    places = back.places_of(common)
    counts = back.counts_of(common)
    weight = 1 / np.log(1 + np.maximum(counts, 2))
    origin = np.repeat(np.arange(len(common)), counts)
    kept = _is_counted_link(back.marks[places]) & (back.ends[places] != page)
    others, origin = back.ends[places[kept]].astype(np.int64), origin[kept]
    pages, which = np.unique(others, return_inverse=True)
    shared = np.bincount(which, weights=weight[origin], minlength=len(pages))
    # As a cosine: a page that everybody cites is cited together with every other.
    scale = np.sqrt(weight.sum() * there.counts_of(pages) * weight.mean()) if len(pages) else 1.0
    scores = np.minimum(shared / scale, 1.0)
    return _SharedLinks(pages, scores, (common[origin], others))


def _counted(links: DirectedLinks, page: int) -> NDArray[np.int64]:
    return links.of(page)[_is_counted_link(links.marks_of(page))].astype(np.int64)


def _is_counted_link(marks: NDArray[np.uint8]) -> NDArray[np.bool_]:
    counted_links: NDArray[np.bool_] = ((marks & MENU) != MENU) & ((marks & NOFOLLOW) == 0)
    return counted_links
