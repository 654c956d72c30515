"""What is to be said about each node of a graph, beside its rank."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from auslese.analyse.graph.link_graph import Graph
from auslese.analyse.graph.node_ranges import LINKS_AT_ONCE, node_ranges

DESCRIBING = 3  # names in a description


def linking_hosts(graph: Graph) -> NDArray[np.int64]:
    """How many hosts link to each node; pages of a host have numbers side by side."""
    into, hosts = graph.into, graph.nodes.hosts
    found = np.zeros(len(graph), np.int64)
    for begin, end in node_ranges(into.starts, LINKS_AT_ONCE):
        here = slice(into.starts[begin], into.starts[end])
        linking = hosts[into.ends[here]]
        is_new = np.ones(len(linking), np.int64)
        is_new[1:] = linking[1:] != linking[:-1]
        starts = into.starts[begin:end] - into.starts[begin]
        has_links = into.starts[begin + 1 : end + 1] > into.starts[begin:end]
        is_new[starts[has_links]] = 1
        if len(is_new):
            found[begin:end][has_links] = np.add.reduceat(is_new, starts[has_links])
    return found


def description_of(names: Sequence[str]) -> str:
    """A page in the words of those who link to it: the first names, none within another."""
    chosen: list[str] = []
    for name in names:
        key = name.casefold()
        if not any(key in other.casefold() or other.casefold() in key for other in chosen):
            chosen.append(name)
    return " · ".join(chosen[:DESCRIBING])
