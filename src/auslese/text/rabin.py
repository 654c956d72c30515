"""Rabin fingerprints: is this content equal to that one? A few bytes tell.

A content is read as a polynomial over GF(2), a 1 before its first bit so that zeros at its start
count, and its fingerprint is what is left of it modulo a random irreducible polynomial (Rabin
1981; Broder 1993). Equal contents have equal fingerprints, always. That different ones have, too,
is as improbable as one wants, whatever they are, as long as nobody who makes them knows the
modulus: `collision_bound`.

The fingerprint is linear: that of a sum is the sum of those of its parts. So all is done by
looking up what one byte gives at one place, for thousands of bytes at a time. A chunk is a matrix:

    b00 b01 … b0c      down the columns, `_down[place][byte]` is added up: 16 bytes for each column
    b10 b11 … b1c      along the row of these, `_along[place][half byte]`: 16 bytes for the chunk
     …   …  …  …
"""

from math import comb

import numpy as np
import numpy.typing as npt

from auslese.text.polynomials import count_irreducible, remainder

DEGREE = 128
"""10 million documents of up to 10 MB: the bound is 1.2e-17. With 64 bits it would be no bound."""

WIDTH = 64  # columns; with 512 rows most pages are one chunk, and the tables take 2.5 MB
ROWS = 512
STATE_BYTES = 16
CHUNK = WIDTH * ROWS - STATE_BYTES

_BYTE, _HALF_BYTE = 8, 4
_LOW_HALF = 15

Table = npt.NDArray[np.complex128]
Words = npt.NDArray[np.uint64]


def collision_bound(documents: int, longest_bits: int, degree: int = DEGREE) -> float:
    """Return a bound of the probability that any two different ones have one fingerprint.

    Two different contents differ by a polynomial of at most `longest_bits`, which has at most
    `longest_bits / degree` irreducible factors of the degree; the modulus must be one of them. So
    it is bounded by that many out of all there are, for each pair.
    """
    factors = longest_bits // degree
    return min(1.0, comb(documents, 2) * factors / count_irreducible(degree))


class Rabin:
    """Gives fingerprints modulo one irreducible polynomial."""

    def __init__(self, modulus: int) -> None:
        """Prepare the tables; the degree of the modulus is 128 at most."""
        if not 1 <= modulus.bit_length() - 1 <= DEGREE:
            raise ValueError(f"a modulus has a degree of 1 to {DEGREE}, not {modulus:#x}")
        self._down = _sums(_down_powers(modulus), _BYTE)
        self._along = _sums(_along_powers(modulus), _HALF_BYTE)
        rows = np.arange(ROWS - 1, -1, -1, dtype=np.intp) << _BYTE
        self._row_starts = np.repeat(rows, WIDTH)
        # Kept from one call to the next: to get and clear fresh memory would take twice the time.
        self._places = np.empty(ROWS * WIDTH, np.intp)
        self._found = np.empty(ROWS * WIDTH, np.complex128)
        self._half_starts = np.arange(WIDTH * STATE_BYTES * 2, dtype=np.intp) << _HALF_BYTE

    def fingerprint(self, content: bytes) -> bytes:
        """Return the fingerprint, 16 bytes, the highest coefficient first."""
        state = b"\x01"
        for start in range(0, max(len(content), 1), CHUNK):
            state = self._remainder(state + content[start : start + CHUNK])
        return state

    def _remainder(self, message: bytes) -> bytes:
        """Return what is left of up to 32 KB; zeros put before them add nothing."""
        rows = -(-len(message) // WIDTH)
        size = rows * WIDTH
        places, found = self._places[:size], self._found[:size]
        places[:] = np.frombuffer(message.rjust(size, b"\0"), np.uint8)
        places += self._row_starts[-size:]
        self._down.take(places, out=found, mode="clip")  # none is out of range, so none is clipped
        return self._join(np.bitwise_xor.reduce(found.view(np.uint64).reshape(rows, -1), axis=0))

    def _join(self, columns: Words) -> bytes:
        """Return what is left of the sum of all columns, each moved to its place."""
        whole = columns.view(np.uint8)
        places = np.concatenate((whole & _LOW_HALF, whole >> _HALF_BYTE)).astype(np.intp)
        places += self._half_starts
        found = self._along.take(places).view(np.uint64)
        # In two steps: numpy is slow where a row is but two numbers.
        left = np.bitwise_xor.reduce(found.reshape(WIDTH, -1), axis=0)
        state: Words = np.bitwise_xor.reduce(left.reshape(-1, 2), axis=0)
        return state.tobytes()[::-1]


def _down_powers(modulus: int) -> list[int]:
    """Return what the eight bits of a byte are worth in each row, from the last row up."""
    powers, first = [], remainder(1, modulus)
    for _ in range(ROWS):
        powers += _powers(modulus, first, _BYTE)
        first = remainder(first << WIDTH * _BYTE, modulus)
    return powers


def _along_powers(modulus: int) -> list[int]:
    """Return what the 128 bits of a column are worth in each column, low half bytes first."""
    bits = STATE_BYTES * _BYTE
    powers = _powers(modulus, remainder(1, modulus), WIDTH * _BYTE + bits)
    places = range((WIDTH - 1) * _BYTE, -1, -_BYTE)
    whole = [power for place in places for power in powers[place : place + bits]]
    halves = [whole[place : place + _HALF_BYTE] for place in range(0, len(whole), _HALF_BYTE)]
    return [power for half in halves[::2] + halves[1::2] for power in half]


def _powers(modulus: int, first: int, count: int) -> list[int]:
    """Return the first one, and each times t, modulo the modulus."""
    powers, highest = [], 1 << modulus.bit_length() - 1
    for _ in range(count):
        powers.append(first)
        first <<= 1
        if first & highest:
            first ^= modulus
    return powers


def _sums(worth: list[int], bits: int) -> Table:
    """Return what each number of so many bits is worth at each place, 16 bytes for each."""
    single = b"".join(power.to_bytes(STATE_BYTES, "little") for power in worth)
    units = np.frombuffer(single, "<u8").reshape(-1, bits, 2)
    sums = np.zeros((len(units), 1 << bits, 2), "<u8")
    for bit in range(bits):
        half = 1 << bit
        sums[:, half : 2 * half] = sums[:, :half] ^ units[:, bit : bit + 1]
    # Complex numbers in name only: a type of 16 bytes, which numpy moves in one go.
    return sums.view(np.complex128).ravel()
