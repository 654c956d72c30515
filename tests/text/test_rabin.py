"""Equal contents have equal fingerprints; different ones hardly ever, and the bound of it holds."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from auslese.text.polynomials import count_irreducible, is_irreducible, remainder
from auslese.text.polynomials import random_irreducible as drawn
from auslese.text.rabin import CHUNK, DEGREE, WIDTH, RabinFingerprinter, collision_bound

MODULUS = drawn(DEGREE, seed=1)
RABIN = RabinFingerprinter(MODULUS)
ALL_OF_DEGREE_8 = [one for one in range(1 << 8, 1 << 9) if is_irreducible(one)]
EDGES = [0, 1, WIDTH - 2, WIDTH - 1, WIDTH, CHUNK - 1, CHUNK, CHUNK + 1, 2 * CHUNK, 3 * CHUNK + 5]


def by_hand(content: bytes, modulus: int) -> bytes:
    """The definition, one bit after the other."""
    left = 1
    for byte in content:
        for place in range(7, -1, -1):
            left = left << 1 | byte >> place & 1
            if left.bit_length() == modulus.bit_length():
                left ^= modulus
    return left.to_bytes(16)


def content_of(polynomial: int, size: int) -> bytes:
    return polynomial.to_bytes(size)


@pytest.mark.parametrize("size", EDGES)
def test_it_is_what_is_left_by_the_definition_at_every_edge(size: int) -> None:
    content = Random(size).randbytes(size)

    assert RABIN.fingerprint(content) == by_hand(content, MODULUS)


@given(st.binary(max_size=300), st.integers(2, DEGREE), st.integers(0, 5))
@settings(max_examples=40, deadline=None)
def test_it_is_what_is_left_for_every_degree(content: bytes, degree: int, seed: int) -> None:
    modulus = drawn(degree, seed)

    assert RabinFingerprinter(modulus).fingerprint(content) == by_hand(content, modulus)


@given(st.binary(max_size=2 * WIDTH), st.binary(max_size=2 * WIDTH))
def test_equal_contents_have_equal_fingerprints_and_others_do_not(one: bytes, other: bytes) -> None:
    assert (RABIN.fingerprint(one) == RABIN.fingerprint(other)) is (one == other)
    assert RABIN.fingerprint(one) == RabinFingerprinter(MODULUS).fingerprint(bytes(bytearray(one)))


@given(st.data(), st.sampled_from([0, 1, 17, WIDTH, 1000, CHUNK + 3]))
@settings(max_examples=30)
def test_the_fingerprint_of_a_sum_is_the_sum_of_fingerprints(data: st.DataObject, n: int) -> None:
    """Of three contents of one length, as each has a 1 before it."""
    parts = [Random(data.draw(st.integers(0, 1 << 30))).randbytes(n) for _ in range(3)]
    one, two, three = (int.from_bytes(RABIN.fingerprint(part)) for part in parts)
    whole = int.from_bytes(parts[0]) ^ int.from_bytes(parts[1]) ^ int.from_bytes(parts[2])

    assert int.from_bytes(RABIN.fingerprint(content_of(whole, n))) == one ^ two ^ three


def test_zeros_before_and_behind_count() -> None:
    contents = [b"", b"\0", b"\0\0", b"x", b"\0x", b"x\0", bytes(CHUNK), bytes(CHUNK + 1)]

    assert len({RABIN.fingerprint(content) for content in contents}) == len(contents)


def test_one_call_leaves_nothing_behind_for_the_next() -> None:
    long, short = bytes(range(256)) * 1000, b"short"
    alone = RabinFingerprinter(MODULUS).fingerprint(short)
    RABIN.fingerprint(long)

    assert RABIN.fingerprint(short) == alone


def test_another_modulus_gives_other_fingerprints() -> None:
    other = RabinFingerprinter(drawn(DEGREE, seed=2))

    assert other.fingerprint(b"a page of some length") != RABIN.fingerprint(
        b"a page of some length"
    )


@pytest.mark.parametrize("modulus", [0, 1, 1 << 129])
def test_a_modulus_out_of_range_is_refused(modulus: int) -> None:
    with pytest.raises(ValueError, match="a modulus has a degree"):
        RabinFingerprinter(modulus)


# -- the bound ------------------------------------------------------------------------------------


def test_the_bound_is_reached_by_the_worst_pair_and_by_no_worse() -> None:
    """All 30 moduli of degree 8 are tried on a pair whose difference five of them divide."""
    difference = 1
    for factor in ALL_OF_DEGREE_8[:5]:
        product = 0
        for place in range(factor.bit_length()):
            product ^= difference << place if factor >> place & 1 else 0
        difference = product
    size = 6  # bytes: the product is of degree 40
    one, other = content_of(0x5A5A5A5A5A5A, size), content_of(0x5A5A5A5A5A5A ^ difference, size)

    deceived = [m for m in ALL_OF_DEGREE_8 if _alike(one, other, m)]

    assert deceived == ALL_OF_DEGREE_8[:5]
    assert len(deceived) / len(ALL_OF_DEGREE_8) == collision_bound(2, 40, 8) == 5 / 30


def _alike(one: bytes, other: bytes, modulus: int) -> bool:
    return RabinFingerprinter(modulus).fingerprint(one) == RabinFingerprinter(modulus).fingerprint(
        other
    )


def test_pairs_are_deceived_no_more_often_than_the_bound_says() -> None:
    """Every modulus of degree 12, each on the same pairs of contents, also of unequal lengths."""
    dice = Random(3)
    pairs = [(dice.randbytes(30), dice.randbytes(dice.choice([12, 30]))) for _ in range(40)]
    moduli = [one for one in range(1 << 12, 1 << 13) if is_irreducible(one)]
    assert len(moduli) == count_irreducible(12)

    deceived = [
        sum(by_hand(one, m) == by_hand(other, m) for m in moduli[::4]) for one, other in pairs
    ]

    bound = collision_bound(2, 240, 12)
    assert all(times / len(moduli[::4]) <= bound for times in deceived)
    assert 0 < sum(deceived) / (len(pairs) * len(moduli[::4])) < bound


def test_any_pair_of_many_documents_is_within_the_bound() -> None:
    """20 documents, 60 random moduli of degree 24: how often do any two of them agree?"""
    dice = Random(4)
    documents = [dice.randbytes(20) for _ in range(20)]
    moduli = [drawn(24, seed) for seed in range(60)]

    deceived = sum(len({by_hand(one, m) for one in documents}) < len(documents) for m in moduli)

    assert deceived / len(moduli) <= collision_bound(20, 160, 24) + 0.01


def test_64_bits_would_promise_nothing_for_ten_million_pages_and_128_do() -> None:
    pages, longest = 10_000_000, 8 * 10_000_000

    assert collision_bound(pages, longest, 64) == 1.0
    assert collision_bound(pages, longest) == pytest.approx(1.2e-17, rel=0.05)


# -- the version with numbers ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("bits", "fingerprint"),
    [("0101011011", "00000001"), ("1101011011", "10100111"), ("0001011011", "01011011")],
)
def test_modulo_a_prime_near_numbers_have_far_fingerprints(bits: str, fingerprint: str) -> None:
    """The simple version, x mod p with p = 173: good for equality, useless for likeness."""
    assert f"{int(bits, 2) % 173:08b}" == fingerprint


def test_modulo_a_polynomial_the_same_holds() -> None:
    near = [remainder(int(bits, 2), 0x11B) for bits in ("0101011011", "1101011011")]

    assert near == [0b01000000, 0b01110110]
