"""k-means and its reverse: topics found, none left out, the same again."""

from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as some
from scipy import sparse

from auslese.analyse.topics.bisecting import (
    NITSCHE,
    BisectingOptions,
    bisecting,
    run_through,
    splitting_for,
)
from auslese.analyse.topics.cluster_centres import (
    Clustering,
    ClusteringOptions,
    NearestCentres,
    fill_empty_clusters,
    means_of,
)
from auslese.analyse.topics.cluster_quality import quality_of
from auslese.analyse.topics.kmeans import k_means
from auslese.analyse.topics.similarity import COSINE, DOT, SIMILARITIES, Cosine, Euclid, rows_of
from auslese.analyse.topics.text_vectors import Matrix
from tests.analyse.topics.planted import planted

METHODS: dict[str, Callable[[Matrix, ClusteringOptions], Clustering]] = {
    "kmeans": k_means,
    "bisecting": bisecting,
}
TEXTS, TOPICS = planted(4, 120)
VECTORS = some.lists(
    some.lists(some.sampled_from([0.0, 0.0, 1.0, 2.5]), min_size=5, max_size=5),
    min_size=1,
    max_size=25,
)


def nitsches_seven() -> Matrix:
    """Seven texts in two dimensions: three above on the left, four below on the right."""
    return sparse.csr_array(np.array([[1.0, 9], [2, 8], [2, 7], [6, 4], [7, 3], [7, 4.5], [9, 2]]))


@pytest.mark.parametrize("name", SIMILARITIES)
def test_reverse_k_means_finds_planted_topics_with_every_similarity(name: str) -> None:
    found = bisecting(TEXTS, ClusteringOptions(4, SIMILARITIES[name], seed=1))

    assert quality_of(found.clusters.tolist(), TOPICS).purity > 0.95


def test_k_means_finds_planted_topics_from_a_good_start() -> None:
    purities = [
        quality_of(
            k_means(TEXTS, ClusteringOptions(4, Cosine(), seed)).clusters.tolist(), TOPICS
        ).purity
        for seed in range(5)
    ]

    assert max(purities) == 1


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("name", SIMILARITIES)
@settings(max_examples=20, deadline=None)
@given(VECTORS, some.integers(1, 8))
def test_every_text_is_in_one_of_k_clusters_and_none_of_them_is_empty(
    method: str, name: str, vectors: list[list[float]], number: int
) -> None:
    found = METHODS[method](
        sparse.csr_array(np.array(vectors)), ClusteringOptions(number, SIMILARITIES[name])
    )

    with_words = sum(any(vector) for vector in vectors)
    assert len(found.clusters) == len(vectors)
    assert set(found.clusters.tolist()) == set(range(max(1, min(number, with_words))))
    assert len(found.centres) == max(1, min(number, with_words))


@pytest.mark.parametrize("method", METHODS)
def test_the_same_seed_gives_the_same_clusters_and_another_may_not(method: str) -> None:
    texts, _ = planted(6, 60, seed=8)
    runs = [
        METHODS[method](texts, ClusteringOptions(5, Cosine(), seed)).clusters
        for seed in (1, 1, 2, 3)
    ]

    assert np.array_equal(runs[0], runs[1])
    assert any(not np.array_equal(runs[0], other) for other in runs[2:])


@pytest.mark.parametrize("method", METHODS)
def test_a_new_text_goes_to_the_cluster_of_its_topic(method: str) -> None:
    known, new = TEXTS[:100], TEXTS[100:]
    found = METHODS[method](known, ClusteringOptions(12, Cosine()))

    joined = np.concatenate([found.clusters, found.assign(new)])

    assert quality_of(joined[100:].tolist(), TOPICS[100:]).purity == 1
    assert quality_of(joined.tolist(), TOPICS).purity == 1


