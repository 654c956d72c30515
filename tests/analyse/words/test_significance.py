"""The measures of movers: symmetric, exact where that matters, honest about many questions."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from auslese.analyse.words.significance import (
    PartSize,
    WordUse,
    chance_of,
    chance_of_pages,
    design_effect,
    false_discovery,
    log_likelihood,
)

counts = st.integers(0, 1_000)


@given(counts, counts, st.integers(1_000, 10**7), st.integers(1_000, 10**7))
def test_log_likelihood_is_the_same_from_both_sides(a: int, b: int, m: int, n: int) -> None:
    there = log_likelihood(np.array([float(a)]), np.array([float(b)]), m, n)
    back = log_likelihood(np.array([float(b)]), np.array([float(a)]), n, m)

    assert there == pytest.approx(back, rel=1e-9, abs=1e-9)
    assert there[0] >= 0


@given(st.integers(1, 500), st.integers(1, 50))
def test_equal_shares_have_no_log_likelihood(count: int, times: int) -> None:
    g2 = log_likelihood(
        np.array([float(count)]), np.array([float(count * times)]), 1_000, 1_000 * times
    )

    assert g2[0] == pytest.approx(0, abs=1e-6)


def test_log_likelihood_is_that_of_the_textbook() -> None:
    # Computed by hand: 2 · Σ observed · ln(observed / expected) over the four cells.
    g2 = log_likelihood(np.array([30.0]), np.array([10.0]), 10_000, 10_000)

    assert g2[0] == pytest.approx(10.476, abs=0.01)


def test_a_chi_square_of_three_point_eight_is_five_per_cent() -> None:
    assert chance_of(np.array([0.0, 3.8415, 6.6349])) == pytest.approx([1, 0.05, 0.01], abs=1e-4)


def test_five_pages_against_none_are_no_surprise_among_equals() -> None:
    chances = chance_of_pages(np.array([5, 0, 3]), np.array([0, 5, 2]), 0.5)

    assert chances == pytest.approx([0.0625, 0.0625, 1.0])


@given(st.integers(0, 40), st.integers(0, 40), st.floats(0.05, 0.95))
def test_the_chance_of_pages_is_the_same_from_both_sides(a: int, b: int, share: float) -> None:
    there = chance_of_pages(np.array([a]), np.array([b]), share)
    back = chance_of_pages(np.array([b]), np.array([a]), 1 - share)

    assert there == pytest.approx(back, rel=1e-6)


def test_a_word_in_one_bunch_counts_as_about_one_event() -> None:
    size = PartSize(100_000, 1_000, 1_000 * 100**2)
    single = WordUse(*(np.array([value]) for value in (30, 30, 30, 3_000)))
    bunch = WordUse(*(np.array([value]) for value in (30, 1, 900, 3_000)))
    none = WordUse(*(np.array([0]) for _ in range(4)))

    assert design_effect(((single, size), (none, size)))[0] == pytest.approx(1, abs=0.05)
    assert design_effect(((bunch, size), (none, size)))[0] == pytest.approx(30, rel=0.05)


@given(st.lists(st.floats(0, 1), min_size=1, max_size=50))
def test_correction_never_makes_a_word_surer_nor_changes_the_order(chances: list[float]) -> None:
    raised = false_discovery(np.array(chances))

    assert np.all(raised >= np.array(chances) - 1e-12)
    order = np.argsort(chances, kind="stable")
    assert np.all(np.diff(raised[order]) >= -1e-12)
