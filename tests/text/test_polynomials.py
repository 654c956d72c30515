"""Irreducible polynomials are told from others, counted and drawn as theory has it."""

import pytest

from auslese.text.polynomials import (
    count_irreducible,
    greatest_common_divisor,
    is_irreducible,
    prime_factors,
    random_irreducible,
    remainder,
)

HIGHEST = 10  # degree up to which all polynomials are tried


def times(one: int, other: int) -> int:
    """The product, as it is learnt at school, without carrying."""
    product = 0
    for place in range(other.bit_length()):
        if other >> place & 1:
            product ^= one << place
    return product


def test_what_no_smaller_polynomial_divides_is_irreducible_and_nothing_else() -> None:
    for candidate in range(2, 1 << HIGHEST + 1):
        half = 1 << (candidate.bit_length() - 1) // 2 + 1
        divided = any(remainder(candidate, divisor) == 0 for divisor in range(2, half))

        assert is_irreducible(candidate) is not divided, bin(candidate)


def test_constants_are_not_irreducible() -> None:
    assert not is_irreducible(0)
    assert not is_irreducible(1)


@pytest.mark.parametrize("tail", [0x11B, (1 << 128) | 0x87])
def test_the_moduli_of_well_known_ciphers_are_irreducible(tail: int) -> None:
    """AES (FIPS 197) and GCM (NIST SP 800-38D)."""
    assert is_irreducible(tail)
    assert not is_irreducible(tail ^ 1)


def test_there_are_as_many_as_gauss_says() -> None:
    for degree in range(1, HIGHEST + 1):
        all_of_degree = range(1 << degree, 2 << degree)

        assert count_irreducible(degree) == sum(map(is_irreducible, all_of_degree))
    assert count_irreducible(8) == 30


def test_every_irreducible_polynomial_is_drawn_sooner_or_later() -> None:
    for degree in (1, 2, 5):
        drawn = {random_irreducible(degree, seed) for seed in range(200)}

        assert len(drawn) == count_irreducible(degree)
        assert all(one.bit_length() - 1 == degree and is_irreducible(one) for one in drawn)


def test_a_seed_gives_the_same_polynomial_again_and_no_seed_another() -> None:
    assert random_irreducible(128, 7) == random_irreducible(128, 7)
    assert random_irreducible(128, 7) != random_irreducible(128, 8)
    assert random_irreducible(128) != random_irreducible(128)


def test_a_product_shares_its_factors() -> None:
    one, other, third = (random_irreducible(degree, 1) for degree in (9, 10, 11))

    assert greatest_common_divisor(times(one, other), times(other, third)) == other
    assert not is_irreducible(times(one, other))


def test_prime_factors_are_named_once() -> None:
    assert prime_factors(128) == [2]
    assert prime_factors(60) == [2, 3, 5]
    assert prime_factors(1) == []
