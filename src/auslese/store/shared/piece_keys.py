"""Pieces of files under names that nobody else uses, and that say what the piece is.

    pieces/000007/archive/auslese-….warc.gz/000000000000-000000052113-9f86d0…
           writer  file of a collection      first byte   the one behind   SHA-256

An archive segment grows, and objects cannot: what was synced since the last time is a piece of its
own. A segment of a table is one piece. A list of names so tells all that is there; a piece that was
put again has the name that it had.
"""

import re
from hashlib import sha256

import msgspec

DIGITS = 12  # a file of a terabyte; names then sort as their numbers do
WRITER_DIGITS = 6
PIECES = "pieces"
PIECE_KEY = re.compile(
    rf"{PIECES}/(?P<writer>\d+)/(?P<file>.+)/(?P<begin>\d+)-(?P<end>\d+)-(?P<digest>[0-9a-f]{{64}})"
)


class FilePiece(msgspec.Struct, frozen=True, order=True):
    """Some bytes of a file of a collection."""

    file: str
    """Its path in the collection."""
    begin: int
    end: int
    digest: str
    """SHA-256 of these bytes."""

    @property
    def size(self) -> int:
        """How many bytes these are."""
        return self.end - self.begin


def piece_of(file: str, begin: int, content: bytes) -> FilePiece:
    """The piece that these bytes are."""
    return FilePiece(file, begin, begin + len(content), sha256(content).hexdigest())


def folder_of_writer(writer: int) -> str:
    """Below which all pieces of a writer lie."""
    return f"{PIECES}/{writer:0{WRITER_DIGITS}}"


def folder_of_file(writer: int, file: str) -> str:
    """Below which the pieces of one file lie."""
    return f"{folder_of_writer(writer)}/{file}"


def piece_key(writer: int, piece: FilePiece) -> str:
    """The key of a piece."""
    span = f"{piece.begin:0{DIGITS}}-{piece.end:0{DIGITS}}-{piece.digest}"
    return f"{folder_of_file(writer, piece.file)}/{span}"


def piece_at(key: str) -> FilePiece | None:
    """What lies under a key; None if that is no piece."""
    found = PIECE_KEY.fullmatch(key)
    if found is None:
        return None
    return FilePiece(found["file"], int(found["begin"]), int(found["end"]), found["digest"])
