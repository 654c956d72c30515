"""Weights are learnt from ratings, and left alone where ratings say nothing."""

from dataclasses import replace
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as some

from auslese.search.answer.weight_learning import (
    RatedQuery,
    best_weights,
    discounted,
    gains,
    pools_of,
)
from auslese.search.answer.weights import SignalWeights

START = SignalWeights()


def drawn(chance: Random, *, telling: str, with_weights: SignalWeights = START) -> RatedQuery:
    """Twenty pages, of which those are good that have most of one part."""
    pages = [
        {name: chance.random() * getattr(with_weights, name) for name in ("text", "title", "rest")}
        for _ in range(20)
    ]
    grades = [
        float(page.get(telling, 0.0) > 0.7 * getattr(with_weights, telling)) for page in pages
    ]
    return RatedQuery(pages, grades, discounted(sorted(grades, reverse=True)) or 1.0)


def test_a_part_that_tells_good_pages_becomes_worth_more() -> None:
    chance = Random(1)
    pools = pools_of([drawn(chance, telling="title") for _ in range(60)], START)
    weights = best_weights(pools, START)

    assert weights.title > START.title
    assert gains(pools, weights).mean() > gains(pools, START).mean() + 0.2


def test_ratings_by_lot_change_little() -> None:
    chance = Random(2)
    rated = [drawn(chance, telling="text") for _ in range(60)]
    mixed = [each._replace(grades=chance.sample(each.grades, len(each.grades))) for each in rated]
    pools = pools_of(mixed, START)
    weights = best_weights(pools, START)

    assert gains(pools, weights).mean() - gains(pools, START).mean() < 0.1


def test_what_nothing_is_known_of_stays_as_it_is() -> None:
    chance = Random(3)
    weights = best_weights(
        pools_of([drawn(chance, telling="title") for _ in range(40)], START), START
    )

    for name in ("text", "anchor", "address", "rank", "freshness", "language", "headings"):
        assert getattr(weights, name) == getattr(START, name)


def test_a_weight_of_nothing_can_grow() -> None:
    start = replace(START, title=0.0)
    found_with = replace(START, title=0.01)
    chance = Random(4)
    rated = [drawn(chance, telling="title", with_weights=found_with) for _ in range(60)]

    assert best_weights(pools_of(rated, found_with), start).title > 0


@given(some.lists(some.integers(0, 3), min_size=1, max_size=30))
def test_a_gain_is_a_share_of_the_best_one(grades: list[int]) -> None:
    pages = [{"text": float(len(grades) - at)} for at in range(len(grades))]
    ideal = discounted(sorted(map(float, grades), reverse=True)) or 1.0
    (gain,) = gains(pools_of([RatedQuery(pages, grades, ideal)], START), START)

    assert gain == pytest.approx(discounted(grades) / ideal)
    assert 0 <= gain <= 1 + 1e-9


def test_queries_with_few_pages_and_with_none_can_be_among_others() -> None:
    few = RatedQuery([{"text": 1.0}], [1.0], 1.0)
    none = RatedQuery([], [], 1.0)

    assert np.array_equal(gains(pools_of([few, none], START), START), [1.0, 0.0])
