"""The same in the plainest way, to hold the arrays to: words, shingles and Jaccard by sets."""

import re

from auslese.analyse.duplicates.alike_pairs import SketchedTexts
from auslese.analyse.duplicates.bands import choose_bands
from auslese.analyse.duplicates.minhash import shuffles
from auslese.analyse.duplicates.shingles import shingle_sets
from auslese.recipes.duplicates.pair_filter import marks_of
from auslese.text.words import JOINERS, MARKS, SINGLE

WORD = re.compile(rf"[{SINGLE}]|(?:[^\W{SINGLE}]|[{MARKS}{JOINERS}])+")

Shingles = set[tuple[str, ...]]


def plain_words(text: str) -> list[str]:
    """Words as the methods page defines them."""
    return WORD.findall("".join(letter.lower()[:1] for letter in text))


def plain_shingles(text: str, words: int) -> Shingles:
    """All runs of so many words; of a shorter text the whole."""
    found = plain_words(text)
    if len(found) < words:
        return {tuple(found)} if found else set()
    return {tuple(found[at : at + words]) for at in range(len(found) - words + 1)}


def plain_similarity(one: str, other: str, words: int) -> float:
    """|A∩B| / |A∪B|, nothing like nothing."""
    a, b = plain_shingles(one, words), plain_shingles(other, words)
    return len(a & b) / len(a | b) if a and b else 0.0


def sketched(texts: list[str], words: int, threshold: float) -> SketchedTexts:
    """Texts ready to be compared."""
    bands = choose_bands(threshold)
    sets = shingle_sets(texts, words)
    sketches = shuffles(bands.minima).sketches(sets)
    return SketchedTexts(sets, sketches, bands.keys(sketches), marks_of(sets))
