import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from auslese.analyse.relevance.shares import (
    SampledHits,
    chance_of_hits,
    most_there_can_be,
    needed_successes,
    share_of,
)
from auslese.analyse.relevance.stop_rules import (
    STOP_RULES,
    RatingHistory,
    StopReason,
    certified_rule,
    chao_rule,
    in_a_row_rule,
    quant_ci_rule,
)


def history(
    relevant: int, reached: int, *, planned: int = 0, irrelevant: int = 100
) -> RatingHistory:
    """A slice with so many relevant pages, of which so many were come upon beside 1000 others."""
    size = relevant + irrelevant
    ratings = np.array([1.0] * relevant + [0.0] * irrelevant + [1.0] * 1000)
    found = np.arange(size) < reached
    rows = np.arange(size + 1000)
    return RatingHistory(rows, ratings, rows[:size], ratings[:size], found, ratings, planned)


def test_fourteen_of_fourteen_certify_80_percent_and_thirteen_do_not() -> None:
    assert needed_successes(14, 0.8) == 14
    assert needed_successes(13, 0.8) is None
    assert certified_rule(history(14, 14, planned=14), 0.8).reason is StopReason.CERTAIN
    assert not certified_rule(history(14, 13, planned=14), 0.8).may_stop


def test_a_small_slice_says_that_it_is_too_small() -> None:
    assert certified_rule(history(5, 5), 0.95).reason is StopReason.SLICE_TOO_SMALL


def test_a_planned_slice_is_waited_for() -> None:
    advice = certified_rule(history(14, 14, planned=20), 0.8)

    assert advice.reason is StopReason.SLICE_UNFINISHED
    assert advice.numbers == {"of": 14, "left": 6}


def test_a_slice_that_grows_needs_more_than_a_planned_one() -> None:
    assert not certified_rule(history(14, 14), 0.8).may_stop
    assert certified_rule(history(28, 28), 0.8).may_stop


def test_what_is_certified_is_wrong_in_at_most_one_of_twenty_cases() -> None:
    rng = np.random.default_rng(0)
    for target in (0.8, 0.95):
        needed = needed_successes(100, target)
        assert needed is not None
        assert np.mean(rng.binomial(100, target - 1e-9, 20_000) >= needed) <= 0.05


@settings(max_examples=30, deadline=None)
@given(st.integers(1, 60), st.integers(0, 60), st.integers(1, 500))
def test_no_more_can_be_there_than_would_let_so_many_be_hit(
    drawn: int, missed: int, others: int
) -> None:
    seen = SampledHits(drawn, max(0, drawn - missed), max(0, drawn - missed) + others)

    most = most_there_can_be(seen)

    assert most >= seen.hit + seen.drawn - seen.drawn_hit
    if seen.drawn_hit:
        assert chance_of_hits(int(most) + 1, seen) <= 0.05


def test_the_model_is_sure_when_little_is_left_in_its_scores() -> None:
    scores = np.r_[np.full(100, 0.95), np.full(1000, 0.001)]
    found = RatingHistory(
        np.arange(100), np.ones(100), np.empty(0, int), np.empty(0), np.empty(0, bool), scores
    )

    advice = quant_ci_rule(found, 0.9)

    assert advice.may_stop
    assert advice.recall is not None
    assert advice.recall.value == pytest.approx(95 / 96)
    assert not quant_ci_rule(found, 0.995).may_stop


def test_pages_captured_once_tell_of_those_never_captured() -> None:
    ratings = np.ones(100)
    captures = np.array([1] * 20 + [2] * 30 + [3] * 50)
    found = RatingHistory(
        np.arange(100),
        ratings,
        np.empty(0, int),
        np.empty(0),
        np.empty(0, bool),
        ratings,
        0,
        captures,
    )

    advice = chao_rule(found, 0.8)

    assert advice.numbers["left"] == pytest.approx(20 * 19 / (2 * 31))
    assert advice.recall is not None
    assert advice.recall.low < advice.recall.value < advice.recall.high
    assert advice.may_stop


def test_irrelevant_pages_in_a_row_are_counted_from_the_last_relevant_one() -> None:
    ratings = np.array([1.0, 0.0, 1.0, 0.0, 0.0, 0.0])
    rows = np.arange(6)
    found = RatingHistory(rows, ratings, rows[:0], ratings[:0], rows[:0] > 0, ratings)

    assert in_a_row_rule(3)(found, 0.8).may_stop
    assert not in_a_row_rule(4)(found, 0.8).may_stop


@pytest.mark.parametrize("rule", STOP_RULES.values(), ids=STOP_RULES)
@pytest.mark.parametrize("target", [0.8, 0.95])
def test_nobody_says_stop_before_anything_is_found(rule, target) -> None:  # type: ignore[no-untyped-def]
    nothing = np.empty(0)
    rows = np.empty(0, np.int64)
    empty = RatingHistory(rows, nothing, rows, nothing, nothing > 0, np.full(10, 0.1))

    assert not rule(empty, target).may_stop


def test_intervals_of_shares_are_exact_at_the_ends() -> None:
    assert share_of(0, 10).high == pytest.approx(0.3085, abs=1e-4)  # 1 - 0.025 ** 0.1
    assert share_of(10, 10).low == pytest.approx(0.6915, abs=1e-4)
    assert share_of(0, 0).low == 0.0


def test_a_single_page_found_in_every_way_is_no_reason_to_stop() -> None:
    none = np.empty(0)
    rated = RatingHistory(
        np.arange(1),
        np.ones(1),
        none.astype(int),
        none,
        none.astype(bool),
        np.ones(5),
        captures=np.array([4]),
    )
    assert not chao_rule(rated, 0.8).may_stop
