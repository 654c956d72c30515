"""The bytes of a file, piece by piece, and their checksum."""

from collections.abc import Iterator
from io import FileIO
from pathlib import Path

from xxhash import xxh3_64

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


def checksum_of(path: Path) -> str:
    """The XXH3 of a file, hexadecimal."""
    digest = xxh3_64()
    add_file(digest, path)
    return digest.hexdigest()


def add_file(digest: xxh3_64, path: Path) -> None:
    """Let a checksum go on over the bytes of a file."""
    with path.open("rb", buffering=0) as file:
        for piece in pieces_of(file):
            digest.update(piece)
