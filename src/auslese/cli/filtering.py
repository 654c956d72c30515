"""Filters: one line out on stdout for each line in on stdin, as soon as it is there."""

import sys
from collections.abc import Callable, Iterator
from io import BufferedIOBase
from typing import cast

from auslese.cli.data_stream import data_stream

_CHUNK_BYTES = 2**16  # what a pipe holds on Linux


def filter_lines(answer: Callable[[str], str]) -> None:
    """Answer every line of stdin on stdout, in order."""
    arriving = cast(BufferedIOBase, sys.stdin.buffer)
    leaving = data_stream()
    for lines in _batches(arriving):
        texts = (line.rstrip(b"\r").decode("utf-8", "replace") for line in lines)
        leaving.writelines(f"{answer(text)}\n".encode() for text in texts)
        leaving.flush()


def _batches(stream: BufferedIOBase) -> Iterator[list[bytes]]:
    """Yield the lines that have arrived: many at a time from a file, one from a patient typist."""
    begun: list[bytes] = []
    while chunk := stream.read1(_CHUNK_BYTES):
        *complete, rest = chunk.split(b"\n")
        if complete:
            complete[0] = b"".join([*begun, complete[0]])
            begun = []
            yield complete
        begun.append(rest)
    if last := b"".join(begun):
        yield [last]
