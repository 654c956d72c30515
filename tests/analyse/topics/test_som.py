"""WebSOM: topics found, neighbours alike, nothing left out."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as some
from scipy import sparse

from auslese.analyse.topics.cluster_centres import ClusteringOptions
from auslese.analyse.topics.cluster_quality import quality_of
from auslese.analyse.topics.similarity import SIMILARITIES, Cosine, Euclid, rows_of
from auslese.analyse.topics.som import cells_of, cooling, principal_axes, som
from tests.analyse.topics.planted import planted

TEXTS, TOPICS = planted(4, 120)
VECTORS = some.lists(
    some.lists(some.sampled_from([0.0, 0.0, 1.0, 2.5]), min_size=4, max_size=4),
    min_size=1,
    max_size=15,
)


def test_a_map_of_nine_cells_tells_four_topics_apart() -> None:
    found = som(TEXTS, ClusteringOptions(9, Cosine()))

    assert quality_of(found.clusters.tolist(), TOPICS).purity == 1


@pytest.mark.parametrize("name", SIMILARITIES)
@settings(max_examples=20, deadline=None)
@given(VECTORS, some.integers(1, 7))
def test_every_text_has_a_cell_whatever_comes(
    name: str, vectors: list[list[float]], number: int
) -> None:
    found = som(
        sparse.csr_array(np.array(vectors)), ClusteringOptions(number, SIMILARITIES[name]), epochs=4
    )

    assert len(found.clusters) == len(vectors)
    assert set(found.clusters.tolist()) <= set(range(number))
    assert np.isfinite(found.centres).all()


def test_texts_that_change_slowly_lie_in_order_along_the_map() -> None:
    steps = np.linspace(0, 1, 60)
    texts = sparse.csr_array(np.stack([steps, 1 - steps, np.full(60, 0.1)], axis=1))

    found = som(texts, ClusteringOptions(2, Euclid()))
    wide = found.cells[found.clusters, 1]

    assert set(wide.tolist()) == {0, 1}
    assert (np.diff(wide) != 0).sum() == 1


def test_the_u_matrix_has_a_ridge_where_topics_meet() -> None:
    steps = np.concatenate([np.linspace(0, 0.2, 40), np.linspace(0.8, 1, 40)])
    texts = sparse.csr_array(np.stack([steps, 1 - steps, np.full(80, 0.1)], axis=1))
    found = som(texts, ClusteringOptions(16, Euclid()))

    far = np.nanmax(found.u_matrix())
    near = np.nanmin(found.u_matrix())

    assert found.u_matrix().shape == (4, 4)
    assert far > 3 * near


def test_the_u_matrix_says_nothing_where_there_is_no_cell() -> None:
    found = som(TEXTS, ClusteringOptions(7, Cosine()))

    assert found.u_matrix().shape == (3, 3)
    assert np.isnan(found.u_matrix()).sum() == 2


def test_the_neighbourhood_cools_down_to_a_cell() -> None:
    first, *_, last = cooling(cells_of(25), 10)

    assert first[0, 1] > 0.8
    assert last[0, 1] < 0.02
    assert np.diag(last).tolist() == [1] * 25


def test_the_axes_are_those_of_an_exact_decomposition() -> None:
    texts, _ = planted(3, 50)
    rows = rows_of(texts)
    dense = texts.toarray() - texts.toarray().mean(axis=0)
    _, lengths, exact = np.linalg.svd(dense, full_matrices=False)

    found = principal_axes(rows, texts.toarray().mean(axis=0), seed=0)

    assert np.linalg.norm(found, axis=1) == pytest.approx(lengths[:2] / np.sqrt(50), rel=1e-3)
    directions = found / np.linalg.norm(found, axis=1, keepdims=True)
    assert np.abs((directions * exact[:2]).sum(axis=1)) == pytest.approx(1, abs=1e-2)


def test_the_same_seed_gives_the_same_map_and_new_texts_find_their_cell() -> None:
    known, again = (som(TEXTS[:100], ClusteringOptions(9, Cosine(), 5)) for _ in range(2))

    assert np.array_equal(known.clusters, again.clusters)
    assert np.array_equal(known.assign(TEXTS[:100]), known.clusters)
    joined = [*known.clusters.tolist(), *known.assign(TEXTS[100:]).tolist()]
    assert quality_of(joined, TOPICS).purity == 1
