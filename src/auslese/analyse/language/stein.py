"""The language of a sentence as Stein (1997) reckons it.

A word belongs to a language by how much of its frequency lies there: its frequency in the
language divided by the sum over all languages. The shares of the words of a sentence are summed and
made to sum to one. Zipf words count more; a word that no dictionary has is judged by its first
and last letters. All is linear: a word that all languages use alike says nothing, and no long row
of such words says more. That makes the score a careful judge and a weak recogniser.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from auslese.analyse.language.language_learning import ZIPF_SHARE
from auslese.analyse.language.word_letters import letter_words

Shares = npt.NDArray[np.float64]
Counts = Mapping[str, float]


class SteinSteps(NamedTuple):
    """How far Stein's improvements are taken."""

    zipf_weight: float = 1.0
    """How much more a Zipf word counts than another."""
    affix: int = 0
    """Letters of the n-grams at both ends of words that no dictionary has; 0: they say nothing."""


ALL_STEPS = SteinSteps(zipf_weight=2.0, affix=3)  # the weight: docs/methods/language-steps.md


class SteinJudge:
    """Judges sentences by dictionaries with relative frequencies."""

    def __init__(self, counts: Mapping[str, Counts], steps: SteinSteps = ALL_STEPS) -> None:
        """Take how often each word was counted in each language."""
        self.languages = tuple(counts)
        self._steps = steps
        self._words = _DictionaryEntries(counts.values(), steps.zipf_weight)
        affixes = (_affix_counts(each, steps.affix) for each in counts.values())
        self._affixes = _DictionaryEntries(affixes if steps.affix else (), 1.0)

    def shares(self, texts: Sequence[str]) -> Shares:
        """To how much each text belongs to each language: rows that sum to one.

        The row of a text of which nothing is known is zero.
        """
        sums = np.zeros((len(texts), len(self.languages)))
        for row, text in zip(sums, texts, strict=True):
            for languages, shares in self._evidence(text):
                row[languages] += shares
        totals = sums.sum(axis=1, keepdims=True)
        np.divide(sums, totals, out=sums, where=totals > 0)
        return sums

    def _evidence(self, text: str) -> Iterator[tuple[npt.NDArray[np.intp], Shares]]:
        for word in letter_words(text):
            if found := self._words.of(word):
                yield found
            elif self._steps.affix:
                for affix in _affixes_of(word, self._steps.affix):
                    if found := self._affixes.of(affix):
                        yield found[0], found[1] / 2


class _DictionaryEntries:
    """For each word the languages that have it, with their shares of it."""

    def __init__(self, counted: Iterable[Counts], zipf_weight: float) -> None:
        found: dict[str, list[tuple[int, float]]] = {}
        for language, counts in enumerate(counted):
            every = sum(counts.values())
            for word, count in counts.items():
                found.setdefault(word, []).append((language, count / every))
        self._found = found
        self._zipf_weight = zipf_weight
        self._made: dict[str, tuple[npt.NDArray[np.intp], Shares]] = {}

    def of(self, word: str) -> tuple[npt.NDArray[np.intp], Shares] | None:
        """Languages and their shares of this word, which sum to its weight."""
        if word not in self._found:
            return None
        if word not in self._made:
            languages, frequencies = zip(*self._found[word], strict=True)
            shares = np.array(frequencies)
            weight = self._zipf_weight if shares.max() > ZIPF_SHARE else 1.0
            self._made[word] = np.array(languages, np.intp), shares * (weight / shares.sum())
        return self._made[word]


def _affixes_of(word: str, length: int) -> tuple[str, str]:
    """The first and the last letters; a blank tells where the word ends."""
    return f" {word[:length]}", f"{word[-length:]} "


def _affix_counts(counts: Counts, length: int) -> Counts:
    found: Counter[str] = Counter()
    for word in counts:
        found.update(_affixes_of(word, length))
    return found
