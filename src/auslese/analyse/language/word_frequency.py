"""How frequent is a word in a language, as far as our dictionary knows?"""

from collections.abc import Callable, Sequence
from math import log

import numpy as np

from auslese.analyse.language.language_arrays import STEP, LanguageModel

BILLION = 9.0  # as a logarithm
ESZETT = ("ß", "ss")  # the dictionary writes it as the Swiss do


def frequencies_in(model: LanguageModel, language: str) -> Callable[[Sequence[str]], list[float]]:
    """A function that tells of words how often a billion have them, as a logarithm to base 10.

    0 stands for a word that the dictionary lacks, and for all words of a language it does not know.
    """
    column = model.languages.index(language) if language in model.languages else -1

    def frequencies(words: Sequence[str]) -> list[float]:
        found = np.zeros(len(words))
        if words:
            rows, entries = model.entries([word.replace(*ESZETT) for word in words])
            own = model.dictionary.languages[entries] == column
            costs = model.dictionary.costs[entries[own]] * STEP
            found[rows[own]] = np.maximum(BILLION - costs / log(10), 0.0)
        return found.tolist()

    return frequencies
