"""A large graph is worked through in ranges of nodes, so that few links are in memory at once."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

LINKS_AT_ONCE = 1 << 24  # whose weights are in memory beside those of the stripes of a ranking


def node_ranges(starts: NDArray[np.integer], most_links: int) -> Iterator[tuple[int, int]]:
    """Ranges of nodes with about so many links each; a node is never cut in two."""
    begin, nodes = 0, len(starts) - 1
    while begin < nodes:
        end = int(np.searchsorted(starts, starts[begin] + most_links, side="right")) - 1
        end = min(max(end, begin + 1), nodes)
        yield begin, end
        begin = end
