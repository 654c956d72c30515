"""What are the clusters of a tree about, and its groups?

A cluster is told from all other clusters. A group is told from the groups and clusters beside it,
by the texts of its clusters.
"""

from collections.abc import Sequence

import numpy as np

from auslese.analyse.topics.cluster_labels import ClusterLabel, LabelOptions, labels_by, sample_of
from auslese.analyse.topics.cluster_tree import ClusterTree
from auslese.analyse.topics.held_phrases import Numbers
from auslese.analyse.topics.phrases import Phrases, TextToLabel, phrases_of
from auslese.analyse.topics.text_vectors import Weights


def tree_labels_of(
    texts: Sequence[TextToLabel],
    clusters: Numbers,
    tree: ClusterTree,
    closeness: Weights | None = None,
) -> list[ClusterLabel]:
    """Label the clusters of a tree and the groups behind them; no two labels are the same."""
    places = sample_of(clusters, closeness)
    phrases = phrases_of([texts[place] for place in places.tolist()])
    return tree_labels_by(phrases, clusters[places], tree)


def tree_labels_by(phrases: Phrases, clusters: Numbers, tree: ClusterTree) -> list[ClusterLabel]:
    """Label a tree of texts whose phrases are known."""
    labels = labels_by(phrases, clusters, len(tree.order))
    used_labels = {label.label.casefold() for label in labels}
    of_group: dict[int, ClusterLabel] = {}
    for depth in range(_depth(tree)):
        groups = _groups_at(tree, depth)
        held = groups[clusters]
        numbers = np.unique(held)
        found = labels_by(
            phrases, np.searchsorted(numbers, held), len(numbers), LabelOptions(used_labels)
        )
        for number, label in zip(numbers.tolist(), found, strict=True):
            if number >= len(tree.order):
                of_group.setdefault(number, label)
                used_labels.add(of_group[number].label.casefold())
    return labels + [
        of_group.get(group, ClusterLabel("", []))
        for group in range(len(tree.order), len(tree.parents))
    ]


def _depth(tree: ClusterTree) -> int:
    return max((len(tree.groups_of(cluster)) for cluster in tree.order.tolist()), default=0)


def _groups_at(tree: ClusterTree, depth: int) -> Numbers:
    """Of each cluster, the group it is in so many steps below the top; itself if there is none."""
    found = np.arange(len(tree.order))
    for cluster in range(len(tree.order)):
        above = [*reversed(tree.groups_of(cluster)), cluster]
        found[cluster] = above[min(depth, len(above) - 1)]
    return found
