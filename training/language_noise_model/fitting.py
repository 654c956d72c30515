"""How well texts fit the language that is best for each."""

from collections.abc import Sequence

from auslese.analyse.language.language_fit import LanguageFit
from auslese.analyse.language.recogniser import Recogniser
from auslese.analyse.language.word_letters import letter_words


def fit_of(recogniser: Recogniser, texts: Sequence[str]) -> LanguageFit:
    """Fit texts to the language that the recogniser finds best."""
    words = [letter_words(text) for text in texts]
    return LanguageFit.of_words(recogniser.model, words, recogniser.scores(words).argmax(axis=1))
