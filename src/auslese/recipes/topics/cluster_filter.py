"""Texts that come in lines, in clusters: the filter `topics cluster`."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

from auslese.analyse.topics.bisecting import bisecting
from auslese.analyse.topics.cluster_centres import Clustering, ClusteringOptions
from auslese.analyse.topics.cluster_labels import labels_of
from auslese.analyse.topics.communities import communities
from auslese.analyse.topics.kmeans import k_means
from auslese.analyse.topics.phrases import PhraseBounds, TextToLabel
from auslese.analyse.topics.similarity import COSINE, EUCLID, SIMILARITIES
from auslese.analyse.topics.som import som
from auslese.analyse.topics.text_vectors import (
    MOST_SHARE,
    CountedTexts,
    Matrix,
    bm25,
    count_texts,
    fold_stems,
    keep_useful_words,
    plain,
)
from auslese.analyse.topics.wordcon import wordcon
from auslese.recipes.text_input import TextRequest, text_request_of
from auslese.recipes.topics.main_language import AUTO, language_of
from auslese.text.stemming import stems
from auslese.text.stop_words import stop_words

METHODS: dict[str, Callable[[Matrix, ClusteringOptions], Clustering]] = {
    "communities": communities,
    "bisecting": bisecting,
    "kmeans": k_means,
    "som": som,
    "wordcon": wordcon,
}
DEFAULT = "communities"
MOST_LETTERS = PhraseBounds().letters
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
    language: str = AUTO


class ClusterInput(NamedTuple):
    """Lines that have come: their names, what is wrong with them, and the words of the others."""

    names: list[Any]
    errors: list[str]
    texts: CountedTexts
    beginnings: list[str]
    """Of each text, as much as labels are made of."""


def clustered_lines(
    lines: Iterable[bytes], options: TextClusterOptions
) -> Iterator[dict[str, Any]]:
    """What is to be said of each line, in order, once the last has come."""
    request = _read_input(lines)
    language = language_of(request.beginnings) if options.language == AUTO else options.language
    words = counts_for(request.texts, language, options)
    found = clustering_of(words, options)
    texts = [TextToLabel("", text, language) for text in request.beginnings]
    labels = labels_of(texts, found.clusters, len(found.centres))
    clusters = iter(found.clusters.tolist())
    for name, error in zip(request.names, request.errors, strict=True):
        if error:
            yield {"id": name, "cluster": None, "error": error}
        else:
            cluster = next(clusters)
            yield {"id": name, "cluster": cluster, "label": labels[cluster].label}


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
    return METHODS[options.method](vectors_of(words, options.similarity), request)


def vectors_of(words: CountedTexts, similarity: str) -> Matrix:
    """What counts are worth where texts are compared like this."""
    return bm25(words) if similarity in NORMED else plain(words)


def _read_input(lines: Iterable[bytes]) -> ClusterInput:
    names: list[Any] = []
    errors: list[str] = []
    beginnings: list[str] = []

    def texts() -> Iterator[str]:
        for number, line in enumerate(lines, 1):
            request = text_request_of(line.removesuffix(b"\n"))
            names.append(_name(request, number))
            errors.append(request.error)
            if not request.error:
                beginnings.append(request.text[:MOST_LETTERS])
                yield request.text

    return ClusterInput(names, errors, count_texts(texts()), beginnings)


def _name(request: TextRequest, number: int) -> object:
    return number if request.is_plain else request.name
