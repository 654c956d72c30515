"""Which language is a text in? A sketch that the calibration will complete."""

from collections.abc import Sequence
from functools import cache
from pathlib import Path

import numpy as np

from auslese.analyse.language.letters import letter_words
from auslese.analyse.language.model import STEP, Model, Scores
from auslese.records.language import UNKNOWN, Recognised

SHIPPED = Path(__file__).parent / "shipped"
WORST = 12.0 / STEP  # what one word may cost a language against the best one: a name proves little
ALTERNATIVES = 5


class Recogniser:
    """Names languages by a model."""

    def __init__(self, model: Model) -> None:
        """Take the model that was learnt."""
        self.model = model

    @property
    def languages(self) -> tuple[str, ...]:
        """What it can name."""
        return self.model.languages

    def recognise(self, texts: Sequence[str]) -> list[Recognised]:
        """The language of each text. Many at once cost far less than one after the other."""
        words = [letter_words(text) for text in texts]
        return [self._verdict(row) for row in self.scores(words)]

    def scores(self, words: Sequence[Sequence[str]]) -> Scores:
        """How well each text, given as words, fits each language: logarithms, 0 the best."""
        different = sorted({word for each in words for word in each})
        numbers = {word: number for number, word in enumerate(different)}
        costs = self.model.word_costs(different)
        costs -= costs.min(axis=1, keepdims=True)
        np.minimum(costs, WORST, out=costs)
        sums = np.zeros((len(words), len(self.languages)), np.float32)
        for row, each in zip(sums, words, strict=True):
            if each:
                costs[[numbers[word] for word in each]].sum(axis=0, out=row)
        sums -= sums.min(axis=1, keepdims=True)
        scores: Scores = -STEP * sums
        return scores

    def _verdict(self, scores: Scores) -> Recognised:
        shares = np.exp(scores)
        shares /= shares.sum()
        best = np.argsort(-shares)[:ALTERNATIVES]
        alternatives = tuple((self.languages[at], float(shares[at])) for at in best)
        language, confidence = alternatives[0] if scores.any() else (UNKNOWN, 1.0)
        return Recognised(language, confidence, alternatives, 0.0)


@cache
def shipped() -> Recogniser:
    """The recogniser that comes with the house."""
    return Recogniser(Model.load(SHIPPED))
