"""Small graphs, made from pairs of numbers."""

from collections.abc import Iterable, Sequence

import numpy as np
from hypothesis import strategies as st

from auslese.analyse.graph.graph_building import build_graph
from auslese.analyse.graph.link_graph import Graph, Nodes

Link = tuple[int, int] | tuple[int, int, int]


def graph_of(size: int, links: Iterable[Link], hosts: Sequence[int] | None = None) -> Graph:
    """Node n has the id 1000 + n; without hosts each page is alone on its own."""
    wide = [(*link, 0)[:3] for link in links]
    columns = np.array(wide, np.int64).reshape(-1, 3).T
    of_host = np.array(range(size) if hosts is None else hosts, np.int32)
    nodes = Nodes(np.arange(size) + 1000, of_host, of_host, np.ones(size, np.bool_))
    return build_graph(nodes, [(columns[0], columns[1], columns[2].astype(np.uint8))])


def pairs(size: int) -> st.SearchStrategy[list[tuple[int, int]]]:
    """Links among so many nodes."""
    number = st.integers(0, size - 1)
    return st.lists(st.tuples(number, number), max_size=60)
