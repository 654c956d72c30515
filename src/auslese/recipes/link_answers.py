"""What the link graph answers: the best pages, hubs and authorities, relatives, similar pages.

There is no index yet: a question in words is matched by plain words in titles, names and texts.
"""

from collections.abc import Iterable, Sequence
from pathlib import Path
from time import monotonic
from typing import Any

import numpy as np
from numpy.typing import NDArray

from auslese.analyse.graph.graph import Graph, Numbers
from auslese.analyse.graph.hits import MOST_ROOTS, Hits, HitsWishes, Likeness, find_hits
from auslese.analyse.graph.likeness import likeness_of
from auslese.analyse.graph.link_clusters import LinkCluster, Name, citers_of, link_clusters
from auslese.analyse.graph.neighbours import linking_pages, similar_pages
from auslese.analyse.graph.pagerank import RankWishes, page_rank
from auslese.recipes.link_graph import open_graph, ranks_of
from auslese.records.errors import NotFoundError, SettingsError
from auslese.records.url import canonical, key_of
from auslese.store.collection import Collection
from auslese.store.linked_pages import (
    LinkedPage,
    best_ranked,
    names_of,
    pages_numbered,
    pages_of_host,
    pages_with,
    texts_numbered,
)
from auslese.store.views import Connection, connect
from auslese.text.words import words_of

EVIDENCE = 3  # pages that are named as a reason
DIGITS = 6
PERSONAL_TOLERANCE = 1e-6  # six digits are more than a list of the best can show
MOST_STARTS = 100_000  # pages of a host that is a start


def best_pages(collection: Collection, most: int, starts: Sequence[str] = ()) -> dict[str, Any]:
    """The best pages, or the best for a surfer who starts at these places, and who links to them.

    A place is a URL, a host or domain, or words that stand on pages.
    """
    graph = open_graph(collection)
    with connect(collection) as tables:
        if starts:
            chances = _chances(graph, tables, starts)
            found = page_rank(graph, RankWishes(tolerance=PERSONAL_TOLERANCE), chances)
            ranks, scaled = found.ranks, found.scaled()
            numbers = np.argsort(-ranks, kind="stable")[:most]
            numbers = numbers[ranks[numbers] > 0]
        else:
            numbers = np.array(best_ranked(tables, most), np.int64)
            ranks = ranks_of(collection).astype(np.float64)
            scaled = ranks * (100 / ranks.max(initial=1e-300))
        linking = {int(each): linking_pages(graph, each, ranks, EVIDENCE) for each in numbers}
        pages = pages_numbered(tables, _all_of(numbers, *linking.values()))
    best = [
        _page(pages[int(each)])
        | {"rank": round(float(scaled[each]), DIGITS), "linked_by": _urls(pages, linking[each])}
        for each in numbers.tolist()
    ]
    return {"pages": len(graph), "links": graph.links, "from": list(starts), "best": best}


def _chances(graph: Graph, tables: Connection, starts: Iterable[str]) -> NDArray[np.float64]:
    """How often the surfer starts at each page: every place as often, every page of it as often."""
    chances = np.zeros(len(graph))
    for start in starts:
        numbers = _place(graph, tables, start)
        if not len(numbers):
            raise NotFoundError(f"no page of the link graph is meant by {start!r}")
        chances[numbers] += 1 / len(numbers)
    return chances


def _place(graph: Graph, tables: Connection, start: str) -> Numbers:
    if "://" in start:
        return graph.numbers_of([_key(start)])
    numbers = pages_of_host(tables, start) if "." in start else []
    return np.array(numbers or pages_with(tables, words_of(start), MOST_STARTS), np.int32)


def hits_around(
    collection: Collection, question: str, urls: Sequence[str], how: tuple[HitsWishes, int]
) -> dict[str, Any]:
    """Hubs and authorities of an answer: pages with the words of a question, or these pages."""
    began = monotonic()
    (wishes, most), graph = how, open_graph(collection)
    with connect(collection) as tables:
        answer = _answer(graph, tables, question, urls)
        asked = monotonic()
        hits = find_hits(graph, answer, wishes, _likeness_in(tables))
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


