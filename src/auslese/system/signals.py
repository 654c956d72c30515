"""Signals that ask a long job to end in order."""

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic
from types import FrameType

EXIT_CODES = {"SIGINT": 130, "SIGTERM": 143}
"""What a command ends with that such a signal has stopped."""
TIME_IS_UP = "time"
"""What the job is told when it is past its deadline; that is no failure."""


@contextmanager
def noting_signals(deadline: float | None = None) -> Iterator[Callable[[], str]]:
    """Note the first signal, for those who ask, so that all can end in order; a second ends all.

    They are told to end likewise once the monotonic clock is past the deadline.
    """
    caught = 0

    def note(number: int, frame: FrameType | None) -> None:
        nonlocal caught
        if caught:
            raise KeyboardInterrupt
        caught = number

    before = [(number, signal.signal(number, note)) for number in (signal.SIGINT, signal.SIGTERM)]

    def reason() -> str:
        if caught:
            return signal.Signals(caught).name
        return TIME_IS_UP if deadline is not None and monotonic() >= deadline else ""

    try:
        yield reason
    finally:
        for number, handler in before:
            signal.signal(number, handler)
