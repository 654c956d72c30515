"""Rabin fingerprints: is this content equal to that one? A few bytes tell.

A content is read as a polynomial over GF(2), a 1 before its first bit so that zeros at its start
count, and its fingerprint is what is left of it modulo a random irreducible polynomial (Rabin
1981; Broder 1993). Equal contents have equal fingerprints, always. That different ones have, too,
is as improbable as one wants, whatever they are, as long as nobody who makes them knows the
modulus: `collision_bound`.

The fingerprint is linear: that of a sum is the sum of those of its parts. So all is done by
looking up what one byte gives at one place, for thousands of bytes at a time. A chunk is a matrix:

    b00 b01 … b0c      down the columns, `_down[place][byte]` is added up: 16 bytes for each column;
    b10 b11 … b1c      these are added up, each a byte further on than the next, and what is too
     …   …  …  …       long then is looked up again, in `_along[place][byte]`
"""

from math import comb

import numpy as np
import numpy.typing as npt

from auslese.text.polynomials import count_irreducible, remainder

DEGREE = 128
"""10 million documents of up to 10 MB: the bound is 1.2e-17. With 64 bits it would be no bound."""

# Square: between two pages the tables fall out of the cache. So shaped they take 1.1 MB, and a
# page of 13 KB takes 38 µs, 60 if the cache is cold; half as wide or high it takes more calls.
WIDTH = 128
ROWS = 128
STATE_BYTES = 16
CHUNK = WIDTH * ROWS - STATE_BYTES

_BITS = 8

FingerprintTable = npt.NDArray[np.complex128]
FingerprintWords = npt.NDArray[np.uint64]


def collision_bound(documents: int, longest_bits: int, degree: int = DEGREE) -> float:
    """Return a bound of the probability that any two different ones have one fingerprint.

    Two different contents differ by a polynomial of at most `longest_bits`, which has at most
    `longest_bits / degree` irreducible factors of the degree; the modulus must be one of them. So
    it is bounded by that many out of all there are, for each pair.
    """
    factors = longest_bits // degree
    return min(1.0, comb(documents, 2) * factors / count_irreducible(degree))


class RabinFingerprinter:
    """Gives fingerprints modulo one irreducible polynomial."""

    def __init__(self, modulus: int) -> None:
        """Prepare the tables; the degree of the modulus is 128 at most."""
        if not 1 <= modulus.bit_length() - 1 <= DEGREE:
            raise ValueError(f"a modulus has a degree of 1 to {DEGREE}, not {modulus:#x}")
        self._down = _sums(modulus, WIDTH, ROWS)
        self._along = _sums(modulus, 1, WIDTH + STATE_BYTES)
        # Kept from one call to the next: to get and clear fresh memory would take twice the time.
        # A place in a table is where the part of its row begins, plus the byte: its lowest one.
        self._places = np.repeat(_starts(ROWS), WIDTH).reshape(ROWS, WIDTH)
        self._bytes = _lowest_bytes(self._places)
        self._column_places = _starts(WIDTH + STATE_BYTES)
        self._column_bytes = _lowest_bytes(self._column_places)
        self._found = np.empty((ROWS, WIDTH), np.complex128)
        self._planes = np.zeros((STATE_BYTES, WIDTH + STATE_BYTES), np.uint8)
        self._columns = _skewed(self._planes)

    def fingerprint(self, content: bytes) -> bytes:
        """Return the fingerprint, 16 bytes, the highest coefficient first."""
        state = b"\x01"
        for start in range(0, max(len(content), 1), CHUNK):
            state = self._remainder(state + content[start : start + CHUNK])
        return state

    def _remainder(self, message: bytes) -> bytes:
        """Return what is left of up to 32 KB; zeros put before them add nothing."""
        rows = -(-len(message) // WIDTH)
        padded = message.rjust(rows * WIDTH, b"\0")
        self._bytes[-rows:] = np.frombuffer(padded, np.uint8).reshape(rows, WIDTH)
        found = self._found[:rows]
        # None is out of range, so none is clipped; but then numpy need not look.
        self._down.take(self._places[-rows:], out=found, mode="clip")
        return self._join(np.bitwise_xor.reduce(found.view(np.uint64), axis=0))

    def _join(self, columns: FingerprintWords) -> bytes:
        """Return what is left of the sum of all columns, each moved to its place."""
        self._columns[:] = columns.view(np.uint8).reshape(WIDTH, STATE_BYTES)
        np.bitwise_xor.reduce(self._planes, axis=0, out=self._column_bytes)
        found = self._along.take(self._column_places).view(np.uint64)
        # In two steps: numpy is slow where a row is but two numbers.
        left = np.bitwise_xor.reduce(found.reshape(STATE_BYTES, -1), axis=0)
        state: FingerprintWords = np.bitwise_xor.reduce(left.reshape(-1, 2), axis=0)
        return state.tobytes()[::-1]


def _skewed(planes: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
    """Return a view in which byte s of column c lies in plane s, where t^(8s) belongs.

    The lowest byte of the last column is at the end of plane 0, the next one up in plane 1 is one
    place before the end, and so on: so the planes can be added up as they lie.
    """
    step = planes.shape[1] - 1
    return np.lib.stride_tricks.as_strided(
        planes.reshape(-1)[STATE_BYTES:], (WIDTH, STATE_BYTES), (1, step)
    )


def _starts(places: int) -> npt.NDArray[np.int64]:
    """Return where the part of each place begins in a table, the last place first."""
    return np.arange(places - 1, -1, -1, dtype="<i8") << _BITS


def _lowest_bytes(places: npt.NDArray[np.int64]) -> npt.NDArray[np.uint8]:
    """Return a view of the lowest byte of each."""
    return places.view(np.uint8)[..., :: places.itemsize]


def _sums(modulus: int, step: int, places: int) -> FingerprintTable:
    """Return what each byte is worth at each place, so many bytes apart, from the last one up."""
    worth, first = [], remainder(1, modulus)
    for _ in range(places):
        worth += [remainder(first << bit, modulus) for bit in range(_BITS)]
        first = remainder(first << step * _BITS, modulus)
    single = b"".join(power.to_bytes(STATE_BYTES, "little") for power in worth)
    units = np.frombuffer(single, "<u8").reshape(places, _BITS, 2)
    sums = np.zeros((places, 1 << _BITS, 2), "<u8")
    for bit in range(_BITS):
        half = 1 << bit
        sums[:, half : 2 * half] = sums[:, :half] ^ units[:, bit : bit + 1]
    # Complex numbers in name only: a type of 16 bytes, which numpy moves in one go.
    return sums.view(np.complex128).ravel()
