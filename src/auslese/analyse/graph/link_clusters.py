"""The other names of the pages of an answer, and of the pages that cite them (Stein 1997).

Whoever asks for "Mozart" gets pages that others call so. Some call the same pages "Beethoven", and
the pages that cite them "Komponisten" or "Klassik": the near relatives of the topic.
"""

from collections.abc import Iterator, Mapping, Sequence
from math import log, log2
from typing import NamedTuple

import numpy as np

from auslese.analyse.graph.graph import NAVIGATION, NOFOLLOW, SAME_HOST, Graph, Numbers

MOST_CITERS = 1000
PER_PAGE = 20  # citers of one page that are looked at
CITER = 0.5  # what a name of a citer counts
MENU = NAVIGATION | SAME_HOST


class Name(NamedTuple):
    """What links call a page."""

    name: str
    links: int
    hosts: int


class LinkCluster(NamedTuple):
    """A name, and the pages that are called so."""

    name: str
    answers: list[int]
    """Pages of the answer with this name."""
    citers: list[int]
    """Pages that cite the answer, with this name."""
    score: float


def citers_of(graph: Graph, answer: Numbers) -> Numbers:
    """Pages that cite pages of the answer and are not part of it; the most citing first."""
    found = [np.empty(0, np.int32)]
    for page in answer.tolist():
        ends, marks = graph.into.of(page), graph.into.marks_of(page)
        counted = ((marks & NOFOLLOW) == 0) & ((marks & MENU) != MENU)
        found.append(ends[counted][:PER_PAGE])
    citers, counts = np.unique(np.concatenate(found), return_counts=True)
    is_other = ~np.isin(citers, answer)
    citers, counts = citers[is_other], counts[is_other]
    return citers[np.argsort(-counts, kind="stable")[:MOST_CITERS]]


def link_clusters(
    graph: Graph, names: Mapping[int, Sequence[Name]], pages: tuple[Numbers, Numbers], asked: str
) -> list[LinkCluster]:
    """The names of an answer and of its citers but what was asked for, the most telling first.

    A name counts by how many hosts and pages use it, the more the better the page answers. That of
    a citer counts half. Names of a page that everybody links to are relatives of everything and
    count less.
    """
    words = set(asked.casefold().split())
    found: dict[str, LinkCluster] = {}
    for is_answer, place, page in _in_order(*pages):
        weight = (1.0 if is_answer else CITER) / log2(2 + place)
        weight /= log(2 + len(graph.into.of(page)))
        for name, links, hosts in names.get(page, ()):
            key = name.casefold()
            if not key or set(key.split()) <= words:
                continue
            cluster = found.setdefault(key, LinkCluster(name, [], [], 0.0))
            (cluster.answers if is_answer else cluster.citers).append(page)
            found[key] = cluster._replace(score=cluster.score + weight * (hosts + log(1 + links)))
    return sorted(found.values(), key=lambda each: (-each.score, each.name))


def _in_order(answer: Numbers, citers: Numbers) -> Iterator[tuple[bool, int, int]]:
    for is_answer, pages in ((True, answer), (False, citers)):
        yield from ((is_answer, place, page) for place, page in enumerate(pages.tolist()))
