import numpy as np
import pytest

from auslese.analyse.relevance.recall_estimates import (
    SliceAnswers,
    estimate_by_model,
    estimate_by_slice,
    expected_calibration_error,
    learning_curve,
    seed_terms,
)


def test_the_slice_tells_precision_recall_and_loss_with_intervals() -> None:
    rng = np.random.default_rng(1)
    scores = rng.random(10_000)
    ratings = (rng.random(10_000) < scores).astype(float)
    drawn = rng.choice(10_000, 500, replace=False)

    found = estimate_by_slice(scores, SliceAnswers(scores[drawn], ratings[drawn]), 0.5)
    above = scores >= 0.5

    assert found.kept == above.sum()
    assert found.precision.low < ratings[above].mean() < found.precision.high
    assert found.recall.low < ratings[above].sum() / ratings.sum() < found.recall.high
    assert found.lost.low < ratings[~above].sum() < found.lost.high


def test_calibrated_scores_tell_the_same_more_sharply() -> None:
    rng = np.random.default_rng(2)
    scores = rng.random(10_000)
    ratings = (rng.random(10_000) < scores).astype(float)

    found = estimate_by_model(scores, 0.5)

    assert found.recall.value == pytest.approx(0.75, abs=0.01)
    assert found.recall.high - found.recall.low < 0.03
    assert found.lost.low < ratings[scores < 0.5].sum() < found.lost.high


def test_nothing_kept_and_nothing_drawn_is_no_error() -> None:
    nothing = SliceAnswers(np.empty(0), np.empty(0))

    assert estimate_by_slice(np.array([0.1]), nothing, 0.5).recall.high == 1.0
    assert estimate_by_model(np.array([0.1]), 0.5).kept == 0
    assert estimate_by_model(np.empty(0), 0.5).recall.value == 0.0


def test_a_learning_curve_has_a_point_for_every_ten_answers_and_the_last() -> None:
    curve = learning_curve(np.array([1.0, 0.0] * 12))

    assert curve == [(0, 0), (10, 5), (20, 10), (24, 12)]
    assert learning_curve(np.empty(0)) == [(0, 0)]


def test_nitsches_terms_are_those_of_his_table() -> None:
    """81 % of pages above 0.4, of which 74 % are relevant; 32 % of the others (2004, 5.1)."""
    scores = np.repeat([0.5, 0.5, 0.4, 0.4], [5994, 2106, 608, 1292])
    ratings = np.repeat([1.0, 0.0, 1.0, 0.0], [5994, 2106, 608, 1292])

    found = seed_terms(scores, ratings)

    assert found.relevant_above == pytest.approx(0.74)
    assert found.relevant_below == pytest.approx(0.32)
    assert found.lost_of_all == pytest.approx(0.06, abs=0.001)
    assert found.share_below == pytest.approx(0.19)


def test_calibration_error_is_the_mean_distance_within_bins() -> None:
    assert expected_calibration_error(np.full(10, 0.3), np.r_[np.ones(3), np.zeros(7)]) < 1e-12
    assert expected_calibration_error(np.full(4, 0.9), np.zeros(4)) == pytest.approx(0.9)
