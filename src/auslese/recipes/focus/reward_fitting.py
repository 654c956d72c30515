"""What scores are worth: fitted to texts that a trial model has not seen."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from auslese.analyse.focus.focus_model import (
    BY_DIFFERENCE,
    BY_PERPLEXITY,
    FocusModel,
    FocusNote,
    FocusOptions,
    PageScores,
    train_focus,
)
from auslese.analyse.focus.learning.page_reward import RewardScale, fit_rewards

FEWEST_TEXTS = 4
"""On the topic, and neutral ones: of fewer a trial model would learn from one or two."""
FOLDS = 3
MOST_FOLDED = 60  # texts; with more, a third of them is enough to judge by, and one trial will do


def with_rewards(
    model: FocusModel,
    good: Sequence[str],
    plain: Sequence[str],
    options: FocusOptions,
    letters: int,
) -> FocusModel:
    """The model with what its scores are worth, or with the note that this cannot be told.

    `letters` is how much of a page a crawl judges: a short text scores otherwise than a long one.
    """
    if min(len(good), len(plain)) < FEWEST_TEXTS:
        return replace(model, notes=(*model.notes, FocusNote.NO_REWARDS))
    held, others = zip(*_unseen_scores(good, plain, options, letters), strict=True)
    on, off = _joined(held), _joined(others)
    with np.errstate(divide="ignore"):
        found = {
            BY_PERPLEXITY: fit_rewards(np.log(on.perplexities), np.log(off.perplexities)),
            BY_DIFFERENCE: fit_rewards(on.differences, off.differences),
        }
    scales = {name: each for name, each in found.items() if isinstance(each, RewardScale)}
    if len(scales) < len(found):
        return replace(model, notes=(*model.notes, FocusNote.NO_REWARDS))
    return replace(model, rewards=scales)


def _unseen_scores(
    good: Sequence[str], plain: Sequence[str], options: FocusOptions, letters: int
) -> Iterator[tuple[PageScores, PageScores]]:
    """Scores of texts on the topic and of neutral ones, by models that were not taught by them."""
    folds = FOLDS if len(good) + len(plain) <= MOST_FOLDED else 1
    for fold in range(folds):
        mine, theirs = _parted(good, fold), _parted(plain, fold)
        trial = train_focus(mine[0], theirs[0], options)
        cut = ([text[:letters] for text in side[1]] for side in (mine, theirs))
        on, off = map(trial.both_scores, cut)
        yield on, off


def _parted(texts: Sequence[str], fold: int) -> tuple[list[str], list[str]]:
    """Two thirds to learn from, and the rest: every third text."""
    learnt = [text for at, text in enumerate(texts) if at % FOLDS != fold]
    return learnt, [text for at, text in enumerate(texts) if at % FOLDS == fold]


def _joined(parts: Sequence[PageScores]) -> PageScores:
    return PageScores(*map(np.concatenate, zip(*parts, strict=True)))
