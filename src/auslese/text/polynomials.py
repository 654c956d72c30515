"""Polynomials over GF(2), as whole numbers: bit i is the coefficient of t^i.

Adding is XOR. Needed once for each collection, to draw the modulus of its fingerprints, so plain
Python is fast enough: a tenth of a second for degree 128.
"""

from random import Random, SystemRandom

T = 0b10


def remainder(dividend: int, modulus: int) -> int:
    """Return what is left of a polynomial modulo another one."""
    length = modulus.bit_length()
    while (excess := dividend.bit_length() - length) >= 0:
        dividend ^= modulus << excess
    return dividend


def greatest_common_divisor(one: int, other: int) -> int:
    """Return the polynomial of the highest degree that divides both."""
    while other:
        one, other = other, remainder(one, other)
    return one


def square(polynomial: int, modulus: int) -> int:
    """Return the square modulo another polynomial: over GF(2), the bits moved apart."""
    return remainder(int(f"{polynomial:b}", 4), modulus) if polynomial else 0


def is_irreducible(polynomial: int) -> bool:
    """Whether no polynomial divides it but 1 and itself, by Rabin's test (1980).

    It is so for degree k, if it divides t^(2^k) - t, and has no factor in common with
    t^(2^(k/q)) - t for any prime q that divides k.
    """
    degree = polynomial.bit_length() - 1
    if degree < 1:
        return False
    apart = {degree // prime for prime in prime_factors(degree)}
    power = remainder(T, polynomial)
    for step in range(1, degree + 1):
        power = square(power, polynomial)
        if step in apart and greatest_common_divisor(polynomial, power ^ T) != 1:
            return False
    return power == remainder(T, polynomial)


def random_irreducible(degree: int, seed: int | None = None) -> int:
    """Return one of the irreducible polynomials of a degree, each as likely as any other.

    The same seed gives the same one again; without a seed nobody can foretell it.
    """
    dice = SystemRandom() if seed is None else Random(seed)
    while True:
        candidate = 1 << degree | dice.getrandbits(degree)
        if not (degree > 1 and _is_divided_at_sight(candidate)) and is_irreducible(candidate):
            return candidate


def _is_divided_at_sight(polynomial: int) -> bool:
    """Whether t or t + 1 divides it, as they do with three of four."""
    return not polynomial & 1 or polynomial.bit_count() % 2 == 0


def count_irreducible(degree: int) -> int:
    """Return how many irreducible polynomials of a degree there are (Gauss): about 2^k / k."""
    divisors = (part for part in range(1, degree + 1) if degree % part == 0)
    return sum(_moebius(part) * (1 << degree // part) for part in divisors) // degree


def _moebius(number: int) -> int:
    """Return 0 if a square divides it, else 1 or -1 for an even or odd number of primes."""
    factors = prime_factors(number)
    if any(number % (prime * prime) == 0 for prime in factors):
        return 0
    return -1 if len(factors) % 2 else 1


def prime_factors(number: int) -> list[int]:
    """Return the primes that divide a number, each once."""
    factors, prime = [], 2
    while number > 1:
        if number % prime == 0:
            factors.append(prime)
        while number % prime == 0:
            number //= prime
        prime += 1
    return factors
