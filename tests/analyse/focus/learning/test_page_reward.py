"""What pages are worth, by their scores."""

import numpy as np
import pytest

from auslese.analyse.focus.learning.page_reward import NoScale, RewardScale, fit_rewards


def test_rewards_fall_with_the_score_and_lie_between_none_and_all() -> None:
    rng = np.random.default_rng(1)
    scale = fit_rewards(rng.normal(5, 1, 100), rng.normal(8, 1, 100))

    assert isinstance(scale, RewardScale)
    rewards = scale.rewards([2.0, 5.0, 6.5, 8.0, 50.0])
    assert (np.diff(rewards) < 0).all()
    assert rewards[0] > 0.9
    assert rewards[-1] < 0.01


def test_pages_far_away_do_not_flatten_the_scale() -> None:
    rng = np.random.default_rng(2)
    near = rng.normal(8, 1, 100)
    with_strangers = fit_rewards(rng.normal(5, 1, 100), np.concatenate([near, np.full(50, 1000.0)]))

    assert isinstance(with_strangers, RewardScale)
    assert with_strangers.rewards(4.0)[0] > 0.5
    assert with_strangers.rewards(8.0)[0] < 0.1


def test_a_rarer_subject_needs_a_better_score() -> None:
    rng = np.random.default_rng(3)
    good, other = rng.normal(5, 1, 50), rng.normal(8, 1, 50)
    common, rare = fit_rewards(good, other, 0.5), fit_rewards(good, other, 0.01)

    assert isinstance(common, RewardScale)
    assert isinstance(rare, RewardScale)
    assert rare.middle < common.middle


def test_a_page_without_a_score_is_worth_nothing() -> None:
    assert RewardScale(5.0, -1.0).rewards([np.inf, np.nan]).tolist() == [0.0, 0.0]


def test_sides_that_never_meet_still_give_a_scale() -> None:
    scale = fit_rewards([1.0, 1.0], [9.0, 9.0])

    assert isinstance(scale, RewardScale)
    assert scale.rewards(1.0)[0] > 5 * scale.rewards(9.0)[0]


@pytest.mark.parametrize(
    ("good", "other", "reason"),
    [
        ([], [1.0], NoScale.NO_POSITIVE),
        ([np.inf], [1.0], NoScale.NO_POSITIVE),
        ([1.0], [np.inf], NoScale.NO_NEUTRAL),
        ([2.0, 3.0], [1.0, 1.0], NoScale.NOT_BETTER),
    ],
)
def test_scores_that_tell_nothing_say_why(
    good: list[float], other: list[float], reason: NoScale
) -> None:
    assert fit_rewards(good, other) is reason


def test_a_reward_has_the_score_that_is_worth_it() -> None:
    scale = RewardScale(5.0, -2.0)

    assert scale.rewards(scale.scores([0.1, 0.5, 0.9])) == pytest.approx([0.1, 0.5, 0.9])
    assert np.isfinite(scale.scores([0.0, 1.0])).all()
