"""Sealed files: arrays one after the other, each with a checksum, written once, never changed.

    magic, head, part, part, …, foot, magic

Head and foot tell the same about the content; the foot knows the parts too. So damage to one end
does not hide what was in the file. It is written under a name of its own, synced and renamed: it
is there as a whole or not at all.
"""

import json
import mmap
import os
import struct
import weakref
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

import numpy as np
import xxhash
from numpy.typing import NDArray

from auslese.records.errors import AusleseError

MAGIC = b"AUSLSEAL"
TEMPORARY = ".tmp"
VERSION = 1
READ_BYTES = 1 << 22  # of a part at a time when its checksum is made
ALIGNED = 64  # bytes: the processor's line
LONGEST_FRAME = 1 << 27  # bytes of a head: a million names of portions; more is a damaged number

_FRAME = struct.Struct("<QQ")  # length and checksum of a head or foot

Head = dict[str, Any]
Arrays = Iterable[NDArray[Any]]


class SealedPart(NamedTuple):
    """An array within a sealed file."""

    begin: int
    length: int
    kind: str
    seal: int


class PlannedPart(NamedTuple):
    """An array to be written, piece by piece, so that it need never be in memory as a whole."""

    name: str
    kind: str
    pieces: Arrays


class BrokenSealError(AusleseError):
    """A file is not what was written."""


def write_sealed(path: Path, head: Head, parts: Iterable[PlannedPart]) -> None:
    """Leave the whole file or none; durable on return. Parts are drawn one after the other."""
    aside = path.with_name(f".{path.name}{TEMPORARY}")
    try:
        with aside.open("wb") as file:
            _write(file, {"version": VERSION, **head}, parts)
            file.flush()
            os.fsync(file.fileno())
        aside.replace(path)
        sync_folder(path.parent)
    except OSError as error:
        aside.unlink(missing_ok=True)
        raise AusleseError(f"{path} cannot be written: {error.strerror}") from error


def sync_folder(folder: Path) -> None:
    """Return when the names in this folder are on the disk."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _write(file: BinaryIO, head: Head, parts: Iterable[PlannedPart]) -> None:
    first = json.dumps(head).encode()
    file.write(MAGIC + _FRAME.pack(len(first), xxhash.xxh3_64_intdigest(first)) + first)
    written = {planned.name: _write_part(file, planned) for planned in parts}
    last = json.dumps({**head, "parts": written}).encode()
    file.write(last + _FRAME.pack(len(last), xxhash.xxh3_64_intdigest(last)) + MAGIC)


def _write_part(file: BinaryIO, planned: PlannedPart) -> SealedPart:
    file.write(bytes(-file.tell() % ALIGNED))
    begin, count, seal = file.tell(), 0, xxhash.xxh3_64()
    for piece in planned.pieces:
        data = np.ascontiguousarray(piece, dtype=planned.kind)
        if data.size:
            view = data.reshape(-1).data.cast("B")
            seal.update(view)
            file.write(view)
            count += data.size
    return SealedPart(begin, count, planned.kind, seal.intdigest())


class SealedFile:
    """A sealed file that is read, mapped into memory."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            with path.open("rb") as file:
                self._map = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
                self._number = os.dup(file.fileno())
        except (OSError, ValueError) as error:
            raise BrokenSealError(f"{path}: cannot be opened: {error}") from error
        weakref.finalize(self, os.close, self._number)  # as with the map: when nobody needs it
        self.read_ahead(False)
        self.head = self._foot()
        self._parts = {name: SealedPart(*part) for name, part in self.head["parts"].items()}

    def array(self, name: str) -> NDArray[Any]:
        """A part, as it lies in the file."""
        part = self._parts[name]
        return np.frombuffer(self._map, part.kind, part.length, part.begin)

    def read(self, name: str, begins: NDArray[np.int64], length: int) -> NDArray[Any]:
        """Pieces of a part, of one length, one after the other."""
        part = self._parts[name]
        size = np.dtype(part.kind).itemsize
        places = (part.begin + begins * size).tolist()
        pieces = [os.pread(self._number, length * size, place) for place in places]
        return np.frombuffer(b"".join(pieces), part.kind)

    def loaded(self, name: str) -> NDArray[Any]:
        """A part in memory, after a look at its seal."""
        found = self.array(name).copy()
        if xxhash.xxh3_64_intdigest(found.data) != self._parts[name].seal:
            raise BrokenSealError(f"{self.path}: {name} is not what was written")
        return found

    def read_ahead(self, wanted: bool) -> None:
        """Let the system read more than it is asked for, or just that, as for single looks."""
        self._map.madvise(mmap.MADV_NORMAL if wanted else mmap.MADV_RANDOM)

    def let_go(self) -> None:
        """Take what was looked at out of our memory; the system may still have it at hand."""
        self._map.madvise(mmap.MADV_DONTNEED)

    def damages(self) -> Iterator[str]:
        """What is not as it was written; reads the whole file."""
        if _head_of(self._map) is None:
            yield f"{self.path}: the head is damaged"
        end = 0
        for name, part in self._parts.items():
            if self._seal_of(part) != part.seal:
                yield f"{self.path}: {name} is not what was written"
            if end and any(self._map[end : part.begin]):
                yield f"{self.path}: there is something before {name}"
            end = part.begin + part.length * np.dtype(part.kind).itemsize

    def _seal_of(self, part: SealedPart) -> int:
        seal, at = xxhash.xxh3_64(), part.begin
        end = at + part.length * np.dtype(part.kind).itemsize
        with self.path.open("rb") as file:  # read, not mapped: it is to leave no trace in memory
            file.seek(at)
            while at < end and (data := file.read(min(READ_BYTES, end - at))):
                seal.update(data)
                at += len(data)
        return seal.intdigest()

    def _foot(self) -> Head:
        end = len(self._map) - len(MAGIC) - _FRAME.size
        if end < 0 or self._map[-len(MAGIC) :] != MAGIC:
            raise BrokenSealError(f"{self.path}: the end is missing")
        foot = _framed(self._map[end : end + _FRAME.size], self._map, end)
        if foot is None or foot.get("version") != VERSION:
            raise BrokenSealError(f"{self.path}: the foot is damaged")
        return foot


def _framed(frame: bytes, data: mmap.mmap, end: int) -> Head | None:
    length, seal = _FRAME.unpack(frame)
    if length > min(end, LONGEST_FRAME):
        return None
    text = data[end - length : end]
    return json.loads(text) if xxhash.xxh3_64_intdigest(text) == seal else None


def head_of(path: Path) -> Head | None:
    """What the head of a file tells if it is whole, whatever the rest is like."""
    with path.open("rb") as file:
        try:
            data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        except ValueError:  # an empty file
            return None
    return _head_of(data)


def _head_of(data: mmap.mmap) -> Head | None:
    begin = len(MAGIC) + _FRAME.size
    if len(data) < begin or data[: len(MAGIC)] != MAGIC:
        return None
    frame = data[len(MAGIC) : begin]
    return _framed(frame, data, min(begin + _FRAME.unpack(frame)[0], len(data)))
