"""The other names of the pages of an answer, and of the pages that cite them (Stein 1997).

Whoever asks for "Mozart" gets pages that others call so. Some call the same pages "Beethoven", and
the pages that cite them "Komponisten" or "Klassik": the near relatives of the topic.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from auslese.analyse.graph.link_graph import NAVIGATION, NOFOLLOW, SAME_HOST, Graph, Numbers
from auslese.analyse.graph.link_names import LinkNames

MOST_CITERS = 1000
LOOKED_AT = 500  # links to one page; of more a sample, evenly spread
PER_PAGE = 20  # citers of one page that count
CITER = 0.5  # what a name of a citer counts
ANSWER_NAMES, CITER_NAMES = 10, 4  # of one page that are looked at, the most telling ones
MENU = NAVIGATION | SAME_HOST


class LinkCluster(NamedTuple):
    """A name, and the pages that are called so."""

    name: str
    answers: list[int]
    """Pages of the answer with this name."""
    citers: list[int]
    """Pages that cite the answer, with this name."""
    score: float


def citers_of(graph: Graph, answer: Numbers, most: int = MOST_CITERS) -> Numbers:
    """Pages that cite pages of the answer and are not part of it; the most citing first."""
    into, pages = graph.into, answer.astype(np.int64)
    all_links = into.counts_of(pages)
    counts = np.minimum(all_links, LOOKED_AT)
    page = np.repeat(np.arange(len(pages)), counts)
    nth = np.arange(len(page)) - np.searchsorted(page, page)
    places = into.starts[pages][page] + nth * all_links[page] // np.maximum(counts[page], 1)
    marks = into.marks[places]
    counted = ((marks & NOFOLLOW) == 0) & ((marks & MENU) != MENU)
    ends, page = into.ends[places[counted]], page[counted]
    nth = np.arange(len(page)) - np.searchsorted(page, page)
    citers, times = np.unique(ends[nth < PER_PAGE], return_counts=True)
    is_other = np.ones(len(citers), bool)
    if len(citers):  # in order, so this is a tenth of what np.isin costs
        places = np.minimum(np.searchsorted(citers, answer), len(citers) - 1)
        is_other[places[citers[places] == answer]] = False
    citers, times = citers[is_other], times[is_other]
    return citers[np.argsort(-times, kind="stable")[:most]]


def only_query_words(question: str) -> Callable[[str], bool]:
    """Tells whether a name has no other words than a question."""
    words = set(question.casefold().split())
    return lambda name: set(name.casefold().split()) <= words


def link_clusters(
    graph: Graph,
    names: LinkNames,
    pages: tuple[Numbers, Numbers],
    left_out_and_most: tuple[Callable[[str], bool], int],
) -> list[LinkCluster]:
    """The names of an answer and of its citers, the most telling first.

    A name counts by how many hosts and pages use it, the more the better the page answers. That of
    a citer counts half. Names of a page that everybody links to are relatives of everything and
    count less. The wishes say which names are left out, for they were asked for, and how many are
    wanted.
    """
    (answer, _), (is_left_out, most) = pages, left_out_and_most
    numbers = np.concatenate(pages).astype(np.int64)
    most_names = np.repeat([ANSWER_NAMES, CITER_NAMES], [len(some) for some in pages])
    places, owner = names.places_of(numbers, most_names)
    weights = _weights(graph, pages)[owner] * (names.hosts[places] + np.log1p(names.links[places]))
    _, first, which = np.unique(names.keys[places], return_index=True, return_inverse=True)
    scores = np.bincount(which, weights=weights, minlength=len(first))
    found: list[LinkCluster] = []
    for at in np.lexsort((first, -scores)).tolist():
        if len(found) == most:
            break
        name = names.text(int(places[first[at]]))
        if not is_left_out(name):
            called = owner[which == at]
            is_answer = called < len(answer)
            answers, citers = (numbers[called[some]].tolist() for some in (is_answer, ~is_answer))
            found.append(LinkCluster(name, answers, citers, float(scores[at])))
    return found


def _weights(graph: Graph, pages: tuple[Numbers, Numbers]) -> NDArray[np.float64]:
    """What the names of each page count."""
    parts = [
        share / np.log2(2 + np.arange(len(some)))
        for share, some in zip((1.0, CITER), pages, strict=True)
    ]
    inlinks = graph.into.counts_of(np.concatenate(pages).astype(np.int64))
    weights: NDArray[np.float64] = np.concatenate(parts) / np.log(2 + inlinks)
    return weights
