"""Vocabularies grow as Heaps says, and words are used as Zipf says, if the text is made so."""

import numpy as np
import pytest

from auslese.analyse.words.vocabulary_growth import curve_places, growth_of


def test_a_curve_that_follows_heaps_law_gives_its_numbers_back() -> None:
    read = curve_places(1_000_000)
    met = (5 * read.astype(float) ** 0.6).round().astype(np.int64)

    found = growth_of(met, read, np.array([1, 1_000]), np.array([10, 3]))

    assert found.heaps is not None
    assert found.heaps.power == pytest.approx(0.6, abs=0.01)
    assert found.heaps.factor == pytest.approx(5, rel=0.1)
    assert (found.words, found.kinds, found.once) == (3_010, 13, 10)


def test_frequencies_that_follow_zipfs_law_give_its_power_back() -> None:
    frequencies = (1e6 / np.arange(1, 20_001) ** 1.1).astype(np.int64)
    uses, kinds = np.unique(frequencies, return_counts=True)

    found = growth_of(np.array([1]), np.array([1]), uses, kinds)

    assert found.zipf is not None
    assert -found.zipf.power == pytest.approx(1.1, abs=0.05)


@pytest.mark.parametrize("words", [0, 1, 2, 999])
def test_a_short_text_has_no_law_and_breaks_nothing(words: int) -> None:
    read = curve_places(words)

    found = growth_of(read, read, np.array([1][:words]), np.array([1][:words]))

    assert found.heaps is None
    assert found.zipf is None
