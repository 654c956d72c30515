"""Where lies which record of many archives, by what they are pointed to, and in the order of time.

Rows of numbers in arrays: 33 bytes for a record with a page, and 12 for each of the up to three
names by which others point to it.
"""

from array import array
from collections.abc import Iterable, Iterator
from hashlib import blake2b
from typing import NamedTuple

import numpy as np

NAME_BYTES = 8
NOWHERE = -1


class CaptureRow(NamedTuple):
    """The place of a record."""

    row: int
    file: int
    """Number of the file."""
    offset: int
    number: int
    """Which record of its file, from 1."""
    rendering: int
    """Where in the same file the page lies as a browser showed it; -1: nowhere."""


class CaptureIndex:
    """Grows record by record; names are looked up once all are in."""

    def __init__(self) -> None:
        """Nothing is known."""
        self._files = array("i")
        self._offsets = array("q")
        self._numbers = array("i")
        self._renderings = array("q")
        self._moments = array("q")
        self._documents = array("b")
        self._names = array("q")
        self._named = array("i")
        self._sorted = 0
        self._sorted_names = np.zeros(0, dtype=np.int64)
        self._sorted_rows = np.zeros(0, dtype=np.int32)

    def __len__(self) -> int:
        """Count the records."""
        return len(self._files)

    def add(
        self,
        place: tuple[int, int, int],
        names: Iterable[bytes],
        milliseconds: int = 0,
        *,
        is_document: bool = False,
    ) -> int:
        """Take in a record by file, offset and number; its row."""
        file, offset, number = place
        row = len(self._files)
        self._files.append(file)
        self._offsets.append(offset)
        self._numbers.append(number)
        self._renderings.append(NOWHERE)
        self._moments.append(milliseconds)
        self._documents.append(is_document)
        for name in names:
            self._names.append(_hashed(name))
            self._named.append(row)
        return row

    def note_rendering(self, row: int, offset: int) -> None:
        """Note where the page of a record lies as a browser showed it."""
        self._renderings[row] = offset

    def cut(self, rows: int) -> None:
        """Forget all records but the first so many."""
        for column in (self._files, self._offsets, self._numbers, self._renderings):
            del column[rows:]
        del self._moments[rows:]
        del self._documents[rows:]
        while self._named and self._named[-1] >= rows:
            self._named.pop()
            self._names.pop()

    def in_order(self) -> Iterator[CaptureRow]:
        """All records that may bring a page, the oldest first; those of one moment as they came."""
        wanted = np.flatnonzero(np.frombuffer(self._documents, dtype=np.int8))
        moments = np.frombuffer(self._moments, dtype=np.int64)[wanted]
        order = wanted[np.argsort(moments, kind="stable")]
        del moments
        for row in order:
            yield self._at(int(row))

    def find(self, name: bytes) -> Iterator[CaptureRow]:
        """The records of this name, and perhaps, by a rare chance, others."""
        self._sort()
        hashed = _hashed(name)
        place = int(np.searchsorted(self._sorted_names, hashed))
        while place < len(self._sorted_names) and self._sorted_names[place] == hashed:
            yield self._at(int(self._sorted_rows[place]))
            place += 1

    def _at(self, row: int) -> CaptureRow:
        return CaptureRow(
            row,
            self._files[row],
            self._offsets[row],
            self._numbers[row],
            self._renderings[row],
        )

    def _sort(self) -> None:
        if self._sorted == len(self._names):
            return
        names = np.array(self._names, dtype=np.int64)
        order = np.argsort(names, kind="stable")
        self._sorted_names = names[order]
        self._sorted_rows = np.array(self._named, dtype=np.int32)[order]
        self._sorted = len(names)


def _hashed(name: bytes) -> int:
    digest = blake2b(name, digest_size=NAME_BYTES).digest()
    return int.from_bytes(digest, "little", signed=True)
