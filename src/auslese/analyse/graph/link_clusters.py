"""The other names of the pages of an answer, and of the pages that cite them (Stein 1997).

Whoever asks for "Mozart" gets pages that others call so. Some call the same pages "Beethoven", and
the pages that cite them "Komponisten" or "Klassik": the near relatives of the topic.
"""

from collections.abc import Iterable, Mapping, Sequence
from math import log
from typing import NamedTuple

import numpy as np

from auslese.analyse.graph.graph import NAVIGATION, NOFOLLOW, SAME_HOST, Graph, Numbers

MOST_CITERS = 1000
PER_PAGE = 20  # citers of one page that are looked at
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
    names: Mapping[int, Sequence[Name]],
    answer: Iterable[int],
    citers: Iterable[int],
    asked: Iterable[str],
) -> list[LinkCluster]:
    """The names of these pages but the one that was asked for, the most telling first.

    A name counts for each page that has it by how many hosts use it there; that of a citer half.
    """
    words = {word.casefold() for word in asked}
    found: dict[str, LinkCluster] = {}
    for pages, weight in ((answer, 1.0), (citers, 0.5)):
        for page in pages:
            for name, links, hosts in names.get(page, ()):
                key = name.casefold()
                if not key or set(key.split()) <= words:
                    continue
                cluster = found.setdefault(key, LinkCluster(name, [], [], 0.0))
                (cluster.answers if weight == 1.0 else cluster.citers).append(page)
                score = cluster.score + weight * (hosts + log(1 + links))
                found[key] = cluster._replace(score=score)
    return sorted(found.values(), key=lambda each: (-each.score, each.name))
