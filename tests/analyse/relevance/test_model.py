from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from auslese.analyse.relevance.calibration import Calibration, score_means
from auslese.analyse.relevance.relevance_lesson import RelevanceOptions
from auslese.analyse.relevance.relevance_model import (
    ModelState,
    held_out_relevance,
    read_relevance_model,
    train_relevance,
)

from .planted import features, gold, space

CATS = np.flatnonzero(gold())
OTHERS = np.flatnonzero(gold() == 0)


def best(number: int, rows: list[int], ratings: list[float]) -> list[int]:
    model = train_relevance(features(), np.array(rows, np.int64), np.array(ratings))
    order: list[int] = np.argsort(-model.raw(features())).tolist()
    return order[:number]


def test_one_relevant_page_is_enough_to_find_most_others() -> None:
    found = best(30, [int(CATS[0])], [1.0])

    assert gold()[found].sum() >= 20


def test_answers_of_both_kinds_find_nearly_all() -> None:
    rows = [*CATS[:6].tolist(), *OTHERS[:20].tolist()]

    assert gold()[best(30, rows, gold()[rows].tolist())].sum() >= 25


@pytest.mark.parametrize(
    ("ratings", "state"),
    [([], ModelState.EMPTY), ([0.0, 0.0], ModelState.ALL_IRRELEVANT)],
)
def test_without_a_relevant_page_all_pages_are_alike_and_unlikely(
    ratings: list[float], state: ModelState
) -> None:
    model = train_relevance(features(), np.arange(len(ratings)) + 1, np.array(ratings))

    assert model.state is state
    assert np.ptp(model.scores(features())) == 0
    assert model.scores(features())[0] == pytest.approx(1 / (len(ratings) + 2))


def test_relevant_pages_alone_are_told_from_pages_that_nobody_rated() -> None:
    model = train_relevance(features(), CATS[:3], np.ones(3))

    assert model.state is ModelState.ALL_RELEVANT
    scores = model.scores(features())
    assert scores[CATS].mean() > scores[OTHERS].mean()


def test_a_changed_mind_counts_by_its_last_answer() -> None:
    rows = [int(CATS[0]), int(OTHERS[0]), int(OTHERS[0])]

    changed = train_relevance(features(), np.array(rows), np.array([1.0, 1.0, 0.0]))
    at_once = train_relevance(features(), np.array(rows[:2]), np.array([1.0, 0.0]))

    assert np.allclose(changed.raw(features()), at_once.raw(features()))


def test_a_rating_outside_of_0_to_1_is_refused() -> None:
    with pytest.raises(ValueError, match="0 to 1"):
        train_relevance(features(), np.array([1]), np.array([1.5]))


def test_a_half_answer_lies_between_no_and_yes() -> None:
    rows, other = CATS[:8], int(OTHERS[0])
    found = []
    for rating in (0.0, 0.5, 1.0):
        ratings = np.array([*np.ones(7), rating])
        model = train_relevance(features(), np.append(rows, other), np.append(ratings, 0.0))
        found.append(float(model.raw(features())[rows[7]]))

    assert found == sorted(found)


def test_scores_of_a_random_sample_mean_what_they_say() -> None:
    rows = np.random.default_rng(0).choice(300, 150, replace=False)
    drawn = np.ones(150, bool)
    model = train_relevance(features(), rows, gold()[rows], drawn=drawn)
    scores = model.scores(features())

    assert scores.sum() == pytest.approx(gold().sum(), abs=10)
    assert scores[CATS].mean() > 0.6 > 0.2 > scores[OTHERS].mean()


def test_scores_follow_a_prevalence_that_is_three_times_as_high() -> None:
    rows = np.random.default_rng(0).choice(300, 150, replace=False)
    model = train_relevance(features(), rows, gold()[rows], drawn=np.ones(150, bool))
    there = features().rows(np.concatenate([CATS, OTHERS[:70]]))

    adapted = model.adapted(there)

    assert adapted.prevalence == pytest.approx(0.3, abs=0.1)
    assert abs(adapted.scores(there).sum() - 30) < abs(model.scores(there).sum() - 30) + 1


def test_held_out_scores_have_not_seen_their_answers() -> None:
    rows = np.concatenate([CATS[:5], OTHERS[:20]])
    lie = gold()[rows].copy()
    lie[0] = 0.0

    honest, lied = (held_out_relevance(features(), rows, given) for given in (gold()[rows], lie))

    assert lied[0] > np.median(lied[5:])
    assert len(honest) == len(rows)


def test_reasons_name_the_words_that_spoke_for_a_page() -> None:
    rows = np.concatenate([CATS[:10], OTHERS[:30]])
    model = train_relevance(features(), rows, gold()[rows])

    reasons = model.reasons(features(), int(CATS[12]), space())

    assert len(reasons) == 8
    assert {reason.kind for reason in reasons} <= {"word", "title", "url", "link", "meaning"}
    assert sum(reason.contribution for reason in reasons) > 0
    sizes = [abs(reason.contribution) for reason in reasons]
    assert sizes == sorted(sizes, reverse=True)


def test_a_model_comes_back_from_its_folder(tmp_path: Path) -> None:
    model = train_relevance(features(), np.arange(40), gold()[:40])
    model.save(tmp_path / "cats", {})

    again = read_relevance_model(tmp_path / "cats")

    assert again is not None
    assert np.array_equal(again.scores(features()), model.scores(features()))
    assert read_relevance_model(tmp_path / "dogs") is None


@settings(max_examples=15, deadline=None)
@given(
    st.lists(st.sampled_from([0.0, 0.25, 0.5, 0.75, 1.0]), min_size=1, max_size=12),
    st.integers(0, 9),
)
def test_whatever_the_answers_scores_lie_between_0_and_1(ratings: list[float], seed: int) -> None:
    rows = np.random.default_rng(seed).choice(300, len(ratings))
    model = train_relevance(features(), rows, np.array(ratings), RelevanceOptions(seed))
    scores = model.scores(features())

    assert np.isfinite(scores).all()
    assert scores.min() >= 0
    assert scores.max() <= 1


@settings(max_examples=20, deadline=None)
@given(st.floats(0.02, 0.9), st.integers(0, 100))
def test_the_share_of_relevant_pages_is_found_from_calibrated_scores(
    share: float, seed: int
) -> None:
    rng = np.random.default_rng(seed)
    relevant = rng.random(4000) < share
    raw = rng.normal(np.where(relevant, 1.5, -1.5), 1.0)  # log odds at equal shares: 3 times raw
    learnt = 0.3
    scores = Calibration(3.0, 0.0).moved(0.5, learnt).scores(raw)
    here = rng.random(4000) < learnt
    means = score_means(
        Calibration(3.0, 0.0).moved(0.5, learnt).scores(rng.normal(np.where(here, 1.5, -1.5), 1.0))
    )

    assert means.every == pytest.approx(learnt, abs=0.03)
    assert means.prevalence(float(scores.mean())) == pytest.approx(relevant.mean(), abs=0.04)
