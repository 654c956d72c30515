"""A graph like that of a crawled collection, made from a seed.

Hosts have sizes by Zipf's law, and their pages stand side by side, as in URL order. A page that was
fetched has about as many links as asked for, spread widely: a third of them go to the first pages
of its host (the menu), a third to pages nearby, the rest to other hosts, mostly to well known ones
and to their first pages. A quarter of all pages was never fetched: they have no links.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from auslese.analyse.graph.graph_building import build_graph
from auslese.analyse.graph.link_graph import NAVIGATION, Graph, Nodes

SEED = 1998
UNFETCHED = 0.25
MENU, NEARBY = 0.33, 0.36
MENU_PAGES, NEAR = 12, 40
AT_ONCE = 5_000_000


class Sizes(NamedTuple):
    """How large a graph is to be."""

    pages: int
    links: int


def web_like(sizes: Sizes) -> Graph:
    """The graph; links that fall on each other are one, so there are a few percent more asked."""
    random = np.random.default_rng(SEED)
    firsts = _first_pages(random, sizes.pages)
    hosts = np.repeat(np.arange(len(firsts), dtype=np.int32), np.diff([*firsts, sizes.pages]))
    fetched = random.random(sizes.pages) >= UNFETCHED
    fetched[firsts] = True
    ids = random.permutation(sizes.pages).astype(np.int64)
    nodes = Nodes(ids, hosts, hosts, fetched)
    sources = np.flatnonzero(fetched).astype(np.int32)
    return build_graph(nodes, _batches(random, nodes, firsts, sources, sizes.links))


def _first_pages(random: np.random.Generator, pages: int) -> NDArray[np.int64]:
    """Where each host begins."""
    sizes = np.minimum(random.zipf(1.6, pages // 10), pages // 50) + 3
    ends = np.cumsum(sizes)
    return np.concatenate([[0], ends[ends < pages - 1]])


def _batches(random, nodes, firsts, sources, links):  # type: ignore[no-untyped-def]
    ends = np.append(firsts[1:], len(nodes.ids))
    left = int(links * 1.22)
    popularity = random.permutation(len(firsts))
    while left > 0:
        number = min(left, AT_ONCE)
        # Few pages have very many links: the square draws towards the first of the shuffled.
        places = (random.random(number) ** 1.5 * len(sources)).astype(np.int64)
        source = sources[(places * 7_919) % len(sources)]
        first, end = firsts[nodes.hosts[source]], ends[nodes.hosts[source]]
        kind = random.random(number)
        menu = first + random.integers(0, MENU_PAGES, number)
        near = source + np.rint(random.standard_normal(number) * NEAR).astype(np.int64)
        known = popularity[(random.random(number) ** 3 * len(firsts)).astype(np.int64)]
        size = ends[known] - firsts[known]
        outside = firsts[known] + (random.random(number) ** 4 * size).astype(np.int64)
        inside = np.clip(np.where(kind < MENU, menu, near), first, end - 1)
        target = np.where(kind < MENU + NEARBY, inside, outside)
        yield source, target, np.where(kind < MENU, NAVIGATION, 0)
        left -= number
