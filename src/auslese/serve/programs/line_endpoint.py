"""The endpoint on stdin and stdout: a message a line, for programs on the same machine.

Nothing but answers goes to stdout, whatever libraries print: while the endpoint runs, the usual
stdout leads to stderr.
"""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import BinaryIO

from auslese.serve.programs.program_protocol import (
    INVALID_REQUEST,
    MOST_BYTES,
    ProgramEndpoint,
    failure,
)
from auslese.serve.programs.program_tools import ToolCaller


def answer_messages(endpoint: ProgramEndpoint, source: BinaryIO, target: BinaryIO) -> None:
    """Answer every line until there are no more, or nobody reads the answers."""
    caller = ToolCaller()
    for line in _lines(source):
        if line is None:
            reply = failure(INVALID_REQUEST, f"a message has more than {MOST_BYTES} bytes")
        elif not line.strip():
            continue
        else:
            reply = endpoint.reply(line, caller)
        if reply.body is None:
            continue
        try:
            target.write(reply.packed() + b"\n")
            target.flush()
        except BrokenPipeError:
            return


def _lines(source: BinaryIO) -> Iterator[bytes | None]:
    """Lines; None for one that is too long, of which no more is kept than fits."""
    while line := source.readline(MOST_BYTES + 1):
        if len(line) <= MOST_BYTES or line.endswith(b"\n"):
            yield line
            continue
        while line and not line.endswith(b"\n"):
            line = source.readline(MOST_BYTES + 1)
        yield None


@contextmanager
def private_stdout() -> Iterator[BinaryIO]:
    """The stdout of this process for us alone; what others print goes to stderr."""
    sys.stdout.flush()
    own = os.dup(1)
    os.dup2(2, 1)
    try:
        with open(own, "wb", closefd=False) as target:
            yield target
    finally:
        os.dup2(own, 1)
        os.close(own)
