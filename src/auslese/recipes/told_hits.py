"""Hubs and authorities around an answer, from arrays."""

from collections.abc import Callable
from time import monotonic
from typing import Any

import numpy as np
from numpy.typing import NDArray

from auslese.analyse.graph.graph import Graph, Numbers
from auslese.analyse.graph.hits import Hits, HitsWishes, Likeness, find_hits
from auslese.analyse.graph.likeness import PageWords, likeness
from auslese.recipes.link_arrays import LinkArrays
from auslese.recipes.told_links import DIGITS, EVIDENCE, all_of, page_told, urls_of
from auslese.store.linked_pages import LinkedPage

PagesOf = Callable[[NDArray[Any]], dict[int, LinkedPage]]
"""Pages by their numbers in the graph."""


def told_hits(
    links: LinkArrays, answer: Numbers, how: tuple[HitsWishes, int], pages_of: PagesOf
) -> dict[str, Any]:
    """The hubs and authorities around these pages, as answers tell them."""
    began, (wishes, most) = monotonic(), how
    hits = find_hits(links.graph, answer, wishes, _likeness_by(links.words))
    found = monotonic()
    return {
        "root": int(hits.is_root.sum()),
        "base": len(hits.pages),
        "pruned": hits.pruned,
        "links": hits.links,
        "sweeps": hits.sweeps,
        "milliseconds": round(1000 * (found - began), 1),
    } | _tell_hits(links.graph, pages_of, hits, most)


def _likeness_by(words: PageWords) -> Likeness:
    """Tells how much pages are like an answer by what was read of them and by their names."""

    def likeness_to(pages: Numbers, roots: Numbers) -> NDArray[np.float64]:
        return likeness(words.of(pages.astype(np.int64)), np.isin(pages, roots))

    return likeness_to


def _tell_hits(graph: Graph, pages_of: PagesOf, hits: Hits, most: int) -> dict[str, Any]:
    authorities, hubs = hits.best_authorities(most), hits.best_hubs(most)
    by = {
        int(each): _within(graph.into.of(int(hits.pages[each])), hits, hits.hubs)
        for each in authorities
    }
    to = {
        int(each): _within(graph.out.of(int(hits.pages[each])), hits, hits.authorities)
        for each in hubs
    }
    places = all_of(authorities, hubs, *by.values(), *to.values())
    numbered = pages_of(hits.pages[places])
    pages = {place: numbered[int(hits.pages[place])] for place in places.tolist()}

    def row(place: int, score: float) -> dict[str, Any]:
        score_told = {"score": round(score, DIGITS), "is_root": bool(hits.is_root[place])}
        return page_told(pages[place]) | score_told

    return {
        "authorities": [
            row(each, float(hits.authorities[each])) | {"linked_by": urls_of(pages, by[each])}
            for each in authorities.tolist()
        ],
        "hubs": [
            row(each, float(hits.hubs[each])) | {"links_to": urls_of(pages, to[each])}
            for each in hubs.tolist()
        ],
    }


def _within(ends: Numbers, hits: Hits, scores: NDArray[np.float64]) -> NDArray[np.int64]:
    """The places of the best of these pages in the base set."""
    places = np.flatnonzero(np.isin(hits.pages, ends) & (scores > 0))
    return places[np.argsort(-scores[places], kind="stable")[:EVIDENCE]]
