"""Learns the topics of some pages: clusters with labels, groups of clusters, places on the map."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from auslese.analyse.topics.cluster_centres import Clustering, likeness_of
from auslese.analyse.topics.cluster_rows import (
    TopicPage,
    main_language,
    main_languages,
    topic_texts,
)
from auslese.analyse.topics.cluster_tree import tree_of
from auslese.analyse.topics.map_layout import cluster_places, disc_radii
from auslese.analyse.topics.page_layout import ClusterDiscs, ClusteredPages
from auslese.analyse.topics.phrases import TextToLabel
from auslese.analyse.topics.som import grid_of
from auslese.analyse.topics.text_clustering import (
    NORMED,
    TextClusterOptions,
    clustering_of,
    distinctive_words,
    vectors_of,
)
from auslese.analyse.topics.text_vectors import (
    CountedTexts,
    Matrix,
    mean_length,
    plain_worth,
    rarity,
)
from auslese.analyse.topics.topic_model import (
    NO_WORD_SETS,
    ClusterAssignment,
    Numbers,
    TopicModel,
)
from auslese.analyse.topics.topic_vocabulary import StemColumns, Vocabulary
from auslese.analyse.topics.tree_labels import tree_labels_of
from auslese.analyse.topics.wordcon import WordClustering

NOBODY = ClusteredPages(np.empty(0, np.int64), np.empty(0))


class TrainedClusters(NamedTuple):
    """What was learnt from some pages."""

    model: TopicModel
    assignment: ClusterAssignment
    """The clusters of these pages."""
    columns: dict[str, Any]
    """Rows of the table of clusters."""


def train_clusters(pages: Sequence[TopicPage], options: TextClusterOptions) -> TrainedClusters:
    """Learn clusters from these pages, at most as many as the options say."""
    language = main_language(pages)
    texts = topic_texts(pages, language)
    words = distinctive_words(StemColumns().counted(texts), options)
    every = clustering_of(words, options)
    found = without_empty(every)
    model = _model(found, words, options)
    model = replace(model, grid=grid_of(every), word_sets=word_sets_of(every))
    assignment = model.assignment(vectors_of(words, options.similarity), found.clusters)
    learnt_from = ClusteredPages(assignment.clusters, assignment.closeness)
    model = replace(model, learnt_from=learnt_from, language=language)
    languages = main_languages(pages, assignment, len(found.centres))
    return TrainedClusters(model, assignment, _columns(model, texts, languages))


def without_empty(found: Clustering) -> Clustering:
    """The same without clusters that nobody is in."""
    used, clusters = np.unique(found.clusters, return_inverse=True)
    return Clustering(clusters.astype(np.int64), found.centres[used], found.similarity)


def word_sets_of(found: Clustering) -> Matrix:
    """The words of the clusters that somebody is in, if the clusters are sets of words."""
    if not isinstance(found, WordClustering) or not len(found.sets):
        return NO_WORD_SETS
    used: Matrix = found.sets.words[np.unique(found.clusters)]
    return used


def sizes_of(found: Clustering) -> Numbers:
    """How many texts each cluster has."""
    return np.bincount(found.clusters, minlength=len(found.centres)).astype(np.int64)


def _model(found: Clustering, words: CountedTexts, options: TextClusterOptions) -> TopicModel:
    is_normed = options.similarity in NORMED
    worth = rarity(words) if is_normed else plain_worth(words)
    vocabulary = Vocabulary.of(words.words, worth, mean_length(words) if is_normed else 0.0)
    sizes = sizes_of(found)
    places = cluster_places(likeness_of(found.centres), sizes, options.seed)
    largest = int(sizes.argmax()) if len(sizes) else 0
    return TopicModel(
        vocabulary,
        found.centres,
        options.similarity,
        ClusterDiscs(places, disc_radii(places, sizes)),
        NOBODY,
        largest,
    )


def _columns(
    model: TopicModel, texts: Sequence[TextToLabel], languages: list[str]
) -> dict[str, Any]:
    """A row for each cluster, and behind them one for each group."""
    pages, tree = model.learnt_from, tree_of(model.centres)
    labels = tree_labels_of(texts, pages.clusters, tree, pages.closeness)
    number = len(tree.order)
    above = [tree.groups_of(cluster) for cluster in range(number)]
    places = model.discs.places
    groups = [
        [cluster for cluster in range(number) if group in above[cluster]]
        for group in range(number, len(tree.parents))
    ]
    middles = [places[inside].mean(axis=0) for inside in groups]
    spoken = [Counter(languages[each] for each in inside).most_common(1)[0][0] for inside in groups]
    return {
        "cluster": range(len(tree.parents)),
        "parent": tree.parents,
        "is_group": [each >= number for each in range(len(tree.parents))],
        "label": [each.label for each in labels],
        "words": [each.words for each in labels],
        "pages": [0] * len(tree.parents),
        "language": [*languages, *spoken],
        "x": [*places[:, 0], *(middle[0] for middle in middles)],
        "y": [*places[:, 1], *(middle[1] for middle in middles)],
    }
