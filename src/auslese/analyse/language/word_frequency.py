"""How frequent is a word in a language, as far as our dictionary knows?"""

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from math import inf, log

import numpy as np

from auslese.analyse.language.language_arrays import STEP, LanguageModel

BILLION = 9.0  # as a logarithm
ESZETT = ("ß", "ss")  # the dictionary writes it as the Swiss do
FOREIGN = 1.0
"""A word is foreign in a language that uses it ten times less than another: as a logarithm."""
USUAL = 3.3
"""How frequent a word is at least that is no error. Of frequent errors of English and German
(definately, occured, thier …) the dictionary has those that it has with 3.1 at most."""
MOST_KNOWN = 1 << 14  # words whose languages are kept in mind


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


def usual_words_in(model: LanguageModel) -> Callable[[str, Iterable[str]], bool]:
    """A function that tells whether a word is a usual one of one of some languages."""

    def is_usual(word: str, languages: Iterable[str]) -> bool:
        low = [word.lower()]
        return any(frequencies_in(model, code)(low)[0] >= USUAL for code in languages)

    return is_usual


def languages_in(model: LanguageModel) -> Callable[[str, tuple[str, ...]], tuple[str, ...]]:
    """A function that tells in which of some languages a word is one, and no foreign one.

    None if the dictionary lacks it in all of them. Languages that it does not know may have it.
    """

    @lru_cache(MOST_KNOWN)
    def languages(word: str, among: tuple[str, ...]) -> tuple[str, ...]:
        _, entries = model.entries([word.replace(*ESZETT)])
        columns = model.dictionary.languages[entries].tolist()
        costs = model.dictionary.costs[entries].tolist()
        known = {model.languages[at]: cost for at, cost in zip(columns, costs, strict=True)}
        own = [known[code] for code in among if code in known]
        if not own:
            return ()
        most = min(own) + FOREIGN * log(10) / STEP
        return tuple(
            code for code in among if known.get(code, inf) <= most or code not in model.languages
        )

    return languages
