"""How much are pages like an answer, by their words?

The most telling words of the answer make an artificial question; a page is as like the answer as
the cosine of its words and those of the question. A word counts by the logarithm of its uses and of
one over its share of the pages, so that what stands on every page counts for nothing.
"""

from collections import Counter
from collections.abc import Sequence
from math import log, sqrt

import numpy as np
from numpy.typing import NDArray

from auslese.text.words import words_of

QUESTION_WORDS = 1000  # as the seed has it


def likeness_of(texts: Sequence[str], is_root: Sequence[bool]) -> NDArray[np.float64]:
    """The likeness of each text to those that are the answer, from 0 to 1."""
    pages = [Counter(words_of(text.casefold())) for text in texts]
    on_pages = Counter(word for page in pages for word in page)
    rarity = {word: log(1 + len(pages) / number) for word, number in on_pages.items()}
    together: Counter[str] = Counter()
    for page, root in zip(pages, is_root, strict=True):
        if root:
            together.update(page)
    weights = {word: (1 + log(uses)) * rarity[word] for word, uses in together.items()}
    best = sorted(weights, key=lambda word: (-weights[word], word))[:QUESTION_WORDS]
    question = {word: weights[word] for word in best}
    length = sqrt(sum(weight**2 for weight in question.values()))
    return np.array([_cosine(page, question, length, rarity) for page in pages], np.float64)


def _cosine(
    page: Counter[str], question: dict[str, float], length: float, rarity: dict[str, float]
) -> float:
    common, own = 0.0, 0.0
    for word, uses in page.items():
        weight = (1 + log(uses)) * rarity[word]
        own += weight * weight
        common += weight * question.get(word, 0.0)
    return common / (sqrt(own) * length) if common else 0.0
