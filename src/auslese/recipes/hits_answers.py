"""Hubs and authorities around an answer of a collection."""

from collections.abc import Sequence
from time import monotonic
from typing import Any

import numpy as np
from numpy.typing import NDArray

from auslese.analyse.graph.graph import Graph, Numbers
from auslese.analyse.graph.hits import Hits, HitsWishes, Likeness, find_hits
from auslese.analyse.graph.likeness import PageWords, likeness
from auslese.recipes.graph_folder import open_graph, page_words_of
from auslese.recipes.link_answers import (
    DIGITS,
    EVIDENCE,
    all_of,
    answer_to,
    page_told,
    urls_of,
)
from auslese.store.collection import Collection
from auslese.store.linked_pages import pages_numbered
from auslese.store.views import Connection, connect


def hits_around(
    collection: Collection, question: str, urls: Sequence[str], how: tuple[HitsWishes, int]
) -> dict[str, Any]:
    """Hubs and authorities of an answer: pages with the words of a question, or these pages."""
    began = monotonic()
    (wishes, most), graph = how, open_graph(collection)
    with connect(collection) as tables:
        answer = answer_to(graph, tables, question, urls)
        asked = monotonic()
        hits = find_hits(graph, answer, wishes, _likeness_by(page_words_of(collection)))
        found = monotonic()
        told = _tell_hits(graph, tables, hits, most)
    return {
        "query": question,
        "root": int(hits.is_root.sum()),
        "base": len(hits.pages),
        "pruned": hits.pruned,
        "links": hits.links,
        "sweeps": hits.sweeps,
        "milliseconds": {
            "matching": round(1000 * (asked - began), 1),
            "hits": round(1000 * (found - asked), 1),
        },
    } | told


def _likeness_by(words: PageWords) -> Likeness:
    """Tells how much pages are like an answer by what was read of them and by their names."""

    def likeness_to(pages: Numbers, roots: Numbers) -> NDArray[np.float64]:
        return likeness(words.of(pages.astype(np.int64)), np.isin(pages, roots))

    return likeness_to


def _tell_hits(graph: Graph, tables: Connection, hits: Hits, most: int) -> dict[str, Any]:
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
    numbered = pages_numbered(tables, hits.pages[places])
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
