"""What a topic has taught, how well it is known, and how rating it would go with known labels."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from auslese.analyse.relevance.expert_simulation import (
    TARGETS,
    SimulationOptions,
    simulate_expert,
)
from auslese.analyse.relevance.page_choice import ChoiceOptions
from auslese.analyse.relevance.recall_estimates import (
    SliceAnswers,
    curve_json,
    estimate_by_model,
    estimate_by_slice,
    expected_calibration_error,
    seed_terms,
)
from auslese.analyse.relevance.relevance_model import RelevanceModel, held_out_relevance
from auslese.analyse.relevance.stop_rules import STOP_RULES
from auslese.recipes.relevance.prepared_pages import PreparedPages, open_prepared
from auslese.recipes.relevance.rater_report import agreement_report
from auslese.recipes.relevance.rating_desk import RatingDesk, choice_state
from auslese.recipes.relevance.rating_progress import (
    DIGITS,
    TARGET,
    advice_json,
    rating_history,
    threshold_json,
)
from auslese.recipes.relevance.topic_answers import (
    TopicAnswers,
    topic_answers,
    trained_on,
)
from auslese.recipes.relevance.topic_report import topic_summary
from auslese.records.errors import NotFoundError
from auslese.records.interval import finite
from auslese.records.rating import RELEVANT, RatedTopic
from auslese.store.collection import Collection
from auslese.wording.rating_sentences import RatingProblem

STRONGEST = 12
THRESHOLDS = (0.1, 0.25, 0.4, 0.5, 0.6, 0.75, 0.9)
BATCH_SHARE = 0.05  # as the desk learns again
MOST_ANSWERS = 2000


def training_report(collection: Collection, name: str) -> dict[str, Any]:
    """The model of a topic: what it was learnt from, and what speaks most for and against."""
    desk = RatingDesk(collection)
    topic, pages = desk.book.only_topic(name), desk.pages()
    answers = topic_answers(desk.book.history_of(topic.number), pages)
    _require_both(topic, answers)
    model = trained_on(pages, answers)
    strongest = _strongest(model, pages)
    return {
        "topic": topic_summary(desk.book, topic),
        "state": str(model.state),
        "answers": model.answers,
        "prevalence": round(model.prevalence, 4),
        "for": strongest[:STRONGEST],
        "against": strongest[::-1][:STRONGEST],
    }


def evaluation_report(collection: Collection, name: str, target: float = TARGET) -> dict[str, Any]:
    """How well a topic is known: by pages drawn by lot, and by what the model thinks itself."""
    desk = RatingDesk(collection)
    topic, pages = desk.book.only_topic(name), desk.pages()
    standing = desk.standing(topic)
    answers = standing.answers
    _require_both(topic, answers)
    held_out = held_out_relevance(pages.features, answers.rows, answers.grades, drawn=answers.drawn)
    scores = trained_on(pages, answers).scores(pages.features)
    history = rating_history(standing, topic)
    sliced = np.isin(answers.rows, history.sliced)
    drawn = SliceAnswers(held_out[sliced], answers.grades[sliced])
    return {
        "topic": topic_summary(desk.book, topic),
        "by_lot": [threshold_json(estimate_by_slice(scores, drawn, at)) for at in THRESHOLDS],
        "by_model": [threshold_json(estimate_by_model(scores, at)) for at in THRESHOLDS],
        "drawn": int(sliced.sum()),
        "calibration_error": finite(
            {
                "by_lot": expected_calibration_error(drawn.scores, drawn.ratings),
                "all": expected_calibration_error(held_out, answers.grades),
            },
            DIGITS,
        ),
        "above_0.4": finite(seed_terms(held_out, answers.grades)._asdict(), DIGITS),
        "advice": {rule: advice_json(STOP_RULES[rule](history, target)) for rule in STOP_RULES},
        "agreement": agreement_report(desk.book, topic),
    }


def simulation_report(
    collection: Collection, gold: Mapping[int, float], seed: int = 0, most: int = MOST_ANSWERS
) -> dict[str, Any]:
    """How rating would go if these labels answered; pages without a label are not relevant."""
    pages = open_prepared(collection)
    labels = np.zeros(len(pages))
    for page, grade in gold.items():
        if (row := pages.row_of(page)) >= 0:
            labels[row] = grade
    nothing = topic_answers((), pages)
    options = SimulationOptions(
        choice=ChoiceOptions(seed=seed), most=most, batch_share=BATCH_SHARE, targets=TARGETS
    )
    session = simulate_expert(pages.features, labels, choice_state(pages, nothing), options)
    return {
        "pages": len(pages),
        "relevant": session.relevant,
        "judged": len(session.answers),
        "curve": curve_json(session.curve),
        "judged_at": {str(share): session.judged_at(share) for share in (0.8, 0.9, 0.95, 1.0)},
        "stops": [
            {
                "rule": stop.rule,
                "target": stop.target,
                "judged": stop.judged,
                "recall": round(stop.recall, 4),
            }
            for stop in session.stops
        ],
    }


def _require_both(topic: RatedTopic, answers: TopicAnswers) -> None:
    if not answers.is_two_sided:
        relevant = int(np.count_nonzero(answers.grades >= RELEVANT))
        other = len(answers.rows) - relevant
        raise NotFoundError(
            RatingProblem.TOO_FEW.of(name=topic.name, relevant=relevant, other=other)
        )


def _strongest(model: RelevanceModel, pages: PreparedPages) -> list[dict[str, Any]]:
    """Words, titles and parts of addresses, those that speak most for the topic first."""
    worth = model.coefficients.words
    order = np.argsort(-worth, kind="stable")
    told = np.concatenate([order[:STRONGEST], order[-STRONGEST:]])
    found = []
    for column in dict.fromkeys(told.tolist()):
        kind, name = pages.space.name_of_word(column)
        found.append({"kind": kind, "name": name, "weight": round(float(worth[column]), 3)})
    return found
