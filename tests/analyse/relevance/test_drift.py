import numpy as np

from auslese.analyse.relevance.field_terms import RelevanceText
from auslese.analyse.relevance.model_drift import DriftReason, model_drift, page_profile
from auslese.analyse.relevance.relevance_model import train_relevance

from .planted import features, gold, space


def test_the_same_pages_do_not_drift() -> None:
    model = train_relevance(features(), np.arange(100), gold()[:100])
    scores = model.scores(features())

    found = model_drift(page_profile(features(), scores), features(), scores)

    assert found.reason is DriftReason.NONE
    assert found.stability < 0.01
    assert not found.is_strong


def test_unknown_words_and_other_scores_are_told() -> None:
    model = train_relevance(features(), np.arange(100), gold()[:100])
    profile = page_profile(features(), model.scores(features()))
    foreign = space().features(
        [RelevanceText("", f"wort{at} nie gesehen", "", "de") for at in range(60)]
    )
    cats = features().rows(np.flatnonzero(np.tile(gold(), 3)) % 300)

    assert model_drift(profile, foreign, model.scores(foreign)).reason in (
        DriftReason.WORDS,
        DriftReason.BOTH,
    )
    assert model_drift(profile, cats, model.scores(cats)).reason is DriftReason.SCORES


def test_few_pages_are_no_drift() -> None:
    profile = page_profile(features(), np.zeros(300))

    assert (
        model_drift(profile, features().rows(np.arange(5)), np.ones(5)).reason
        is DriftReason.TOO_FEW
    )


def test_scores_that_are_all_alike_are_no_error() -> None:
    found = model_drift(page_profile(features(), np.zeros(300)), features(), np.zeros(300))

    assert found.reason is DriftReason.NONE
