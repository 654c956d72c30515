"""Pages and links as arrays, small enough for memory and ready to be mapped from files.

Pages are nodes, numbered from 0; whoever numbers them puts those of a host side by side, so that
most links lead to a number nearby. A page that was never fetched but is linked to is a node, too.
The links of a node lie together, sorted: those that leave it in `out`, those that reach it in
`into`. For each there is a byte of marks.
"""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

NAVIGATION, SAME_HOST, NOFOLLOW = 1, 2, 4
"""Marks of a link: it stands in a menu, header, footer or aside; it stays on its host; its page
does not vouch for it."""

Numbers = NDArray[np.int32]
LinkBatch = tuple[NDArray[np.integer], NDArray[np.integer], NDArray[np.integer]]
"""Numbers of sources, of targets, and marks; `SAME_HOST` is marked here."""


class Nodes(NamedTuple):
    """What is known of each node, by its number."""

    ids: NDArray[np.int64]
    hosts: Numbers
    """A number for each host."""
    sites: Numbers
    """A number for each registrable domain."""
    fetched: NDArray[np.bool_]
    """Whether we have the page, or know it by links alone."""
    folded_ids: NDArray[np.int64] = np.empty(0, np.int64)
    """Other ids of pages: copies and spellings that a node stands for."""
    folded_numbers: Numbers = np.empty(0, np.int32)
    """Which node each of them is."""


class DirectedLinks(NamedTuple):
    """The links of all nodes in one direction."""

    starts: NDArray[np.int64]
    """Where the links of each node begin; one more number says where the last end."""
    ends: Numbers
    """The node at the other end of each link."""
    marks: NDArray[np.uint8]

    def of(self, number: int) -> Numbers:
        """The nodes at the other ends of the links of a node."""
        return self.ends[self.starts[number] : self.starts[number + 1]]

    def marks_of(self, number: int) -> NDArray[np.uint8]:
        """The marks of the links of a node."""
        return self.marks[self.starts[number] : self.starts[number + 1]]

    @property
    def counts(self) -> NDArray[np.int64]:
        """How many links each node has."""
        return np.diff(self.starts)

    def counts_of(self, numbers: NDArray[np.integer]) -> NDArray[np.int64]:
        """How many links each of these nodes has."""
        counts: NDArray[np.int64] = self.starts[numbers + 1] - self.starts[numbers]
        return counts

    def places_of(self, numbers: NDArray[np.integer]) -> NDArray[np.int64]:
        """Where the links of these nodes lie, those of the first node first."""
        starts, counts = self.starts[numbers], self.counts_of(numbers)
        before = np.cumsum(counts) - counts
        return np.repeat(starts - before, counts) + np.arange(int(counts.sum()))


class Graph(NamedTuple):
    """All pages and links of a collection."""

    nodes: Nodes
    out: DirectedLinks
    into: DirectedLinks
    by_id: Numbers
    """The nodes in the order of their ids, to find them."""

    def __len__(self) -> int:
        return len(self.nodes.ids)

    @property
    def links(self) -> int:
        """How many links there are; those of the same two pages are one."""
        return len(self.out.ends)

    def numbers_of(self, ids: Iterable[int]) -> Numbers:
        """The nodes with these ids, each once and in this order; ids nobody knows are left out."""
        wanted = np.fromiter(ids, np.int64)
        nodes, numbers = self.nodes, _found(self.nodes.ids, self.by_id, wanted)
        if (unknown := np.flatnonzero(numbers < 0)).size:
            folded = np.argsort(nodes.folded_ids, kind="stable")
            other = _found(nodes.folded_ids, folded, wanted[unknown])
            standing = other >= 0
            numbers[unknown[standing]] = nodes.folded_numbers[other[standing]]
        known = numbers[numbers >= 0]
        _, first = np.unique(known, return_index=True)
        found: Numbers = known[np.sort(first)].astype(np.int32)
        return found


def _found(
    ids: NDArray[np.int64], order: NDArray[np.integer], wanted: NDArray[np.int64]
) -> NDArray[np.int64]:
    """The places of the wanted among these ids; -1 for those that are not there."""
    if not len(ids):
        return np.full(len(wanted), -1)
    places = np.searchsorted(ids, wanted, sorter=order)
    found = order[np.minimum(places, len(ids) - 1)].astype(np.int64)
    found[ids[found] != wanted] = -1
    return found


def as_arrays(graph: Graph) -> dict[str, NDArray[np.generic]]:
    """The arrays of a graph by the names of their files."""
    arrays: dict[str, NDArray[np.generic]] = {}
    for part in ("nodes", "out", "into"):
        arrays |= {f"{part}_{name}": each for name, each in getattr(graph, part)._asdict().items()}
    return arrays | {"by_id": graph.by_id}


def from_arrays(arrays: Mapping[str, NDArray[np.generic]]) -> Graph:
    """The graph that `as_arrays` took apart."""

    def part(
        kind: type[Nodes] | type[DirectedLinks], prefix: str
    ) -> dict[str, NDArray[np.generic]]:
        return {name: arrays[f"{prefix}_{name}"] for name in kind._fields}

    return Graph(
        Nodes(**part(Nodes, "nodes")),  # type: ignore[arg-type]  # names say the types
        DirectedLinks(**part(DirectedLinks, "out")),  # type: ignore[arg-type]
        DirectedLinks(**part(DirectedLinks, "into")),  # type: ignore[arg-type]
        arrays["by_id"],  # type: ignore[arg-type]
    )
