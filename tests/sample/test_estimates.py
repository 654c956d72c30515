"""Shares and sizes: near the truth, and with intervals that hold it as often as they say."""

from math import inf

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from auslese.sample.estimates import (
    chapman,
    independent_draws,
    known,
    return_time,
    share,
    size_by_collisions,
    size_by_recapture,
)
from auslese.sample.random_walk import Walk, WalkOptions, walk_on
from auslese.sample.trail import Trail, trail_of
from tests.sample.made_webs import uneven_web

REPETITIONS = 200


def trail(pages: "np.ndarray[tuple[int], np.dtype[np.int64]]") -> Trail:
    """Moves that are independent of each other, all of one degree."""
    ones = np.ones(len(pages), np.int64)
    return Trail(pages, ones, ones, ones.astype(np.bool_))


def test_chapman_gives_what_the_book_says() -> None:
    found = chapman(200, 150, 30)

    assert found.value == pytest.approx(201 * 151 / 31 - 1)
    assert found.low < found.value < found.high


@settings(max_examples=60)
@given(st.integers(0, 500), st.integers(0, 500), st.floats(0, 1))
def test_bounds_of_a_size_lie_around_it_and_hold_what_was_seen(a: int, b: int, part: float) -> None:
    both = int(min(a, b) * part)

    found = chapman(a, b, both)

    assert found.low <= found.value <= found.high
    if a and b:
        assert found.value >= a + b - both - 1
    if not both:
        assert found.high == inf


def test_samples_without_a_common_page_give_only_a_lower_bound() -> None:
    found = size_by_recapture(np.arange(100), np.arange(100, 200))

    assert found.high == inf
    assert 2_000 < found.low < 10_000


def test_a_sample_that_met_nothing_twice_gives_only_a_lower_bound() -> None:
    assert size_by_collisions(np.arange(1_000)).high == inf
    assert size_by_collisions(np.arange(1_000)).low > 100_000
    assert size_by_collisions(np.arange(0)).high == inf


@pytest.mark.parametrize("way", ["recapture", "collisions"])
def test_intervals_of_sizes_hold_the_truth_as_often_as_they_say(way: str) -> None:
    dice, size, held = np.random.default_rng(4), 5_000, 0
    for _ in range(REPETITIONS):
        first, second = dice.integers(0, size, 300), dice.integers(0, size, 400)
        both = np.concatenate([first, second])
        found = size_by_recapture(first, second) if way == "recapture" else size_by_collisions(both)
        held += found.has(size)

    assert 0.91 <= held / REPETITIONS <= 0.99


@pytest.mark.parametrize("truth", [0.02, 0.3, 0.5])
def test_intervals_of_shares_hold_the_truth_as_often_as_they_say(truth: float) -> None:
    dice, held = np.random.default_rng(5), 0
    for _ in range(REPETITIONS):
        pages = dice.integers(0, 1_000, 400)
        held += share([trail(pages)], [(pages < 1_000 * truth).astype(np.float64)]).has(truth)

    assert 0.91 <= held / REPETITIONS <= 0.99


def test_moves_that_depend_on_each_other_make_an_interval_wider() -> None:
    pages = np.random.default_rng(6).integers(0, 2, 200)
    holds = pages.astype(np.float64)

    free = share([trail(pages)], [holds])
    slow = share([trail(np.repeat(pages, 10))], [np.repeat(holds, 10)])

    assert slow.value == free.value
    assert slow.high - slow.low > 0.8 * (free.high - free.low)


def test_degrees_are_corrected() -> None:
    walk = Walk("0", WalkOptions(seed=2))
    web = uneven_web(200, 8)
    walk_on(walk, web, 100_000)
    numbers: dict[str, int] = {}
    moves = trail_of(walk, numbers, burn_in=0.3)
    degrees = {page: len(walk.neighbourhood(page)) for page in walk.visits()}
    many = np.array([degrees.get(name, 0) >= 10 for name in numbers])
    truth = np.mean([degree >= 10 for degree in degrees.values()])

    found = share([moves], [many[moves.pages] * 1.0])

    assert found.has(float(truth))
    assert many[moves.pages].mean() > 2 * truth


def test_what_never_or_always_holds_is_not_certain() -> None:
    pages = np.zeros(100, np.int64)

    never = share([trail(pages)], [np.zeros(100)])
    always = share([trail(pages)], [np.ones(100)])

    assert never.low == never.value == 0 < never.high < 0.1
    assert 0.9 < always.low < always.value == always.high == 1


def test_without_moves_nothing_is_known() -> None:
    nothing = trail(np.zeros(0, np.int64))

    assert (share([nothing], [np.zeros(0)]).low, share([], []).high) == (0.0, 1.0)
    assert len(known(nothing, np.zeros(0, np.bool_))) == 0
    assert len(independent_draws(nothing, 1.0)) == 0


def test_going_to_and_fro_does_not_count_as_meeting_again() -> None:
    to_and_fro = np.repeat(np.random.default_rng(7).integers(0, 10_000, 2_000), 8)

    assert return_time(trail(to_and_fro)) >= 8
    assert size_by_collisions(independent_draws(trail(to_and_fro), 1.0)).has(10_000)
