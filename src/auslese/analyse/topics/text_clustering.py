"""Texts into clusters by the counts of their words: all methods, behind one function."""

from collections.abc import Callable
from typing import NamedTuple

from auslese.analyse.topics.bisecting import bisecting
from auslese.analyse.topics.cluster_centres import Clustering, ClusteringOptions
from auslese.analyse.topics.communities import communities
from auslese.analyse.topics.kmeans import k_means
from auslese.analyse.topics.phrases import MOST_SHARE
from auslese.analyse.topics.similarity import COSINE, EUCLID, SIMILARITIES
from auslese.analyse.topics.som import som
from auslese.analyse.topics.text_vectors import (
    CountedTexts,
    Matrix,
    bm25,
    fold_stems,
    keep_useful_words,
    plain,
)
from auslese.analyse.topics.wordcon import LEAST_FACTOR, WordJoining, wordcon
from auslese.text.stemming import stems
from auslese.text.stop_words import stop_words

WORDCON = "wordcon"
METHODS: dict[str, Callable[[Matrix, ClusteringOptions], Clustering]] = {
    "communities": communities,
    "bisecting": bisecting,
    "kmeans": k_means,
    "som": som,
    WORDCON: wordcon,
}
DEFAULT = "communities"
MANY_TEXTS = 1000
LEAST_OF_MANY, LEAST_OF_FEW = 3, 2  # texts a word must stand in
CLUSTERS_OF_A_WORD = 1.5  # a word in more texts than so many clusters have tells none from another
RARE = 0.01  # Nitsche's bound: words in a smaller share of texts are left out
NORMED = frozenset({COSINE, EUCLID})
"""Similarities that take vectors of length 1; the others are made for Nitsche's weights."""


class TextClusterOptions(NamedTuple):
    """How texts are to be clustered."""

    clusters: int
    method: str = DEFAULT
    similarity: str = COSINE
    seed: int = 0
    factor: float = LEAST_FACTOR
    """The least f of WordCon."""


def counts_for(texts: CountedTexts, language: str, options: TextClusterOptions) -> CountedTexts:
    """The counts of the words that tell clusters apart, forms of a word as one."""
    content = keep_useful_words(texts, stop_words(language), 1, 1.0)
    return distinctive_words(fold_stems(content, stems(content.words, language)), options)


def distinctive_words(texts: CountedTexts, options: TextClusterOptions) -> CountedTexts:
    """Without words that are too rare or too frequent to tell clusters apart."""
    number = texts.counts.shape[0]
    least = LEAST_OF_MANY if number >= MANY_TEXTS else LEAST_OF_FEW
    if options.similarity not in NORMED:
        least = max(least, round(RARE * number))
    share = max(MOST_SHARE, CLUSTERS_OF_A_WORD / options.clusters)
    return keep_useful_words(texts, (), least, share)


def clustering_of(words: CountedTexts, options: TextClusterOptions) -> Clustering:
    """Cluster texts by the counts of their words."""
    similarity = SIMILARITIES[options.similarity]
    request = ClusteringOptions(options.clusters, similarity, options.seed)
    vectors = vectors_of(words, options.similarity)
    if options.method == WORDCON:
        return wordcon(vectors, request, WordJoining(options.factor))
    return METHODS[options.method](vectors, request)


def vectors_of(words: CountedTexts, similarity: str) -> Matrix:
    """What counts are worth where texts are compared like this."""
    return bm25(words) if similarity in NORMED else plain(words)
