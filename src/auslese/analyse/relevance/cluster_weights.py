"""Nitsche's first way (2004, 4.3.2.4.5): the expert gives weights to whole clusters.

A cluster may belong to several topics, to each with a weight from 0 to 1. The score of a page for a
topic is the sum of its similarities to the clusters, from 0 to 100, each times the weight.
"""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from auslese.analyse.relevance.relevance_features import cluster_columns

FULL_SIMILARITY = 100.0

Floats = NDArray[np.float64]


class ClusterWeight(NamedTuple):
    """What an expert says of a cluster."""

    cluster: int
    topic: str
    weight: float
    """From 0 to 1."""


def weight_matrix(weights: list[ClusterWeight], clusters: int) -> tuple[tuple[str, ...], Floats]:
    """Topics in the order of their first weight, and a column of weights for each."""
    topics = tuple(dict.fromkeys(each.topic for each in weights))
    matrix = np.zeros((clusters, len(topics)))
    for each in weights:
        if not 0 <= each.cluster < clusters or not 0 <= each.weight <= 1:
            raise ValueError(f"{each}: clusters go from 0 to {clusters - 1}, weights from 0 to 1")
        matrix[each.cluster, topics.index(each.topic)] = each.weight
    return topics, matrix


def weighted_scores(similarities: Floats, matrix: Floats) -> Floats:
    """A row for each page, a column for each topic; similarities from 0 to 100."""
    scores: Floats = similarities @ matrix
    return scores


def normalised_similarities(similarities: NDArray[np.floating]) -> Floats:
    """Similarities of whatever measure as Nitsche's: from 0 to 100 over the clusters of a page."""
    return FULL_SIMILARITY * cluster_columns(similarities).astype(np.float64)


def topics_of_page(
    similarities: Mapping[tuple[int, str], float], weights: list[ClusterWeight]
) -> dict[str, float]:
    """The scores of one page whose similarity is given for each cluster and topic.

    So Nitsche's own example has it, where a cluster is nearer for one topic than for another.
    """
    scores: dict[str, float] = {}
    for each in weights:
        part = similarities[each.cluster, each.topic] * each.weight
        scores[each.topic] = scores.get(each.topic, 0.0) + part
    return scores
