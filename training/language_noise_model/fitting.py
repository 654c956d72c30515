"""How well texts fit the language that is best for each."""

from collections.abc import Sequence

from auslese.analyse.language.fit import Fit
from auslese.analyse.language.letters import letter_words
from auslese.analyse.language.recogniser import Recogniser


def fit_of(recogniser: Recogniser, texts: Sequence[str]) -> Fit:
    """Fit texts to the language that the recogniser finds best."""
    words = [letter_words(text) for text in texts]
    return Fit.of_words(recogniser.model, words, recogniser.scores(words).argmax(axis=1))
