"""How surely a sentence is in the language of its domain, by dictionaries that may be dirty.

The sentence itself helped to make the dictionary of its domain, so its own words are taken out of
it first: otherwise each foreign sentence would vouch for itself.
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from auslese.analyse.language.word_letters import Codes, letter_words

Numbers = npt.NDArray[np.float64]
Counts = Mapping[str, float]
LENT = 300.0
"""Words that each language is lent from those that others have. A word that a language lacks says
little against it if it has few words, and much if it has many: so a small language is not taken
for its large neighbour (docs/methods/language-training.md)."""
WORST = 4.0  # nats that one word may tell: a name, a quotation proves little
FIRST_INDIC = "\u0900"
# Vowel signs are no letters for `letter_words`: it leaves single consonants, which Hindi and
# Marathi have in common.
_INDIC_WORDS = re.compile("[\u0900-\u0963\u0970-\u0dff]+|[^\\W\\d_]+")
FIRST_WITHOUT_BLANKS = "\u0e00"  # Thai; scripts from here on are cut into pairs of letters


class JudgedSentences(NamedTuple):
    """To how much each of some sentences belongs to each language."""

    shares: Numbers
    """A row a sentence, a column a language; each row sums to one, or is zero if nothing is known
    of its words."""
    known: Numbers
    """Share of the words that each language has, in the same form."""

    def sure(self, at_least: float, runner_up: float) -> npt.NDArray[np.intp]:
        """The language of each sentence that has so large a share, and the second so small a one.

        -1 where there is doubt.
        """
        if self.shares.shape[1] == 1:
            return np.where(self.shares[:, 0] >= at_least, 0, -1)
        second, first = np.partition(self.shares, -2, axis=1)[:, -2:].T
        is_sure = (first >= at_least) & (second <= runner_up)
        return np.where(is_sure, self.shares.argmax(axis=1), -1)


class SentenceJudge:
    """Judges sentences by how often words were counted in each language."""

    def __init__(self, counts: Mapping[str, Counts]) -> None:
        """Take the counts; all languages weigh the same."""
        self.languages = tuple(counts)
        self._counts = [*counts.values()]
        self._sizes = np.array([max(1.0, sum(each.values())) for each in self._counts])

    def judge(self, sentences: Sequence[str], own: str = "") -> JudgedSentences:
        """Judge sentences; `own` is the language for which they were counted, if they were."""
        words = [Counter(judged_words(sentence)) for sentence in sentences]
        pairs = _WordSentencePairs.of(words)
        counts = self._counted(pairs.different)[pairs.word]
        sizes = np.broadcast_to(self._sizes, counts.shape).copy()
        if own:
            column = self.languages.index(own)
            counts[:, column] = np.maximum(counts[:, column] - pairs.times, 0.0)
            sizes[:, column] = np.maximum(sizes[:, column] - pairs.lengths[pairs.sentence], 1.0)
        known = _summed(pairs, (counts > 0) * pairs.times[:, None])
        known /= np.maximum(pairs.lengths, 1.0)[:, None]
        return JudgedSentences(_shares(pairs, counts, sizes), known)

    def _counted(self, words: Sequence[str]) -> Numbers:
        table = [[counts.get(word, 0.0) for counts in self._counts] for word in words]
        return np.array(table, float).reshape(len(words), len(self.languages))


def judged_words(sentence: str) -> list[str]:
    """The words of a sentence; where blanks do not part words, pairs of letters."""
    last = max(sentence, default="")
    words = (
        _INDIC_WORDS.findall(sentence.lower()) if last >= FIRST_INDIC else letter_words(sentence)
    )
    if last < FIRST_WITHOUT_BLANKS:
        return words
    return [piece for word in words for piece in _pieces(word)]


def _pieces(word: str) -> list[str]:
    if max(word) < FIRST_WITHOUT_BLANKS or len(word) == 1:
        return [word]
    return [word[at : at + 2] for at in range(len(word) - 1)]


class _WordSentencePairs(NamedTuple):
    """Each different word of each sentence."""

    different: list[str]
    word: Codes
    """Its number among the different words."""
    sentence: Codes
    times: Numbers
    """How often it stands there."""
    lengths: Numbers
    """How many words each sentence has."""

    @classmethod
    def of(cls, words: Sequence[Counter[str]]) -> "_WordSentencePairs":
        different = sorted(set().union(*words))
        numbers = {word: number for number, word in enumerate(different)}
        return cls(
            different,
            np.array([numbers[word] for each in words for word in each], np.int64),
            np.repeat(np.arange(len(words)), [len(each) for each in words]),
            np.array([times for each in words for times in each.values()], float),
            np.array([each.total() for each in words], float),
        )


def _summed(pairs: _WordSentencePairs, values: Numbers) -> Numbers:
    """The sums of these values over the words of each sentence."""
    sums = np.zeros((len(pairs.lengths), values.shape[1]))
    if len(values):
        begins = np.flatnonzero(np.diff(pairs.sentence, prepend=-1))
        sums[pairs.sentence[begins]] = np.add.reduceat(values, begins, axis=0)
    return sums


def _shares(pairs: _WordSentencePairs, counts: Numbers, sizes: Numbers) -> Numbers:
    largest = (counts / sizes).max(axis=1, initial=0.0, keepdims=True)
    is_known = largest > 0  # a word that nobody has says nothing
    lent = np.where(is_known, largest, 1.0) * LENT
    logs = np.log((counts + lent) / (sizes + LENT))
    logs -= logs.max(axis=1, initial=-np.inf, keepdims=True)
    sums = _summed(pairs, np.maximum(logs, -WORST) * pairs.times[:, None] * is_known)
    shares: Numbers = np.exp(sums - sums.max(axis=1, initial=-np.inf, keepdims=True))
    shares *= _summed(pairs, is_known.astype(float)) > 0
    totals = shares.sum(axis=1, keepdims=True)
    np.divide(shares, totals, out=shares, where=totals > 0)
    return shares
