"""Progress of a crawl on a terminal: one line that lives; nothing in pipes."""

import os
import sys
import time
from collections import deque
from types import TracebackType
from typing import Self

import click

from auslese.cli.outlook import in_short
from auslese.cli.words import harmless, say, some
from auslese.crawl.loop import Progress

RATE_SECONDS = 10.0  # the rate shown is that of the last seconds, not of the whole crawl
PLAIN_SECONDS = 10.0  # without a terminal a line now and then shows that it lives


class Display:
    """Shows how a crawl goes."""

    def __init__(self, quiet: bool = False) -> None:
        """`quiet`: say only what must be said."""
        self._quiet = quiet
        self._live = sys.stderr.isatty() and not quiet
        self._samples: deque[tuple[float, int]] = deque()
        self._plain_at = time.monotonic()
        self._width = 0

    def __enter__(self) -> Self:
        """Use it in a `with` statement."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Leave the terminal on a new line."""
        self._clear()

    def show(self, progress: Progress) -> None:
        """Take notice of where the crawl stands."""
        now = time.monotonic()
        self._samples.append((now, progress.pages))
        while now - self._samples[0][0] > RATE_SECONDS:
            self._samples.popleft()
        if self._live:
            line = harmless(self._line(progress))[: _columns() - 1]
            click.echo("\r" + line.ljust(self._width), nl=False, err=True)
            self._width = len(line)
        elif not self._quiet and now - self._plain_at >= PLAIN_SECONDS:
            self._plain_at = now
            say(self._line(progress), err=True)

    def say(self, words: str) -> None:
        """Tell something that is worth a line of its own."""
        self._clear()
        say(words, err=True)

    def _clear(self) -> None:
        if self._live and self._width:
            click.echo("\r" + " " * self._width + "\r", nl=False, err=True)
            self._width = 0

    def _line(self, progress: Progress) -> str:
        minutes, seconds = divmod(int(progress.seconds), 60)
        ahead = progress.forecast if progress.waiting else None
        outlook = f"  · {in_short(ahead)}" if ahead else ""
        return (
            f"{minutes}:{seconds:02d}  {progress.pages:,} pages  {self._rate():.1f}/s"
            f"  {progress.waiting + progress.leased:,} queued  {some(progress.hosts, 'host')}"
            f"  {some(progress.workers, 'worker')}  · {progress.brake}{outlook}"
        )

    def _rate(self) -> float:
        (first_at, first), (last_at, last) = self._samples[0], self._samples[-1]
        return (last - first) / (last_at - first_at) if last_at > first_at else 0.0


def _columns() -> int:
    try:
        return max(40, os.get_terminal_size(sys.stderr.fileno()).columns)
    except OSError:
        return 100
