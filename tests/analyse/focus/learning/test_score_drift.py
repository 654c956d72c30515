"""Do recent pages score otherwise than earlier ones?"""

import math

import numpy as np
import pytest

from auslese.analyse.focus.learning.score_drift import DriftState, ScoreWatch, score_drift

RNG = np.random.default_rng(5)


@pytest.mark.parametrize(
    ("recent", "state"),
    [
        (RNG.normal(8, 1, 400), DriftState.STEADY),
        (RNG.normal(9, 1, 400), DriftState.WORSE),
        (RNG.normal(7, 1, 400), DriftState.BETTER),
        (RNG.normal(8, 4, 400), DriftState.SPREAD),
        (RNG.normal(9, 1, 20), DriftState.TOO_FEW),
        (np.full(400, np.inf), DriftState.TOO_FEW),
    ],
)
def test_a_change_is_named_by_its_direction(recent: np.ndarray, state: DriftState) -> None:
    assert score_drift(np.random.default_rng(6).normal(8, 1, 1000), recent).state is state


def test_the_same_scores_are_no_drift_in_nearly_all_crawls() -> None:
    rng = np.random.default_rng(7)
    chances = [score_drift(rng.normal(0, 1, 500), rng.normal(0, 1, 300)).chance for _ in range(200)]

    assert np.mean(np.array(chances) < 0.05) < 0.1
    assert min(chances) > 1e-5


def test_a_watch_sees_a_crawl_that_leaves_its_subject() -> None:
    watch = ScoreWatch(seed=1, recent=200)
    assert watch.drift().state is DriftState.TOO_FEW
    for score in np.random.default_rng(8).normal(7, 1, 1500):
        watch.add(float(score))
    assert watch.drift().state is DriftState.STEADY
    for score in np.random.default_rng(9).normal(9, 1, 200):
        watch.add(float(score))
    watch.add(math.inf)

    drift = watch.drift()

    assert drift.state is DriftState.WORSE
    assert drift.recent > drift.earlier
