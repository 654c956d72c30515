"""Sentences in an order that says nothing of where they stood, as corpora are released.

    1⇥Am Abend legte sich der Wind.
    2⇥The lift runs from May to October.

The order is that of a keyed hash of the words of each sentence, not of a lot: whoever knows the
key cannot put texts together again, for it takes nothing from where a sentence stood. It has more
gifts: the same pages give the same file whatever order they come in, a sentence is there once,
and a small release is the beginning of a larger one. The form is that of the Leipzig Corpora
Collection, whose releases have 10,000 to 1,000,000 sentences.
"""

from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from hashlib import blake2b
from tempfile import TemporaryFile
from typing import IO

# A piece of the order is sorted in memory: 256 of them keep 100 million sentences within 150 MB.
PIECES = 256
ORDER_BYTES = 16  # of a hash: no two sentences will ever have the same
LENGTH_BYTES = 4


class ShuffledLines:
    """Lines of text in the order of their hashes, each once; on disk until they are taken."""

    def __init__(self, key: str) -> None:
        """Another key gives another order."""
        self._key = blake2b(key.encode("utf-8", "replace")).digest()
        self._open = ExitStack()
        piece = self._open.enter_context
        self._pieces: list[IO[bytes]] = [piece(_waiting_file()) for _ in range(PIECES)]

    def __enter__(self) -> "ShuffledLines":
        """Keep them for a while."""
        return self

    def __exit__(self, *_: object) -> None:
        """Give the disk back."""
        self._open.close()

    def add(self, text: str) -> None:
        """Take a line; white space in it is made single."""
        line = " ".join(text.split()).encode("utf-8", "replace")
        order = blake2b(line, key=self._key, digest_size=ORDER_BYTES).digest()
        self._pieces[order[0]].write(order + len(line).to_bytes(LENGTH_BYTES) + line)

    def __iter__(self) -> Iterator[bytes]:
        """All lines, without line breaks; ask once."""
        for piece in self._pieces:
            found = dict(_records(piece))
            for order in sorted(found):
                yield found[order]


def numbered(lines: Iterable[bytes], most: int | None = None) -> Iterator[bytes]:
    """Lines with their numbers from 1 before a tab, as many as are wanted."""
    for number, line in enumerate(lines, 1):
        if most is not None and number > most:
            return
        yield b"%d\t%b\n" % (number, line)


def _waiting_file() -> IO[bytes]:
    return TemporaryFile()


def _records(piece: IO[bytes]) -> Iterator[tuple[bytes, bytes]]:
    piece.seek(0)
    while order := piece.read(ORDER_BYTES):
        yield order, piece.read(int.from_bytes(piece.read(LENGTH_BYTES)))
