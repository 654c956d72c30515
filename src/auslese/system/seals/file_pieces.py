"""The bytes of a file, piece by piece, for whoever makes a checksum of them."""

from collections.abc import Iterator
from io import FileIO

PIECE_BYTES = 1 << 18
"""Into the same 256 KiB again and again: they stay in the cache of the processor, and a checksum
takes half the time that it takes over fresh memory for each piece."""


def pieces_of(file: FileIO, begin: int = 0, length: int | None = None) -> Iterator[memoryview]:
    """The bytes from here on, so many or all; each piece counts until the next is asked for."""
    piece = memoryview(bytearray(PIECE_BYTES))
    file.seek(begin)
    while length is None or length > 0:
        wanted = piece if length is None else piece[: min(PIECE_BYTES, length)]
        count = file.readinto(wanted)
        if not count:
            return
        yield wanted[:count]
        length = None if length is None else length - count
