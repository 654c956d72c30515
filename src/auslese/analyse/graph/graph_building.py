"""From links, as they come, to a graph: sorted, merged, and seen from both ends."""

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from auslese.analyse.graph.link_graph import SAME_HOST, DirectedLinks, Graph, LinkBatch, Nodes

# A link is sorted as one number of 64 bits: source, target, marks.
NODE_BITS, MARK_BITS = 28, 8
MOST_NODES = 1 << NODE_BITS
ONE = np.uint64(MARK_BITS)
TWO = np.uint64(MARK_BITS + NODE_BITS)
LOW = np.uint64((1 << MARK_BITS) - 1)
MIDDLE = np.uint64(MOST_NODES - 1)


def build_graph(nodes: Nodes, batches: Iterable[LinkBatch]) -> Graph:
    """Sort links, both ways. Several links of the same two pages are one: it has the marks that all
    of them have. A link of a page to itself says nothing and is left out.
    """
    if len(nodes.ids) > MOST_NODES:
        raise ValueError(f"more than {MOST_NODES:,} pages")
    packed = [np.empty(0, np.uint64), *(_packed(nodes, batch) for batch in batches)]
    sorted_links = np.concatenate(packed)
    packed.clear()
    sorted_links.sort()
    out = _merged(sorted_links, len(nodes.ids))
    by_id = np.argsort(nodes.ids).astype(np.int32)
    return Graph(nodes, out, turned(out), by_id)


def _packed(nodes: Nodes, batch: LinkBatch) -> NDArray[np.uint64]:
    sources, targets, marks = batch
    other = sources != targets
    sources, targets = sources[other], targets[other]
    marks = marks[other] | (SAME_HOST * (nodes.hosts[sources] == nodes.hosts[targets]))
    high, low = sources.astype(np.uint64) << TWO, targets.astype(np.uint64) << ONE
    packed: NDArray[np.uint64] = high | low | marks.astype(np.uint64)
    return packed


def _merged(packed: NDArray[np.uint64], nodes: int) -> DirectedLinks:
    is_first = np.ones(len(packed), np.bool_)
    np.not_equal(packed[1:] >> ONE, packed[:-1] >> ONE, out=is_first[1:])
    first = np.flatnonzero(is_first)
    marks = (packed & LOW).astype(np.uint8)
    if len(first):
        marks = np.bitwise_and.reduceat(marks, first)
    packed = packed[first]
    targets = ((packed >> ONE) & MIDDLE).astype(np.int32)
    counts = np.bincount((packed >> TWO).astype(np.int32), minlength=nodes)
    return DirectedLinks(_starts(counts), targets, marks)


def _starts(counts: NDArray[np.int64]) -> NDArray[np.int64]:
    starts = np.zeros(len(counts) + 1, np.int64)
    np.cumsum(counts, out=starts[1:])
    return starts


def turned(links: DirectedLinks) -> DirectedLinks:
    """The same links seen from their other ends, sorted again; by counting, so in linear time."""
    nodes = len(links.starts) - 1
    matrix = csr_array((links.marks, links.ends, links.starts), shape=(nodes, nodes)).tocsc()
    return DirectedLinks(
        matrix.indptr.astype(np.int64), matrix.indices.astype(np.int32), matrix.data
    )
