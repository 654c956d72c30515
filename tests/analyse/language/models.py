"""The model that ships, and small ones learnt here."""

from pathlib import Path

import numpy as np
import pytest

from auslese.analyse.language.language_arrays import LanguageModel
from auslese.analyse.language.language_fit import LanguageFit
from auslese.analyse.language.language_learning import LanguageCounts, learn
from auslese.analyse.language.noise import shipped_judge
from auslese.analyse.language.recogniser import SHIPPED, shipped_recogniser
from auslese.analyse.language.word_letters import letter_words

CASES = Path(__file__).with_name("cases")
needs_model = pytest.mark.skipif(not SHIPPED.is_dir(), reason="no shipped model in this checkout")


def labelled(name: str) -> list[tuple[str, str]]:
    """Cases of our own: language and text; those of languages that the model lacks are left out."""
    lines = (CASES / name).read_text("utf-8").splitlines()
    rows = [(language, text) for language, _, text in (line.partition("\t") for line in lines)]
    return [row for row in rows if row[0] in shipped_recogniser().languages]


def is_text(texts: list[str]) -> list[bool]:
    """Whether each text is in a language at all, by the judge and the model that ship."""
    words = [letter_words(text) for text in texts]
    best = shipped_recogniser().scores(words).argmax(axis=1)
    fit = LanguageFit.of_words(shipped_recogniser().model, words, best)
    return [
        share >= 0.5
        for share in shipped_judge().probabilities(texts, fit, shipped_recogniser().languages)
    ]


def small_model() -> LanguageModel:
    """Two languages of three words each; the first word of each is a Zipf word."""
    return learn(
        {
            "de": LanguageCounts.of_words({"und": 9000.0, "haus": 3.0, "wald": 3.0}),
            "en": LanguageCounts.of_words({"the": 9000.0, "house": 3.0, "wood": 3.0}),
        }
    )


def fit_to(model: LanguageModel, language: str, texts: list[str]) -> LanguageFit:
    """How well texts fit a language that is given."""
    best = np.full(len(texts), model.languages.index(language))
    return LanguageFit.of_words(model, [letter_words(text) for text in texts], best)
