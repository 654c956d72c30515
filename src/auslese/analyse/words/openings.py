"""Which pages open a new subject?

A vocabulary grows evenly, by Heaps' law, until a page brings words of a subject that no page
before it was about. Such a page brings more new words than the law lets expect, by more than pages
usually scatter. Nitsche saw them as steps in the curve and proposed them as the first of a class.
"""

import numpy as np
import numpy.typing as npt

from auslese.analyse.words.vocabulary_growth import LEAST_WORDS, PowerLaw

Whole = npt.NDArray[np.int64]
Numbers = npt.NDArray[np.float64]
STRIKING = 3.5  # Iglewicz and Hoaglin 1993: modified z-scores beyond are outliers
TO_DEVIATION = 1.4826  # median absolute deviation to standard deviation, if it were normal
LEAST_NEW = 10  # fewer new words are no subject


def expected_new(starts: Whole, words: Whole, law: PowerLaw) -> Numbers:
    """How many new words pages would bring, by the law, where they were read."""
    ends = (starts + words).astype(float)
    expected: Numbers = law.factor * (ends**law.power - starts.astype(float) ** law.power)
    return np.minimum(expected, words)


def surprises(starts: Whole, words: Whole, new: Whole, law: PowerLaw) -> Numbers:
    """How far each page lies above what is expected, in deviations of usual pages.

    Counts scatter with their square root; how much more pages do is measured by the median, which
    the outliers themselves do not move. At the very beginning everything is new: 0.
    """
    expected = expected_new(starts, words, law)
    residuals = (new - expected) / np.sqrt(np.maximum(expected, 1.0))
    settled = starts >= LEAST_WORDS
    if not settled.any():
        return np.zeros(len(starts))
    middle = np.median(residuals[settled])
    scatter = TO_DEVIATION * np.median(np.abs(residuals[settled] - middle))
    return np.where(settled, (residuals - middle) / max(scatter, 1.0), 0.0)


def openings(surprise: Numbers, new: Whole, most: int) -> list[int]:
    """The places of the pages that open a subject, the most striking first."""
    found = np.flatnonzero((surprise >= STRIKING) & (new >= LEAST_NEW))
    order = np.lexsort((found, -surprise[found]))
    places: list[int] = found[order[:most]].tolist()
    return places
