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
from hashlib import blake2b

from auslese.export.corpus.record_spool import SpoolFile

# A piece of the order is sorted in memory: 256 of them keep 100 million sentences within 150 MB.
# Each is an open file, and there may be a thousand of these, so 16 must do for a million URLs.
PIECES, FEW_PIECES = 256, 16
ORDER_BYTES = 16  # of a hash: no two sentences will ever have the same
LENGTH_BYTES = 4


class ShuffledLines:
    """Lines in the order of their hashes, each once, on disk until they are taken.

    Each has a note, as the URL it comes from; of equal lines the first one counts.
    """

    def __init__(self, key: str, pieces: int = PIECES) -> None:
        """Another key gives another order, another number of pieces the same."""
        self.added = 0
        self._key = blake2b(key.encode("utf-8", "replace")).digest()
        self._pieces = [SpoolFile() for _ in range(pieces)]

    def __enter__(self) -> "ShuffledLines":
        """Keep them for a while."""
        return self

    def __exit__(self, *_: object) -> None:
        """Give the disk back."""
        for piece in self._pieces:
            piece.close()

    def add(self, line: bytes, note: bytes = b"") -> None:
        """Take a line."""
        order = blake2b(line, key=self._key, digest_size=ORDER_BYTES).digest()
        lengths = len(line).to_bytes(LENGTH_BYTES) + len(note).to_bytes(LENGTH_BYTES)
        piece = self._pieces[order[0] * len(self._pieces) >> 8]
        piece.write(b"".join((order, lengths, line, note)))
        self.added += 1

    def __iter__(self) -> Iterator[tuple[bytes, bytes]]:
        """All different lines with their notes."""
        for piece in self._pieces:
            found: dict[bytes, tuple[bytes, bytes]] = {}
            for order, line, note in _records(piece):
                found.setdefault(order, (line, note))
            yield from (found[order] for order in sorted(found))


def numbered(lines: Iterable[bytes]) -> Iterator[bytes]:
    """Lines with their numbers from 1 before a tab."""
    return (b"%d\t%b\n" % each for each in enumerate(lines, 1))


def size_name(lines: int) -> str:
    """How releases of so many lines are called: 10K, 1M, or the number itself."""
    for unit, sign in ((1_000_000, "M"), (1_000, "K")):
        if lines and lines % unit == 0:
            return f"{lines // unit}{sign}"
    return str(lines)


def _records(piece: SpoolFile) -> Iterator[tuple[bytes, bytes, bytes]]:
    piece.seek(0)
    while order := piece.read(ORDER_BYTES):
        line, note = (int.from_bytes(piece.read(LENGTH_BYTES)) for _ in range(2))
        yield order, piece.read(line), piece.read(note)
