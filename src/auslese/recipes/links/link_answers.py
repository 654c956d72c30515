"""What the link graph answers by itself: the best pages, similar pages."""

from collections.abc import Iterable, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from auslese.analyse.graph.cited_together import linking_pages, similar_pages
from auslese.analyse.graph.link_graph import Graph, Numbers
from auslese.recipes.links.graph_pages import graph_pages
from auslese.recipes.links.linked_page_report import (
    DIGITS,
    EVIDENCE,
    linked_page_report,
    urls_of,
)
from auslese.records.errors import NotFoundError, SettingsError
from auslese.records.url import canonical, key_of
from auslese.store.collection import Collection
from auslese.store.lookups.linked_pages import pages_of_host, pages_with
from auslese.store.tables.sql_views import connect
from auslese.text.words import words_of
from auslese.wording.problem_sentences import PageProblem

PERSONAL_TOLERANCE = 1e-6  # six digits are more than a list of the best can show
LOOKED_AT = 4  # times more pages than wanted: some of them may be no answer
MOST_STARTS = 100_000  # pages of a host that is a start


Ranks = NDArray[np.float64]


def best_pages(collection: Collection, most: int, starts: Sequence[str] = ()) -> dict[str, Any]:
    """The best pages, or the best for a surfer who starts at these places, and who links to them.

    A place is a URL, a host or domain, or words that stand on pages.
    """
    with graph_pages(collection) as opened:
        links, graph = opened.links, opened.links.graph
        if starts:
            ranks, scaled = _personal_ranks(graph, _chances(graph, collection, starts))
        else:
            ranks = links.ranks.astype(np.float64)
            scaled = ranks / ranks.max(initial=1e-300) * 100
        numbers = opened.living_first(np.argsort(-ranks, kind="stable"))[:most]
        if starts:
            numbers = numbers[ranks[numbers] > 0]
        found = opened.pages_of(numbers)
    best = [
        linked_page_report(found[number])
        | {"rank": round(float(scaled[number]), DIGITS)}
        | {"linked_by": list(links.urls_of(linking_pages(graph, number, ranks, EVIDENCE)))}
        for number in numbers.tolist()
        if number in found  # a table of ranks that is lost has none
    ]
    return {"pages": len(graph), "links": graph.links, "from": list(starts), "best": best}


def _personal_ranks(graph: Graph, chances: Ranks) -> tuple[Ranks, Ranks]:
    """The ranks of all nodes for this surfer, as probabilities and scaled to 100."""
    # With scipy 0.1 s, for the few who need it: ranks mostly lie ready.
    pagerank = import_module("auslese.analyse.graph.pagerank")
    found = pagerank.page_rank(
        graph, pagerank.PageRankOptions(tolerance=PERSONAL_TOLERANCE), chances
    )
    return found.ranks, found.scaled()


def _chances(graph: Graph, collection: Collection, starts: Iterable[str]) -> NDArray[np.float64]:
    """How often the surfer starts at each page: every place as often, every page of it as often."""
    chances = np.zeros(len(graph))
    for start in starts:
        numbers = _place(graph, collection, start)
        if not len(numbers):
            raise NotFoundError(f"no page of the link graph is meant by {start!r}")
        chances[numbers] += 1 / len(numbers)
    return chances


def _place(graph: Graph, collection: Collection, start: str) -> Numbers:
    if "://" in start:
        return graph.numbers_of([page_key(start)])
    with connect(collection) as tables:
        numbers = pages_of_host(tables, start) if "." in start else []
        return np.array(numbers or pages_with(tables, words_of(start), MOST_STARTS), np.int32)


def similar_to(collection: Collection, url: str, most: int) -> dict[str, Any]:
    """Pages that are cited together with this one, or cite the same; with the evidence."""
    with graph_pages(collection) as opened:
        graph = opened.links.graph
        numbers = graph.numbers_of([page_key(url)])
        if not len(numbers):
            raise NotFoundError(f"the link graph has no page {url}")
        found = similar_pages(graph, int(numbers[0]), most * LOOKED_AT)
        by_number = {each.page: each for each in found}
        kept = opened.living_first(np.array([each.page for each in found], np.int64))[:most]
        found = [by_number[int(number)] for number in kept]
        evidence = [number for each in found for number in (each.page, *each.cited_by, *each.cites)]
        pages = opened.pages_of([int(numbers[0]), *evidence])
    similar = [
        linked_page_report(pages[each.page])
        | {"score": round(each.score, DIGITS), "together": each.together, "same": each.same}
        | {"cited_by": urls_of(pages, each.cited_by), "cites": urls_of(pages, each.cites)}
        for each in found
    ]
    return {"url": pages[int(numbers[0])].url, "similar": similar}


def read_urls(given: Iterable[str]) -> list[str]:
    """URLs that are given themselves, or a line each in files."""
    urls: list[str] = []
    for each in given:
        path = Path(each)
        if "://" in each or not path.is_file():
            urls.append(each)
        else:
            lines = path.read_text("utf-8", "replace").splitlines()
            urls += [line.strip() for line in lines if line.strip()]
    return urls


def page_key(text: str) -> int:
    """The id of a page by its URL in any spelling."""
    url = canonical(text)
    if url is None:
        raise SettingsError(PageProblem.NO_ADDRESS.of(text=text))
    return key_of(url)
