"""Texts that come in lines, in clusters: the filter `topics cluster`."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

from auslese.analyse.topics.bisecting import bisecting
from auslese.analyse.topics.centres import Clustering, Wishes
from auslese.analyse.topics.communities import communities
from auslese.analyse.topics.kmeans import k_means
from auslese.analyse.topics.labels import labels_of
from auslese.analyse.topics.phrases import Bounds, TextOf
from auslese.analyse.topics.similarity import COSINE, EUCLID, SIMILARITIES
from auslese.analyse.topics.som import som
from auslese.analyse.topics.vectors import (
    MOST_SHARE,
    Counted,
    Matrix,
    bm25,
    counted,
    folded,
    kept,
    plain,
)
from auslese.analyse.topics.wordcon import wordcon
from auslese.recipes.asked_text import Question, question_of
from auslese.recipes.topic_words import AUTO, language_of
from auslese.text.stemming import stems
from auslese.text.stop_words import stop_words

METHODS: dict[str, Callable[[Matrix, Wishes], Clustering]] = {
    "communities": communities,
    "bisecting": bisecting,
    "kmeans": k_means,
    "som": som,
    "wordcon": wordcon,
}
DEFAULT = "communities"
MOST_LETTERS = Bounds().letters
MANY_TEXTS = 1000
LEAST_OF_MANY, LEAST_OF_FEW = 3, 2  # texts a word must stand in
CLUSTERS_OF_A_WORD = 1.5  # a word in more texts than so many clusters have tells none from another
RARE = 0.01  # Nitsche's bound: words in a smaller share of texts are left out
NORMED = frozenset({COSINE, EUCLID})
"""Similarities that take vectors of length 1; the others are made for Nitsche's weights."""


class TopicWishes(NamedTuple):
    """How texts are to be clustered."""

    clusters: int
    method: str = DEFAULT
    similarity: str = COSINE
    seed: int = 0
    language: str = AUTO


class Asked(NamedTuple):
    """Lines that have come: their names, what is wrong with them, and the words of the others."""

    names: list[Any]
    errors: list[str]
    texts: Counted
    beginnings: list[str]
    """Of each text, as much as labels are made of."""


def told_clusters(lines: Iterable[bytes], wishes: TopicWishes) -> Iterator[dict[str, Any]]:
    """What is to be said of each line, in order, once the last has come."""
    asked = _asked(lines)
    language = language_of(asked.beginnings) if wishes.language == AUTO else wishes.language
    words = counts_for(asked.texts, language, wishes)
    found = clustering_of(words, wishes)
    texts = [TextOf("", text, language) for text in asked.beginnings]
    labels = labels_of(texts, found.clusters, len(found.centres))
    clusters = iter(found.clusters.tolist())
    for name, error in zip(asked.names, asked.errors, strict=True):
        if error:
            yield {"id": name, "cluster": None, "error": error}
        else:
            cluster = next(clusters)
            yield {"id": name, "cluster": cluster, "label": labels[cluster].label}


def counts_for(texts: Counted, language: str, wishes: TopicWishes) -> Counted:
    """The counts of the words that tell clusters apart, forms of a word as one."""
    telling = kept(texts, stop_words(language), 1, 1.0)
    return telling_words(folded(telling, stems(telling.words, language)), wishes)


def telling_words(texts: Counted, wishes: TopicWishes) -> Counted:
    """Without words that are too rare or too frequent to tell clusters apart."""
    number = texts.counts.shape[0]
    least = LEAST_OF_MANY if number >= MANY_TEXTS else LEAST_OF_FEW
    if wishes.similarity not in NORMED:
        least = max(least, round(RARE * number))
    share = max(MOST_SHARE, CLUSTERS_OF_A_WORD / wishes.clusters)
    return kept(texts, (), least, share)


def clustering_of(words: Counted, wishes: TopicWishes) -> Clustering:
    """Cluster texts by the counts of their words."""
    similarity = SIMILARITIES[wishes.similarity]
    asked = Wishes(wishes.clusters, similarity, wishes.seed)
    return METHODS[wishes.method](vectors_of(words, wishes.similarity), asked)


def vectors_of(words: Counted, similarity: str) -> Matrix:
    """What counts are worth where texts are compared like this."""
    return bm25(words) if similarity in NORMED else plain(words)


def _asked(lines: Iterable[bytes]) -> Asked:
    names: list[Any] = []
    errors: list[str] = []
    beginnings: list[str] = []

    def texts() -> Iterator[str]:
        for number, line in enumerate(lines, 1):
            asked = question_of(line.removesuffix(b"\n"))
            names.append(_name(asked, number))
            errors.append(asked.error)
            if not asked.error:
                beginnings.append(asked.text[:MOST_LETTERS])
                yield asked.text

    return Asked(names, errors, counted(texts()), beginnings)


def _name(asked: Question, number: int) -> object:
    return number if asked.is_plain else asked.name
