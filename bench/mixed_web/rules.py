"""Three ways to judge the sentences of a domain, by the same rule of 70 and 10 per cent."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from auslese.analyse.language.language_learning import LanguageCounts, LanguageModelLimits, learn
from auslese.analyse.language.recogniser import Recogniser
from auslese.analyse.language.sentence_judge import JudgedSentences, SentenceJudge
from auslese.analyse.language.stein import SteinJudge
from auslese.analyse.language.word_letters import letter_words
from mixed_web.domains import Web, counted

Shares = npt.NDArray[np.float64]
Counts = Mapping[str, Counter[str]]
MEASURES = LanguageModelLimits(grams=60_000, words=20_000)


class Rule(NamedTuple):
    """How shares of sentences are found; `own` is the language they were counted for."""

    name: str
    made: Callable[[Counts], Callable[[Sequence[str], str], Shares]]


def recogniser_of(counts: Counts) -> Recogniser:
    """A recogniser that knows these dictionaries."""
    evidence = {name: LanguageCounts.of_words(words) for name, words in counts.items()}
    return Recogniser(learn(evidence, MEASURES))


def _by_stein(counts: Counts) -> Callable[[Sequence[str], str], Shares]:
    stein = SteinJudge(counts)
    return lambda sentences, own: stein.shares(sentences)


def _by_recogniser(counts: Counts) -> Callable[[Sequence[str], str], Shares]:
    recogniser = recogniser_of(counts)

    def shares(sentences: Sequence[str], own: str) -> Shares:
        found = np.exp(recogniser.scores([letter_words(each) for each in sentences]))
        return found / found.sum(axis=1, keepdims=True)

    return shares


def _by_judge(counts: Counts) -> Callable[[Sequence[str], str], Shares]:
    judge = SentenceJudge(counts)
    return lambda sentences, own: judge.judge(sentences, own).shares


RULES = (
    Rule("Stein's score", _by_stein),
    Rule("the recogniser", _by_recogniser),
    Rule("the judge of `self_training`", _by_judge),
)


class Cleaned(NamedTuple):
    """What rounds of cleaning by one rule left."""

    counts: dict[str, Counter[str]]
    kept: dict[str, float]
    """By language the share of its own sentences."""
    foreign: float
    """Share of foreign ones among all that are kept."""


def cleaned(web: Web, rule: Rule, rounds: int) -> Cleaned:
    """Clean the domains so many times."""
    counts, names = web.raw(), list(web.tests)
    inside = {name: np.ones(len(web.domains[name]), bool) for name in names}
    for _ in range(rounds):
        shares_of = rule.made(counts)
        for at, name in enumerate(names):
            texts = [text for _, text in web.domains[name]]
            shares = np.where(inside[name][:, None], shares_of(texts, name), shares_of(texts, ""))
            inside[name] = JudgedSentences(shares, shares).sure(0.7, 0.1) == at
        counts = {name: counted(text for _, text in _kept(web, name, inside)) for name in names}
    kept = {name: [label == name for label, _ in _kept(web, name, inside)] for name in names}
    own = {name: sum(label == name for label, _ in web.domains[name]) for name in names}
    every = sum(map(len, kept.values()))
    foreign = 1 - sum(map(sum, kept.values())) / every if every else 0.0
    return Cleaned(counts, {name: sum(kept[name]) / own[name] for name in names}, foreign)


def _kept(
    web: Web, name: str, inside: Mapping[str, npt.NDArray[np.bool_]]
) -> list[tuple[str, str]]:
    return [row for row, ok in zip(web.domains[name], inside[name], strict=True) if ok]
