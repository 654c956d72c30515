"""Stems of the words of a collection: which words are one, and how often all its forms are used."""

from collections.abc import Iterable, Mapping
from itertools import islice
from math import log
from pathlib import Path
from typing import NamedTuple

from auslese.records.errors import SettingsError
from auslese.text.stemming import LEARNING_METHODS, Stemming, StemmingData, StemmingMethod, stemming
from auslese.text.stop_words import StopWordReason, dynamic_stop, stop_words

MOST_STEMMED = 1_000_000  # the most frequent words, some 200 MB; rarer ones keep their form
MOST_OF_TABLE = 5_000_000  # lines


class StemOptions(NamedTuple):
    """How stems are found, and of which language words are."""

    method: StemmingMethod = StemmingMethod.NONE
    language: str = ""
    """Empty: no one language; Snowball then has no rules, and no stop words are listed."""
    table: Path | None = None


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


def stems_of(words: Iterable[str], options: StemOptions) -> Stems:
    """The stems of these words, the most frequent first; methods that learn do so from them."""
    vocabulary = [] if options.method is StemmingMethod.NONE else list(islice(words, MOST_STEMMED))
    learnt = StemmingData(
        words=vocabulary if options.method in LEARNING_METHODS else (),
        table=read_table(options.table) if options.table else {},
    )
    ready = stemming(options.method, options.language, learnt)
    pairs = zip(vocabulary, ready.stems(vocabulary), strict=True)
    return Stems(ready, {word: stem for word, stem in pairs if stem != word})


def weight(uses: int, on_pages: int, pages: int, listed: bool) -> WordWeight:
    """The measures of a stem that is used so often, on so many of all pages."""
    relative = uses / pages
    why = StopWordReason.LISTED if listed else dynamic_stop(uses, on_pages, pages)
    return WordWeight(uses, on_pages, relative, log(pages / on_pages), -log(relative), why)


def listed_words(options: StemOptions) -> frozenset[str]:
    """The stop words of the language."""
    return stop_words(options.language)


def read_table(file: Path) -> dict[str, str]:
    """Words with their stems: a line each, a tab between them."""
    try:
        with file.open(encoding="utf-8") as lines:
            rows = [line.rstrip("\r\n").split("\t") for line in islice(lines, MOST_OF_TABLE)]
    except (OSError, UnicodeDecodeError) as error:
        raise SettingsError(f"{file} cannot be read as a table of stems: {error}") from None
    for number, row in enumerate(rows, 1):
        if len(row) != 2 or not all(row):  # noqa: PLR2004 a word and its stem
            raise SettingsError(f"{file}, line {number}: a word, a tab and its stem are wanted")
    return dict(rows)
