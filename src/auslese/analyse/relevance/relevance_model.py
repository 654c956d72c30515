"""The model of a topic: learnt from the answers of an expert, it scores any page.

A logistic model over words, titles, addresses, links, meanings and clusters. A page that nobody has
rated is mostly irrelevant, so some are presumed to be (Cormack and Grossman 2015): a topic can be
taught by a single relevant page. Its scores are calibrated by answers that it did not see while
these were scored, pages of the random slice standing for all that were not chosen.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from auslese.analyse.relevance.calibration import Calibration, ScoreMeans, calibrated, score_means
from auslese.analyse.relevance.field_terms import SHORTEST_PIECE, URL
from auslese.analyse.relevance.linear_fit import Coefficients
from auslese.analyse.relevance.page_features import PageFeatures
from auslese.analyse.relevance.relevance_features import MEANING, FeatureSpace
from auslese.analyse.relevance.relevance_lesson import (
    Lesson,
    RelevanceOptions,
    TeachingSet,
    fitted,
    held_out_scores,
    lesson_of,
    teaching_set,
)
from auslese.records.rating import RELEVANT
from auslese.system.array_folder import Arrays, map_arrays, note_of, write_arrays

FORMAT = 1  # of the arrays; another one is stale

Floats = NDArray[np.float64]
Rows = NDArray[np.int64]


class ModelState(StrEnum):
    """What a model could be learnt from."""

    EMPTY = "empty"
    """No answer yet."""
    ALL_IRRELEVANT = "all-irrelevant"
    """All answers are no: pages cannot be told apart yet."""
    ALL_RELEVANT = "all-relevant"
    """All answers are yes: told apart from pages presumed irrelevant."""
    LEARNT = "learnt"


class Reason(NamedTuple):
    """What spoke for a page, or against it if the contribution is below 0."""

    kind: str
    """word, title, url, link, cluster or meaning."""
    name: str
    contribution: float
    """To the logarithm of the odds."""


@dataclass(frozen=True, slots=True)
class RelevanceModel:
    """How relevant pages are for one topic."""

    state: ModelState
    coefficients: Coefficients
    calibration: Calibration
    means: ScoreMeans
    """Of the scores of all pages it was made for."""
    answers: int
    """From which it was learnt."""

    @property
    def prevalence(self) -> float:
        """The share of relevant pages for which the scores are right."""
        return self.means.every

    def raw(self, features: PageFeatures) -> Floats:
        """Scores for putting pages in order; they have no scale."""
        found = features.words @ self.coefficients.words.astype(np.float32)
        found = found + features.dense @ self.coefficients.dense.astype(np.float32)
        return np.asarray(found, np.float64) + self.coefficients.intercept

    def raw_of(self, features: PageFeatures, kind: str) -> Floats:
        """What columns of one kind add to the raw scores."""
        parts = []
        for values, coefficients, kinds in (
            (features.words, self.coefficients.words, features.layout.words),
            (features.dense, self.coefficients.dense, features.layout.dense),
        ):
            here = np.repeat([each == kind for each, _ in kinds], [many for _, many in kinds])
            parts.append(values @ np.where(here, coefficients, 0).astype(np.float32))
        return np.asarray(parts[0] + parts[1], np.float64)

    def scores(self, features: PageFeatures) -> Floats:
        """Graded relevance from 0 to 1: the answer to be expected."""
        return self.calibration.scores(self.raw(features))

    def adapted(self, features: PageFeatures) -> "RelevanceModel":
        """The same for pages like these, of which perhaps more or fewer are relevant."""
        if self.state is not ModelState.LEARNT:
            return self
        raw = self.raw(features)
        here = self.means.prevalence(float(self.calibration.scores(raw).mean()))
        moved = self.calibration.moved(self.prevalence, here)
        return replace(self, calibration=moved, means=score_means(moved.scores(raw)))

    def reasons(
        self, features: PageFeatures, row: int, space: FeatureSpace, most: int = 8
    ) -> list[Reason]:
        """What spoke most for this page or against it."""
        slope = self.calibration.slope
        page = features.words[[row]]
        found = [
            Reason(*space.name_of_word(column), float(value) * slope)
            for column, value in zip(
                page.indices.tolist(),
                page.data * self.coefficients.words[page.indices],
                strict=True,
            )
        ]
        found += self._dense_reasons(features.dense[row].astype(np.float64), space)
        found.sort(key=lambda each: (-abs(each.contribution), each.kind, each.name))
        return _without_overlaps(each for each in found if each.contribution)[:most]

    def _dense_reasons(self, values: Floats, space: FeatureSpace) -> list[Reason]:
        parts = values * self.coefficients.dense * self.calibration.slope
        meanings = space.basis.shape[1]
        toward = self.coefficients.dense[:meanings] * np.sign(parts[:meanings].sum())
        words = ", ".join(space.words_of_meaning(toward.astype(np.float32)))
        own = [
            Reason(*space.name_of_dense(meanings + at), float(part))
            for at, part in enumerate(parts[meanings:])
        ]
        return [Reason(MEANING, words, float(parts[:meanings].sum())), *own]

    def save(self, folder: Path, note: Mapping[str, Any]) -> None:
        """Put it in the place of the one that is there; the note is kept with it."""
        arrays: Arrays = {
            "words": self.coefficients.words,
            "dense": self.coefficients.dense,
        }
        own = {
            "format": FORMAT,
            "state": self.state.value,
            "intercept": self.coefficients.intercept,
            "slope": self.calibration.slope,
            "shift": self.calibration.shift,
            "means": list(self.means),
            "answers": self.answers,
        }
        write_arrays(folder, arrays, own | dict(note))


def relevance_note(folder: Path) -> dict[str, Any]:
    """What is noted about a model; nothing if there is none of this version."""
    note = note_of(folder)
    return note if note.get("format") == FORMAT else {}


def read_relevance_model(folder: Path) -> RelevanceModel | None:
    """The model as it lies there; None if there is none of this version."""
    note, arrays = relevance_note(folder), map_arrays(folder)
    if not note or not arrays:
        return None
    words, dense = (arrays[name].astype(np.float64, copy=False) for name in ("words", "dense"))
    return RelevanceModel(
        ModelState(note["state"]),
        Coefficients(words, dense, note["intercept"]),
        Calibration(note["slope"], note["shift"]),
        ScoreMeans(*note["means"]),
        note["answers"],
    )


def train_relevance(
    features: PageFeatures,
    rows: Rows,
    ratings: Floats,
    options: RelevanceOptions | None = None,
    drawn: NDArray[np.bool_] | None = None,
) -> RelevanceModel:
    """Learn from ratings of these rows; of two ratings of one row the last one counts.

    `drawn` tells which of the rows belong to the random slice.
    """
    taught, options = teaching_set(rows, ratings, drawn), options or RelevanceOptions()
    state = _state(taught.ratings)
    if state in (ModelState.EMPTY, ModelState.ALL_IRRELEVANT):
        return _undecided(features, taught, state)
    lesson = lesson_of(features, taught, options)
    found = fitted(lesson, options)
    nothing = score_means(np.empty(0))
    model = RelevanceModel(state, found, Calibration(), nothing, len(taught.rows))
    if not options.is_calibrated:
        return model
    model = replace(model, calibration=_calibration(lesson, found, options))
    return replace(model, means=score_means(model.scores(features)))


def held_out_relevance(
    features: PageFeatures,
    rows: Rows,
    ratings: Floats,
    options: RelevanceOptions | None = None,
    drawn: NDArray[np.bool_] | None = None,
) -> Floats:
    """What the model says of each of these rows if it has not seen its answer, from 0 to 1.

    For honest estimates; a row that was rated twice has the same score at both places.
    """
    taught, options = teaching_set(rows, ratings, drawn), options or RelevanceOptions()
    if _state(taught.ratings) in (ModelState.EMPTY, ModelState.ALL_IRRELEVANT):
        return _undecided(features, taught, ModelState.EMPTY).scores(features.rows(rows))
    lesson = lesson_of(features, taught, options)
    found = fitted(lesson, options)
    raw = held_out_scores(lesson, found, options)
    scores = calibrated(raw, lesson.targets, lesson.stands_for()).scores(raw)
    return scores[np.searchsorted(taught.rows, rows)]


def _state(ratings: Floats) -> ModelState:
    if not len(ratings):
        return ModelState.EMPTY
    if not ratings.any():
        return ModelState.ALL_IRRELEVANT
    return ModelState.ALL_RELEVANT if ratings.min() >= RELEVANT else ModelState.LEARNT


def _undecided(features: PageFeatures, taught: TeachingSet, state: ModelState) -> RelevanceModel:
    """All pages alike: after n answers of no, the next is yes in about one of n + 2 cases."""
    share = 1 / (len(taught.rows) + 2)
    nothing = Coefficients(np.zeros(features.words.shape[1]), np.zeros(features.dense.shape[1]), 0)
    calibration = Calibration(1.0, float(np.log(share / (1 - share))))
    means = ScoreMeans(share, share, share)
    return RelevanceModel(state, nothing, calibration, means, len(taught.rows))


def _calibration(lesson: Lesson, found: Coefficients, options: RelevanceOptions) -> Calibration:
    raw = held_out_scores(lesson, found, options)
    return calibrated(raw, lesson.targets, lesson.stands_for())


def _without_overlaps(reasons: Iterable[Reason]) -> list[Reason]:
    """Pieces of an address overlap: of those that share signs the strongest stays."""
    kept: list[Reason] = []
    for each in reasons:
        shown = [other.name for other in kept if other.kind == URL]
        if each.kind != URL or not any(_overlap(each.name, name) for name in shown):
            kept.append(each)
    return kept


def _overlap(one: str, other: str) -> bool:
    return any(
        one[at : at + SHORTEST_PIECE] in other for at in range(len(one) - SHORTEST_PIECE + 1)
    )
