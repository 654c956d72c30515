"""Lines sorted on the disk: however many they are, a part of them is in memory at a time."""

import heapq
from collections.abc import Iterator
from contextlib import ExitStack
from tempfile import TemporaryFile
from typing import IO, Self

LINES_AT_ONCE = 100_000  # of an index: some 30 MB of text, and as much for their places


class SpilledLines:
    """Lines of bytes that come in any order and are given sorted."""

    def __init__(self, at_once: int = LINES_AT_ONCE) -> None:
        """So many lines are held before they are written to a file without a name."""
        self._at_once = at_once
        self._waiting: list[bytes] = []
        self._parts: list[IO[bytes]] = []
        self._open = ExitStack()

    def __enter__(self) -> Self:
        """Give the files back at the end."""
        return self

    def __exit__(self, *problem: object) -> None:
        """Give the files back."""
        self._open.close()

    def add(self, line: bytes) -> None:
        """Take a line, with its end."""
        self._waiting.append(line)
        if len(self._waiting) >= self._at_once:
            self._spill()

    def __iter__(self) -> Iterator[bytes]:
        """All of them, the least first; once."""
        for part in self._parts:
            part.seek(0)
        self._waiting.sort()
        return heapq.merge(*self._parts, self._waiting)

    def _spill(self) -> None:
        part = TemporaryFile()  # noqa: SIM115 - it lives as long as the lines
        self._open.callback(part.close)
        self._waiting.sort()
        part.writelines(self._waiting)
        self._parts.append(part)
        self._waiting.clear()
