"""Borders between scores that fit a model: from what it says of texts that it has not learnt from.

Perplexities depend on how much a model has read and on what: the same borders let all pages of one
topic fall into one class, and those of another into none. So a trial model of most of the good
texts says what it thinks of the others and of the neutral ones, in pieces as long as what a crawl
looks at, and the borders are spread between the best of the one and the worst of the other.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from auslese.analyse.focus.focus_model import FocusModel, FocusOptions, train_focus

LEAST_TEXTS = 4  # on the topic: fewer cannot be split
HELD_OUT = 3
"""Each n-th good text is held out; Werner (4.1) learnt from seven of ten."""
PIECES = 5  # of one text: a long manual must not say alone what the topic looks like
BORDERS = 9  # one less than the buckets of a focused crawl
BEST, MIDDLE, WORST = 0.1, 0.5, 0.9
SPREAD = 10_000 / 600
"""Werner's last border divided by his first, for those who have no neutral texts."""
LEAST_SPREAD = 2.0  # from the first border to the last: neutral texts may look like good ones


class ScoreQuantiles(NamedTuple):
    """What a trial model says of good texts that it does not know, and of neutral ones."""

    positive: tuple[float, float, float]
    """The perplexity below which a tenth, half and nine tenths of the pieces lie."""
    neutral: tuple[float, float, float] | None = None


def held_out_quantiles(
    positive: Sequence[str], neutral: Sequence[str], options: FocusOptions, letters: int
) -> ScoreQuantiles | None:
    """What a model of some of the texts says of the others; None if there are too few."""
    if len(positive) < LEAST_TEXTS:
        return None
    known = [text for at, text in enumerate(positive) if at % HELD_OUT]
    trial = train_focus(known, neutral, options)
    good = _quantiles(trial, positive[::HELD_OUT], letters)
    return good and ScoreQuantiles(good, _quantiles(trial, neutral, letters))


def borders_between(quantiles: ScoreQuantiles) -> tuple[float, ...]:
    """Nine borders in equal steps, from the best good texts to the worst neutral ones."""
    best = quantiles.positive[0]
    worst = quantiles.neutral[2] if quantiles.neutral else SPREAD * quantiles.positive[2]
    borders = np.geomspace(best, max(worst, LEAST_SPREAD * best), BORDERS)
    return tuple(borders.tolist())


def _quantiles(
    model: FocusModel, texts: Sequence[str], letters: int
) -> tuple[float, float, float] | None:
    pieces = [
        text[at : at + letters]
        for text in texts
        for at in range(0, min(len(text), PIECES * letters), letters)
        if at == 0 or len(text) - at >= letters // 2  # the rest of a text is too short to tell
    ]
    scores: NDArray[np.float64] = model.page_scores(pieces) if pieces else np.empty(0)
    known = scores[np.isfinite(scores)]
    if not len(known):
        return None
    low, middle, high = np.quantile(known, (BEST, MIDDLE, WORST)).tolist()
    return low, middle, high
