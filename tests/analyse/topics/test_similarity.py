"""Nitsche's measures: its worked examples, and the same numbers word by word."""

from math import sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as some
from scipy import sparse

from auslese.analyse.topics.similarity import (
    SIMILARITIES,
    Cosine,
    Dot,
    Euclid,
    PCorrelation,
    Unico,
    rows_of,
)

Vector = list[float]
WEIGHT = some.one_of(some.just(0.0), some.floats(0.01, 100))
VECTORS = some.integers(1, 6).flatmap(
    lambda words: some.lists(some.lists(WEIGHT, min_size=words, max_size=words), min_size=2)
)

X, Y, TWICE_X = [5.0, 0, 6], [5.0, 10, 6], [10.0, 0, 12]


def plain_value(name: str, one: Vector, other: Vector) -> float:
    pairs = list(zip(one, other, strict=True))
    dot = sum(x * y for x, y in pairs)
    lacking = [x + y for x, y in pairs if (x > 0) != (y > 0)]
    common = sum(x > 0 and y > 0 for x, y in pairs)
    lengths = sqrt(sum(x * x for x in one)) * sqrt(sum(y * y for y in other))
    mean = dot / common if common else 0.0
    return {
        "dot": dot,
        "cosine": dot / lengths if lengths else 0.0,
        "euclid": sqrt(sum((x - y) ** 2 for x, y in pairs)),
        "p": dot - sum(lacking),
        "unico": max(0.0, mean - (sum(lacking) / len(lacking) if lacking else 0.0)),
    }[name]


def test_the_unico_correlation_of_nitsches_example_is_two() -> None:
    assert Unico().of([2, 0, 0, 3, 7, 1], [1, 3, 0, 6, 0, 1]) == 21 / 3 - 10 / 2 == 2


def test_the_unico_correlation_does_not_fall_below_zero() -> None:
    assert Unico().of([1, 9], [1, 0]) == 0
    assert Unico().of([1, 0], [0, 1]) == 0


def test_the_dot_product_finds_a_longer_text_more_alike_than_the_text_itself() -> None:
    assert (Dot().of(X, X), Dot().of(X, TWICE_X)) == (61, 122)
    assert Dot().of(X, Y) == 61


def test_the_cosine_sees_the_direction_only() -> None:
    assert Cosine().of(X, TWICE_X) == pytest.approx(1)
    assert Cosine().of([1, 0], [0, 1]) == 0


def test_the_distance_of_nitsches_example_is_ten_and_to_itself_zero() -> None:
    assert (Euclid().of(X, Y), Euclid().of(X, X)) == (10, 0)


def test_the_p_correlation_tells_a_text_from_one_with_more_words() -> None:
    assert (PCorrelation().of(X, Y), PCorrelation().of(X, X)) == (51, 61)
    assert PCorrelation(-0.5).of(X, Y) == 56
    assert PCorrelation(0).of(X, Y) == Dot().of(X, Y)


@pytest.mark.parametrize("name", SIMILARITIES)
@given(VECTORS)
def test_products_of_matrices_give_what_is_counted_word_by_word(
    name: str, vectors: list[Vector]
) -> None:
    found = SIMILARITIES[name].between(
        rows_of(sparse.csr_array(np.array(vectors))), np.array(vectors)
    )

    expected = [[plain_value(name, one, other) for other in vectors] for one in vectors]
    # Distances of nearly equal points lose half of the digits: they are differences of squares.
    np.testing.assert_allclose(found, expected, rtol=1e-6, atol=1e-4)


@pytest.mark.parametrize("name", SIMILARITIES)
@given(VECTORS)
def test_what_is_closer_by_its_measure_comes_first(name: str, vectors: list[Vector]) -> None:
    rows, centres = rows_of(sparse.csr_array(np.array(vectors))), np.array(vectors)
    measure = SIMILARITIES[name]
    sign = -1 if name == "euclid" else 1

    values = sign * measure.between(rows, centres)

    nearest = values[np.arange(len(rows)), measure.closeness(rows, centres).argmax(axis=1)]
    np.testing.assert_allclose(nearest, values.max(axis=1), rtol=1e-9, atol=1e-9)


def test_an_explicit_zero_is_no_word() -> None:
    stored = sparse.csr_array(([2.0, 0.0], ([0, 0], [0, 1])), shape=(1, 2))

    assert rows_of(stored).sizes.tolist() == [1]
