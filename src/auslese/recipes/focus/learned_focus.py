"""Judges links by what came of links like them: one scorer for each worker.

A worker learns from the pages that it fetches itself. A host is leased to one worker at a time and
most links stay on their host, so most rewards come home; a page whose link another worker has
scored teaches what its own links may be worth, and nothing about the link to it.
"""

from collections.abc import Callable, Sequence
from math import inf, isnan
from typing import NamedTuple

import numpy as np

from auslese.analyse.focus.focus_model import BY_PERPLEXITY, FocusModel
from auslese.analyse.focus.learning.link_features import (
    LinkPage,
    LinkView,
    link_batch,
    word_evidence,
)
from auslese.analyse.focus.learning.link_scorer import LinkScorer
from auslese.crawl.worker.link_focus import JudgeablePage, PageFocus
from auslese.recipes.focus.page_rewards import PageRewards
from auslese.recipes.focus.perplexity_focus import PerplexityFocus
from auslese.records.visit import FOCUS_BUCKETS, PLAIN_BUCKET

NAME_BITS = (1 << 64) - 1
KEPT_EVERY = 2_000
"""Pages: so much may be forgotten by a kill. To keep it takes a tenth of a second."""


class FocusBasis(NamedTuple):
    """What a scorer begins with."""

    name: str
    """By what is judged, with the version of the model."""
    model: FocusModel
    by_links: PerplexityFocus
    """Says what a crawl that does not learn would think of links."""
    rewards: PageRewards


class LearnedFocus:
    """Keeps the promises of `LinkFocus` with a scorer that learns while the crawl runs."""

    razor = inf
    """Nothing is dropped: what promises little waits behind all others."""

    def __init__(
        self, basis: FocusBasis, scorer: LinkScorer, keep: Callable[[LinkScorer], None]
    ) -> None:
        """Go on with what the scorer has learnt; `keep` keeps it for the next crawl."""
        self.name, self._model, self._by_links, self._rewards = basis
        self._scorer, self._keep = scorer, keep
        self._prior_scale = self._model.rewards[BY_PERPLEXITY]
        self._words = evidence_of(self._model)
        self._unkept = 0

    def judge(self, pages: Sequence[JudgeablePage]) -> list[PageFocus]:
        """What is thought of each of these pages; learns from all of them."""
        scores = self._model.both_scores([page.text for page in pages])
        rewards = self._rewards.of(pages, scores.differences).tolist()
        self._by_links.learn_words(pages)
        found = [
            self._judged(page, perplexity, reward)
            for page, perplexity, reward in zip(
                pages, scores.perplexities.tolist(), rewards, strict=True
            )
        ]
        self._unkept += len(pages)
        if self._unkept >= KEPT_EVERY:
            self.keep()
        return found

    def keep(self) -> None:
        """Keep what was learnt, for the next crawl."""
        if self._unkept:
            self._keep(self._scorer)
            self._unkept = 0

    def _judged(self, page: JudgeablePage, perplexity: float, reward: float) -> PageFocus:
        if isnan(reward):
            bucket = page.bucket if page.bucket in FOCUS_BUCKETS else PLAIN_BUCKET
            return PageFocus(None, [bucket] * len(page.links))
        key = unsigned(page.key)
        batch = link_batch(
            LinkPage(key, page.url, reward),
            self._views(page, perplexity),
            self._words,
            has_columns=self._scorer.options.step > 0,
        )
        buckets = self._scorer.buckets(batch)
        self._scorer.learn(key, reward)
        score = perplexity if np.isfinite(perplexity) else None
        return PageFocus(score, buckets, reward=reward)

    def _views(self, page: JudgeablePage, perplexity: float) -> list[LinkView]:
        if not page.links:
            return []
        scores = np.maximum(self._by_links.scores(page, perplexity), 1.0)
        priors = self._prior_scale.rewards(np.log(scores)).tolist()
        paths = page.tag_paths or [""] * len(page.links)
        columns = zip(page.targets, page.links, paths, priors, strict=True)
        return [
            LinkView(unsigned(key), link.url, link.anchor, link.context, link.position, path, prior)
            for key, link, path, prior in columns
        ]


def unsigned(key: int) -> int:
    """The key of an address as arrays of names have it."""
    return key & NAME_BITS


def evidence_of(model: FocusModel) -> dict[str, float]:
    """How much each word of the topic speaks for it; nothing without neutral pages."""
    if model.background is None:
        return {}
    words = list(model.language_model.words)
    subject, background = (
        each.perplexities(words, fragments=True)
        for each in (model.language_model, model.background)
    )
    known = np.isfinite(subject) & np.isfinite(background)  # marks of sentences are no words
    return word_evidence(
        [word for word, is_known in zip(words, known.tolist(), strict=True) if is_known],
        subject[known],
        background[known],
    )
