from dataclasses import replace

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from auslese.analyse.relevance.page_choice import (
    ChoiceOptions,
    ChoiceState,
    cluster_quotas,
    next_pages,
    random_order,
    random_slice,
    something_else,
)
from auslese.records.rating import ChoiceReason

from .planted import features

SCORES = np.linspace(0, 1, 100)
PLAIN = ChoiceOptions(random_share=0.0, doubt_share=0.0)


def test_the_best_pages_come_first_and_rated_ones_not_again() -> None:
    state = ChoiceState(100, rated=np.array([99, 97]), has_both=True)

    assert [page.row for page in next_pages(state, SCORES, 3, PLAIN)] == [98, 96, 95]


def test_doubt_asks_where_the_score_is_nearest_to_a_half() -> None:
    state = ChoiceState(101, has_both=True)
    options = ChoiceOptions(random_share=0.0, doubt_share=1.0)

    (page,) = next_pages(state, np.linspace(0, 1, 101), 1, options)

    assert (page.row, page.why) == (50, ChoiceReason.DOUBT)


def test_every_cluster_is_asked_about_its_representative_first() -> None:
    clusters = np.repeat([0, 1, 2], [80, 15, 5])
    closeness = np.zeros(100)
    closeness[[7, 90, 98]] = 1
    state = ChoiceState(100, clusters=clusters, closeness=closeness)

    pages = next_pages(state, SCORES, 6, PLAIN)

    assert [page.row for page in pages if page.is_representative] == [7, 90, 98]
    assert sorted(page.cluster for page in pages) == [0, 0, 1, 1, 2, 2]
    assert {page.why for page in pages} == {ChoiceReason.CLUSTER}


def test_clusters_give_pages_by_their_size_but_two_at_least() -> None:
    clusters = np.repeat([0, 1, 2, 3], [80, 15, 4, 1])

    assert cluster_quotas(clusters, 2, 50).tolist() == [40, 8, 2, 1]


def test_once_both_answers_are_there_clusters_take_every_other_turn() -> None:
    clusters = np.repeat([0, 1, 2], [40, 30, 30])
    state = ChoiceState(100, rated=np.array([0, 1]), has_both=True, clusters=clusters)

    whys = [page.why for page in next_pages(state, SCORES, 4, PLAIN)]

    assert whys.count(ChoiceReason.CLUSTER) == 2
    assert whys.count(ChoiceReason.BEST) == 2


def test_of_near_copies_one_is_asked() -> None:
    groups = np.full(100, -1)
    groups[90:] = 5
    state = ChoiceState(100, has_both=True, groups=groups)

    assert [page.row for page in next_pages(state, SCORES, 2, PLAIN)] == [99, 89]


def test_a_page_put_aside_is_not_asked_again() -> None:
    state = ChoiceState(100, later=np.array([99]), has_both=True)

    assert [page.row for page in next_pages(state, SCORES, 1, PLAIN)] == [98]


def test_the_random_slice_is_the_same_whatever_was_answered() -> None:
    options = ChoiceOptions(random_share=1.0)
    fresh = next_pages(ChoiceState(100), SCORES, 5, options)
    order = random_order(ChoiceState(100), 0)
    later = ChoiceState(100, rated=np.array([order[1], 50]), drawn=order[:1], has_both=True)

    assert [page.row for page in fresh] == order[:5].tolist()
    assert next_pages(later, SCORES, 1, options)[0].row == order[2]
    assert random_slice(replace(later, drawn=order[[0, 2]]), 0).tolist() == order[:3].tolist()


def test_a_page_of_the_slice_comes_back_as_known_when_the_model_comes_upon_it() -> None:
    state = ChoiceState(100, rated=np.array([99]), drawn=np.array([98]), has_both=True)

    pages = next_pages(state, SCORES, 1, PLAIN)

    assert [(page.row, page.is_known) for page in pages] == [(98, True), (97, False)]


def test_the_random_order_of_pages_stays_when_others_go() -> None:
    keys = np.arange(100, dtype=np.uint64) * 7
    every = keys[random_order(ChoiceState(100, keys=keys), 3)]
    fewer = keys[:50][random_order(ChoiceState(50, keys=keys[:50]), 3)]

    assert fewer.tolist() == [key for key in every.tolist() if key < 350]


def test_something_else_is_far_from_what_was_shown() -> None:
    cats = np.arange(0, 100, 10)
    state = ChoiceState(300, rated=cats, has_both=True)

    (page,) = something_else(state, features(), np.zeros(300))
    likeness = features().dense @ features().dense[cats].T

    assert page.why is ChoiceReason.OTHER
    assert likeness[page.row].max() <= np.median(likeness.max(axis=1))


@settings(max_examples=25, deadline=None)
@given(st.integers(1, 40), st.integers(0, 5), st.floats(0, 1), st.floats(0, 1))
def test_all_pages_are_asked_once_and_the_same_seed_asks_the_same(
    size: int, seed: int, by_lot: float, doubt: float
) -> None:
    options = ChoiceOptions(seed, by_lot, doubt)
    scores = np.random.default_rng(seed).random(size)

    pages = next_pages(ChoiceState(size, has_both=True), scores, size + 5, options)

    assert sorted(page.row for page in pages) == list(range(size))
    assert pages == next_pages(ChoiceState(size, has_both=True), scores, size + 5, options)