def _answer(graph: Graph, tables: Connection, question: str, urls: Sequence[str]) -> Numbers:
    if urls:
        numbers = graph.numbers_of([_key(url) for url in urls])
    else:
        numbers = np.array(pages_with(tables, words_of(question), MOST_ROOTS), np.int32)
    if not len(numbers):
        asked = "these pages" if urls else repr(question)
        raise NotFoundError(f"the link graph has nothing for {asked}")
    return numbers


def _likeness_in(tables: Connection) -> Likeness:
    """Tells how much pages are like an answer by what was read of them, or else by their names."""

    def likeness(pages: Numbers, roots: Numbers) -> NDArray[np.float64]:
        texts = texts_numbered(tables, pages.tolist())
        is_root = np.isin(pages, roots).tolist()
        return likeness_of([texts.get(page, "") for page in pages.tolist()], is_root)

    return likeness


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
    places = _all_of(authorities, hubs, *by.values(), *to.values())
    numbered = pages_numbered(tables, hits.pages[places])
    pages = {place: numbered[int(hits.pages[place])] for place in places.tolist()}

    def row(place: int, score: float) -> dict[str, Any]:
        score_told = {"score": round(score, DIGITS), "is_root": bool(hits.is_root[place])}
        return _page(pages[place]) | score_told

    return {
        "authorities": [
            row(each, float(hits.authorities[each])) | {"linked_by": _urls(pages, by[each])}
            for each in authorities.tolist()
        ],
        "hubs": [
            row(each, float(hits.hubs[each])) | {"links_to": _urls(pages, to[each])}
            for each in hubs.tolist()
        ],
    }


def _within(ends: Numbers, hits: Hits, scores: NDArray[np.float64]) -> NDArray[np.int64]:
    """The places of the best of these pages in the base set."""
    places = np.flatnonzero(np.isin(hits.pages, ends) & (scores > 0))
    return places[np.argsort(-scores[places], kind="stable")[:EVIDENCE]]


def related_to(collection: Collection, question: str, most: int) -> dict[str, Any]:
    """The other names of the pages that a question finds, and of the pages that cite them."""
    graph = open_graph(collection)
    with connect(collection) as tables:
        answer = _answer(graph, tables, question, ())
        citers = citers_of(graph, answer)
        numbers = _all_of(answer, citers)
        names = {
            page: [Name(**each) for each in found]
            for page, found in names_of(tables, numbers).items()
        }
        clusters = link_clusters(graph, names, (answer, citers), question)[:most]
        told = [page for each in clusters for page in [*each.answers, *each.citers]]
        pages = pages_numbered(tables, told)
    return {
        "query": question,
        "answers": len(answer),
        "citers": len(citers),
        "related": [_tell_cluster(each, pages) for each in clusters],
    }


def _tell_cluster(cluster: LinkCluster, pages: dict[int, LinkedPage]) -> dict[str, Any]:
    return {
        "name": cluster.name,
        "score": round(cluster.score, DIGITS),
        "answers": _urls(pages, cluster.answers),
        "citers": _urls(pages, cluster.citers),
    }


def similar_to(collection: Collection, url: str, most: int) -> dict[str, Any]:
    """Pages that are cited together with this one, or cite the same; with the evidence."""
    graph = open_graph(collection)
    numbers = graph.numbers_of([_key(url)])
    if not len(numbers):
        raise NotFoundError(f"the link graph has no page {url}")
    found = similar_pages(graph, int(numbers[0]), most)
    evidence = [number for each in found for number in (each.page, *each.cited_by, *each.cites)]
    with connect(collection) as tables:
        pages = pages_numbered(tables, [int(numbers[0]), *evidence])
    similar = [
        _page(pages[each.page])
        | {"score": round(each.score, DIGITS), "together": each.together, "same": each.same}
        | {"cited_by": _urls(pages, each.cited_by), "cites": _urls(pages, each.cites)}
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


def _key(text: str) -> int:
    url = canonical(text)
    if url is None:
        raise SettingsError(f"{text!r} is not an http or https address")
    return key_of(url)


def _page(page: LinkedPage) -> dict[str, Any]:
    told = page._asdict()
    del told["number"]
    return told


def _urls(pages: dict[int, LinkedPage], numbers: Iterable[int]) -> list[str]:
    return [pages[int(each)].url for each in numbers]


def _all_of(*numbers: NDArray[Any]) -> NDArray[np.int64]:
    found: NDArray[np.int64] = np.unique(np.concatenate([np.empty(0, np.int64), *numbers]))
    return found.astype(np.int64)
