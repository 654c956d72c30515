"""Consensus and annotator quality by the equations of Dawid and Skene, and on their data."""

import numpy as np
import pytest

from auslese.analyse.annotation.answer_table import AnswerTable
from auslese.analyse.annotation.consensus import NO_PRIOR, consensus, counts_of
from auslese.analyse.annotation.votes import majority

# Dawid and Skene 1979, table 1: patients by three sessions of the first observer and one of each
# of the other four; what they say is one of four grades of fitness.
TABLE = (
    "1111111 3334334 1122122 2223121 2223222 2223322 1222111 3333433 2222223 2322223 4444444 "
    "2223343 1111111 2223212 1211111 1112111 1111111 1111111 2222221 2221322 2222222 2222221 "
    "2223222 2212222 1111111 1111111 2322222 1111111 1111111 1121121 1111111 3333233 1111111 "
    "2222222 2223232 4334343 2212232 2323233 3333432 1111111 1111111 1212111 2322222 1211111 "
    "2222222 "
)
PATIENTS = TABLE.split()
FIRST_OBSERVER = 3  # columns


def published_counts() -> np.ndarray:
    counts = np.zeros((len(PATIENTS), 5, 4))
    for patient, row in enumerate(PATIENTS):
        for column, grade in enumerate(row):
            counts[patient, max(0, column - FIRST_OBSERVER + 1), int(grade) - 1] += 1
    return counts


def test_the_shares_and_errors_of_dawid_and_skenes_patients_stay_as_they_are() -> None:
    found = consensus(published_counts(), prior=NO_PRIOR)

    assert len(PATIENTS) == 45
    assert found.shares.round(2).tolist() == [0.40, 0.42, 0.11, 0.07]
    # Of the first observer. Not compared with the paper's own table: what shows that they are right
    # is the next test, by its equations.
    assert found.errors[0][:3].round(2).tolist() == [
        [0.89, 0.11, 0.0, 0.0],
        [0.07, 0.88, 0.05, 0.0],
        [0.0, 0.34, 0.66, 0.0],
    ]
    assert found.best[[0, 10]].tolist() == [0, 3]


def test_shares_errors_and_beliefs_say_the_same_by_the_equations_of_the_paper() -> None:
    counts = published_counts()
    found = consensus(counts, prior=NO_PRIOR)

    for observer, errors in enumerate(found.errors):
        for true in range(4):
            said = [found.beliefs[:, true] @ counts[:, observer, other] for other in range(4)]
            assert errors[true] == pytest.approx(np.array(said) / sum(said), abs=1e-4)  # (2.3)
    assert found.shares == pytest.approx(found.beliefs.mean(axis=0), abs=1e-4)  # (2.4)
    for patient in range(len(PATIENTS)):
        chances = found.shares * np.prod(found.errors.transpose(1, 0, 2) ** counts[patient], (1, 2))
        belief = chances / chances.sum()
        assert found.beliefs[patient] == pytest.approx(belief, abs=1e-4)  # (2.5)


def test_a_careless_annotator_is_found_and_counts_less() -> None:
    rng = np.random.default_rng(3)
    truth = rng.integers(3, size=300)
    careful = [np.where(rng.random(300) < 0.9, truth, rng.integers(3, size=300)) for _ in range(2)]
    careless = [rng.integers(3, size=300) for _ in range(3)]
    table = AnswerTable(np.column_stack([*careful, *careless]), np.arange(3.0))

    found = consensus(counts_of(table))

    assert min(found.quality[:2]) > 0.85 > 0.5 > max(found.quality[2:])
    assert (found.best == truth).mean() > (majority(table) == truth).mean() + 0.1


def test_what_annotators_merely_disagree_on_makes_no_category_of_its_own() -> None:
    """Two categories are there, and careless answers in three more: consensus beats the vote."""
    rng = np.random.default_rng(5)
    by_consensus, by_vote = [], []
    for _ in range(10):
        truth = rng.choice([0, 4], size=(60, 1))
        codes = np.where(rng.random((60, 3)) < 0.8, truth, rng.integers(5, size=(60, 3)))
        table = AnswerTable(codes, np.arange(5.0))
        by_consensus.append((consensus(counts_of(table)).best == truth[:, 0]).mean())
        by_vote.append((table.counts.argmax(axis=1) == truth[:, 0]).mean())

    assert np.mean(by_consensus) > np.mean(by_vote)


def test_what_is_known_stays_and_an_item_without_answers_is_told_by_the_shares() -> None:
    counts = np.zeros((3, 2, 2))
    counts[0, :, 0] = counts[1, :, 0] = 1
    known = np.array([1, -1, -1])

    found = consensus(counts, known)

    assert found.beliefs[0].tolist() == [0.0, 1.0]
    assert found.beliefs[2] == pytest.approx(found.shares, abs=0.01)
    assert found.beliefs.sum(axis=1) == pytest.approx(1.0)


def test_no_answers_give_no_opinion() -> None:
    found = consensus(np.zeros((2, 0, 3)))

    assert found.beliefs == pytest.approx(1 / 3)
    assert len(found.quality) == 0
