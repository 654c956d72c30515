"""A page that brings far more new words than the law lets expect opens a subject."""

import numpy as np

from auslese.analyse.words.openings import LEAST_NEW, expected_new, openings, surprises
from auslese.analyse.words.vocabulary_growth import PowerLaw, curve_places, growth_of

LAW = PowerLaw(5.0, 0.6, 0.01)
WORDS = np.full(400, 250)
STARTS = np.cumsum(WORDS) - WORDS


def pages_as_the_law_says(seed: int = 7) -> np.ndarray:
    expected = expected_new(STARTS, WORDS, LAW)
    return np.random.default_rng(seed).poisson(expected)


def test_pages_that_grow_as_the_law_says_open_nothing() -> None:
    new = pages_as_the_law_says()

    assert openings(surprises(STARTS, WORDS, new, LAW), new, 10) == []


def test_a_leap_is_found_and_the_greatest_comes_first() -> None:
    new = pages_as_the_law_says()
    new[200] += 60
    new[300] += 120

    surprise = surprises(STARTS, WORDS, new, LAW)

    assert openings(surprise, new, 10) == [300, 200]
    assert openings(surprise, new, 1) == [300]


def test_the_beginning_and_a_handful_of_words_open_nothing() -> None:
    new = pages_as_the_law_says()
    new[0] = 250
    few = np.where(np.arange(len(new)) == 390, LEAST_NEW - 1, np.minimum(new, 1))

    assert openings(surprises(STARTS, WORDS, new, LAW), new, 10) == []
    assert openings(surprises(STARTS, WORDS, few, LAW), few, 10) == []
    assert openings(surprises(STARTS[:2], WORDS[:2], new[:2], LAW), new[:2], 10) == []


def test_residuals_are_small_where_the_law_holds_and_show_where_it_does_not() -> None:
    read = curve_places(1_000_000)
    met = (5 * read.astype(float) ** 0.6).round().astype(np.int64)
    bent = np.where(read > 100_000, met * 2, met)
    uses, kinds = np.array([1]), np.array([10])

    lawful, unlawful = (growth_of(curve, read, uses, kinds).residuals() for curve in (met, bent))

    assert np.abs(lawful).max() < 0.02
    assert np.abs(unlawful).max() > 0.1
    assert len(growth_of(read[:3], read[:3], uses, kinds).residuals()) == 0
