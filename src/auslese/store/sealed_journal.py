"""Every answer of every person, one after the other, in a file that only grows.

    ratings.jsonl             ratings of pages, and changes to topics
    annotation/*/round.jsonl  a round of annotation: what is asked, and every answer

A line of JSON is an entry; its last value is the checksum of all before it.

Nothing is ever overwritten: whoever changes their mind adds a line. A line is on the disk before
its answer is acknowledged; what a crash left of one that was not is cut off by whoever writes next.
Several processes may write: each takes its turn by a lock on the file.
"""

import fcntl
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import fields
from pathlib import Path
from typing import Any

import msgspec
from xxhash import xxh3_64_hexdigest

from auslese.store.read_only import reporting_if_read_only
from auslese.store.unwritable_folder import reporting_if_unwritable
from auslese.system.durable_files import sync_folder, write_whole
from auslese.system.seals.damaged_file import DamagedFileError

DAMAGED = ".damaged.jsonl"
SEAL = b',"seal":"'
SEAL_BYTES = len(SEAL) + 16 + len(b'"}')

Entry = dict[str, Any]


class SealedJournal:
    """The file; it remembers how far it was read."""

    def __init__(self, path: Path) -> None:
        """Nothing is read yet; there need be no file."""
        self.path = path
        self._read = 0

    def new_entries(self) -> list[Entry]:
        """What was written since this was asked last; DamagedFileError if a line is not whole."""
        try:
            with self.path.open("rb") as file:
                return self._entries_of(file.fileno())
        except FileNotFoundError:
            return []

    def append(self, make: Callable[[list[Entry]], Sequence[Entry]]) -> list[Entry]:
        """Add entries and return what is new, these among them; they are on the disk then.

        `make` gets what others have written meanwhile, and nobody writes until it has answered.
        """
        with self._held() as descriptor:
            new = self._entries_of(descriptor)
            entries = make(new)
            data = b"".join(map(line_of, entries))
            os.ftruncate(descriptor, self._read)
            try:
                os.lseek(descriptor, self._read, os.SEEK_SET)
                rest = memoryview(data)
                while rest:
                    rest = rest[os.write(descriptor, rest) :]
                os.fsync(descriptor)
            except OSError:
                os.ftruncate(descriptor, self._read)
                raise
            self._read += len(data)
            return [*new, *entries]

    def change(
        self, take: Callable[[list[Entry]], None], make: Callable[[], Sequence[Entry]]
    ) -> None:
        """Add what `make` says after `take` has seen what others wrote; then it sees that, too."""
        taken = 0

        def made(new: list[Entry]) -> Sequence[Entry]:
            nonlocal taken
            take(new)
            taken = len(new)
            return make()

        take(self.append(made)[taken:])

    @contextmanager
    def _held(self) -> Iterator[int]:
        folder = self.path.parent
        with reporting_if_read_only(folder), reporting_if_unwritable(self.path):
            is_new = not self.path.exists()
            descriptor = os.open(self.path, os.O_RDWR | os.O_CREAT, 0o644)
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX)
                if is_new:
                    sync_folder(folder)
                yield descriptor
            finally:
                os.close(descriptor)

    def _entries_of(self, descriptor: int) -> list[Entry]:
        size = os.fstat(descriptor).st_size
        if size < self._read:  # it was repaired, or put in its place from a backup
            self._read = 0
        data = _bytes_of(descriptor, self._read, size)
        whole = data[: data.rfind(b"\n") + 1]
        entries = [entry_of(line) for line in whole.splitlines()]
        if None in entries:
            raise DamagedFileError(self.path)
        self._read += len(whole)
        return [entry for entry in entries if entry is not None]


def line_of(entry: Entry) -> bytes:
    """An entry as it stands in the file."""
    body = msgspec.json.encode(entry)[:-1]
    return body + SEAL + xxh3_64_hexdigest(body).encode() + b'"}\n'


def entry_of(line: bytes) -> Entry | None:
    """The entry of a line without its end; None if it is not as it was written."""
    body = line[:-SEAL_BYTES]
    if line[-SEAL_BYTES:] != SEAL + xxh3_64_hexdigest(body).encode() + b'"}':
        return None
    entry: Entry = msgspec.json.decode(body + b"}")
    return entry


def entry_values(entry: Entry, kind: type) -> dict[str, Any]:
    """What an entry says of a record, without what only a later version of the program knows."""
    known = {each.name for each in fields(kind)}
    return {name: value for name, value in entry.items() if name in known}


def damaged_lines(path: Path) -> list[int]:
    """The numbers of lines that are not as they were written, from 1."""
    return [number for number, line in enumerate(_lines(path), 1) if entry_of(line) is None]


def drop_damaged_lines(path: Path) -> int:
    """Keep the lines that are whole and put the others aside; how many these are."""
    lines = _lines(path)
    bad = [line for line in lines if entry_of(line) is None]
    if bad:
        write_whole(path.with_suffix(DAMAGED), (line + b"\n" for line in bad))
        whole = (line + b"\n" for line in lines if entry_of(line) is not None)
        write_whole(path, whole)
    return len(bad)


def _lines(path: Path) -> list[bytes]:
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return []
    return data[: data.rfind(b"\n") + 1].splitlines()


def _bytes_of(descriptor: int, start: int, end: int) -> bytes:
    pieces = []
    while start < end and (piece := os.pread(descriptor, end - start, start)):
        pieces.append(piece)
        start += len(piece)
    return b"".join(pieces)
