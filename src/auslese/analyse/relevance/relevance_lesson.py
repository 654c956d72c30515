"""What a model is taught with: rated pages, and pages that are presumed to be irrelevant."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from auslese.analyse.relevance.field_terms import LINK, TITLE, URL, WORD
from auslese.analyse.relevance.linear_fit import (
    Coefficients,
    DesignMatrix,
    GradedAnswers,
    fit_logistic,
)
from auslese.analyse.relevance.page_features import PageFeatures
from auslese.analyse.relevance.relevance_features import CLUSTER, MEANING

FOLDS = 3
FEWEST_DRAWN = 20  # answers of the random slice, below which it stands for nobody
FIELD_WEIGHTS = {WORD: 1.0, TITLE: 0.5, URL: 0.5, LINK: 0.5, MEANING: 1.0, CLUSTER: 0.2}

Floats = NDArray[np.float64]
Rows = NDArray[np.int64]
Flags = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class RelevanceOptions:
    """How a model is learnt; chosen on twelve newsgroups (docs/methods/relevance.md)."""

    seed: int = 0
    penalty: float = 0.1
    presumed: int = 100
    """Unrated pages that are taken for irrelevant."""
    presumed_weight: float = 0.3
    ratio: float = 3.0
    """What all relevant answers weigh together, beside all others together."""
    field_weights: Mapping[str, float] = field(default_factory=lambda: dict(FIELD_WEIGHTS))
    is_calibrated: bool = True
    """Without it scores keep the order of pages and mean nothing else; it takes a third as long."""


class TeachingSet(NamedTuple):
    """Answers to learn from, one for each row."""

    rows: Rows
    ratings: Floats
    """From 0 to 1."""
    drawn: Flags
    """Whether the page belongs to the random slice."""


def teaching_set(rows: Rows, ratings: Floats, drawn: Flags | None = None) -> TeachingSet:
    """The answers with one for each row, the last; ValueError for a rating outside of 0 to 1."""
    rows, ratings = np.asarray(rows, np.int64), np.asarray(ratings, np.float64)
    is_drawn = np.zeros(len(rows), bool) if drawn is None else np.asarray(drawn, bool)
    if not (len(rows) == len(ratings) == len(is_drawn)):
        raise ValueError("a rating for each row")
    if len(ratings) and not (ratings.min() >= 0 and ratings.max() <= 1):
        raise ValueError("ratings go from 0 to 1")
    if not len(rows):
        return TeachingSet(rows, ratings, is_drawn)
    last = len(rows) - 1 - np.unique(rows[::-1], return_index=True)[1]
    return TeachingSet(rows[last], ratings[last], is_drawn[last])


class Lesson(NamedTuple):
    """Rated pages, and behind them those that are presumed irrelevant."""

    matrix: DesignMatrix
    targets: Floats
    sureness: Floats
    """Of each target: 1 for an answer, less for what is presumed."""
    drawn: Flags
    rated: int
    pages: int
    """Of the whole collection."""

    def stands_for(self) -> Floats:
        """How many pages of the collection each page of the lesson stands for.

        A page that was chosen stands for itself; those of the random slice stand for all that were
        not chosen. Without a slice, those presumed irrelevant stand for as many as were rated.
        """
        found = np.ones(len(self.targets))
        drawn, presumed = int(self.drawn.sum()), len(self.targets) - self.rated
        if drawn >= FEWEST_DRAWN:
            chosen = self.rated - drawn
            found[self.drawn] = max(1.0, (self.pages - chosen) / drawn)
            found[self.rated :] = 0
        elif presumed:
            found[self.rated :] = self.rated / presumed
        return found


def lesson_of(features: PageFeatures, taught: TeachingSet, options: RelevanceOptions) -> Lesson:
    """The rated pages with some others."""
    presumed = _presumed(len(features), taught.rows, options)
    chosen = features.rows(np.concatenate([taught.rows, presumed]))
    nothing = np.zeros(len(presumed))
    scales = features.layout.scales(options.field_weights)
    return Lesson(
        DesignMatrix(chosen.words, chosen.dense.astype(np.float64), *scales),
        np.concatenate([taught.ratings, nothing]),
        np.concatenate([np.ones(len(taught.rows)), nothing + options.presumed_weight]),
        np.concatenate([taught.drawn, nothing > 0]),
        len(taught.rows),
        len(features),
    )


def _presumed(pages: int, rated: Rows, options: RelevanceOptions) -> Rows:
    """Unrated pages by lot; the same ones while few of them are rated."""
    rng = np.random.default_rng(options.seed)
    number = min(pages, 2 * options.presumed + len(rated))
    some = rng.choice(pages, number, replace=False) if number else np.empty(0, np.int64)
    return some[~np.isin(some, rated)][: options.presumed].astype(np.int64)


def fitted(lesson: Lesson, options: RelevanceOptions) -> Coefficients:
    """The model of a whole lesson."""
    return _fit(lesson, np.arange(len(lesson.targets)), options)


def held_out_scores(lesson: Lesson, start: Coefficients, options: RelevanceOptions) -> Floats:
    """The raw score of each page by a model that has not seen its answer."""
    raw = np.zeros(len(lesson.targets))
    fold_of = _folds(lesson.targets)
    for fold in range(FOLDS):
        inside, apart = np.flatnonzero(fold_of != fold), np.flatnonzero(fold_of == fold)
        if not len(apart):
            continue
        found = _fit(lesson, inside, options, start)
        words = lesson.matrix.words[apart] @ found.words
        raw[apart] = words + lesson.matrix.dense[apart] @ found.dense + found.intercept
    return raw


def _folds(targets: Floats) -> Rows:
    """A fold for each page; pages are dealt out in the order of their answers."""
    folds = np.empty(len(targets), np.int64)
    folds[np.argsort(targets, kind="stable")] = np.arange(len(targets)) % FOLDS
    return folds


def _fit(
    lesson: Lesson, inside: Rows, options: RelevanceOptions, start: Coefficients | None = None
) -> Coefficients:
    matrix = lesson.matrix
    some = matrix._replace(words=matrix.words[inside], dense=matrix.dense[inside])
    answers = _balanced(lesson.targets[inside], lesson.sureness[inside], options.ratio)
    return fit_logistic(some, answers, options.penalty, start)


def _balanced(targets: Floats, sureness: Floats, ratio: float) -> GradedAnswers:
    """Answers such that all yes together weigh `ratio` times as much as all no, 1 in the mean."""
    yes, no = sureness * targets, sureness * (1 - targets)
    if yes.sum() > 0 and no.sum() > 0:
        no *= yes.sum() / (ratio * no.sum())
    weights = yes + no
    weights *= len(weights) / max(float(weights.sum()), np.finfo(float).tiny)
    shares = np.divide(yes, yes + no, out=np.zeros_like(yes), where=yes + no > 0)
    return GradedAnswers(shares, weights)
