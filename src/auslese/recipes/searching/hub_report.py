"""Hubs and authorities around an answer, from arrays."""

from collections.abc import Callable, Mapping
from time import monotonic
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from auslese.analyse.graph.hubs import Hits, HitsOptions, Likeness, find_hits
from auslese.analyse.graph.link_graph import Graph, Numbers
from auslese.analyse.graph.page_likeness import PageWords, page_likeness
from auslese.recipes.links.link_arrays import LinkArrays
from auslese.recipes.links.linked_page_report import (
    DIGITS,
    EVIDENCE,
    all_of,
    linked_page_report,
    urls_of,
)
from auslese.records.page_standing import NO_ANSWERS, PageStanding
from auslese.store.lookups.linked_pages import LinkedPage

LOOKED_AT = 4  # times more pages than wanted: some of them may be no answer
PagesOf = Callable[[NDArray[Any]], dict[int, LinkedPage]]
"""Pages by their numbers in the graph."""


class HubReportOptions(NamedTuple):
    """Which hubs and authorities are to be told."""

    hits: HitsOptions
    """How they are found."""
    most: int
    """Of each kind."""


def hits_report(
    links: LinkArrays, answer: Numbers, options: HubReportOptions, pages_of: PagesOf
) -> dict[str, Any]:
    """The hubs and authorities around these pages, as answers tell them."""
    began = monotonic()
    hits = find_hits(links.graph, answer, options.hits, _likeness_by(links.words))
    found = monotonic()
    return {
        "root": int(hits.is_root.sum()),
        "base": len(hits.pages),
        "pruned": hits.pruned,
        "links": hits.links,
        "sweeps": hits.sweeps,
        "milliseconds": round(1000 * (found - began), 1),
    } | _hits_rows(links.graph, pages_of, hits, options.most)


def _likeness_by(words: PageWords) -> Likeness:
    """Tells how much pages are like an answer by what was read of them and by their names."""

    def likeness_to(pages: Numbers, roots: Numbers) -> NDArray[np.float64]:
        return page_likeness(words.of(pages.astype(np.int64)), np.isin(pages, roots))

    return likeness_to


def _hits_rows(graph: Graph, pages_of: PagesOf, hits: Hits, most: int) -> dict[str, Any]:
    authorities, hubs = (best(most * LOOKED_AT) for best in (hits.best_authorities, hits.best_hubs))
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
        score_columns = {"score": round(score, DIGITS), "is_root": bool(hits.is_root[place])}
        return linked_page_report(pages[place]) | score_columns

    def evidence(near: NDArray[np.int64]) -> list[str]:
        return urls_of(pages, [each for each in near.tolist() if _may_answer(pages[each])])

    return {
        "authorities": [
            row(each, float(hits.authorities[each])) | {"linked_by": evidence(by[each])}
            for each in _answers(pages, authorities)[:most]
        ],
        "hubs": [
            row(each, float(hits.hubs[each])) | {"links_to": evidence(to[each])}
            for each in _answers(pages, hubs)[:most]
        ],
    }


def _answers(pages: Mapping[int, LinkedPage], places: NDArray[np.int64]) -> list[int]:
    """Those of these places that may be answers: living pages, then others, in their order."""
    allowed = [place for place in places.tolist() if _may_answer(pages[place])]
    return sorted(allowed, key=lambda place: pages[place].standing != PageStanding.LIVING)


def _may_answer(page: LinkedPage) -> bool:
    return page.standing not in NO_ANSWERS


def _within(ends: Numbers, hits: Hits, scores: NDArray[np.float64]) -> NDArray[np.int64]:
    """The places of the best of these pages in the base set."""
    places = np.flatnonzero(np.isin(hits.pages, ends) & (scores > 0))
    return places[np.argsort(-scores[places], kind="stable")[:EVIDENCE]]
