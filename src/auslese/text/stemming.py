"""Which words are forms of one, and what is their stem?

    snowball     the endings of a language cut off by rules (Porter 1980 and his followers)
    successor    cut where the words of a list go on in many ways
    ngram        grouped with the words of a list that share most digrams
    table        looked up
    none         every word is its own stem

Successor variety and n-grams learn from a list of words and know no languages. A method that cannot
serve a language leaves words as they are, and `note` says why.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import StrEnum
from functools import cache
from typing import NamedTuple

import Stemmer

from auslese.text.shared_ngrams import groups_of
from auslese.text.successor_variety import CutRule, StemPart, SuccessorVarieties

LONGEST = 64  # letters; what is longer is no word, and rules may take long over it


class StemmingMethod(StrEnum):
    """How stems are found."""

    NONE = "none"
    SNOWBALL = "snowball"
    SUCCESSOR = "successor"
    SUCCESSOR_CUTOFF = "successor-cutoff"
    SUCCESSOR_PEAK = "successor-peak"
    SUCCESSOR_WORD = "successor-word"
    NGRAM = "ngram"
    TABLE = "table"


CUTS = {
    StemmingMethod.SUCCESSOR: (CutRule.BOTH, StemPart.NITSCHE),
    StemmingMethod.SUCCESSOR_CUTOFF: (CutRule.CUTOFF, StemPart.FIRST),
    StemmingMethod.SUCCESSOR_PEAK: (CutRule.PEAK, StemPart.FIRST),
    StemmingMethod.SUCCESSOR_WORD: (CutRule.WORD, StemPart.FIRST),
}
LEARNING_METHODS = frozenset({*CUTS, StemmingMethod.NGRAM})
"""The methods that learn from a list of words."""

SNOWBALL = {
    "ar": "arabic", "ca": "catalan", "cs": "czech", "da": "danish", "de": "german",
    "el": "greek", "en": "english", "eo": "esperanto", "es": "spanish", "et": "estonian",
    "eu": "basque", "fa": "persian", "fi": "finnish", "fr": "french", "ga": "irish",
    "hi": "hindi", "hu": "hungarian", "hy": "armenian", "id": "indonesian", "it": "italian",
    "lt": "lithuanian", "nb": "norwegian", "ne": "nepali", "nl": "dutch", "nn": "norwegian",
    "no": "norwegian", "pl": "polish", "pt": "portuguese", "ro": "romanian", "ru": "russian",
    "sr": "serbian", "sr-latn": "serbian", "st": "sesotho", "sv": "swedish", "ta": "tamil",
    "tr": "turkish", "yi": "yiddish",
}  # fmt: skip
"""The languages for which Snowball has rules, under the names it gives them."""

ENGLISH_OF_1980 = "porter"
"""Porter's own rules, asked for as if they were a language: Nitsche used these."""


class Stemming(NamedTuple):
    """A method made ready for a language."""

    method: StemmingMethod
    """What is really done: `none` if the method cannot serve the language."""
    note: str
    stems: Callable[[Sequence[str]], list[str]]
    """The stem of each word, in their order; words are given in small letters."""


class StemmingData(NamedTuple):
    """What methods other than Snowball need."""

    words: Iterable[str] = ()
    """A list to learn from."""
    table: Mapping[str, str] = {}
    """Words with their stems."""


def stems(
    words: Sequence[str],
    language: str,
    method: StemmingMethod = StemmingMethod.SNOWBALL,
    learnt: StemmingData | None = None,
) -> list[str]:
    """The stem of each word."""
    return stemming(method, language, learnt).stems(words)


def stemming(
    method: StemmingMethod, language: str = "", learnt: StemmingData | None = None
) -> Stemming:
    """A method made ready; if it cannot serve the language, none."""
    given = learnt or StemmingData()
    if method is StemmingMethod.SNOWBALL:
        return _snowball(language)
    if method is StemmingMethod.TABLE:
        return Stemming(method, "by a table", _looked_up(given.table))
    if method is StemmingMethod.NGRAM:
        return Stemming(method, "by shared digrams", _looked_up(groups_of(given.words)))
    if method in CUTS:
        return _by_successors(method, given.words)
    return Stemming(StemmingMethod.NONE, "no stems", list)


@cache
def _rules(name: str) -> Stemmer.Stemmer:
    # Without its cache: that is not shared between lists, and words here come once.
    return Stemmer.Stemmer(name, 0)


def _snowball(language: str) -> Stemming:
    code = language.lower()
    name = ENGLISH_OF_1980 if code == ENGLISH_OF_1980 else SNOWBALL.get(code)
    if name is None:
        which = f"no rules for {language}" if language else "rules for one language at a time"
        return Stemming(StemmingMethod.NONE, f"no stems: Snowball has {which}", list)

    def cut(words: Sequence[str]) -> list[str]:
        short = [word if len(word) <= LONGEST else "" for word in words]
        found: list[str] = _rules(name).stemWords(short)
        return [stem or word for stem, word in zip(found, words, strict=True)]

    return Stemming(StemmingMethod.SNOWBALL, f"by Snowball's rules for {name}", cut)


def _by_successors(method: StemmingMethod, words: Iterable[str]) -> Stemming:
    varieties, (rule, part) = SuccessorVarieties.learnt(words), CUTS[method]
    return Stemming(
        method,
        f"by successor variety ({rule})",
        lambda words: [varieties.stem(word, rule, part) for word in words],
    )


def _looked_up(table: Mapping[str, str]) -> Callable[[Sequence[str]], list[str]]:
    return lambda words: [table.get(word, word) for word in words]
