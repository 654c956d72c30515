"""A recogniser of domains: taught by labelled texts, asked, and measured."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from auslese.analyse.subjects.subject_model import (
    NONE,
    LabelledText,
    SubjectModel,
    train_subject_model,
)
from auslese.records.errors import AusleseError, NotFoundError, SettingsError
from auslese.system.json_lines import read_request

EXPLAINED = 10  # words


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


def train(texts: Sequence[LabelledText], path: Path) -> SubjectModel:
    """Learn from these texts and write the model."""
    try:
        model = train_subject_model(texts)
    except ValueError as error:
        raise SettingsError(str(error)) from None
    path.parent.mkdir(parents=True, exist_ok=True)
    model.save(path)
    return model


def load(path: Path) -> SubjectModel:
    """The model in a file."""
    if not path.is_file():
        raise NotFoundError(f"there is no model {path}; `auslese domain train` makes one")
    try:
        return SubjectModel.load(path)
    except OSError as error:
        raise AusleseError(f"{path} cannot be read: {error.strerror or error}") from None
    except ValueError:
        raise AusleseError(
            f"{path} is no model of domains; `auslese domain train` makes one"
        ) from None


def answer(
    line: str, model: SubjectModel, *, learnt_priors: bool, explained: bool
) -> dict[str, Any]:
    """What is to be said of a line of JSON with `text`."""
    name: object = None
    try:
        question = read_request(line.encode("utf-8", "replace"))
        name = question.get("id")
        text = question.get("text")
        if not isinstance(text, str):
            raise ValueError('expected a string "text"')
    except ValueError as error:
        report = {"domain": NONE, "confidence": 0.0, "alternatives": [], "error": str(error)}
        return {"id": name} | report
    (guess,) = model.detect([text], learnt_priors=learnt_priors)
    report = {"id": name} | guess.as_json()
    if explained:
        best = guess.alternatives[0][0]
        words = model.explain(text, best, EXPLAINED)
        report["words"] = [[word, round(weight, 3)] for word, weight in words]
    return report


def evaluate(
    model: SubjectModel, texts: Sequence[LabelledText], *, learnt_priors: bool
) -> SubjectEvaluation:
    """Compare the guesses of a model with labels."""
    guesses = model.detect((each.text for each in texts), learnt_priors=learnt_priors)
    pairs = [(each.domain, guess.domain) for each, guess in zip(texts, guesses, strict=True)]
    every = Counter(label for label, _ in pairs)
    right = Counter(label for label, guess in pairs if label == guess)
    wrong = Counter(pair for pair in pairs if pair[0] != pair[1])
    confused = [(label, guess, number) for (label, guess), number in wrong.most_common(EXPLAINED)]
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
    """The same with models that have not seen the texts they are asked about."""
    parts: list[SubjectEvaluation] = []
    for fold in range(folds):
        inside = [each for at, each in enumerate(texts) if at % folds != fold]
        apart = [each for at, each in enumerate(texts) if at % folds == fold]
        try:
            model = train_subject_model(inside)
        except ValueError as error:
            raise SettingsError(str(error)) from None
        parts.append(evaluate(model, apart, learnt_priors=learnt_priors))
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
        [(*pair, number) for pair, number in wrong.most_common(EXPLAINED)],
    )
