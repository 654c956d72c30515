"""Which clusters belong together, so that people can find their way through many?

Clusters are joined two by two, the most alike first (Ward 1963, on the directions of their
centres). Of that tree of pairs as many joints are kept as people can browse: nowhere more than
twelve to choose from. Few clusters need no groups at all.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.cluster.hierarchy import leaves_list, linkage
from scipy.spatial.distance import squareform

from auslese.analyse.topics.cluster_centres import Numbers, directions_of
from auslese.analyse.topics.similarity import Centres

MOST_CHILDREN = 12  # that people look through at once
MOST_ORDERED = 300  # clusters whose order is the best there is; that takes their number cubed
NO_PARENT = -1

Joints = NDArray[np.float64]


class ClusterTree(NamedTuple):
    """Clusters in groups, and these in greater ones."""

    parents: Numbers
    """Of each cluster, then of each group behind them: its group, or -1; a group stands behind
    the one it is in."""
    order: Numbers
    """The clusters, so that those which are alike lie side by side."""

    @property
    def groups(self) -> int:
        """How many groups there are."""
        return len(self.parents) - len(self.order)

    def groups_of(self, cluster: int) -> list[int]:
        """The groups a cluster is in, from the smallest on."""
        found = []
        parent = int(self.parents[cluster])
        while parent != NO_PARENT:
            found.append(parent)
            parent = int(self.parents[parent])
        return found


def tree_of(centres: Centres, most: int = MOST_CHILDREN) -> ClusterTree:
    """Put clusters in groups by their centres; none has more than so many children."""
    number = len(centres)
    if number <= 1:
        return ClusterTree(np.full(number, NO_PARENT), np.arange(number))
    joints = linkage(_distances(centres), "ward", optimal_ordering=number <= MOST_ORDERED)
    parents = np.full(number, NO_PARENT)
    if number > most:
        parents = np.array(_parents(joints, most))
    return ClusterTree(parents.astype(np.int64), leaves_list(joints).astype(np.int64))


def _distances(centres: Centres) -> NDArray[np.float64]:
    """Between the directions of centres, each pair once."""
    directions = directions_of(centres)
    squares = np.einsum("ij,ij->i", directions, directions)
    apart = squares[:, None] + squares[None, :] - 2 * (directions @ directions.T)
    distances = np.sqrt(np.maximum((apart + apart.T) / 2, 0))
    np.fill_diagonal(distances, 0)
    found: NDArray[np.float64] = squareform(distances, checks=False)
    return found


def _parents(joints: Joints, most: int) -> list[int]:
    """Go down from the top, and make a group of each child that is more than one cluster."""
    number = len(joints) + 1
    parents = [NO_PARENT] * number
    waiting = [(2 * number - 2, NO_PARENT)]
    for node, group in waiting:
        for child in _children(joints, node, most):
            if child < number:
                parents[child] = group
            else:
                parents.append(group)
                waiting.append((child, len(parents) - 1))
    return parents


def _children(joints: Joints, node: int, most: int) -> list[int]:
    """The parts of a joint: all its clusters if they are few, else as many as make even groups."""
    number = len(joints) + 1
    size = int(joints[node - number, 3])
    wanted = size if size <= most else min(most, max(2, round(size**0.5)))
    parts = [node]
    while len(parts) < wanted:
        # Joints are numbered from the closest pair to the farthest: the last one parts first.
        widest = max(parts)
        parts.remove(widest)
        parts += [int(child) for child in joints[widest - number, :2]]
    return sorted(parts)
