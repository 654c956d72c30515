"""How well texts fit the language that fits them best, measured on a scale that all share.

The recogniser compares languages with each other; this looks at one language alone: does its
spelling explain the letters, does its dictionary have the words, are its Zipf words among them?
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from auslese.analyse.language.language_arrays import STEP, LanguageModel, Scores
from auslese.analyse.language.word_letters import Codes

Shares = npt.NDArray[np.float32]
KNOWN, ZIPF = 1, 2
"""How a word stands in a language: in its dictionary, among its Zipf words; 0 is neither."""

DEAREST_LETTER = 4.0  # nats; more would let one Latin name make Russian noise


class WordTable(NamedTuple):
    """What a model says of different words: a row a word, a column a language."""

    lengths: npt.NDArray[np.float32]
    """Letters and one edge."""
    costs: Scores
    """In steps, as `LanguageModel.word_costs` gives them."""
    standing: npt.NDArray[np.uint8]
    """0, KNOWN or ZIPF."""

    @classmethod
    def of(cls, model: LanguageModel, words: list[str], costs: Scores) -> "WordTable":
        """Look the words up; their costs are given, because whoever asks has them."""
        standing = np.zeros(costs.shape, np.uint8)
        if words:
            rows, entries = model.entries(words)
            known = model.dictionary
            standing[rows, known.languages[entries]] = KNOWN + known.is_zipf[entries]
        lengths = np.fromiter(map(len, words), np.float32, len(words)) + 1
        return cls(lengths, costs, standing)


class LanguageFit(NamedTuple):
    """How well each text fits its language: an entry a text."""

    words: Shares
    """How many there are."""
    different: Shares
    """How many different ones, divided by all."""
    cost: Shares
    """Of a letter, in nats: about 1.7 in real sentences, above 4 where keys were mashed."""
    known: Shares
    """Share of words that the dictionary has."""
    zipf: Shares
    """Share of words that are Zipf words."""
    best: Codes
    """Which language it is, by its place in the model."""

    @classmethod
    def of_words(
        cls, model: LanguageModel, texts: Sequence[Sequence[str]], best: Codes
    ) -> "LanguageFit":
        """Fit texts, given as words; for whoever has no table of words at hand."""
        different = sorted({word for each in texts for word in each})
        numbers = {word: number for number, word in enumerate(different)}
        table = WordTable.of(model, different, model.word_costs(different))
        return cls.of(table, [[numbers[word] for word in each] for each in texts], best)

    @classmethod
    def of(cls, table: WordTable, texts: list[list[int]], best: Codes) -> "LanguageFit":
        """Fit texts, given as rows of the table, to the language that is best for each."""
        counts = np.fromiter(map(len, texts), np.int64, len(texts))
        different = np.fromiter((len(set(each)) for each in texts), np.float32, len(texts))
        rows = np.fromiter((row for each in texts for row in each), np.int64, int(counts.sum()))
        owners = np.repeat(np.arange(len(texts)), counts)
        languages = best[owners]
        standing = table.standing[rows, languages]
        words = np.maximum(counts, 1).astype(np.float32)
        lengths = table.lengths[rows]
        costs = np.minimum(table.costs[rows, languages] * STEP, DEAREST_LETTER * lengths)

        def sums(values: npt.NDArray[np.generic]) -> Shares:
            return np.bincount(owners, values, len(texts)).astype(np.float32)

        return cls(
            counts.astype(np.float32),
            different / words,
            (sums(costs) / np.maximum(sums(lengths), 1)).astype(np.float32),
            sums(standing >= KNOWN) / words,
            sums(standing == ZIPF) / words,
            best,
        )
