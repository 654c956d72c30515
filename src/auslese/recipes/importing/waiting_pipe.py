"""A pipe that is read while somebody may want us to end: a FIFO, or stdin.

A plain read of a pipe without a writer waits for ever, and a signal that is only noted does not end
it.
"""

import io
import os
import select
from collections.abc import Callable
from pathlib import Path
from typing import Any

LOOK_MS = 200  # how long somebody waits at the most who wants it to end


class StoppedWaitingError(Exception):
    """Somebody wants us to end."""


class WaitingPipe(io.RawIOBase):
    """The bytes of a pipe as they come; ends with an error once `stopped` gives a reason."""

    def __init__(self, descriptor: int, stopped: Callable[[], str], *, is_ours: bool) -> None:
        """Read from an open file, which is closed in the end if it is ours."""
        self._descriptor = descriptor
        self._stopped = stopped
        self._is_ours = is_ours
        self._poll = select.poll()
        self._poll.register(descriptor, select.POLLIN | select.POLLHUP)

    def readable(self) -> bool:
        """It can be read."""
        return True

    def readinto(self, buffer: Any) -> int:
        """Wait for some bytes, and take them; none are left once every writer has gone."""
        while not self._poll.poll(LOOK_MS):
            self._check()
        self._check()
        data = os.read(self._descriptor, len(buffer))
        buffer[: len(data)] = data
        return len(data)

    def close(self) -> None:
        """Give it back."""
        if self._is_ours and not self.closed:
            os.close(self._descriptor)
        super().close()

    def _check(self) -> None:
        if self._stopped():
            raise StoppedWaitingError


def open_pipe(path: Path, stopped: Callable[[], str]) -> WaitingPipe:
    """A FIFO, without waiting for its writer."""
    descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    return WaitingPipe(descriptor, stopped, is_ours=True)
