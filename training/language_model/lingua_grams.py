"""How often n-grams occur in 72 languages, from the tables in the package lingua-language-detector.

The tables (Apache-2.0) give for each n-gram of one to five letters how often it follows its first
letters: counts of about a million sentences a language, as fractions. From these the counts come
back, and more: an n-gram that is followed by a letter less often than it occurs stood at the end
of a word for the rest, and likewise at the beginning. So edges, and with them whole words of up to
three letters, are known exactly.
"""

import json
import zipfile
from collections import defaultdict
from itertools import pairwise
from pathlib import Path

import brotli

FOLDER = "lingua/language-models"
TABLES = ("unigrams", "bigrams", "trigrams", "quadrigrams", "fivegrams")
SELDOM = 2.5  # sightings; rarer ones are mostly misprints, and half of all
SHORT = 2  # letters: of these all are kept
Grams = dict[str, float]


def lingua_languages(wheel: Path) -> list[str]:
    """The languages that have tables of all five lengths."""
    with zipfile.ZipFile(wheel) as archive:
        names = [name.split("/") for name in archive.namelist()]
    return sorted({parts[2] for parts in names if parts[-1] == "fivegrams.json.br"})


def lingua_grams(wheel: Path, language: str) -> Grams:
    """The n-grams of a language and how often each was seen, edges of words as blanks."""
    tables = _tables(wheel, language)
    grams = {gram: count for table in tables for gram, count in table.items()}
    for shorter, longer in pairwise(tables):
        _add_edges(grams, shorter, longer)
    for shorter, longer in pairwise(tables[:-1]):
        _add_whole_words(grams, shorter, longer)
    grams[" "] = sum(count for gram, count in grams.items() if len(gram) == 2 and gram[0] == " ")
    return {gram: count for gram, count in grams.items() if count >= SELDOM or len(gram) <= SHORT}


def _tables(wheel: Path, language: str) -> list[Grams]:
    tables: list[Grams] = []
    with zipfile.ZipFile(wheel) as archive:
        for name in TABLES:
            packed = archive.read(f"{FOLDER}/{language}/{name}.json.br")
            tables.append(_counts(json.loads(brotli.decompress(packed))["ngrams"], tables))
    return tables


def _counts(fractions: dict[str, str], shorter: list[Grams]) -> Grams:
    """Counts from fractions: of all letters, or of the n-gram that is one letter shorter."""
    pairs = {key: tuple(map(int, key.split("/"))) for key in fractions}
    every = max(whole for _, whole in pairs.values())
    return {
        gram: pairs[key][0] / pairs[key][1] * (shorter[-1].get(gram[:-1], 0) if shorter else every)
        for key, grams in fractions.items()
        for gram in grams.split(" ")
    }


def _add_edges(grams: Grams, shorter: Grams, longer: Grams) -> None:
    followed: Grams = defaultdict(float)
    preceded: Grams = defaultdict(float)
    for gram, count in longer.items():
        followed[gram[:-1]] += count
        preceded[gram[1:]] += count
    for gram, count in shorter.items():
        _add(grams, f"{gram} ", count - followed[gram])
        _add(grams, f" {gram}", count - preceded[gram])


def _add_whole_words(grams: Grams, shorter: Grams, longer: Grams) -> None:
    followed: Grams = defaultdict(float)
    for gram in longer:
        followed[gram[:-1]] += grams.get(f" {gram}", 0)
    for gram in shorter:
        _add(grams, f" {gram} ", grams.get(f" {gram}", 0) - followed[gram])


def _add(grams: Grams, gram: str, count: float) -> None:
    if count > 1 / 2:  # fractions are exact only to the last digit
        grams[gram] = count
