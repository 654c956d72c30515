"""A recogniser of domains: taught by labelled texts, asked, and measured."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from auslese.analyse.subjects.subject_evaluation import SubjectEvaluation, cross_validated
from auslese.analyse.subjects.subject_model import (
    NONE,
    LabelledText,
    SubjectModel,
    train_subject_model,
)
from auslese.records.errors import AusleseError, NotFoundError, SettingsError
from auslese.system.json_lines import read_request

EXPLAINED = 10  # words


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


def cross_validation(
    texts: Sequence[LabelledText], folds: int, *, learnt_priors: bool
) -> SubjectEvaluation:
    """How well models do that have not seen the texts they are asked about."""
    try:
        return cross_validated(texts, folds, learnt_priors=learnt_priors)
    except ValueError as error:
        raise SettingsError(str(error)) from None
