"""What pages are worth to a crawl, 0 to 1: by the language model, or by what an expert taught."""

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from auslese.analyse.focus.learning.page_reward import RewardScale
from auslese.crawl.worker.link_focus import JudgeablePage

Floats = NDArray[np.float64]


class PageRewards(Protocol):
    """Says what pages are worth."""

    def of(self, pages: Sequence[JudgeablePage], differences: Floats) -> Floats:
        """What each page is worth; no number if that cannot be told.

        Given are also their differences to the background, for whoever goes by these.
        """
        ...


class DifferenceRewards:
    """Keeps the promise of `PageRewards` by the language models of topic and background."""

    def __init__(self, scale: RewardScale) -> None:
        """Differences are worth what this scale says."""
        self._scale = scale

    def of(self, pages: Sequence[JudgeablePage], differences: Floats) -> Floats:
        """What each page is worth; no number for one without words."""
        return np.where(np.isfinite(differences), self._scale.rewards(differences), np.nan)
