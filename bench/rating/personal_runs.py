"""Personal pages of universities: taught at one, tested at all others, with 300 ratings."""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from auslese.analyse.relevance.page_features import PageFeatures
from auslese.analyse.relevance.recall_estimates import SeedTerms, seed_terms
from auslese.analyse.relevance.relevance_lesson import RelevanceOptions
from auslese.analyse.relevance.relevance_model import train_relevance
from auslese.analyse.relevance.relevance_neuron import neuron_inputs, train_neuron
from auslese.analyse.topics.similarity import SIMILARITIES, UNICO, rows_of
from auslese.analyse.topics.text_clustering import (
    TextClusterOptions,
    clustering_of,
    counts_for,
    vectors_of,
)
from auslese.analyse.topics.text_vectors import count_texts

from .sets import LabelledPages

RATINGS = 300
BY_LOT = 20  # at first; then where the model doubts
BATCH = 10
CLUSTERS = 75  # of which 4 pages each are rated, as Nitsche's 3 to 5
DAMPING, ROUNDS = 0.85, 50
Floats = NDArray[np.float64]
Rows = NDArray[np.int64]


class Taught(NamedTuple):
    """How well pages of other universities are put in order, and Nitsche's own terms."""

    precision: float
    """Average precision."""
    terms: SeedTerms


def average_precision(scores: Floats, relevant: Floats) -> float:
    """The mean of the precisions at each relevant page."""
    hits = relevant[np.argsort(-scores, kind="stable")]
    return float((np.cumsum(hits) / np.arange(1, len(hits) + 1) * hits).sum() / hits.sum())


def taught_by_doubt(pages: LabelledPages, features: PageFeatures, home: str, seed: int) -> Taught:
    """Twenty pages by lot, then those that the model doubts most."""
    gold, pool = pages.is_in("personal"), np.flatnonzero(pages.homes == home)
    rated = np.random.default_rng(seed).choice(pool, BY_LOT, replace=False)
    options = RelevanceOptions(seed, is_calibrated=False)
    while len(rated) < RATINGS:
        drawn = np.arange(len(rated)) < BY_LOT
        model = train_relevance(features, rated, gold[rated], options, drawn)
        left = np.setdiff1d(pool, rated)
        doubt = np.abs(model.raw(features.rows(left)))
        rated = np.append(rated, left[np.argsort(doubt, kind="stable")[:BATCH]])[:RATINGS]
    drawn = np.arange(len(rated)) < BY_LOT
    return _tested(pages, features, home, _by_model(features, rated, gold, drawn))


def taught_by_lot(pages: LabelledPages, features: PageFeatures, home: str, seed: int) -> Taught:
    """All pages by lot."""
    gold, pool = pages.is_in("personal"), np.flatnonzero(pages.homes == home)
    rated = np.random.default_rng(seed).choice(pool, RATINGS, replace=False)
    scores = _by_model(features, rated, gold, np.ones(RATINGS, bool))
    return _tested(pages, features, home, scores)


def _by_model(
    features: PageFeatures, rated: Rows, gold: Floats, drawn: NDArray[np.bool_]
) -> Callable[[Rows], Floats]:
    model = train_relevance(features, rated, gold[rated], drawn=drawn)

    return lambda rows: model.scores(features.rows(rows))


def _tested(
    pages: LabelledPages, features: PageFeatures, home: str, scores: Callable[[Rows], Floats]
) -> Taught:
    rows = np.flatnonzero(pages.homes != home)
    gold, found = pages.is_in("personal")[rows], scores(rows)
    return Taught(average_precision(found, gold), seed_terms(found, gold))


def taught_neuron(pages: LabelledPages, inputs: Floats, home: str, seed: int) -> Taught:
    """Nitsche's neuron: pages of each cluster by lot, as many of each as its size allows."""
    gold, pool = pages.is_in("personal"), np.flatnonzero(pages.homes == home)
    own = inputs[pool, :-1].argmax(axis=1)
    rng = np.random.default_rng(seed)
    order = rng.permutation(len(pool))
    # The first of every cluster, then the second of every cluster, and so on.
    turns = np.array([int((own[order[:at]] == own[order[at]]).sum()) for at in range(len(order))])
    rated = pool[order[np.argsort(turns, kind="stable")]][:RATINGS]
    neuron = train_neuron(inputs[rated], gold[rated])
    rows = np.flatnonzero(pages.homes != home)
    scores = neuron.scores(inputs[rows])
    return Taught(average_precision(scores, gold[rows]), seed_terms(scores, gold[rows]))


def nitsches_inputs(pages: LabelledPages) -> Floats:
    """Similarities to clusters by the UNICO correlation, and PageRank up to 100."""
    options = TextClusterOptions(CLUSTERS, "bisecting", UNICO)
    texts = [f"{text.title}\n{text.text}" for text in pages.texts]
    words = counts_for(count_texts(texts), "en", options)
    centres = clustering_of(words, options).centres
    near = SIMILARITIES[UNICO].closeness(rows_of(vectors_of(words, UNICO)), centres)
    return neuron_inputs(near, _page_ranks(pages))


def _page_ranks(pages: LabelledPages) -> Floats:
    """Of the links between these pages; the highest has 100."""
    number = len(pages.texts)
    begin, end = pages.links
    degrees = np.maximum(np.bincount(begin, minlength=number), 1)
    ranks = np.full(number, 1 / number)
    for _ in range(ROUNDS):
        flow = np.bincount(end, ranks[begin] / degrees[begin], number)
        ranks = (1 - DAMPING) / number + DAMPING * (flow + (1 - flow.sum()) / number)
    return 100 * ranks / ranks.max()
