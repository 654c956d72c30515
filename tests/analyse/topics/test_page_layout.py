"""Pages on a map: in their disc, the closest inside, without heaps, and nobody moves."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from auslese.analyse.topics.page_layout import (
    ClusterDiscs,
    ClusteredPages,
    new_page_places,
    page_places,
)

DISCS = ClusterDiscs(np.array([[0.2, 0.2], [0.7, 0.3], [0.4, 0.8]]), np.array([0.15, 0.2, 0.1]))
PAGE = st.tuples(st.integers(0, 2), st.floats(0, 1), st.integers(-1, 2))


def pages_of(rows: list[tuple[int, float, int]]) -> ClusteredPages:
    table = np.array(rows, float).reshape(-1, 3)
    return ClusteredPages(table[:, 0].astype(int), table[:, 1], table[:, 2].astype(int))


def depths(places: np.ndarray, pages: ClusteredPages) -> np.ndarray:
    """How far inside pages lie: 0 in the middle, 1 at the edge."""
    away = np.linalg.norm(places - DISCS.places[pages.clusters], axis=1)
    return np.asarray(away / DISCS.radii[pages.clusters])


@given(st.lists(PAGE, max_size=60), st.booleans())
def test_every_page_lies_in_the_disc_of_its_cluster(
    rows: list[tuple[int, float, int]], has_seconds: bool
) -> None:
    pages = pages_of(rows)
    if not has_seconds:
        pages = pages._replace(seconds=None)

    places = page_places(DISCS, pages)

    assert places.shape == (len(rows), 2)
    assert (depths(places, pages) < 1).all()


@given(st.lists(PAGE, max_size=60))
def test_the_closer_a_page_is_the_further_inside_is_its_ring(
    rows: list[tuple[int, float, int]],
) -> None:
    pages = pages_of(rows)
    found = depths(page_places(DISCS, pages), pages)

    for cluster in range(3):
        inside = pages.clusters == cluster
        order = np.lexsort((found[inside], -pages.closeness[inside]))
        ring = 1.01 / np.sqrt(max(inside.sum(), 1))
        furthest = np.maximum.accumulate(found[inside][order])
        assert (found[inside][order] > furthest - ring).all()


@pytest.mark.parametrize("number", [2, 10, 1000])
def test_pages_do_not_heap_even_if_all_are_equally_close(number: int) -> None:
    pages = ClusteredPages(np.ones(number, int), np.ones(number), np.full(number, 2))

    places = page_places(DISCS, pages)

    apart = np.linalg.norm(places[:, None] - places, axis=2)
    np.fill_diagonal(apart, np.inf)
    # Points of a square grid on a disc of this size are 1.77 of this apart.
    assert apart.min() > 1.3 * DISCS.radii[1] / np.sqrt(number)


def test_a_page_lies_on_the_side_of_its_second_cluster() -> None:
    chance = np.random.default_rng(0)
    pages = ClusteredPages(np.zeros(400, int), chance.random(400), chance.integers(1, 3, 400))

    away = page_places(DISCS, pages) - DISCS.places[0]

    ways = DISCS.places[pages.seconds] - DISCS.places[0]
    ways /= np.linalg.norm(ways, axis=1, keepdims=True)
    towards = (away * ways).sum(axis=1)
    other = DISCS.places[3 - np.asarray(pages.seconds)] - DISCS.places[0]
    other /= np.linalg.norm(other, axis=1, keepdims=True)
    assert towards.mean() > (away * other).sum(axis=1).mean() + 0.2 * DISCS.radii[0]


@given(PAGE, st.lists(PAGE, max_size=10), st.lists(PAGE, max_size=30))
def test_a_new_page_has_the_same_place_alone_and_with_others(
    row: tuple[int, float, int],
    others: list[tuple[int, float, int]],
    rows: list[tuple[int, float, int]],
) -> None:
    there = pages_of(rows)

    alone = new_page_places(DISCS, pages_of([row]), there)
    together = new_page_places(DISCS, pages_of([*others, row]), there)

    assert together[-1] == pytest.approx(alone[0])
    assert (depths(together, pages_of([*others, row])) < 1).all()


def test_a_new_page_lies_between_those_that_are_closer_and_less_close() -> None:
    there = ClusteredPages(np.zeros(50, int), np.linspace(0, 1, 50))
    new = ClusteredPages(np.zeros(3, int), np.array([0.11, 0.51, 0.91]))

    held = depths(page_places(DISCS, there), there)
    found = depths(new_page_places(DISCS, new, there), new)

    for closeness, depth in zip(new.closeness, found, strict=True):
        assert abs(depth - np.interp(closeness, there.closeness, held)) < 0.03


def test_new_pages_closer_than_all_others_do_not_lie_on_each_other() -> None:
    there = ClusteredPages(np.zeros(50, int), np.linspace(0, 0.5, 50))
    new = ClusteredPages(np.zeros(3, int), np.array([0.7, 0.8, 0.9]))

    places = new_page_places(DISCS, new, there)

    assert len({tuple(place) for place in places.round(6).tolist()}) == 3


def test_closeness_that_is_no_number_does_no_harm() -> None:
    pages = ClusteredPages(np.array([0, 1]), np.array([np.nan, np.inf]))

    assert np.isfinite(page_places(DISCS, pages)).all()
    assert np.isfinite(new_page_places(DISCS, pages, pages)).all()
