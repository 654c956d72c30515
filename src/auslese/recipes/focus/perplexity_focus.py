"""Judges pages by a language model of the topic, and links by their page and their own words.

One call of the model for all pages of a report, and one for all words of links that it has not seen
yet: menus say the same on every page, so most of them are known.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite

import numpy as np
from numpy.typing import NDArray

from auslese.analyse.focus.focus_model import BY_PERPLEXITY, FocusModel
from auslese.analyse.focus.focus_scores import ScoreOptions, link_scores
from auslese.crawl.worker.link_focus import DROPPED, JudgeablePage, PageFocus
from auslese.recipes.focus.page_rewards import PageRewards
from auslese.records.visit import FOCUS_BUCKETS, PLAIN_BUCKET

LONGEST_WORDS = 200  # letters of a link's words that are judged; few links have more
MOST_REMEMBERED = 100_000  # words of links, with what was thought of them: 20 MB at most


@dataclass(frozen=True, slots=True)
class CrawlFocusOptions:
    """What follows from scores."""

    name: str
    """By what is judged, with the version of the model."""
    is_by_links: bool
    """Whether the words of links count, too."""
    borders: tuple[float, ...]
    razor: float
    """Infinite: nothing is dropped."""
    scores: ScoreOptions


def bucket_of_class(number: int, classes: int) -> int:
    """The bucket of the n-th of so many classes, the best first; spread over all that there are."""
    step = max(1, len(FOCUS_BUCKETS) // classes)
    return FOCUS_BUCKETS[min(number * step, len(FOCUS_BUCKETS) - 1)]


class PerplexityFocus:
    """Keeps the promises of `LinkFocus` with a language model and keywords."""

    def __init__(
        self, model: FocusModel, options: CrawlFocusOptions, expert: PageRewards | None = None
    ) -> None:
        """Judge by this model; what an expert taught says in its place what pages are worth."""
        self._model, self._expert = model, expert
        self._scale = model.rewards.get(BY_PERPLEXITY)
        self._options = options
        classes = len(options.borders) + 1
        self._buckets = np.array(
            [*(bucket_of_class(number, classes) for number in range(classes)), DROPPED]
        )
        self._limits = np.array([*options.borders, max(options.razor, options.borders[-1])])
        self._known: dict[str, tuple[float, float]] = {}
        """Perplexity and keyword score of words of links."""

    @property
    def name(self) -> str:
        """By what is judged, with the version of the model."""
        return self._options.name

    @property
    def razor(self) -> float:
        """The score above which links are dropped."""
        return float(self._limits[-1])

    def judge(self, pages: Sequence[JudgeablePage]) -> list[PageFocus]:
        """What is thought of each of these pages."""
        perplexities = self._page_scores(pages)
        rewards = [None] * len(pages) if self._scale is None else self._worth(perplexities)
        if self._options.is_by_links:
            self.learn_words(pages)
        return [
            self._judged(page, perplexity)._replace(reward=reward)
            for page, perplexity, reward in zip(pages, perplexities.tolist(), rewards, strict=True)
        ]

    def keep(self) -> None:
        """Nothing is learnt on the way."""

    def _page_scores(self, pages: Sequence[JudgeablePage]) -> NDArray[np.float64]:
        """Perplexities; for what an expert's model scores, those that are worth as much."""
        if self._expert is None or self._scale is None:
            return self._model.page_scores([page.text for page in pages])
        rewards = self._expert.of(pages, np.empty(0))
        return np.where(np.isnan(rewards), np.inf, np.exp(self._scale.scores(rewards)))

    def _worth(self, perplexities: NDArray[np.float64]) -> list[float | None]:
        assert self._scale is not None
        rewards = self._scale.rewards(np.log(perplexities)).tolist()
        known = np.isfinite(perplexities).tolist()
        return [
            reward if is_known else None for reward, is_known in zip(rewards, known, strict=True)
        ]

    def learn_words(self, pages: Sequence[JudgeablePage]) -> None:
        """Score the words of links that are not known yet, all at once."""
        if len(self._known) > MOST_REMEMBERED:
            self._known.clear()
        said = (link.anchor[:LONGEST_WORDS] for page in pages for link in page.links)
        unknown = list(dict.fromkeys(words for words in said if words not in self._known))
        if not unknown:
            return
        perplexities = self._model.language_model.perplexities(unknown)
        keywords = self._model.keywords.scores(unknown)
        found = zip(perplexities.tolist(), keywords.tolist(), strict=True)
        self._known.update(zip(unknown, found, strict=True))

    def _judged(self, page: JudgeablePage, perplexity: float) -> PageFocus:
        if not isfinite(perplexity):
            bucket = page.bucket if page.bucket in FOCUS_BUCKETS else PLAIN_BUCKET
            return PageFocus(None, [bucket] * len(page.links))
        if not page.links:
            return PageFocus(perplexity, [])
        scores = self.scores(page, perplexity)
        buckets = self._buckets[np.searchsorted(self._limits, scores, side="left")]
        return PageFocus(perplexity, buckets.tolist(), scores.tolist())

    def scores(self, page: JudgeablePage, perplexity: float) -> NDArray[np.float64]:
        """The scores of the links of a page, whose words have been learnt."""
        if not self._options.is_by_links:
            return np.full(len(page.links), perplexity)
        known = [self._known[link.anchor[:LONGEST_WORDS]] for link in page.links]
        texts, keywords = np.array(known, np.float64).T
        return link_scores(perplexity, texts, keywords, self._options.scores)
