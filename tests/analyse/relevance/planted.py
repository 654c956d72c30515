"""Made-up pages about cats, ships and tax, so that it is known who is relevant."""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from auslese.analyse.relevance.field_terms import RelevanceText
from auslese.analyse.relevance.page_features import PageFeatures
from auslese.analyse.relevance.relevance_features import FeatureSpace, learn_feature_space

SUBJECTS = {
    "cats": "cat kitten purr whisker paw tail fur mouse claw basket milk litter",
    "ships": "ship harbour anchor sail deck captain mast rope cargo tide keel crew",
    "tax": "tax form income deduction office refund rate bracket receipt audit law year",
}
FILLING = ["the", "and", "of", "a", "to", "in", "is", "it", "with", "for", "on", "that", "this"]


def page(subject: str, number: int) -> RelevanceText:
    rng = np.random.default_rng([number, len(subject)])
    words = SUBJECTS[subject].split()
    own = rng.choice(words, rng.integers(3, 9)).tolist()
    other = rng.choice(" ".join(SUBJECTS.values()).split(), 3).tolist()
    text = [*own, *other, *rng.choice(FILLING, 20).tolist()]
    rng.shuffle(text)
    url = f"https://www.example.org/{subject if number % 2 else 'pages'}/{number}.html"
    return RelevanceText(f"About {own[0]}", " ".join(text), url, "en", f"more {own[-1]}")


@cache
def pages(number: int = 300) -> tuple[RelevanceText, ...]:
    """Cats are every tenth, ships and tax share the rest."""
    return tuple(page(subject_of(at), at) for at in range(number))


def subject_of(at: int) -> str:
    return "cats" if at % 10 == 0 else "ships" if at % 2 else "tax"


def gold(number: int = 300) -> NDArray[np.float64]:
    return np.array([float(subject_of(at) == "cats") for at in range(number)])


@cache
def space() -> FeatureSpace:
    return learn_feature_space(pages())


@cache
def features() -> PageFeatures:
    return space().features(pages())
