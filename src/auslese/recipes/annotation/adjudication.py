"""Where annotators do not agree, and what counts in the end."""

from collections.abc import Iterable
from typing import Any

from auslese.recipes.annotation.phase_answers import PhaseAnswers
from auslese.records.annotation import Adjudication, AnnotationPhase, ItemUse
from auslese.records.interval import finite
from auslese.store.annotation_book import AnnotationBook, AnnotationError
from auslese.wording.annotation.annotation_sentences import AnnotationProblem

DIGITS = 4
NAMES = {AnnotationPhase.PICTURE: "topic", AnnotationPhase.TEXT: "relation"}
"""What is asked in each phase, as lists of items name it."""


def disagreements(
    book: AnnotationBook, phases: Iterable[PhaseAnswers] | None = None
) -> list[dict[str, Any]]:
    """Finished items on which not all say the same and nobody has decided, the hardest first.

    Items without a majority come first, then those whose likeliest category is least likely.
    """
    found = []
    for answers in phases or [PhaseAnswers(book, phase) for phase in AnnotationPhase]:
        phase = answers.phase
        for row, item in enumerate(answers.items):
            if answers.unanimous[row] or book.missing(item, phase) > 0:
                continue
            if book.decision(item.number, phase) is None:
                found.append(_row(book, answers, row))
    return sorted(found, key=lambda each: (each["majority"] is not None, each["belief"]))


def final_rows(book: AnnotationBook) -> list[dict[str, Any]]:
    """Every item with all that was said of it, and what counts: for other programs."""
    book.refresh()
    phases = {phase: PhaseAnswers(book, phase) for phase in AnnotationPhase}
    rows_of = {
        phase: {item.number: row for row, item in enumerate(answers.items)}
        for phase, answers in phases.items()
    }
    found = []
    for item in book.items:
        if item.use is not ItemUse.ASKED:
            continue
        entry: dict[str, Any] = {
            "id": item.id,
            "page": item.page,
            "text": item.text,
            "image": item.picture,
            "index": item.place,
            "on_topic": book.is_on_topic(item.number),
        }
        for phase, answers in phases.items():
            row = rows_of[phase].get(item.number)
            entry[NAMES[phase]] = None if row is None else _said(book, answers, row)
        found.append(entry)
    return found


def answer_rows(book: AnnotationBook) -> list[dict[str, Any]]:
    """Every answer that counts, gold questions included, in the order in which they came."""
    book.refresh()
    answers = [each for phase in AnnotationPhase for each in book.answers(phase)]
    return [
        {
            "id": (item := book.item(each.item)).id,
            "use": str(item.use),
            "phase": str(each.phase),
            "annotator": each.annotator,
            "category": book.round.labels(each.phase)[each.category],
            "at": each.at,
        }
        for each in sorted(answers, key=lambda each: each.number)
    ]


def category_of(book: AnnotationBook, phase: AnnotationPhase, name: str) -> int:
    """The place of a category by its name; AnnotationError if there is none."""
    labels = book.round.labels(phase)
    if name not in labels:
        names = ", ".join(labels)
        raise AnnotationError(AnnotationProblem.NO_CATEGORY.of(name=name[:200], names=names))
    return labels.index(name)


def decision_of(
    book: AnnotationBook, phase: AnnotationPhase, item: int, name: str, by: str
) -> Adjudication:
    """A decision by the name of its category."""
    return Adjudication(item, phase, category_of(book, phase, name), by)


def _row(book: AnnotationBook, answers: PhaseAnswers, row: int) -> dict[str, Any]:
    item = answers.items[row]
    return {
        "item": item.number,
        "id": item.id,
        "phase": str(answers.phase),
        "text": item.text,
        "page": item.page,
        **_said(book, answers, row),
    }


def _said(book: AnnotationBook, answers: PhaseAnswers, row: int) -> dict[str, Any]:
    """What was said about one item in one phase, and what counts of it."""
    item, labels = answers.items[row], answers.labels
    code, beliefs = int(answers.majority[row]), answers.beliefs[row]
    voted = labels[code] if code >= 0 else None
    decided = book.decision(item.number, answers.phase)
    decision = labels[decided.category] if decided else None
    return {
        "answers": {
            each.annotator: labels[each.category] for each in book.said(item.number, answers.phase)
        },
        "majority": voted,
        "unanimous": bool(answers.unanimous[row]),
        "consensus": labels[int(beliefs.argmax())],
        "belief": finite(float(beliefs.max()), DIGITS),
        "decision": decision,
        "decided_by": decided.by if decided else None,
        "final": decision or voted,
    }
