"""Ways to cluster: Nitsche's experiment, the house's methods, and scikit-learn's."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from sklearn.cluster import BisectingKMeans, KMeans
from sklearn.decomposition import TruncatedSVD
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.preprocessing import normalize

from auslese.analyse.topics.bisecting import NITSCHE, bisecting
from auslese.analyse.topics.cluster_centres import ClusteringOptions
from auslese.analyse.topics.similarity import DOT, SIMILARITIES, UNICO
from auslese.analyse.topics.text_clustering import (
    METHODS,
    TextClusterOptions,
    clustering_of,
    counts_for,
)
from auslese.analyse.topics.text_vectors import (
    CountedTexts,
    count_texts,
    fold_stems,
    keep_useful_words,
    plain,
)
from auslese.text.stemming import stems
from auslese.text.stop_words import stop_words

from .sets import TextSet

DIMENSIONS = 100
SLOW = frozenset({"wordcon"})  # one seed is enough for them; it has no dice anyway
LEAST_SHARE, MOST_SHARE = 0.01, 0.9  # of texts a word stands in: Nitsche's bounds

Clusters = Sequence[int]


class Way(NamedTuple):
    """One way, with all prepared that does not depend on the number of clusters."""

    name: str
    cluster: Callable[[int, int], Clusters]
    """By the number of clusters and a seed."""
    seeds: int


def nitsches(texts: TextSet, seeds: int) -> list[Way]:
    """Reverse k-means with running centres, counts times ln(1 / relative frequency)."""
    # His list has some 2,500 words (3.2.2); with one of 318 both measures lose some ten points.
    words = keep_useful_words(count_texts(texts.texts), stop_words(texts.language), 1, 1.0)
    words = fold_stems(words, stems(words.words, texts.language))
    words = keep_useful_words(words, (), round(LEAST_SHARE * len(texts.texts)), MOST_SHARE)
    vectors = plain(words)

    def way(similarity: str) -> Way:
        def cluster(number: int, seed: int) -> Clusters:
            wishes = ClusteringOptions(number, SIMILARITIES[similarity], seed)
            return bisecting(vectors, wishes, NITSCHE).clusters.tolist()

        return Way(f"Nitsche, {similarity}", cluster, seeds)

    return [way(DOT), way(UNICO)]


def ours(texts: TextSet, seeds: int) -> list[Way]:
    """Every method with its defaults, as the filter has them; the time is that of clustering."""
    counts = count_texts(texts.texts)

    def way(method: str, similarity: str) -> Way:
        words: dict[int, CountedTexts] = {}

        def cluster(number: int, seed: int) -> Clusters:
            wishes = TextClusterOptions(number, method, similarity, seed)
            if number not in words:
                words[number] = counts_for(counts, texts.language, wishes)
            return clustering_of(words[number], wishes).clusters.tolist()

        return Way(f"{method}, {similarity}", cluster, 1 if method in SLOW else seeds)

    return [way(method, "cosine") for method in METHODS] + [way("bisecting", UNICO)]


def peers(texts: TextSet, seeds: int) -> list[Way]:
    """k-means and bisecting k-means of scikit-learn, on TF-IDF and on 100 dimensions of it."""
    stop = "english" if texts.language == "en" else None
    rows = TfidfVectorizer(sublinear_tf=True, min_df=3, max_df=0.3, stop_words=stop).fit_transform(
        texts.texts
    )
    short = normalize(TruncatedSVD(DIMENSIONS, random_state=0).fit_transform(rows))

    def way(name: str, kind: type, vectors: object) -> Way:
        def cluster(number: int, seed: int) -> Clusters:
            return kind(number, random_state=seed, n_init=1).fit_predict(vectors).tolist()

        return Way(f"scikit-learn {kind.__name__}, {name}", cluster, seeds)

    return [
        way(name, kind, vectors)
        for name, vectors in (("TF-IDF", rows), ("LSA-100", short))
        for kind in (KMeans, BisectingKMeans)
    ]
