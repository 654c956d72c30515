"""Are new pages still such as the model was taught with?

After a re-crawl the model is applied again by itself. Two things tell that it may not fit any more:
words that it has never seen, and scores that are spread otherwise than before (PSI, the population
stability index of credit scoring; KS, the largest distance of the two distributions).
"""

from enum import StrEnum
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from auslese.analyse.relevance.page_features import PageFeatures

BINS = 10
LEAST_SHARE = 1e-3  # of pages in a bin: an empty one would make the index infinite
CHANGED, MUCH_CHANGED = 0.1, 0.25  # of the index: the bounds of its users (Siddiqi 2006)
MORE_UNKNOWN = 0.1  # of the words of a page, more than before
FEWEST_PAGES = 50  # fewer are no distribution

Floats = NDArray[np.float64]


class DriftReason(StrEnum):
    """What has changed."""

    NONE = "none"
    TOO_FEW = "too-few-pages"
    WORDS = "unknown-words"
    SCORES = "other-scores"
    BOTH = "unknown-words-and-other-scores"


class PageProfile(NamedTuple):
    """What pages looked like to a model: enough to compare later ones with."""

    pages: int
    known: float
    """Mean share of known words."""
    cuts: tuple[float, ...]
    """Scores that part the pages into about tenths; fewer where many scores are equal."""
    shares: tuple[float, ...]
    """Of pages up to each cut, and behind the last."""


class ModelDrift(NamedTuple):
    """New pages beside those of the profile."""

    pages: int
    unknown_before: float
    unknown_now: float
    stability: float
    """PSI of the scores: below 0.1 nothing, above 0.25 much has changed."""
    distance: float
    """KS of the scores."""
    reason: DriftReason

    @property
    def is_strong(self) -> bool:
        """Whether one should rate some of the new pages."""
        return self.reason not in (DriftReason.NONE, DriftReason.TOO_FEW)


def page_profile(features: PageFeatures, scores: Floats) -> PageProfile:
    """What is to be kept beside a model."""
    if not len(features):
        return PageProfile(0, 0.0, (), (1.0,))
    cuts = np.unique(np.quantile(scores, np.linspace(0, 1, BINS + 1)[1:-1]))
    shares = _shares(cuts, scores).tolist()
    return PageProfile(
        len(features), float(features.known.mean()), tuple(cuts.tolist()), tuple(shares)
    )


def model_drift(profile: PageProfile, features: PageFeatures, scores: Floats) -> ModelDrift:
    """How far these pages are from those of the profile."""
    pages = len(features)
    unknown_now = 1 - float(features.known.mean()) if pages else 0.0
    unknown_before = 1 - profile.known
    if min(pages, profile.pages) < FEWEST_PAGES:
        return ModelDrift(pages, unknown_before, unknown_now, 0.0, 0.0, DriftReason.TOO_FEW)
    before, now = np.array(profile.shares), _shares(np.array(profile.cuts), scores)
    index = float(((now - before) * np.log(now / before)).sum())
    distance = float(np.abs(np.cumsum(now) - np.cumsum(before)).max())
    has_words = unknown_now - unknown_before > MORE_UNKNOWN
    reason = {
        (False, False): DriftReason.NONE,
        (True, False): DriftReason.WORDS,
        (False, True): DriftReason.SCORES,
        (True, True): DriftReason.BOTH,
    }[has_words, index > MUCH_CHANGED]
    return ModelDrift(pages, unknown_before, unknown_now, index, distance, reason)


def _shares(cuts: Floats, scores: Floats) -> Floats:
    """The shares of pages up to each cut and behind the last; none is quite empty."""
    number = np.bincount(np.searchsorted(cuts, scores, side="left"), minlength=len(cuts) + 1)
    raised = np.maximum(number / max(1, len(scores)), LEAST_SHARE)
    found: Floats = raised / raised.sum()
    return found
