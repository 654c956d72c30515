"""Files to import: opened, unpacked, and how much of them is read."""

import gzip
import io
import sys
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, BinaryIO, NamedTuple, cast
from zipfile import BadZipFile, ZipExtFile

import zstandard
from isal import igzip, isal_zlib

from auslese.recipes.importing.waiting_pipe import WaitingPipe, open_pipe

STDIN = Path("-")
GZIP, ZSTD = b"\x1f\x8b", b"\x28\xb5\x2f\xfd"
MAGIC_BYTES = 4
BUFFER_BYTES = 1 << 18
ZSTD_BYTES = 1 << 12  # unpacked at a time: at the most 128 MB come out of them
# Of what a compressed file may die; a zstd window of 128 MB is what the tool itself takes at most.
# The stub of ISA-L takes its error for a value.
PACKED_BADLY = cast(type[Exception], isal_zlib.error)
BROKEN = (
    EOFError,
    gzip.BadGzipFile,
    PACKED_BADLY,
    zlib.error,
    zstandard.ZstdError,
    BadZipFile,
    NotImplementedError,
)
WINDOW_BYTES = 1 << 27


class InputLine(NamedTuple):
    """A line of a file, without its end."""

    number: int
    text: bytes
    is_whole: bool = True
    """False if it is longer than the limit; then only its beginning is here."""


class Input:
    """An open file, unpacked if it was packed."""

    def __init__(self, raw: IO[bytes], size: int) -> None:
        """Read from `raw`, of so many bytes; 0 if that is not known."""
        self._raw = raw
        self.size = size
        start = raw.peek(MAGIC_BYTES) if isinstance(raw, io.BufferedReader | ZipExtFile) else b""
        plain = _unpacked(raw, start)
        # A second buffer would wait for a pipe until it is full.
        is_buffered = plain is raw and isinstance(raw, io.BufferedReader)
        stream = raw if is_buffered else io.BufferedReader(cast(io.RawIOBase, plain), BUFFER_BYTES)
        self.stream = cast(io.BufferedReader, stream)

    @property
    def bytes_read(self) -> int:
        """How much of the file is read, packed as it is."""
        return self._raw.tell() if self.size else 0

    def beginning(self) -> bytes:
        """The first bytes, which stay to be read; as many as there are at hand."""
        return self.stream.peek(1)

    def lines(self, longest: int) -> Iterator[InputLine]:
        """The lines, one in memory at a time and of that no more than `longest` bytes."""
        number = 0
        while line := self.stream.readline(longest + 1):
            number += 1
            is_whole = line.endswith(b"\n") or len(line) <= longest
            if not is_whole:
                self._skip_line()
            yield InputLine(number, line, is_whole)

    def skip(self, length: int) -> None:
        """Pass over so many bytes, or to the end of the file."""
        while length > 0 and (part := self.stream.read(min(length, BUFFER_BYTES))):
            length -= len(part)

    def _skip_line(self) -> None:
        while (rest := self.stream.readline(BUFFER_BYTES)) and not rest.endswith(b"\n"):
            pass


class _ZstdFile(io.RawIOBase):
    """What a zstd file holds; the reader of the library keeps silent about a cut end."""

    def __init__(self, raw: IO[bytes]) -> None:
        self._raw = raw
        self._unpacker = zstandard.ZstdDecompressor(max_window_size=WINDOW_BYTES)
        self._frame: zstandard.ZstdDecompressionObj | None = None
        self._packed = self._plain = b""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        while not self._plain and self._more():
            pass
        size = min(len(buffer), len(self._plain))
        buffer[:size], self._plain = self._plain[:size], self._plain[size:]
        return size

    def _more(self) -> bool:
        """Unpack some more; False at the end of the file."""
        self._packed = self._packed or self._raw.read(ZSTD_BYTES)
        if not self._packed:
            if self._frame is not None:
                raise EOFError("the file ends within a frame")
            return False
        frame = self._frame = self._frame or self._unpacker.decompressobj()
        self._plain = frame.decompress(self._packed)
        self._packed = b""
        if frame.eof:
            self._packed, self._frame = frame.unused_data, None
        return True


def _unpacked(raw: IO[bytes], start: bytes) -> IO[bytes]:
    if start.startswith(GZIP):
        return cast(IO[bytes], igzip.open(raw, "rb"))  # type: ignore[no-untyped-call]
    if start.startswith(ZSTD):
        return cast(IO[bytes], _ZstdFile(raw))
    return raw


@contextmanager
def open_input(path: Path, stopped: Callable[[], str] = lambda: "") -> Iterator[Input]:
    """The file at this path, or stdin; who waits for a pipe ends once `stopped` gives a reason."""
    if path == STDIN:
        yield Input(_stdin(stopped), 0)
        return
    if path.is_fifo():
        with open_pipe(path, stopped) as pipe:
            yield Input(io.BufferedReader(pipe, BUFFER_BYTES), 0)
        return
    with path.open("rb", BUFFER_BYTES) as raw:
        yield Input(raw, path.stat().st_size)


def _stdin(stopped: Callable[[], str]) -> IO[bytes]:
    try:
        descriptor = sys.stdin.fileno()
    except io.UnsupportedOperation:  # a text in memory stands for it
        return cast(BinaryIO, sys.stdin.buffer)
    return io.BufferedReader(WaitingPipe(descriptor, stopped, is_ours=False), BUFFER_BYTES)
