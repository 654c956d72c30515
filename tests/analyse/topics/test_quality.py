"""Quality of clusterings: tables counted by hand, and what must hold for all."""

import random
from math import log

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as some
from scipy import sparse

from auslese.analyse.topics.cluster_quality import quality_of, silhouette

# Cluster 0 has three texts of a and one of b, cluster 1 one and three, cluster 2 two of c.
CLUSTERS = [0, 0, 0, 0, 1, 1, 1, 1, 2, 2]
TOPICS = ["a", "a", "a", "b", "a", "b", "b", "b", "c", "c"]

NAMES = some.lists(some.tuples(some.integers(0, 4), some.integers(0, 4)), min_size=1, max_size=40)


def test_a_table_counted_by_hand() -> None:
    found = quality_of(CLUSTERS, TOPICS)

    mixed = -(0.75 * log(0.75) + 0.25 * log(0.25))
    topics = -(0.8 * log(0.4) + 0.2 * log(0.2))
    assert found.purity == pytest.approx(0.8)
    assert found.entropy == pytest.approx(0.8 * mixed / log(3))
    # a and b: precision 3/4 and recall 3/4; c: all.
    assert found.f == pytest.approx(0.8 * 0.75 + 0.2)
    assert found.nmi == pytest.approx((topics - 0.8 * mixed) / topics)
    # Pairs: together in both 3 + 3 + 1, in clusters 13, in topics 13, of 45.
    assert found.ari == pytest.approx((7 - 13 * 13 / 45) / (13 - 13 * 13 / 45))
    assert (found.clusters, found.topics, found.texts) == (3, 3, 10)


def test_precision_is_a_share_of_the_cluster_not_its_inverse() -> None:
    # One cluster of everything: precision 1/4, recall 1 for each of four topics.
    assert quality_of([0] * 4, [0, 1, 2, 3]).f == pytest.approx(2 * 0.25 / 1.25)


@given(some.lists(some.integers(0, 5), min_size=2, max_size=50))
def test_the_topics_themselves_are_a_perfect_clustering(topics: list[int]) -> None:
    found = quality_of([f"cluster {topic}" for topic in topics], topics)

    assert found[:5] == pytest.approx((1, 0, 1, 1, 1))


@given(NAMES, some.permutations(range(5)), some.permutations(range(5)))
def test_other_names_change_nothing(
    pairs: list[tuple[int, int]], clusters: list[int], topics: list[int]
) -> None:
    one = quality_of([each for each, _ in pairs], [each for _, each in pairs])
    other = quality_of([clusters[each] for each, _ in pairs], [topics[each] for _, each in pairs])

    assert one == pytest.approx(other)


@given(NAMES)
def test_all_measures_stay_within_their_bounds(pairs: list[tuple[int, int]]) -> None:
    found = quality_of(*zip(*pairs, strict=True))

    assert all(0 <= value <= 1 + 1e-9 for value in found[:4])
    assert -1 <= found.ari <= 1 + 1e-9


def test_a_random_clustering_has_an_ari_of_about_zero_and_not_its_purity() -> None:
    chance = random.Random(5)
    found = quality_of(
        [chance.randrange(200) for _ in range(2000)], [chance.randrange(5) for _ in range(2000)]
    )

    assert abs(found.ari) < 0.01
    assert found.purity > 0.3


def test_nothing_to_compare_is_no_failure() -> None:
    assert quality_of([], []).texts == 0


def plain_silhouette(points: np.ndarray, clusters: list[int]) -> float:
    lengths = np.linalg.norm(points, axis=1, keepdims=True)
    rows = np.divide(points, lengths, out=np.zeros_like(points), where=lengths > 0)
    distance = 1 - rows @ rows.T
    found = []
    for number, own in enumerate(clusters):
        members = {
            name: [at for at, each in enumerate(clusters) if each == name and at != number]
            for name in set(clusters)
        }
        if not members[own] or len(members) == 1:
            found.append(0.0)
            continue
        inside = distance[number, members[own]].mean()
        outside = min(distance[number, at].mean() for name, at in members.items() if name != own)
        larger = max(inside, outside)
        found.append((outside - inside) / larger if larger > 1e-12 else 0.0)
    return float(np.mean(found))


@given(
    some.lists(
        some.tuples(some.lists(some.integers(0, 3), min_size=3, max_size=3), some.integers(0, 2)),
        min_size=2,
        max_size=20,
    )
)
def test_the_silhouette_by_sums_is_the_silhouette_of_all_pairs(
    texts: list[tuple[list[int], int]],
) -> None:
    points = np.array([point for point, _ in texts], np.float64)
    clusters = [cluster for _, cluster in texts]

    found = silhouette(sparse.csr_array(points), np.array(clusters))

    assert found == pytest.approx(plain_silhouette(points, clusters), abs=1e-6)


def test_texts_far_from_all_other_clusters_have_a_silhouette_of_one() -> None:
    rows = sparse.csr_array(np.array([[1.0, 0], [2, 0], [0, 1], [0, 3]]))

    assert silhouette(rows, np.array([0, 0, 1, 1])) == pytest.approx(1)
    assert silhouette(rows, np.array([0, 1, 0, 1])) < 0
