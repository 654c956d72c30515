"""Sketches agree as often as sets overlap, and bands are chosen for the recall that is wanted."""

from math import sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as some

from auslese.analyse.duplicates.bands import Bands, choose_bands
from auslese.analyse.duplicates.minhash import WITHOUT, Shuffles, shuffles
from auslese.analyse.duplicates.shingles import ShingleSets, shingle_sets
from auslese.analyse.duplicates.text_likeness import likeness

MANY = 4_000
STANDARD_ERRORS = 4.5


def sets_of(*sets: list[int]) -> ShingleSets:
    values = np.array([value for each in sets for value in sorted(each)], np.uint32)
    return ShingleSets(values, np.cumsum([0, *map(len, sets)]))


def test_the_permutation_of_the_lecture_takes_the_least() -> None:
    permutation = {1: 3, 2: 4, 3: 1, 4: 2}
    shuffled = {permutation[each] for each in (2, 3, 4)}

    assert shuffled == {4, 1, 2}
    # 3·x mod 2^32 is a permutation too: of 2, 3 and 2^32/3 the last comes first.
    (sketch,) = Shuffles(np.array([3], np.uint32)).sketches(sets_of([2, 3, 1431655766]))
    assert min(shuffled) == 1
    assert sketch.tolist() == [1431655766 * 3 % 2**32]


@pytest.mark.parametrize(("shared", "own"), [(80, 10), (20, 40), (5, 0), (300, 20), (0, 30)])
def test_minima_are_equal_with_the_probability_of_the_jaccard_coefficient(
    shared: int, own: int
) -> None:
    chance = np.random.default_rng(shared)
    every = chance.choice(1 << 32, shared + 2 * own, replace=False).astype(np.uint32)
    one, other = every[: shared + own], np.concatenate([every[:shared], every[shared + own :]])
    sets = sets_of(one.tolist(), other.tolist())
    true = likeness(sets.of(0), sets.of(1))
    assert true == shared / (shared + 2 * own)

    sketches = shuffles(MANY).sketches(sets)

    share = np.mean(sketches[0] == sketches[1])
    assert abs(share - true) <= STANDARD_ERRORS * sqrt(true * (1 - true) / MANY)


@given(some.lists(some.integers(0, 2**32 - 1), max_size=50, unique=True), some.randoms())
def test_a_sketch_does_not_depend_on_the_order_of_words(values: list[int], chance: object) -> None:
    sketches = shuffles(20).sketches(sets_of(values, values))

    assert np.array_equal(sketches[0], sketches[1])
    assert (sketches == WITHOUT).all() == (not values)


def test_longer_sketches_begin_like_shorter_ones() -> None:
    sets = shingle_sets(["der Wein reift im Keller unter dem Haus"], 2)

    assert np.array_equal(shuffles(30).sketches(sets)[:, :10], shuffles(10).sketches(sets))


def test_large_sets_are_taken_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    sets = sets_of(list(range(7, 30_007)))
    whole = shuffles(8).sketches(sets)
    monkeypatch.setattr("auslese.analyse.duplicates.minhash.AT_ONCE", 1_000)

    assert np.array_equal(shuffles(8).sketches(sets), whole)


@given(some.floats(0.05, 1.0), some.floats(0.5, 0.9999))
def test_bands_keep_the_recall_that_is_wanted_at_the_threshold(
    threshold: float, recall: float
) -> None:
    bands = choose_bands(threshold, recall)

    assert bands.chance(threshold) >= recall - 1e-9
    assert bands.chance(1.0) == 1.0


def test_the_choice_for_a_threshold_of_four_fifths() -> None:
    assert choose_bands(0.8, 0.99) == Bands(16, 6)
    assert choose_bands(0.8, 0.995) == Bands(18, 6)


@given(some.integers(0, 17), some.randoms(use_true_random=False))
def test_texts_meet_in_a_band_whose_numbers_are_all_equal(band: int, chance: object) -> None:
    bands = Bands(18, 6)
    numbers = np.random.default_rng(band).integers(0, 1 << 32, (2, 108), dtype=np.uint32)
    numbers[1, band * 6 : band * 6 + 6] = numbers[0, band * 6 : band * 6 + 6]

    keys = bands.keys(numbers)

    assert np.flatnonzero(keys[0] == keys[1]).tolist() == [band]
