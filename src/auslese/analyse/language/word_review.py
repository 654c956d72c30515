"""Which words of learnt dictionaries should somebody look at who speaks the language?

Words that are as frequent in another language (they came with foreign sentences, or belong to
both), and words with letters that the language hardly has.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import NamedTuple

Counts = Mapping[str, float]
LOOKED_AT = 3_000  # most frequent words of a language; rarer ones do little harm
AS_FREQUENT = 0.3  # of its frequency here: so frequent is a word of two languages elsewhere
ODD_LETTER = 0.0005  # share of all letters


class DoubtfulWord(NamedTuple):
    """A word that may not belong to its language."""

    language: str
    word: str
    share: float
    """Of all words of the language."""
    why: str
    doubt: float
    """How much it could harm: the larger, the sooner it should be looked at."""


def doubtful_words(dictionaries: Mapping[str, Counts], most: int) -> Iterator[DoubtfulWord]:
    """For each language so many words, the worst first."""
    sizes = {language: sum(words.values()) or 1.0 for language, words in dictionaries.items()}
    for language, words in dictionaries.items():
        others = {
            name: (dictionaries[name], sizes[name]) for name in dictionaries if name != language
        }
        letters = _letter_shares(words)
        looked_at = sorted(words, key=lambda word: (-words[word], word))[:LOOKED_AT]
        found = []
        for word in looked_at:
            share = words[word] / sizes[language]
            if why := _elsewhere(word, share, others) or _odd_letters(word, letters):
                reason, weight = why
                found.append(DoubtfulWord(language, word, share, reason, share * weight))
        yield from sorted(found, key=lambda each: (-each.doubt, each.word))[:most]


def _elsewhere(
    word: str, share: float, others: Mapping[str, tuple[Counts, float]]
) -> tuple[str, float] | None:
    """The language that uses the word most, and how much more."""
    shares = {name: words.get(word, 0) / size for name, (words, size) in others.items()}
    if not shares:
        return None
    most = max(sorted(shares), key=lambda name: shares[name])
    if shares[most] < AS_FREQUENT * share:
        return None
    return f"{shares[most] / share:.1f} times as frequent in {most}", min(shares[most] / share, 10)


def _odd_letters(word: str, shares: Mapping[str, float]) -> tuple[str, float] | None:
    odd = sorted({letter for letter in word if shares[letter] < ODD_LETTER})
    return (f"odd letters: {' '.join(odd)}", 1.0) if odd else None


def _letter_shares(words: Counts) -> dict[str, float]:
    letters: Counter[str] = Counter()
    for word in words:
        letters.update(word)
    return {letter: count / letters.total() for letter, count in letters.items()}
