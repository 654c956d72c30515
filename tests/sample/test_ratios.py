"""Intervals hold the truth about as often as they say."""

from math import inf

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from auslese.sample.ratios import interval_of, interval_of_share

REPETITIONS = 200


def test_intervals_of_skewed_quotients_hold_the_truth() -> None:
    chance = np.random.default_rng(1993)
    found = [
        interval_of(chance.lognormal([0.0, 0.4], 1.0, (80, 2)), (1, -1)) for _ in range(REPETITIONS)
    ]
    held = sum(interval.has(np.exp(-0.4)) for interval in found) / REPETITIONS
    assert 0.92 <= held <= 0.98


def test_intervals_of_weighted_shares_hold_the_truth() -> None:
    chance = np.random.default_rng(1927)
    held = 0
    for _ in range(REPETITIONS):
        whole = chance.lognormal(0.0, 0.8, 80)
        held += interval_of_share(whole * (chance.random(80) < 0.3), whole).has(0.3)
    assert 0.92 <= held / REPETITIONS <= 0.98


def test_more_draws_make_narrower_intervals() -> None:
    columns = np.random.default_rng(1).lognormal(size=(1_600, 2))
    few, many = interval_of(columns[:100], (1, -1)), interval_of(columns, (1, -1))
    assert many.high / many.low < few.high / few.low


def test_scale_does_not_matter() -> None:
    columns = np.random.default_rng(2).lognormal(size=(50, 2))
    plain, scaled = interval_of(columns, (1, -1)), interval_of(columns * [1e-9, 1e6], (1, -1))
    assert np.isclose(plain.low * 1e-15, scaled.low)
    assert np.isclose(plain.high * 1e-15, scaled.high)


def test_one_page_held_among_many_draws_has_no_bound_above_its_inverse() -> None:
    columns = np.array([[1.0, 1.0]] + [[1.0, 0.0]] * 49)
    assert interval_of(columns, (1, -1)).high == inf


@given(st.lists(st.floats(0.01, 1000.0), min_size=1, max_size=30), st.booleans())
def test_a_share_of_all_or_nothing_lies_in_its_own_interval(
    weights: list[float], is_all: bool
) -> None:
    whole = np.array(weights)
    share = interval_of_share(whole * is_all, whole)

    assert share.value == (share.high if is_all else share.low) == is_all