@pytest.mark.parametrize("method", METHODS)
def test_a_text_without_words_goes_to_the_largest_cluster(method: str) -> None:
    vectors = np.zeros((8, 6))
    vectors[:5, :3] = [[3, 2, 1], [3, 2, 2], [3, 1, 1], [2, 2, 1], [3, 3, 1]]
    vectors[5:7, 3:] = [[1, 2, 3], [1, 2, 2]]

    # Seeds may start both centres in one topic; reverse k-means and this one do not.
    clusters = METHODS[method](
        sparse.csr_array(vectors), ClusteringOptions(2, Cosine(), seed=2)
    ).clusters

    assert len(set(clusters[:5].tolist())) == 1
    assert clusters[7] == clusters[0] != clusters[5]


def test_a_text_of_one_word_draws_no_centre_but_is_assigned() -> None:
    texts = sparse.vstack([TEXTS, sparse.csr_array(np.eye(1, TEXTS.shape[1], 13) * 1000)]).tocsr()

    found = bisecting(texts, ClusteringOptions(4, Euclid(), seed=1))

    assert quality_of(found.clusters[:-1].tolist(), TOPICS).purity == 1
    assert found.centres.max() < 100


def test_an_empty_cluster_gets_the_text_farthest_from_its_own_centre() -> None:
    found = NearestCentres(np.array([0, 0, 0, 3, 3]), np.array([0.9, 0.1, 0.5, 0.0, 0.2]))

    assert fill_empty_clusters(found, 4).tolist() == [0, 2, 0, 1, 3]


def test_no_cluster_is_emptied_to_fill_another() -> None:
    found = NearestCentres(np.array([0, 1]), np.array([0.5, 0.1]))

    assert fill_empty_clusters(found, 3).tolist() == [0, 1]


def test_running_centres_part_nitsches_seven_texts_even_from_a_bad_start() -> None:
    rows = rows_of(nitsches_seven())
    bad_start = rows.weights[[5, 4]].toarray()

    found, centres = run_through(rows, bad_start, Euclid())
    found, centres = run_through(rows, centres, Euclid())

    assert found.tolist() == [0, 0, 0, 1, 1, 1, 1]


def test_a_centre_lies_in_the_middle_of_itself_and_the_first_text_that_comes() -> None:
    start = np.array([[2.0, 0], [0, 4.0]])

    _, centres = run_through(rows_of(sparse.csr_array(np.array([[4.0, 0]]))), start, Cosine())

    assert centres.tolist() == [[3, 0], [0, 4]]


def test_refinement_without_running_centres_ends_in_the_means() -> None:
    texts = nitsches_seven()
    found = bisecting(
        texts,
        ClusteringOptions(2, Euclid(), seed=4),
        BisectingOptions(running=False, refinements=9),
    )

    assert found.centres == pytest.approx(means_of(rows_of(texts), found.clusters, 2))
    assert sorted(np.bincount(found.clusters)) == [3, 4]


def test_a_parting_that_leaves_too_few_is_tried_again() -> None:
    once = NITSCHE._replace(least_share=0.45, tries=1, refinements=0)
    often = once._replace(tries=10)

    def smallest(splitting: BisectingOptions, seed: int) -> int:
        found = bisecting(TEXTS, ClusteringOptions(2, SIMILARITIES[DOT], seed), splitting)
        return int(np.bincount(found.clusters).min())

    pairs = [(smallest(once, seed), smallest(often, seed)) for seed in range(8)]

    assert all(one <= other for one, other in pairs)
    assert any(one < other for one, other in pairs)


def test_equal_texts_are_parted_nevertheless_for_so_many_clusters_were_asked() -> None:
    texts = sparse.csr_array(np.ones((6, 4)))

    found = bisecting(texts, ClusteringOptions(3, SIMILARITIES[COSINE]))

    assert len(set(found.clusters.tolist())) == 3


def test_nitsches_measures_run_with_running_centres_and_others_do_not() -> None:
    assert {name: splitting_for(each).running for name, each in SIMILARITIES.items()} == {
        "unico": True,
        "cosine": False,
        "dot": True,
        "euclid": False,
        "p": True,
    }
