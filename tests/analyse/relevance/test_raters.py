import numpy as np
import pytest

from auslese.analyse.relevance.rater_agreement import (
    krippendorff_alpha,
    rater_agreement,
    raw_agreement,
    weighted_kappa,
)

N = np.nan
# Krippendorff 2011, section C: four observers, twelve units.
KRIPPENDORFF = np.array(
    [
        [1, 2, 3, 3, 2, 1, 4, 1, 2, N, N, N],
        [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, N, 3],
        [N, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, N],
        [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, N],
    ]
).T
# Cohen 1968: two judges, 200 patients, diagnoses personality disorder, neurosis, psychosis.
COHEN = np.array([[88, 10, 2], [14, 40, 6], [18, 10, 12]])


def rows_of(table: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    one, other = np.indices(table.shape).reshape(2, -1)
    return np.repeat(one, table.ravel()).astype(float), np.repeat(other, table.ravel()).astype(
        float
    )


def test_alpha_is_that_of_krippendorffs_example() -> None:
    assert krippendorff_alpha(KRIPPENDORFF) == pytest.approx(0.849, abs=0.0005)


def test_kappa_is_that_of_the_counts() -> None:
    """Unweighted 0.492 in Cohen's table; as an interval scale by the formula over all cells."""
    one, other = rows_of(COHEN)
    shares = COHEN / COHEN.sum()
    chance = np.outer(shares.sum(axis=1), shares.sum(axis=0))
    distance = np.abs(np.subtract.outer(range(3), range(3)))

    linear = 1 - (shares * distance).sum() / (chance * distance).sum()
    square = 1 - (shares * distance**2).sum() / (chance * distance**2).sum()

    assert weighted_kappa(one, other, quadratic=False) == pytest.approx(linear)
    assert weighted_kappa(one, other) == pytest.approx(square)
    assert weighted_kappa((one == 0) * 1.0, (one == 0) * 1.0) == 1.0


def test_two_yes_no_raters_have_the_kappa_of_the_books() -> None:
    """20 yes-yes, 5 yes-no, 10 no-yes, 15 no-no: observed 0.7, by chance 0.5, κ 0.4."""
    one, other = rows_of(np.array([[20, 5], [10, 15]]))

    assert raw_agreement(np.column_stack([one, other])) == pytest.approx(0.7)
    assert weighted_kappa(one, other) == pytest.approx(0.4)


def test_intervals_hold_the_figure_and_raters_without_common_pages_have_no_pair() -> None:
    answers = np.column_stack([KRIPPENDORFF, np.full(12, N)])

    found = rater_agreement(answers)

    assert found.pages == 11
    assert found.alpha.low < 0.849 < found.alpha.high
    assert len(found.pairs) == 6
    assert found.alpha == rater_agreement(answers).alpha


def test_raters_who_always_say_the_same_leave_nothing_to_tell_from_chance() -> None:
    found = rater_agreement(np.ones((5, 2)))

    assert found.raw.value == 1.0
    assert np.isnan(found.alpha.value)
    assert rater_agreement(np.empty((0, 2))).pages == 0
