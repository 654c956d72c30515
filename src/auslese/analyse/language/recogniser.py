"""Which language is a text in?

Every word costs every language something; the language for which all words together cost least is
the one. What the costs are worth as a probability depends on how many words there are, because
words of one text belong together and say the same thing twice.
"""

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

import numpy as np

from auslese.analyse.language.language_arrays import STEP, LanguageModel, Scores
from auslese.analyse.language.language_fit import LanguageFit, WordTable
from auslese.analyse.language.language_method import SHIPPED as SHIPPED
from auslese.analyse.language.noise import NoiseJudge, shipped_judge
from auslese.analyse.language.text_batches import weighed_batches
from auslese.analyse.language.word_letters import EAST_ASIAN, letter_words, script_of
from auslese.records.language import UNKNOWN, RecognisedLanguage

WORST = 14.0 / STEP  # what one word may cost a language against the best one: a name proves little
ALTERNATIVES = 5
LEAST_SHARE = 0.0005  # what is less probable is no alternative
AT_ONCE = 2_000  # texts: enough that arrays pay, few enough that memory stays small
LETTERS_AT_ONCE = 400_000  # the same for long texts; 2,000 sentences have about half of it
MOST_WORDS = 2_000  # of one text; more make no surer
MOST_LETTERS = 100_000  # of one text that are looked at: its language is clear long before
CHARACTER = 3  # letters that a Chinese one stands for
NOISE = 0.15  # below it a text is called none: of real sentences 0.6 % are lost, at one half 1.1 %
NOTHING = RecognisedLanguage(
    UNKNOWN, 1.0, (), 0.0
)  # of a text without words no language is likelier
# How much of the difference in costs counts: two thirds for one word, less for each of many. Fitted
# so that of all texts of which we are 80 % sure, 80 % are right (docs/methods/language.md).
SURENESS, DEPENDENCE = 0.65, 0.4


class _RecogniserBatch(NamedTuple):
    """Texts as rows of a table of their words."""

    table: WordTable
    rows: list[list[int]]
    """Of each text, without words in another script than most of it."""


class Recogniser:
    """Names languages by a model."""

    def __init__(self, model: LanguageModel, judge: NoiseJudge | None = None) -> None:
        """Take the model that was learnt, and who tells texts from noise."""
        self.model = model
        self.judge = judge or shipped_judge()

    @property
    def languages(self) -> tuple[str, ...]:
        """What it can name."""
        return self.model.languages

    def recognise(self, texts: Sequence[str]) -> list[RecognisedLanguage]:
        """The language of each text. Many at once cost far less than one after the other."""
        beginnings = (text[:MOST_LETTERS] for text in texts)
        portions = weighed_batches(beginnings, AT_ONCE, len, LETTERS_AT_ONCE)
        return [each for some in portions for each in self._recognise(some)]

    def scores(self, words: Sequence[Sequence[str]]) -> Scores:
        """How well each text, given as words, fits each language: logarithms, 0 the best."""
        return self._scores(self._batch(words))

    def _recognise(self, texts: Sequence[str]) -> list[RecognisedLanguage]:
        words = [letter_words(text)[:MOST_WORDS] for text in texts]
        batch = self._batch(words)
        scores = self._scores(batch)
        best = scores.argmax(axis=1)
        fit = LanguageFit.of(batch.table, batch.rows, best)
        is_text = self.judge.probabilities(texts, fit, self.languages)
        shares = probabilities(scores, fit.words)
        return [
            self._verdict(*each[1:]) if each[0] else NOTHING
            for each in zip(words, shares, is_text.tolist(), fit.zipf.tolist(), strict=True)
        ]

    def _batch(self, words: Sequence[Sequence[str]]) -> _RecogniserBatch:
        different = list({word: None for each in words for word in each})
        numbers = {word: number for number, word in enumerate(different)}
        table = WordTable.of(self.model, different, self.model.word_costs(different))
        scripts = [script_of(word[0]) for word in different]
        rows = [[numbers[word] for word in each] for each in words]
        return _RecogniserBatch(table, [_of_one_script(each, scripts, different) for each in rows])

    def _scores(self, batch: _RecogniserBatch) -> Scores:
        costs = batch.table.costs - batch.table.costs.min(axis=1, keepdims=True, initial=np.inf)
        np.minimum(costs, WORST, out=costs)
        sums = np.tile(self.model.rarity, (len(batch.rows), 1))
        for row, each in zip(sums, batch.rows, strict=True):
            if each:
                row += costs[each].sum(axis=0)
        sums -= sums.min(axis=1, keepdims=True)
        scores: Scores = -STEP * sums
        return scores

    def _verdict(self, shares: Scores, is_text: float, zipf: float) -> RecognisedLanguage:
        best = np.argsort(-shares)[:ALTERNATIVES]
        found = [(self.languages[at], float(shares[at])) for at in best]
        alternatives = tuple(each for each in found if each[1] >= LEAST_SHARE)
        if is_text < NOISE:
            return RecognisedLanguage(UNKNOWN, 1 - is_text, alternatives, zipf)
        return RecognisedLanguage(*found[0], alternatives, zipf)


def probabilities(scores: Scores, words: Scores) -> Scores:
    """How probable each language is, for texts of so many words."""
    sureness = SURENESS * np.maximum(words, 1) ** -DEPENDENCE
    powers = np.exp(scores * sureness[:, None])
    shares: Scores = powers / powers.sum(axis=1, keepdims=True)
    return shares


def _of_one_script(rows: list[int], scripts: list[int], words: Sequence[str]) -> list[int]:
    """The words in the script of most letters: a Latin name in a Russian text tells nothing."""
    if len({scripts[row] for row in rows}) <= 1:
        return rows
    letters: dict[int, int] = {}
    for row in rows:
        script = scripts[row]
        weight = CHARACTER if script == EAST_ASIAN else 1
        letters[script] = letters.get(script, 0) + weight * len(words[row])
    most = max(letters, key=lambda script: letters[script])
    return [row for row in rows if scripts[row] == most]


@cache
def shipped_recogniser() -> Recogniser:
    """The recogniser that comes with the house."""
    return Recogniser(LanguageModel.load(SHIPPED))
