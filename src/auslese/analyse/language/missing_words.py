"""Words that a language has and its dictionary lacks: with them dictionaries grow (Stein 1997)."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from auslese.analyse.language.language_arrays import LanguageModel
from auslese.analyse.language.recogniser import Recogniser
from auslese.analyse.language.text_batches import batches
from auslese.analyse.language.word_letters import letter_words
from auslese.records.language import UNKNOWN


class Sureness(NamedTuple):
    """When a sentence counts as recognised. The numbers are Stein's."""

    at_least: float = 0.7
    """Share of the likeliest language."""
    runner_up: float = 0.1
    """Share of the second, at most."""

    def accepts(self, shares: Sequence[float]) -> bool:
        """Whether these shares, the largest first, leave no doubt."""
        second = shares[1] if len(shares) > 1 else 0.0
        return bool(shares) and shares[0] >= self.at_least and second <= self.runner_up


STEINS = Sureness()


def unknown_words(
    recogniser: Recogniser,
    sentences: Iterable[str],
    sureness: Sureness = STEINS,
    most: int = 100_000,
) -> dict[str, Counter[str]]:
    """By language, the words that its dictionary lacks and how often they were seen.

    A sentence counts only if its language is sure. Of each language about `most` words are kept
    while they are counted; if there are more, the rarest are forgotten.
    """
    found: dict[str, Counter[str]] = {}
    for language, words in _sure_words(recogniser, sentences, sureness):
        counts = found.setdefault(language, Counter())
        counts.update(words)
        if len(counts) > 2 * most:
            found[language] = pruned(counts, most)
    return {language: pruned(found[language], most) for language in sorted(found)}


def pruned(counts: Counter[str], most: int) -> Counter[str]:
    """The most frequent ones; of equally frequent ones the first of the alphabet."""
    if len(counts) <= most:
        return counts
    kept = sorted(counts, key=lambda word: (-counts[word], word))[:most]
    return Counter({word: counts[word] for word in kept})


def known_words(model: LanguageModel, words: Sequence[str]) -> npt.NDArray[np.bool_]:
    """Which dictionary has which word: a row a word, a column a language."""
    known = np.zeros((len(words), len(model.languages)), bool)
    rows, entries = model.entries(words)
    known[rows, model.dictionary.languages[entries]] = True
    return known


def _sure_words(
    recogniser: Recogniser, sentences: Iterable[str], sureness: Sureness
) -> Iterator[tuple[str, list[str]]]:
    """The language of each sure sentence with those of its words that the dictionary lacks."""
    columns = {language: column for column, language in enumerate(recogniser.languages)}
    for some in batches(sentences):
        sure = [
            (verdict.language, letter_words(sentence))
            for sentence, verdict in zip(some, recogniser.recognise(some), strict=True)
            if verdict.language != UNKNOWN
            and sureness.accepts([share for _, share in verdict.alternatives])
        ]
        different = sorted({word for _, words in sure for word in words})
        rows = {word: row for row, word in enumerate(different)}
        known = known_words(recogniser.model, different)
        for language, words in sure:
            column = columns[language]
            yield language, [word for word in words if not known[rows[word], column]]
