"""The model that ships, and small ones learnt here."""

from pathlib import Path

import numpy as np
import pytest

from auslese.analyse.language.fit import Fit
from auslese.analyse.language.learning import Evidence, learn
from auslese.analyse.language.letters import letter_words
from auslese.analyse.language.model import Model
from auslese.analyse.language.noise import shipped_judge
from auslese.analyse.language.recogniser import SHIPPED, shipped

CASES = Path(__file__).with_name("cases")
needs_model = pytest.mark.skipif(not SHIPPED.is_dir(), reason="no shipped model in this checkout")


def labelled(name: str) -> list[tuple[str, str]]:
    """Cases of our own: language and text; those of languages that the model lacks are left out."""
    lines = (CASES / name).read_text("utf-8").splitlines()
    rows = [(language, text) for language, _, text in (line.partition("\t") for line in lines)]
    return [row for row in rows if row[0] in shipped().languages]


def is_text(texts: list[str]) -> list[bool]:
    """Whether each text is in a language at all, by the judge and the model that ship."""
    words = [letter_words(text) for text in texts]
    best = shipped().scores(words).argmax(axis=1)
    fit = Fit.of_words(shipped().model, words, best)
    return [
        share >= 0.5 for share in shipped_judge().probabilities(texts, fit, shipped().languages)
    ]


def small_model() -> Model:
    """Two languages of three words each; the first word of each is a Zipf word."""
    return learn(
        {
            "de": Evidence.of_words({"und": 9000.0, "haus": 3.0, "wald": 3.0}),
            "en": Evidence.of_words({"the": 9000.0, "house": 3.0, "wood": 3.0}),
        }
    )


def fit_to(model: Model, language: str, texts: list[str]) -> Fit:
    """How well texts fit a language that is given."""
    best = np.full(len(texts), model.languages.index(language))
    return Fit.of_words(model, [letter_words(text) for text in texts], best)
