"""Communities: texts on one topic come together, none is left out, and it is repeatable."""

import numpy as np
import pytest
from scipy import sparse

from auslese.analyse.topics.cluster_centres import ClusteringOptions
from auslese.analyse.topics.cluster_quality import quality_of
from auslese.analyse.topics.communities import communities
from auslese.analyse.topics.dense_centres import k_means
from auslese.analyse.topics.nearest_texts import neighbour_graph, weightiest
from auslese.analyse.topics.similarity import COSINE, SIMILARITIES
from auslese.analyse.topics.spectral import embedded
from auslese.analyse.topics.text_vectors import Matrix, bm25, count_texts, keep_useful_words

TOPICS = 4


def texts_of(topics: int, each: int, seed: int = 3) -> tuple[list[str], list[int]]:
    """Texts of few words of their topic among words of everybody."""
    chance = np.random.default_rng(seed)
    texts, labels = [], []
    for topic in range(topics):
        for _ in range(each):
            own = [f"t{topic}w{number}" for number in chance.integers(0, 60, 12)]
            common = [f"all{number}" for number in chance.integers(0, 300, 25)]
            texts.append(" ".join([*own, *common]))
            labels.append(topic)
    return texts, labels


def vectors_of(texts: list[str]) -> Matrix:
    return bm25(keep_useful_words(count_texts(texts)))


def wishes(clusters: int, seed: int = 0) -> ClusteringOptions:
    return ClusteringOptions(clusters, SIMILARITIES[COSINE], seed)


def test_texts_on_one_topic_come_together_though_they_share_hardly_a_word() -> None:
    texts, labels = texts_of(TOPICS, 80)

    found = communities(vectors_of(texts), wishes(TOPICS))

    assert quality_of(found.clusters.tolist(), labels).purity >= 0.95


def test_the_same_seed_gives_the_same_clusters_and_all_numbers_are_used() -> None:
    vectors = vectors_of(texts_of(TOPICS, 40)[0])

    one, again = communities(vectors, wishes(6, 5)), communities(vectors, wishes(6, 5))

    assert np.array_equal(one.clusters, again.clusters)
    assert set(one.clusters.tolist()) == set(range(6))


def test_nobody_is_left_out_and_texts_without_words_go_to_the_largest_cluster() -> None:
    texts, _ = texts_of(2, 30)
    texts += ["", "…", *texts[:20]]

    found = communities(vectors_of(texts), wishes(2))

    largest = np.bincount(np.delete(found.clusters, [60, 61])).argmax()
    assert len(found.clusters) == len(texts)
    assert found.clusters[60] == found.clusters[61] == largest


@pytest.mark.parametrize("texts", [[], [""], ["one"], ["a b", "c d"], ["same words"] * 5])
def test_few_or_equal_texts_are_clusters_too(texts: list[str]) -> None:
    vectors = bm25(keep_useful_words(count_texts(texts), (), 1, 1.0))

    found = communities(vectors, wishes(3))

    assert len(found.clusters) == len(texts)
    assert found.clusters.max(initial=0) < 3


def test_new_texts_are_given_to_the_cluster_of_their_topic() -> None:
    texts, labels = texts_of(TOPICS, 100)
    vectors = vectors_of(texts)
    old, new = np.arange(0, 400, 2), np.arange(1, 400, 2)

    found = communities(vectors[old], wishes(TOPICS))
    given = found.assign(vectors[new])

    assert quality_of(given.tolist(), labels[1::2]).purity >= 0.95


def test_neighbours_are_the_nearest_by_cosine_and_never_oneself() -> None:
    vectors = vectors_of(texts_of(TOPICS, 20)[0])
    products = (vectors @ vectors.T).toarray()
    np.fill_diagonal(products, -1)

    graph = neighbour_graph(vectors, 5).toarray()

    for row in range(len(products)):
        nearest = np.sort(products[row])[-5:]
        near = np.flatnonzero(graph[row])
        assert row not in near
        assert set(np.flatnonzero(products[row] > nearest[0] + 1e-5)) <= set(near)
    assert np.allclose(graph, graph.T)


def test_only_the_weightiest_words_of_a_text_are_compared() -> None:
    vectors = sparse.csr_array(np.array([[3.0, 1.0, 2.0, 0.0], [0.0, 1.0, 0.0, 0.0]]))

    assert weightiest(vectors, 2).toarray().tolist() == [[3, 0, 2, 0], [0, 1, 0, 0]]


def test_islands_of_the_graph_lie_apart() -> None:
    block = np.ones((5, 5)) - np.eye(5)
    graph = sparse.csr_array(np.kron(np.eye(3), block))

    points = embedded(graph, 3)
    labels = k_means(points, 3).labels

    assert np.linalg.norm(points, axis=1) == pytest.approx(1)
    assert len({tuple(labels[at : at + 5]) for at in (0, 5, 10)}) == 3
    assert all(len(set(labels[at : at + 5].tolist())) == 1 for at in (0, 5, 10))


def test_k_means_puts_points_to_the_nearest_centre_and_leaves_no_centre_empty() -> None:
    points = np.random.default_rng(1).normal(size=(200, 3))

    found = k_means(points, 7, 2)

    distances = ((points[:, None] - found.centres[None]) ** 2).sum(axis=2)
    assert np.array_equal(found.labels, distances.argmin(axis=1))
    assert found.spread == pytest.approx(distances.min(axis=1).sum())
    assert len(set(found.labels.tolist())) == 7
    assert k_means(np.zeros((4, 2)), 3).labels.tolist() == [0, 0, 0, 0]
