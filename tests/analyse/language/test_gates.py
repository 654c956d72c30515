"""Languages are named at least as well as they were: own sentences, and labelled ones if there.

A floor is lowered only with a reason in the changelog. bench/language tells what went wrong.
"""

from collections import defaultdict
from functools import cache
from statistics import fmean

import pytest
from bench.languages.sets import DATA, KINDS, PAIRS, SENTENCES, WORDS, is_there, read_kind

from auslese.analyse.language.recogniser import shipped_recogniser
from tests.analyse.language.models import labelled, needs_model

OWN_SENTENCES_FLOOR, OWN_WORDS_FLOOR = 0.97, 0.87
GERMAN_SATZ = 0.98
FLOORS = {SENTENCES: 0.945, PAIRS: 0.895, WORDS: 0.775}
LANGUAGE_FLOORS = {"de": 0.99, "da": 0.97, "nb": 0.84, "nn": 0.90, "sv": 0.97, "cs": 0.93}
EACH = 200


def named(texts: list[str]) -> list[str]:
    """What each text is said to be in."""
    return [found.language for found in shipped_recogniser().recognise(texts)]


@needs_model
def test_the_sentence_of_the_thesis_is_german() -> None:
    (found,) = shipped_recogniser().recognise(["Dies ist ein deutscher Satz."])

    assert found.language == "de"
    assert found.confidence >= GERMAN_SATZ


@needs_model
@pytest.mark.parametrize(
    ("name", "floor"), [("sentences.tsv", OWN_SENTENCES_FLOOR), ("words.tsv", OWN_WORDS_FLOOR)]
)
def test_own_texts_are_named(name: str, floor: float) -> None:
    rows = labelled(name)

    wrong = [
        (language, said, text)
        for (language, text), said in zip(rows, named([text for _, text in rows]), strict=True)
        if language != said
    ]

    assert len(wrong) <= (1 - floor) * len(rows), wrong


labels = pytest.mark.skipif(not is_there(DATA), reason="no labelled texts beside the checkout")


@cache
def shares(kind: str) -> dict[str, float]:
    """How many of some labelled texts are named right, by language."""
    right: dict[str, list[bool]] = defaultdict(list)
    rows = read_kind(DATA, kind, EACH)
    for row, said in zip(rows, named([row.text for row in rows]), strict=True):
        right[row.language].append(row.language == said)
    return {language: fmean(each) for language, each in right.items()}


@needs_model
@labels
@pytest.mark.parametrize("kind", KINDS)
def test_labelled_texts_are_named(kind: str) -> None:
    assert fmean(shares(kind).values()) >= FLOORS[kind]


@needs_model
@labels
@pytest.mark.parametrize("language", LANGUAGE_FLOORS)
def test_languages_that_are_easily_mistaken_are_named(language: str) -> None:
    assert shares(SENTENCES)[language] >= LANGUAGE_FLOORS[language]
