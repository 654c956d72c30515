"""Measures of agreement are those of the books, and of statsmodels."""

import numpy as np
import pytest

from auslese.analyse.annotation.agreement_course import agreement_course
from auslese.analyse.annotation.agreement_measures import (
    MissWeight,
    Scale,
    cohen_kappa,
    fleiss_kappa,
    krippendorff_alpha,
    mean_kappa,
    raw_agreement,
)
from auslese.analyse.annotation.annotator_agreement import (
    agreement_figures,
    alpha_of,
    common_pairs,
    pair_agreements,
)
from auslese.analyse.annotation.answer_table import AnswerTable
from auslese.analyse.annotation.category_merges import picture_merges, text_merges
from auslese.analyse.annotation.drawn_items import Figure, value_of
from auslese.analyse.annotation.votes import category_votes, majority

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
# The worked example of most textbooks on Fleiss' κ: ten items, fourteen raters, five categories.
FLEISS = np.array(
    [
        [0, 0, 0, 0, 14],
        [0, 2, 6, 4, 2],
        [0, 0, 3, 5, 6],
        [0, 3, 9, 2, 0],
        [2, 2, 8, 1, 1],
        [7, 7, 0, 0, 0],
        [3, 2, 6, 3, 0],
        [2, 5, 3, 2, 2],
        [6, 5, 2, 1, 0],
        [0, 2, 2, 3, 7],
    ]
)


def table_of_cells(cells: np.ndarray) -> AnswerTable:
    """The answers of two annotators, from how often each two categories met."""
    one, other = np.indices(cells.shape).reshape(2, -1)
    both = np.repeat(np.column_stack([one, other]), cells.ravel(), axis=0)
    return AnswerTable(both, np.arange(len(cells), dtype=float))


def value(figure: Figure, table: AnswerTable) -> float:
    return value_of(figure, len(table))


def random_answers(seed: int, items: int = 40, annotators: int = 4) -> AnswerTable:
    """Answers that agree somewhat, and all of them given."""
    rng = np.random.default_rng(seed)
    truth = rng.integers(4, size=(items, 1))
    guesses = rng.integers(4, size=(items, annotators))
    codes = np.where(rng.random((items, annotators)) < 0.6, truth, guesses)
    return AnswerTable(codes, np.arange(4.0))


@pytest.mark.parametrize(
    ("scale", "alpha"), [(Scale.NOMINAL, 0.743), (Scale.ORDINAL, 0.815), (Scale.INTERVAL, 0.849)]
)
def test_alpha_is_that_of_krippendorffs_example(scale: Scale, alpha: float) -> None:
    table = AnswerTable.of(KRIPPENDORFF)

    assert value(krippendorff_alpha(table, scale), table) == pytest.approx(alpha, abs=0.0005)


def test_fleiss_kappa_is_that_of_the_books() -> None:
    codes = np.array([np.repeat(np.arange(5), row) for row in FLEISS])
    table = AnswerTable(codes, np.arange(5.0))

    assert value(fleiss_kappa(table), table) == pytest.approx(0.210, abs=0.0005)


def test_kappa_is_that_of_the_counts() -> None:
    """Unweighted 0.492 in Cohen's table; as an interval scale by the formula over all cells."""
    table = table_of_cells(COHEN)
    shares = COHEN / COHEN.sum()
    chance = np.outer(shares.sum(axis=1), shares.sum(axis=0))
    distance = np.abs(np.subtract.outer(range(3), range(3)))

    linear = 1 - (shares * distance).sum() / (chance * distance).sum()
    square = 1 - (shares * distance**2).sum() / (chance * distance**2).sum()

    assert value(cohen_kappa(table), table) == pytest.approx(0.492, abs=0.0005)
    assert value(cohen_kappa(table, MissWeight.LINEAR), table) == pytest.approx(linear)
    assert value(cohen_kappa(table, MissWeight.QUADRATIC), table) == pytest.approx(square)


def test_two_yes_no_raters_have_the_kappa_of_the_books() -> None:
    """20 yes-yes, 5 yes-no, 10 no-yes, 15 no-no: observed 0.7, by chance 0.5, κ 0.4."""
    table = table_of_cells(np.array([[20, 5], [10, 15]]))

    assert value(raw_agreement(table), table) == pytest.approx(0.7)
    assert value(cohen_kappa(table), table) == pytest.approx(0.4)
    assert value(mean_kappa(table), table) == pytest.approx(0.4)


@pytest.mark.parametrize("seed", range(5))
def test_statsmodels_says_the_same(seed: int) -> None:
    inter_rater = pytest.importorskip("statsmodels.stats.inter_rater")
    table = random_answers(seed)
    counts, _ = inter_rater.aggregate_raters(table.codes)

    assert value(fleiss_kappa(table), table) == pytest.approx(inter_rater.fleiss_kappa(counts))
    kappas = []
    for one, other in ((0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)):
        both = table.pair(one, other)
        cells = np.zeros((4, 4))
        np.add.at(cells, (both.codes[:, 0], both.codes[:, 1]), 1)
        for miss, weights in (
            (MissWeight.EQUAL, None),
            (MissWeight.LINEAR, "linear"),
            (MissWeight.QUADRATIC, "quadratic"),
        ):
            theirs = inter_rater.cohens_kappa(cells, wt=weights, return_results=False)
            assert value(cohen_kappa(both, miss), both) == pytest.approx(theirs)
        kappas.append(value(cohen_kappa(both), both))
    assert value(mean_kappa(table), table) == pytest.approx(np.mean(kappas))


