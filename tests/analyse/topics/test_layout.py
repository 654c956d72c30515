"""Discs on a map: alike ones lie together, none on another, all inside."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from auslese.analyse.topics.map_layout import (
    cluster_places,
    disc_radii,
    full_radii,
    neighbours_kept,
    principal_axes,
)

ROUNDING = 1e-9
FEW = settings(max_examples=25, deadline=None)  # a drawing takes a tenth of a second

Values = NDArray[np.float64]
Sizes = NDArray[np.int64]


def likeness_of(vectors: Values) -> Values:
    lengths = np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-12)
    found: Values = (vectors / lengths) @ (vectors / lengths).T
    return found


def families(number: int, members: int, apart: float) -> Values:
    """Clusters of some families: those of one are alike."""
    heads = np.random.default_rng(4).standard_normal((number, 40)).repeat(members, axis=0)
    return likeness_of(heads + apart * np.random.default_rng(5).standard_normal(heads.shape))


def gaps_between(places: Values, radii: Values) -> Values:
    """How far each two discs are apart; below 0 they overlap."""
    away = np.linalg.norm(places[:, None] - places, axis=2) - radii[:, None] - radii
    return np.asarray(away[~np.eye(len(places), dtype=bool)])


clusterings = st.tuples(
    st.lists(st.one_of(st.integers(0, 20), st.integers(0, 10**7)), max_size=40),
    st.integers(1, 8),
    st.integers(0, 3),
)


@FEW
@given(clusterings)
def test_discs_lie_inside_and_none_on_another(clustering: tuple[list[int], int, int]) -> None:
    counts, dimensions, seed = clustering
    sizes = np.array(counts, np.int64)
    # Few dimensions and few values: many clusters are the same, some are nothing.
    vectors = np.random.default_rng(seed).integers(0, 3, (len(sizes), dimensions)).astype(float)

    places = cluster_places(likeness_of(vectors), sizes, seed)

    radii = disc_radii(places, sizes)
    assert places.shape == (len(sizes), 2)
    assert np.isfinite(places).all()
    assert (gaps_between(places, radii) >= -ROUNDING).all()
    assert (places - radii[:, None] >= -ROUNDING).all()
    assert (places + radii[:, None] <= 1 + ROUNDING).all()
    assert (radii >= 0.7 * full_radii(sizes)).all()


@pytest.mark.parametrize("number", [0, 1, 2, 3, 4])
def test_few_clusters_have_places_too(number: int) -> None:
    places = cluster_places(np.eye(number), np.ones(number, np.int64))

    assert places.shape == (number, 2)
    assert len({tuple(place) for place in places.tolist()}) == number


def test_one_disc_among_hundreds_of_small_ones_leaves_room_for_all() -> None:
    sizes = np.array([10_000] + [1] * 249)
    vectors = np.random.default_rng(1).standard_normal((250, 30))

    places = cluster_places(likeness_of(vectors), sizes)

    assert disc_radii(places, sizes) == pytest.approx(full_radii(sizes))


def test_the_same_seed_draws_the_same_map() -> None:
    alike, sizes = families(4, 5, 0.5), np.arange(1, 21)

    assert np.array_equal(cluster_places(alike, sizes, 3), cluster_places(alike, sizes, 3))


def test_clusters_of_one_family_lie_together() -> None:
    family = np.arange(6).repeat(7)

    places = cluster_places(families(6, 7, 0.6), np.full(42, 10))

    distances = np.linalg.norm(places[:, None] - places, axis=2)
    same = family == family[:, None]
    assert distances[same].mean() < 0.5 * distances[~same].mean()


def test_more_neighbours_are_kept_than_by_two_axes_or_by_chance() -> None:
    alike = families(30, 5, 0.5)

    drawn = neighbours_kept(alike, cluster_places(alike, np.full(150, 10)))

    assert drawn > 1.25 * neighbours_kept(alike, principal_axes(alike))
    assert drawn > 5 * neighbours_kept(alike, np.random.default_rng(6).random((150, 2)))


def test_likeness_that_is_no_number_does_no_harm() -> None:
    alike = np.full((5, 5), np.nan)

    assert np.isfinite(cluster_places(alike, np.ones(5, np.int64))).all()


def test_the_area_of_a_disc_tells_its_pages() -> None:
    radii = full_radii(np.array([100, 200, 400]))

    assert radii[1] ** 2 / radii[0] ** 2 == pytest.approx(2)
    assert radii[2] ** 2 / radii[0] ** 2 == pytest.approx(4)


def test_a_cluster_of_one_page_can_be_seen_beside_a_large_one() -> None:
    radii = full_radii(np.array([100_000, 1]))

    assert radii[1] > 0.05


def test_a_cluster_that_grows_makes_discs_smaller_and_moves_none() -> None:
    sizes = np.array([10, 10, 10, 10, 10])
    places = cluster_places(np.eye(5), sizes)
    grown = np.array([10, 10, 500, 10, 10])

    assert (gaps_between(places, disc_radii(places, grown)) >= -ROUNDING).all()


def test_neighbours_kept_counts_what_is_near_in_both() -> None:
    on_a_line = np.array([[0.0, 0], [1, 0], [2.1, 0], [3.3, 0]])
    distances = np.abs(on_a_line[:, :1] - on_a_line[:, 0])

    assert neighbours_kept(-distances, on_a_line, 1) == 1.0
    assert neighbours_kept(distances, on_a_line, 1) == 0.0
    assert neighbours_kept(-distances, on_a_line[[1, 0, 2, 3]], 1) == 0.75
    assert neighbours_kept(np.ones((1, 1)), on_a_line[:1]) == 1.0
