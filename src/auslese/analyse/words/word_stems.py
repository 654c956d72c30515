"""Stems of many words: which words are one, and what the uses of all its forms say about it."""

from collections.abc import Iterable, Mapping
from itertools import islice
from math import log
from types import MappingProxyType
from typing import NamedTuple

from auslese.text.stemming import LEARNING_METHODS, Stemming, StemmingData, StemmingMethod, stemming
from auslese.text.stop_words import StopWordReason, dynamic_stop

MOST_STEMMED = 1_000_000  # the most frequent words, some 200 MB; rarer ones keep their form


class StemRules(NamedTuple):
    """How stems are found, and of which language words are."""

    method: StemmingMethod = StemmingMethod.NONE
    language: str = ""
    """Empty: no one language; Snowball then has no rules, and no stop words are listed."""
    table: Mapping[str, str] = MappingProxyType({})
    """Words with their stems, for the method that looks them up."""


class WordWeight(NamedTuple):
    """What the uses of a stem say about it."""

    uses: int
    """Of all its forms."""
    pages: int
    """Document frequency: pages with any of its forms."""
    relative: float
    """Relative frequency: uses by pages."""
    idf: float
    """Logarithm of all pages by those with it."""
    idf_of_uses: float
    """Nitsche's: logarithm of one by the relative frequency."""
    stop: StopWordReason | None


class Stems(NamedTuple):
    """The words of a list with their stems."""

    stemming: Stemming
    of: Mapping[str, str]
    """Only words that are not their own stem."""


def stems_of(words: Iterable[str], rules: StemRules) -> Stems:
    """The stems of these words, the most frequent first; methods that learn do so from them."""
    vocabulary = [] if rules.method is StemmingMethod.NONE else list(islice(words, MOST_STEMMED))
    learnt = StemmingData(
        words=vocabulary if rules.method in LEARNING_METHODS else (),
        table=rules.table,
    )
    ready = stemming(rules.method, rules.language, learnt)
    pairs = zip(vocabulary, ready.stems(vocabulary), strict=True)
    return Stems(ready, {word: stem for word, stem in pairs if stem != word})


def weight(uses: int, on_pages: int, pages: int, listed: bool) -> WordWeight:
    """The measures of a stem that is used so often, on so many of all pages."""
    relative = uses / pages
    why = StopWordReason.LISTED if listed else dynamic_stop(uses, on_pages, pages)
    return WordWeight(uses, on_pages, relative, log(pages / on_pages), -log(relative), why)