def test_with_two_annotators_and_all_answers_given_alpha_nears_kappa_as_items_grow() -> None:
    table = random_answers(1, items=3000, annotators=2)

    fleiss, alpha = value(fleiss_kappa(table), table), value(krippendorff_alpha(table), table)
    # Krippendorff corrects for small samples: α = κ + (1 - κ) / n, of n answers (Scott's π = κ).
    assert alpha == pytest.approx(fleiss + (1 - fleiss) / 6000, abs=1e-9)


def test_a_draw_in_which_an_item_counts_twice_is_as_if_it_stood_there_twice() -> None:
    table = AnswerTable.of(KRIPPENDORFF).shared()
    weights = np.array([[2, 0, 1, 3, 1, 1, 0, 1, 2, 1, 1]], float)
    drawn = table.rows(np.repeat(np.arange(len(table)), weights[0].astype(int)))

    for measure in (raw_agreement, mean_kappa, fleiss_kappa, krippendorff_alpha):
        assert measure(table)(weights)[0] == pytest.approx(value(measure(drawn), drawn))
    ordinal = krippendorff_alpha(table, Scale.ORDINAL)(weights)[0]
    assert ordinal == pytest.approx(value(krippendorff_alpha(drawn, Scale.ORDINAL), drawn))


def test_intervals_hold_the_figure_and_annotators_without_common_items_have_no_pair() -> None:
    table = AnswerTable.of(np.column_stack([KRIPPENDORFF, np.full(12, N)]))

    found = agreement_figures(table)

    assert (len(table.shared()), len(common_pairs(table))) == (11, 6)
    for interval in found.values():
        assert interval.low <= interval.value <= interval.high
    assert len(pair_agreements(table)) == 6
    assert found == agreement_figures(table), "the same answers give the same intervals"


def test_intervals_hold_the_truth_about_as_often_as_they_say() -> None:
    """Items of a known source: its α is that of very many of them."""
    truth = alpha_of(random_answers(99, items=20_000, annotators=3)).value
    held = [alpha_of(random_answers(seed, 60, 3)).has(truth) for seed in range(60)]

    assert sum(held) >= 52


def test_annotators_who_always_say_the_same_leave_nothing_to_tell_from_chance() -> None:
    found = agreement_figures(AnswerTable.of(np.ones((5, 2))))

    assert found["raw"].value == found["unanimous"].value == 1.0
    assert np.isnan([found[name].value for name in ("alpha", "fleiss", "kappa")]).all()
    nobody = AnswerTable.of(np.empty((0, 2)))
    assert common_pairs(nobody) == []
    assert all(np.isnan(figure.value) for figure in agreement_figures(nobody).values())


def test_pairs_count_the_same_or_by_the_items_they_share() -> None:
    full = [[0, 0, N], [1, 1, N], [0, 1, N], [1, 0, N]] * 4 + [[N, 0, 0], [N, 1, 1]]
    table = AnswerTable.of(np.array(full, float))

    assert value(mean_kappa(table), table) == pytest.approx(0.5)
    assert value(mean_kappa(table, by_items=True), table) == pytest.approx(2 / 18)


def test_majority_is_more_than_half_and_votes_are_counted_as_in_the_tables() -> None:
    answers = np.array([[0, 0, 0], [0, 0, 1], [0, 1, 2], [1, 1, N], [1, 0, N], [2, N, N]])
    table = AnswerTable.of(answers, values=(0, 1, 2))

    votes, undecided = category_votes(table)

    assert majority(table).tolist() == [0, 0, -1, 1, -1, -1]
    assert [(each.unanimous, each.majority) for each in votes] == [(1, 1), (1, 0), (0, 0)]
    assert undecided == 2


def test_the_four_merges_are_those_of_the_thesis() -> None:
    assert [merge.groups for merge in (*picture_merges(5), *text_merges())] == [
        ((0,), (1,), (2, 3), (4,)),
        ((0,), (1,), (2, 3, 4)),
        ((0, 1), (2,), (3,)),
        ((0, 1), (2, 3)),
    ]
    assert picture_merges(3) == []


def test_merging_categories_that_are_confused_raises_agreement() -> None:
    table = AnswerTable.of(np.array([[0, 0], [1, 1], [2, 3], [3, 2], [2, 2], [3, 3], [4, 4]] * 3))

    whole, merged = alpha_of(table), alpha_of(table.merged(picture_merges(5)[0].groups))

    assert whole.value < merged.value == 1.0


def test_agreement_on_one_category_is_that_of_yes_and_no() -> None:
    table = AnswerTable.of(np.array([[0, 0], [0, 0], [1, 2], [2, 1], [1, 1]]))

    assert alpha_of(table.against_rest(0)).value == 1.0
    assert alpha_of(table.against_rest(1)).value < 0.5


def test_the_course_follows_the_given_order() -> None:
    early = np.zeros((40, 3))
    late = np.array([[0, 1, 2], [2, 2, 1]] * 20)
    table = AnswerTable.of(np.vstack([late, early]).astype(float))
    places = np.concatenate([np.arange(100, 140), np.arange(40)]).astype(float)

    course = agreement_course(table, places)

    assert [(part.first, part.items) for part in course] == [
        (0, 20),
        (20, 20),
        (100, 20),
        (120, 20),
    ]
    assert [part.raw.value for part in course][:2] == [1.0, 1.0]
    assert course[0].categories == [20, 0, 0]
    assert course[3].categories == [0, 0, 10]
    assert agreement_course(table.rows(np.array([], int)), np.empty(0)) == []
