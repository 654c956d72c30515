"""What can be told of texts, without any collection."""

from collections.abc import Iterable
from typing import NamedTuple

from auslese.analyse.duplicates.alike_pairs import SketchedTexts, alike_pairs
from auslese.analyse.duplicates.bands import LEAST_THRESHOLD, RECALL, choose_bands
from auslese.analyse.duplicates.minhash import shuffles
from auslese.analyse.duplicates.shingles import SHINGLE_WORDS, shingle_sets
from auslese.analyse.language.language_candidates import restrict_recogniser
from auslese.analyse.language.recogniser import shipped_recogniser
from auslese.recipes.duplicates.pair_filter import DIGITS, marks_of
from auslese.records.errors import SettingsError
from auslese.records.language import RecognisedLanguage


class DuplicatePair(NamedTuple):
    """Two texts that are alike."""

    a: int
    """The place of the earlier one among the texts, from 0."""
    b: int
    """The place of the later one."""
    similarity: float
    """Shared runs of words by all runs of words of both; 1 if they are the same."""


def detect_language(text: str, languages: Iterable[str] = ()) -> RecognisedLanguage:
    """Return the language of a text, how sure that is, and which others it could be.

    `languages` are the only ones that can be meant, as `["de", "fr"]`; without them all that the
    model knows. The same as `auslese language detect`.
    """
    return detect_languages([text], languages)[0]


def detect_languages(
    texts: Iterable[str], languages: Iterable[str] = ()
) -> list[RecognisedLanguage]:
    """Return the language of each text, in order; many at once are much faster than one by one."""
    return restrict_recogniser(shipped_recogniser(), list(languages)).recognise(list(texts))


def near_duplicates(
    texts: Iterable[str], threshold: float = 0.8, words: int = SHINGLE_WORDS
) -> list[DuplicatePair]:
    """Return all pairs of texts that are at least so alike, by their places, in order.

    Texts are compared by the runs of so many `words` that they share. The same as
    `auslese duplicates pairs`.
    """
    if not LEAST_THRESHOLD <= threshold <= 1:
        raise SettingsError(f"threshold: expected {LEAST_THRESHOLD} to 1, found {threshold}")
    if words < 1:
        raise SettingsError(f"words: expected at least 1, found {words}")
    bands = choose_bands(threshold, RECALL)
    sets = shingle_sets(list(texts), words)
    sketches = shuffles(bands.minima).sketches(sets)
    sketched = SketchedTexts(sets, sketches, bands.keys(sketches), marks_of(sets))
    return [
        DuplicatePair(one, other, round(similarity, DIGITS))
        for one, other, similarity in alike_pairs(sketched, threshold)
    ]
