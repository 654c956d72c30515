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
    FitRows,
    GradedAnswers,
)
from auslese.analyse.relevance.page_features import PageFeatures
from auslese.analyse.relevance.relevance_features import CLUSTER, MEANING

FOLDS = 3
FEWEST_DRAWN = 20  # answers of the random slice, below which it stands for nobody
# What the slice counts for beside all other answers, and more of it if relevant pages are rare.
SLICE_SHARE, RARE_SLICE_SHARE = 0.2, 0.2
NOT_RARE = 0.25  # of all pages are relevant: then none is presumed to be irrelevant
FIELD_WEIGHTS = {WORD: 1.0, TITLE: 0.5, URL: 0.5, LINK: 0.5, MEANING: 0.3, CLUSTER: 0.1}

Floats = NDArray[np.float64]
Rows = NDArray[np.int64]
Flags = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class RelevanceOptions:
    """How a model is learnt; chosen on twelve newsgroups (docs/methods/relevance.md)."""

    seed: int = 0
    penalty: float = 0.3
    presumed: int = 300
    """Unrated pages that are taken for irrelevant, if relevant ones are rare."""
    presumed_weight: float = 0.3
    """Of each, beside an answer."""
    ratio: float = 3.0
    """What all relevant answers weigh together beside all others, if relevant pages are rare; where
    they are common, both weigh the same."""
    field_weights: Mapping[str, float] = field(default_factory=lambda: dict(FIELD_WEIGHTS))
    start: Coefficients | None = None
    """Of the model before, from which the next one is found sooner."""
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


def rareness(taught: TeachingSet) -> float:
    """1 if hardly any page is relevant, 0 if a quarter is; by the slice, without it 1.

    To presume pages to be irrelevant gains a twentieth of all answers where 5 % of pages are
    relevant, and harms most where half of them are (docs/methods/relevance.md).
    """
    if not taught.drawn.any():
        return 1.0
    share = float(taught.ratings[taught.drawn].mean())
    return max(0.0, 1 - share / NOT_RARE)


class Lesson(NamedTuple):
    """Rated pages, and behind them those that are presumed irrelevant."""

    rows: FitRows
    targets: Floats
    sureness: Floats
    """Of each target: 1 for an answer, less for what is presumed."""
    drawn: Flags
    rated: int
    rareness: float

    def stands_for(self) -> Floats:
        """What each page of the lesson counts for when scores are calibrated.

        Pages of the random slice stand for all others; but they are few, and what pages with some
        score are like is told by the others too. So the slice counts together for a share of the
        others, a larger one where relevant pages are rare. Without a slice, pages presumed to be
        irrelevant count as much as those rated.
        """
        found = np.ones(len(self.targets))
        drawn, presumed = int(self.drawn.sum()), len(self.targets) - self.rated
        if drawn >= FEWEST_DRAWN:
            share = SLICE_SHARE + RARE_SLICE_SHARE * self.rareness
            found[self.drawn] = max(1.0, share * (self.rated - drawn) / drawn)
            found[self.rated :] = 0
        elif presumed:
            found[self.rated :] = self.rated / presumed
        return found


def lesson_of(features: PageFeatures, taught: TeachingSet, options: RelevanceOptions) -> Lesson:
    """The rated pages with some others."""
    rare = rareness(taught)
    number = options.presumed if rare else 0
    presumed = _presumed(len(features), taught.rows, number, options.seed)
    chosen = features.rows(np.concatenate([taught.rows, presumed]))
    nothing = np.zeros(len(presumed))
    scales = features.layout.scales(options.field_weights)
    return Lesson(
        FitRows.of(DesignMatrix(chosen.words, chosen.dense.astype(np.float64), *scales)),
        np.concatenate([taught.ratings, nothing]),
        np.concatenate([np.ones(len(taught.rows)), nothing + rare * options.presumed_weight]),
        np.concatenate([taught.drawn, nothing > 0]),
        len(taught.rows),
        rare,
    )


def _presumed(pages: int, rated: Rows, number: int, seed: int) -> Rows:
    """Unrated pages by lot, others after each answer: a relevant one among them harms once."""
    drawn = min(pages, 2 * number + len(rated)) if number else 0
    order = np.random.default_rng([seed, len(rated)]).choice(pages, drawn, replace=False)
    return order[~np.isin(order, rated)][:number].astype(np.int64)


def fitted(lesson: Lesson, options: RelevanceOptions) -> Coefficients:
    """The model of a whole lesson."""
    return _fit(lesson, lesson.sureness, options, options.start)


def held_out_scores(lesson: Lesson, start: Coefficients, options: RelevanceOptions) -> Floats:
    """The raw score of each page by a model that has not seen its answer."""
    raw = np.zeros(len(lesson.targets))
    fold_of = _folds(lesson.targets)
    for fold in range(FOLDS):
        inside = np.where(fold_of != fold, lesson.sureness, 0.0)
        found = _fit(lesson, inside, options, start)
        raw[fold_of == fold] = lesson.rows.raw(found)[fold_of == fold]
    return raw


def _folds(targets: Floats) -> Rows:
    """A fold for each page; pages are dealt out in the order of their answers."""
    folds = np.empty(len(targets), np.int64)
    folds[np.argsort(targets, kind="stable")] = np.arange(len(targets)) % FOLDS
    return folds


def _fit(
    lesson: Lesson, sureness: Floats, options: RelevanceOptions, start: Coefficients | None
) -> Coefficients:
    ratio = 1 + lesson.rareness * (options.ratio - 1)
    answers = _balanced(lesson.targets, sureness, ratio)
    return lesson.rows.fit(answers, options.penalty, start)


def _balanced(targets: Floats, sureness: Floats, ratio: float) -> GradedAnswers:
    """Answers such that all yes together weigh `ratio` times as much as all no, 1 in the mean."""
    yes, no = sureness * targets, sureness * (1 - targets)
    if yes.sum() > 0 and no.sum() > 0:
        no *= yes.sum() / (ratio * no.sum())
    weights = yes + no
    weights *= int((sureness > 0).sum()) / max(float(weights.sum()), np.finfo(float).tiny)
    shares = np.divide(yes, yes + no, out=np.zeros_like(yes), where=yes + no > 0)
    return GradedAnswers(shares, weights)
