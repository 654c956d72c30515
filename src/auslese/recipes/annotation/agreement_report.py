"""How far the annotators of a round agree: all tables of it, for programs and for pages."""

from collections.abc import Iterable
from typing import Any

import numpy as np

from auslese.analyse.annotation.agreement_course import CoursePart, agreement_course
from auslese.analyse.annotation.annotator_agreement import (
    MEASURES,
    agreement_figures,
    common_pairs,
    pair_agreements,
)
from auslese.analyse.annotation.answer_table import AnswerTable
from auslese.analyse.annotation.category_merges import merged_labels, picture_merges, text_merges
from auslese.analyse.annotation.votes import category_votes
from auslese.recipes.annotation.adjudication import disagreements
from auslese.recipes.annotation.phase_answers import PhaseAnswers
from auslese.records.annotation import AnnotationPhase, AnnotationRound, ItemUse, TextRelation
from auslese.records.interval import Interval, finite
from auslese.sample.wilson import wilson
from auslese.store.annotation_book import AnnotationBook

DIGITS = 4
QUANTILE = 1.959964  # of the normal distribution, for 95 %
OF_CATEGORY = ("raw", "fleiss", "alpha")
OF_MERGE = ("raw", "kappa", "fleiss", "alpha")
MOST_PAIRS = 200
MOST_POINTS = 3000  # of the picture of categories over the crawl


def agreement_report(book: AnnotationBook) -> dict[str, Any]:
    """All that is told about agreement."""
    book.refresh()
    phases = {phase: PhaseAnswers(book, phase) for phase in AnnotationPhase}
    uses = [item.use for item in book.items]
    return {
        "round": round_json(book.round),
        "items": uses.count(ItemUse.ASKED),
        "gold": uses.count(ItemUse.GOLD),
        "annotators": book.annotators,
        "phases": {str(phase): _phase(book, answers) for phase, answers in phases.items()},
        "candidates": _candidates(book.round, phases),
        "quality": _quality(phases),
        "disagreements": len(disagreements(book, phases.values())),
    }


def round_json(made: AnnotationRound) -> dict[str, Any]:
    """A round, for programs."""
    return {
        "name": made.name,
        "topic": made.topic,
        "instructions": made.instructions,
        "categories": list(made.categories),
        "on_topic": list(made.categories[: made.on_topic]),
        "relations": [str(each) for each in TextRelation],
        "annotators": made.annotators,
        "created_at": made.created_at,
    }


def _phase(book: AnnotationBook, answers: PhaseAnswers) -> dict[str, Any]:
    table, labels = answers.table, answers.labels
    votes, undecided = category_votes(table)
    is_picture = answers.phase is AnnotationPhase.PICTURE
    merges = picture_merges(len(labels)) if is_picture else text_merges()
    return {
        "answers": int(table.answered.sum()),
        "items": len(table.shared()),
        "categories": [
            {
                "category": label,
                "unanimous": each.unanimous,
                "majority": each.majority,
                "together": each.together,
            }
            for label, each in zip(labels, votes, strict=True)
        ],
        "undecided": undecided,
        "annotator_pairs": len(common_pairs(table)),
        "figures": _figures(table),
        "by_category": [
            {"category": label} | _figures(table.against_rest(code), OF_CATEGORY)
            for code, label in enumerate(labels)
        ],
        "merges": [
            {"name": merge.name, "groups": merged_labels(merge, labels)}
            | _figures(table.merged(merge.groups), OF_MERGE)
            for merge in merges
        ],
        "by_fetching": [_part(each) for each in agreement_course(table, answers.fetched)],
        "by_answering": [_part(each) for each in agreement_course(table, answers.answered)],
        "points": _points(answers),
        "pairs": _pairs(answers),
    }


def _figures(table: AnswerTable, names: Iterable[str] = MEASURES) -> dict[str, Any]:
    found = agreement_figures(table, names)
    return {name: interval_json(interval) for name, interval in found.items()}


def interval_json(interval: Interval) -> dict[str, Any]:
    """An interval, for programs; null for what is not defined."""
    found: dict[str, Any] = finite(interval.as_json(), DIGITS)
    return found


def _part(part: CoursePart) -> dict[str, Any]:
    return {
        "first": part.first,
        "last": part.last,
        "items": part.items,
        "raw": interval_json(part.raw),
        "alpha": interval_json(part.alpha),
        "categories": part.categories,
    }


def _points(answers: PhaseAnswers) -> list[dict[str, Any]]:
    """Each item with a majority in the order of fetching: its category (figure 5.5)."""
    order = np.argsort(answers.fetched, kind="stable")
    kept = order[answers.majority[order] >= 0]
    step = max(1, -(-len(kept) // MOST_POINTS))
    return [
        {
            "index": int(answers.fetched[row]),
            "category": int(answers.majority[row]),
            "unanimous": bool(answers.unanimous[row]),
        }
        for row in kept[::step]
    ]


def _pairs(answers: PhaseAnswers) -> list[dict[str, Any]]:
    names = answers.annotators
    return [
        {
            "one": names[pair.one],
            "other": names[pair.other],
            "items": pair.items,
            "raw": interval_json(pair.raw),
            "kappa": interval_json(pair.kappa),
        }
        for pair in pair_agreements(answers.table)[:MOST_PAIRS]
    ]


def _candidates(
    made: AnnotationRound, phases: dict[AnnotationPhase, PhaseAnswers]
) -> list[dict[str, Any]]:
    """Items on the topic by what their text has to do with them: table 5.5."""
    picture, text = phases[AnnotationPhase.PICTURE], phases[AnnotationPhase.TEXT]
    fits = {
        item.number: bool(all_same)
        for item, code, all_same in zip(
            picture.items, picture.majority, picture.unanimous, strict=True
        )
        if 0 <= code < made.on_topic
    }
    found = []
    for code, relation in enumerate(TextRelation):
        own = [
            fits[item.number] and bool(all_same)
            for item, said, all_same in zip(text.items, text.majority, text.unanimous, strict=True)
            if said == code and item.number in fits
        ]
        found.append({"relation": str(relation), "unanimous": sum(own), "majority": len(own)})
    return found


def _quality(phases: dict[AnnotationPhase, PhaseAnswers]) -> list[dict[str, Any]]:
    names = phases[AnnotationPhase.PICTURE].annotators
    return [
        {"annotator": name}
        | {str(phase): _quality_in(answers, column) for phase, answers in phases.items()}
        for column, name in enumerate(names)
    ]


def _quality_in(answers: PhaseAnswers, column: int) -> dict[str, Any]:
    """How good one annotator is: by gold questions, by the majority, by the consensus."""
    said = answers.table.codes[:, column]
    voted = (said >= 0) & (answers.majority >= 0)
    gold, right = answers.gold
    asked = gold.codes[:, column] >= 0
    hits = int(np.count_nonzero(gold.codes[asked, column] == right[asked]))
    number = int(np.count_nonzero(asked))
    own = int(np.count_nonzero(said >= 0))
    return {
        "answers": own,
        "gold": number,
        "gold_right": hits,
        "gold_share": interval_json(wilson(hits / number, number, QUANTILE)) if number else None,
        "with_majority": finite(float((said == answers.majority)[voted].mean()), DIGITS)
        if voted.any()
        else None,
        "by_consensus": finite(float(answers.consensus.quality[column]), DIGITS)
        if own + number
        else None,
    }
