"""Progress of a crawl: one line that lives on a terminal, a plain one now and then in pipes."""

import os
import sys
import time
from collections import deque
from types import TracebackType
from typing import Self

import click

from auslese.cli.crawling.forecast_words import in_short
from auslese.cli.terminal import harmless, say
from auslese.crawl.worker.coordinator import Progress
from auslese.wording.figures import plural

RATE_SECONDS = 10.0  # the rate shown is that of the last seconds, not of the whole crawl
PLAIN_SECONDS = 10.0  # without a terminal a line now and then shows that it lives


class LiveLine:
    """One line of the terminal that changes; in pipes a line now and then."""

    def __init__(self, quiet: bool = False) -> None:
        """`quiet`: show nothing."""
        self._quiet = quiet
        self._live = sys.stderr.isatty() and not quiet
        self._plain_at = time.monotonic()
        self._width = 0

    def show(self, line: str) -> None:
        """Show how it stands."""
        now = time.monotonic()
        if self._live:
            line = harmless(line)[: _columns() - 1]
            click.echo("\r" + line.ljust(self._width), nl=False, err=True)
            self._width = len(line)
        elif not self._quiet and now - self._plain_at >= PLAIN_SECONDS:
            self._plain_at = now
            say(line, err=True)

    def clear(self) -> None:
        """Leave the terminal on a new line."""
        if self._live and self._width:
            click.echo("\r" + " " * self._width + "\r", nl=False, err=True)
            self._width = 0


class ProgressRate:
    """How many a second, of late."""

    def __init__(self) -> None:
        """Know nothing yet."""
        self._samples: deque[tuple[float, int]] = deque()

    def note(self, number: int) -> float:
        """Take notice that so many are done; the rate of the last seconds."""
        now = time.monotonic()
        self._samples.append((now, number))
        while now - self._samples[0][0] > RATE_SECONDS:
            self._samples.popleft()
        first_at, first = self._samples[0]
        return (number - first) / (now - first_at) if now > first_at else 0.0


class ProgressDisplay:
    """A line that shows how something goes, as long as a `with` statement lasts."""

    def __init__(self, quiet: bool = False) -> None:
        """`quiet`: say only what must be said."""
        self._quiet = quiet
        self._line = LiveLine(quiet)
        self._rate = ProgressRate()

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
        self._line.clear()


class CrawlDisplay(ProgressDisplay):
    """Shows how a crawl goes."""

    def show(self, progress: Progress) -> None:
        """Take notice of where the crawl stands."""
        self._line.show(_words(progress, self._rate.note(progress.pages)))

    def say(self, words: str) -> None:
        """Tell something that is worth a line of its own."""
        self._line.clear()
        say(words, err=True)


def _words(progress: Progress, rate: float) -> str:
    minutes, seconds = divmod(int(progress.seconds), 60)
    ahead = progress.forecast if progress.waiting and progress.pages else None
    outlook = f"  · {in_short(ahead)}" if ahead else ""
    return (
        f"{minutes}:{seconds:02d}  {plural(progress.pages, 'page')}  {rate:.1f}/s"
        f"  {progress.waiting + progress.leased:,} queued  {plural(progress.hosts, 'host')}"
        f"  {plural(progress.workers, 'worker')}  · {progress.brake}{outlook}"
    )


def _columns() -> int:
    try:
        return max(40, os.get_terminal_size(sys.stderr.fileno()).columns)
    except OSError:
        return 100
