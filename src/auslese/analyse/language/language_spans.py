"""Where does the language change inside a paragraph, and which is in no language at all?

A word *fits* a language if hardly another one is likelier for it. In a text of one language most
words fit it: 55 of 100 in all but the worst half per cent of sentences. Of a list with the names of
forty languages, each in its own, one word in eight fits the best. So a paragraph is looked at more
closely only where several words in a row do not fit; there the cheapest way through the languages
is searched (Viterbi 1967), on which each change has a price.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from auslese.analyse.language.language_arrays import STEP, LanguageModel, Scores
from auslese.analyse.language.word_letters import LetterWord

FITS = 3.0  # nats that a word may cost more than in the language that it is likeliest in
LEAST_FIT = 0.4  # share of words; below, they are no text of that language
WINDOW = 8  # words in a row that are looked at; a quotation of so many is found
FEW = 6  # words of which a share says nothing
DEAREST_WORD = 6.0  # nats that one word can speak against a language: it may be a name
CHANGE = 16.0  # nats: fewer find more changes where there are none (docs/methods/language-mix.md)
AT_ONCE = 10_000  # words; a long paragraph is looked at in parts, so that memory stays small
MOST_LANGUAGES = 8  # in one paragraph; that bounds the cost
Places = npt.NDArray[np.int64]


class LanguageStretch(NamedTuple):
    """Words in one language, from `first` to before `last`."""

    first: int
    last: int
    language: int
    """Its column in the model."""
    fit: float
    """The share of its words that fit."""

    @property
    def is_text(self) -> bool:
        """Whether it is in this language indeed, and not in none."""
        return self.last - self.first < FEW or self.fit >= LEAST_FIT


def costs_of(model: LanguageModel, texts: Sequence[Sequence[str]]) -> list[Scores]:
    """For each text what its words cost in each language more than in the likeliest, in nats."""
    different = sorted({word for words in texts for word in words})
    numbers = {word: number for number, word in enumerate(different)}
    costs = model.word_costs(different)
    costs -= costs.min(axis=1, keepdims=True)
    costs *= STEP
    return [costs[[numbers[word] for word in words]] for words in texts]


def fitting(costs: Scores) -> Places:
    """How many of the words fit each language."""
    counts: Places = (costs <= FITS).sum(axis=0)
    return counts


def is_doubtful(costs: Scores, language: int) -> bool:
    """Whether some words in a row do not fit this language, so that a closer look is due."""
    if len(costs) < FEW:
        return False
    fits = np.cumsum(np.append(0, costs[:, language] <= FITS))
    width = min(WINDOW, len(costs))
    return bool((fits[width:] - fits[:-width]).min() < LEAST_FIT * width)


def stretches(costs: Scores, likely: Sequence[int]) -> list[LanguageStretch]:
    """The languages of a paragraph one after the other.

    `likely` are languages to reckon with beside those that the words themselves suggest.
    """
    columns = _candidates(costs, likely)
    path = _cheapest_path(np.minimum(costs[:, columns], DEAREST_WORD))
    borders = np.flatnonzero(np.diff(path)) + 1
    edges = [0, *borders.tolist(), len(path)]
    found = []
    for first, last in pairwise(edges):
        language = columns[path[first]]
        fit = float((costs[first:last, language] <= FITS).mean())
        found.append(LanguageStretch(first, last, language, fit))
    return found


def places_of(
    text: str, words: Sequence[LetterWord], found: Sequence[LanguageStretch]
) -> list[tuple[int, int]]:
    """Where each stretch begins and ends in the text: a border is the first blank between words."""
    places, start = [], 0
    for stretch in found:
        if stretch.last == len(words):
            places.append((start, len(text)))
            break
        end, after = words[stretch.last - 1].end, words[stretch.last].start
        gap = text[end:after]
        end += next((at for at, letter in enumerate(gap) if letter.isspace()), 0)
        places.append((start, end))
        start = after - len(text[end:after].lstrip())
    return places


def _candidates(costs: Scores, likely: Sequence[int]) -> list[int]:
    """The languages that are the best ones somewhere, those first that are it most often."""
    width = min(WINDOW, len(costs))
    last = len(costs) - width + 1
    bests = [
        _windows(costs[begin : min(begin + AT_ONCE, last) + width - 1], width).argmin(axis=1)
        for begin in range(0, last, AT_ONCE)
    ]
    winners, times = np.unique(np.concatenate(bests), return_counts=True)
    ordered = winners[np.argsort(-times, kind="stable")].tolist()
    return list(dict.fromkeys((*likely, *ordered)))[:MOST_LANGUAGES]


def _windows(costs: Scores, width: int) -> Scores:
    """What each row of so many words costs."""
    bounded = np.minimum(costs, DEAREST_WORD)
    rows = len(costs) - width + 1
    summed: Scores = sum((bounded[at : at + rows] for at in range(1, width)), bounded[:rows])
    return summed


def _cheapest_path(costs: Scores) -> Places:
    """For each word the column that the cheapest way takes."""
    number, width = costs.shape
    came_from = np.zeros((number, width), np.int64)
    own = np.arange(width)
    reached = costs[0].astype(np.float64)
    for at in range(1, number):
        cheapest = int(reached.argmin())
        changed = reached[cheapest] + CHANGE
        came_from[at] = np.where(reached <= changed, own, cheapest)
        reached = np.minimum(reached, changed) + costs[at]
    path = np.zeros(number, np.int64)
    path[-1] = int(reached.argmin())
    for at in range(number - 1, 0, -1):
        path[at - 1] = came_from[at, path[at]]
    return path
