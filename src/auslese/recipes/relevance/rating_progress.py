"""How far rating a topic has come: the learning curve, what is found, whether one may stop."""

from typing import Any

import numpy as np

from auslese.analyse.relevance.expert_simulation import captures_of
from auslese.analyse.relevance.page_choice import random_slice
from auslese.analyse.relevance.recall_estimates import (
    ThresholdEstimate,
    curve_json,
    estimate_by_model,
    learning_curve,
)
from auslese.analyse.relevance.stop_rules import (
    CERTIFIED,
    STOP_RULES,
    RatingHistory,
    StopAdvice,
)
from auslese.recipes.relevance.rating_desk import RatingDesk, TopicStanding
from auslese.recipes.relevance.topic_report import topic_summary
from auslese.records.interval import finite
from auslese.records.rating import RELEVANT, RatedTopic
from auslese.wording.coded_sentence import CodedSentence
from auslese.wording.rating_sentences import StopText

TARGET = 0.8
"""The share of all relevant pages that is wanted, unless somebody wants another."""
DIGITS = 4


def rating_progress(desk: RatingDesk, topic: RatedTopic, target: float = TARGET) -> dict[str, Any]:
    """All that is told about a topic beside its pages; the JSON of the rating page."""
    standing = desk.standing(topic)
    answers, scores = standing.answers, standing.scores
    history = rating_history(standing, topic)
    advice = {name: advice_json(rule(history, target)) for name, rule in STOP_RULES.items()}
    return {
        "topic": topic_summary(desk.book, topic),
        "pages": len(scores),
        "judged": len(answers.rows),
        "relevant": answers.relevant,
        "later": len(answers.later),
        "curve": curve_json(learning_curve(history.ratings)),
        "slice": {
            "drawn": len(history.sliced),
            "relevant": int(np.count_nonzero(history.slice_ratings >= RELEVANT)),
        },
        "target": target,
        "rule": CERTIFIED,
        "advice": advice,
        "kept": threshold_json(estimate_by_model(scores, topic.threshold))
        if answers.is_two_sided
        else None,
    }


def rating_history(standing: TopicStanding, topic: RatedTopic) -> RatingHistory:
    """The answers as rules for stopping read them."""
    answers = standing.answers
    rows = answers.rows[answers.reached]
    grades = dict(zip(answers.rows.tolist(), answers.grades.tolist(), strict=True))
    sliced = random_slice(standing.choice, topic.number)
    return RatingHistory(
        rows,
        answers.grades[answers.reached],
        sliced,
        np.array([grades[row] for row in sliced.tolist()], np.float64),
        np.isin(sliced, rows),
        standing.scores,
        captures=captures_of(standing.model, standing.pages.features, rows),
    )


def advice_json(advice: StopAdvice) -> dict[str, Any]:
    """What a rule says, for programs and in words."""
    return {
        "may_stop": advice.may_stop,
        "recall": finite(advice.recall.as_json(), DIGITS) if advice.recall else None,
        "reason": str(advice.reason),
        "numbers": finite(dict(advice.numbers), DIGITS),
        "words": advice_words(advice),
    }


def advice_words(advice: StopAdvice) -> CodedSentence:
    """What a rule says, as a sentence."""
    form = StopText[advice.reason.name]
    shares = (
        {"value": 100 * np.nan_to_num(advice.recall.value), "low": 100 * advice.recall.low}
        if advice.recall
        else {"value": 0.0, "low": 0.0}
    )
    numbers = {name: round(value) for name, value in advice.numbers.items()}
    return form.of(**shares, **numbers)


def threshold_json(estimate: ThresholdEstimate) -> dict[str, Any]:
    """What a threshold keeps and loses."""
    rounded: dict[str, Any] = finite(estimate.as_json(), DIGITS)
    return rounded
