"""Signals that ask a long job to end in order."""

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

EXIT_CODES = {"SIGINT": 130, "SIGTERM": 143}
"""What a command ends with that such a signal has stopped."""


@contextmanager
def noting_signals() -> Iterator[Callable[[], str]]:
    """Note the first signal, for those who ask, so that all can end in order; a second ends all."""
    caught = 0

    def note(number: int, frame: FrameType | None) -> None:
        nonlocal caught
        if caught:
            raise KeyboardInterrupt
        caught = number

    before = [(number, signal.signal(number, note)) for number in (signal.SIGINT, signal.SIGTERM)]
    try:
        yield lambda: signal.Signals(caught).name if caught else ""
    finally:
        for number, handler in before:
            signal.signal(number, handler)
