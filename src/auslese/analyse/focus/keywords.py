"""The words of a subject, with weights, learnt without a list of stop words.

Werner (2015, 3.3): words that stand in the good pages and not in neutral ones of the same language.

    idf = log10(1 + N / df)      score = tf_positive * (idf_neutral - idf_positive)

Each set counts its own N; a word that no neutral text has counts as if a tenth of one had it. Words
with a negative difference belong to the neutral texts and are cut. The best 50 are kept, and

    kw(text) = sum of the weights of its words, each as often as it stands there / sum of all 50
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from math import log, log10, sqrt
from statistics import median
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from auslese.analyse.focus.focus_tokens import focus_tokens
from auslese.text.stop_words import languages, stop_words

MOST = 50
ABSENT_TEXTS = 0.1
"""Neutral texts that have a word which none has (listing A.3)."""
AMPLIFIER: Final = "amplifier"
LOG_ODDS: Final = "log-odds"
Method = Literal["amplifier", "log-odds"]


class Keywords:
    """Words with weights."""

    def __init__(self, weights: Mapping[str, float]) -> None:
        """Take these, which are above 0."""
        self.weights = dict(weights)
        self.total = sum(self.weights.values())

    @property
    def halving_weight(self) -> float:
        """The weight in scores by which one ordinary word of these halves a score.

        Werner's 3 takes four fifths off for the first of his words on cats, which has a quarter of
        all their weight; where weights are even, no word would count.
        """
        if not self.total:
            return 0.0
        return 0.5 * self.total / median(self.weights.values())

    def score(self, text: str) -> float:
        """How much of all weights the words of a text have; more than 1 if it repeats them."""
        return self.score_of(focus_tokens(text))

    def scores(self, texts: Sequence[str]) -> NDArray[np.float64]:
        """The same for many texts."""
        return np.fromiter(map(self.score, texts), np.float64, len(texts))

    def score_of(self, tokens: Iterable[str]) -> float:
        """The same for a text that is words already."""
        if not self.total:
            return 0.0
        return sum(filter(None, map(self.weights.get, tokens))) / self.total


def learn_keywords(
    positive_texts: Iterable[str],
    neutral_texts: Iterable[str],
    most: int = MOST,
    method: Method = AMPLIFIER,
) -> Keywords:
    """The words of the positive texts that neutral ones do not have, the best first.

    Without a neutral text the stop words that come with the house take its place, whichever the
    method.
    """
    good, plain = _WordCounts(positive_texts), _WordCounts(neutral_texts)
    if not plain.texts:
        scores = _without_neutral(good)
    elif method == LOG_ODDS:
        scores = _log_odds(good, plain)
    else:
        scores = _amplified(good, plain)
    best = sorted((-score, word) for word, score in scores.items() if score > 0)[:most]
    return Keywords({word: -score for score, word in best})


class _WordCounts:
    """How often words stand in texts, and in how many of them."""

    def __init__(self, texts: Iterable[str]) -> None:
        self.texts = 0
        self.counts = Counter[str]()
        self.texts_with = Counter[str]()
        for text in texts:
            tokens = focus_tokens(text)
            self.texts += 1
            self.counts.update(tokens)
            self.texts_with.update(set(tokens))

    def rarity(self, word: str) -> float:
        """The idf of a word."""
        return log10(1 + self.texts / (self.texts_with[word] or ABSENT_TEXTS))


def _amplified(good: _WordCounts, plain: _WordCounts) -> dict[str, float]:
    return {
        word: count * (plain.rarity(word) - good.rarity(word))
        for word, count in good.counts.items()
    }


def _without_neutral(good: _WordCounts) -> dict[str, float]:
    """As if there were as many neutral texts as good ones, with nothing but stop words in them.

    They are those of the language whose list has most of the words.
    """
    common = max(
        map(stop_words, sorted(languages())),
        key=lambda listed: sum(good.counts[word] for word in listed),
    )
    absent = log10(1 + good.texts / ABSENT_TEXTS)
    return {
        word: count * (absent - good.rarity(word))
        for word, count in good.counts.items()
        if word not in common
    }


def _log_odds(good: _WordCounts, plain: _WordCounts) -> dict[str, float]:
    """How surely a word is more frequent in the good texts: log-odds with an informative prior.

    Monroe, Colaresi and Quinn, Fightin' Words (2008): the difference of the logarithms of the
    odds, divided by its standard deviation. The prior is what both sets say
    together, as strong as one text of the mean length.
    """
    both = good.counts + plain.counts
    everything = both.total()
    strength = everything / (good.texts + plain.texts)
    found: dict[str, float] = {}
    for word, count in good.counts.items():
        prior = strength * both[word] / everything
        mine, others = count + prior, plain.counts[word] + prior
        apart = log(mine / (good.counts.total() + strength - mine)) - log(
            others / (plain.counts.total() + strength - others)
        )
        found[word] = apart / sqrt(1 / mine + 1 / others)
    return found
