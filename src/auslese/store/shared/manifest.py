"""What is published: for each writer a chain of lists of pieces, each list in one object.

    manifest/000007/00000001   →  {"writer": 7, "number": 1, "pieces": […], "closed": […]}

A list is there with its object, whole, or not at all. Its number is taken by making the object, and
an object is made once: of two that publish for one writer at once (it came back while another
cleaned up behind it) one gets the number, and the other reads what that one has published before it
tries the next. So nothing is lost, and nothing is there twice. Different writers never meet.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import msgspec

from auslese.store.shared.piece_keys import WRITER_DIGITS, FilePiece
from auslese.store.shared.shared_storage import MissingObjectError, SharedStorage, StorageError
from auslese.wording.fleet.storage_sentences import StorageProblem

MANIFEST = "manifest"
NUMBER_DIGITS = 8


class Publication(msgspec.Struct, frozen=True):
    """What was published at once."""

    writer: int
    number: int
    """From 1 on, without gaps."""
    pieces: tuple[FilePiece, ...]
    closed: tuple[str, ...] = ()
    """Files that take no further piece."""


class WriterChain(NamedTuple):
    """All that a writer has published so far."""

    last: int
    """The number of its latest publication; 0: none."""
    tails: dict[str, FilePiece]
    """The last piece of each file."""
    closed: set[str]

    def end_of(self, file: str) -> int:
        """How far a file is published."""
        return self.tails[file].end if file in self.tails else 0


_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(Publication).decode


class Manifest:
    """The lists of one storage."""

    def __init__(self, storage: SharedStorage) -> None:
        """Read and write them there."""
        self._storage = storage
        self._chains: dict[int, WriterChain] = {}

    def chain(self, writer: int) -> WriterChain:
        """All that this writer has published, as of now; only what is new is read."""
        chain = self._chains.setdefault(writer, WriterChain(0, {}, set()))
        for publication in self.publications(writer, chain.last):
            chain = self._note(publication)
        return chain

    def publications(self, writer: int, after: int = 0) -> Iterator[Publication]:
        """What a writer has published behind this number, in order."""
        for number in range(after + 1, 10**NUMBER_DIGITS):
            try:
                found = self._storage.get(_key(writer, number))
            except MissingObjectError:
                return
            yield _decode(found.content)

    def writers(self) -> list[int]:
        """The writers that have ever published something."""
        keys = (entry.key.split("/") for entry in self._storage.entries(MANIFEST))
        return sorted({int(writer) for _, writer, _ in keys})

    def publish(
        self, writer: int, pieces: Iterable[FilePiece], closed: Iterable[str] = ()
    ) -> Publication | None:
        """Publish what of this is not published yet, all of it at once; None if there is nothing.

        The pieces lie on the storage already, and those of a file join. May be repeated.
        """
        pieces, closed = sorted(set(pieces)), sorted(set(closed))
        while True:
            chain = self.chain(writer)
            fresh = tuple(piece for piece in pieces if not _is_known(chain, writer, piece))
            ended = tuple(file for file in closed if file not in chain.closed)
            if not fresh and not ended:
                return None
            publication = Publication(writer, chain.last + 1, fresh, ended)
            if self._storage.create(_key(writer, publication.number), _encode(publication)):
                self._note(publication)
                return publication

    def _note(self, publication: Publication) -> WriterChain:
        known = self._chains.get(publication.writer, WriterChain(0, {}, set()))
        known.tails.update({piece.file: piece for piece in sorted(publication.pieces)})
        known.closed.update(publication.closed)
        chain = known._replace(last=publication.number)
        self._chains[publication.writer] = chain
        return chain


def _key(writer: int, number: int) -> str:
    return f"{MANIFEST}/{writer:0{WRITER_DIGITS}}/{number:0{NUMBER_DIGITS}}"


def _is_known(chain: WriterChain, writer: int, piece: FilePiece) -> bool:
    """Whether a piece is published; an error if other bytes are in its place, as far as we know."""
    tail = chain.tails.get(piece.file)
    if tail is None or piece.begin >= tail.end:
        return False
    if piece != tail and piece.end > tail.begin:
        raise StorageError(StorageProblem.CONTRADICTION.of(file=piece.file, writer=writer))
    return True
