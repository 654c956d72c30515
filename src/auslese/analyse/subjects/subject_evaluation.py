"""How well are the domains of texts told, by a model or by models that have not seen them?"""

from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

from auslese.analyse.subjects.subject_model import (
    NONE,
    LabelledText,
    SubjectModel,
    train_subject_model,
)

MOST_CONFUSED = 10  # pairs that are told


class SubjectEvaluation(NamedTuple):
    """How well a model names the domains of labelled texts."""

    texts: int
    right: int
    none: int
    by_domain: dict[str, tuple[int, int]]
    """For each domain: right ones, and all."""
    confused: list[tuple[str, str, int]]
    """Taken for another, the most frequent first: the label, the guess, how often."""

    def as_json(self) -> dict[str, Any]:
        """As `domain evaluate --json` tells it."""
        return {
            "texts": self.texts,
            "accuracy": round(self.right / max(self.texts, 1), 4),
            "none": self.none,
            "domains": {
                name: {"right": right, "texts": every, "recall": round(right / max(every, 1), 4)}
                for name, (right, every) in self.by_domain.items()
            },
            "confused": [list(row) for row in self.confused],
        }


def evaluate(
    model: SubjectModel, texts: Sequence[LabelledText], *, learnt_priors: bool
) -> SubjectEvaluation:
    """Compare the guesses of a model with labels."""
    guesses = model.detect((each.text for each in texts), learnt_priors=learnt_priors)
    pairs = [(each.domain, guess.domain) for each, guess in zip(texts, guesses, strict=True)]
    every = Counter(label for label, _ in pairs)
    right = Counter(label for label, guess in pairs if label == guess)
    wrong = Counter(pair for pair in pairs if pair[0] != pair[1])
    confused = [
        (label, guess, number) for (label, guess), number in wrong.most_common(MOST_CONFUSED)
    ]
    return SubjectEvaluation(
        len(pairs),
        right.total(),
        sum(guess == NONE for _, guess in pairs),
        {label: (right[label], every[label]) for label in sorted(every)},
        confused,
    )


def cross_validated(
    texts: Sequence[LabelledText], folds: int, *, learnt_priors: bool
) -> SubjectEvaluation:
    """The same with models that have not seen the texts they are asked about.

    ValueError tells why nothing can be learnt from these texts.
    """
    parts: list[SubjectEvaluation] = []
    for fold in range(folds):
        inside = [each for at, each in enumerate(texts) if at % folds != fold]
        apart = [each for at, each in enumerate(texts) if at % folds == fold]
        parts.append(evaluate(train_subject_model(inside), apart, learnt_priors=learnt_priors))
    return _together(parts)


def _together(parts: Sequence[SubjectEvaluation]) -> SubjectEvaluation:
    right, every, wrong = Counter[str](), Counter[str](), Counter[tuple[str, str]]()
    for part in parts:
        for label, (good, number) in part.by_domain.items():
            right[label] += good
            every[label] += number
        wrong.update({(label, guess): number for label, guess, number in part.confused})
    return SubjectEvaluation(
        sum(part.texts for part in parts),
        sum(part.right for part in parts),
        sum(part.none for part in parts),
        {label: (right[label], every[label]) for label in sorted(every)},
        [(*pair, number) for pair, number in wrong.most_common(MOST_CONFUSED)],
    )
