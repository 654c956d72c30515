"""Reading beside a crawl: a process of low priority that reads what the tables have so far.

The crawl holds the collection and this process inherits its lock. It never keeps the crawl
waiting: if it is still busy when the tables grow again, it is left alone, and what is new is read
the next time, or at the end, when the crawl's own process reads the rest with all its cores. That
one also reads anew what was read by a template that further pages of the host have changed.
"""

import os
import select
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec

from auslese.recipes.reading.reading_stage import ReadingStage, ReadingSummary
from auslese.recipes.reading.row_rules import RowRules
from auslese.recipes.settings.settings_loading import Settings
from auslese.recipes.stages.stage import StageOptions, run_stage
from auslese.records.errors import AusleseError
from auslese.store.collection import Collection
from auslese.system.light_process import lighten_process
from auslese.system.progress import StageProgress
from auslese.system.signals import noting_signals

NICENESS = 19  # the last to get a core
PARTING_SECONDS = 10.0  # to write what was read; a second, if the disk is not busy


class ConcurrentReader:
    """The reading beside a crawl; there is at most one process of it."""

    def __init__(self, collection: Collection, lock: int, rules: RowRules) -> None:
        """Start nothing yet; `lock` is the open lock file of the crawl."""
        self._words = [str(collection.path), msgspec.json.encode(rules).decode()]
        self._lock = lock
        self._process: subprocess.Popen[bytes] | None = None

    def wake(self) -> None:
        """Have read what is unread now, unless that is being done."""
        if self._process is not None and self._process.poll() is None:
            return
        self.end()
        self._process = subprocess.Popen(
            [sys.executable, "-m", "auslese.recipes.reading.reading_beside", *self._words],
            stdin=subprocess.PIPE,  # it ends when we close it, and when we die
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            pass_fds=(self._lock,),
            process_group=0,  # a Ctrl-C at the terminal is the crawl's to answer
        )

    def end(self) -> None:
        """Stop it; what it has read is written."""
        if self._process is None:
            return
        assert self._process.stdin is not None
        self._process.stdin.close()
        try:
            self._process.wait(PARTING_SECONDS)
        except subprocess.TimeoutExpired:  # a kill costs it a chunk, no more
            self._process.kill()
            self._process.wait()
        self._process = None


@contextmanager
def reading_while_crawling(
    collection: Collection, settings: Settings, lock: int
) -> Iterator[Callable[[], None]]:
    """What to call when the tables have grown; nothing, if the settings do not ask for it."""
    if not settings.reading.while_crawling:
        yield lambda: None
        return
    reader = ConcurrentReader(collection, lock, RowRules.of(settings.reading))
    try:
        yield reader.wake
    finally:
        reader.end()


def read_rest(
    collection: Collection,
    settings: Settings,
    progress: Callable[[StageProgress], None],
    deadline: float | None = None,
) -> ReadingSummary:
    """Read what is left when the crawl has ended; who calls it holds the collection."""
    with noting_signals(deadline) as stopped:
        options = StageOptions(settings, progress=progress, stopped=stopped)
        return run_stage(ReadingStage(), collection, options)


def has_ended(descriptor: int) -> str:
    """Why to stop: whoever started us has closed the pipe, or is dead."""
    readable, _, _ = select.select([descriptor], [], [], 0)
    return "crawl" if readable and not os.read(descriptor, 1) else ""


def main() -> None:
    """Read what is unread, as long as the crawl wants it."""
    os.nice(NICENESS)
    lighten_process()
    folder, rules = sys.argv[1:3]
    stage = ReadingStage(rules=msgspec.json.decode(rules, type=RowRules), refreshes=False)
    options = StageOptions(workers=1, stopped=lambda: has_ended(sys.stdin.fileno()))
    try:
        run_stage(stage, Collection(Path(folder)), options)
    except AusleseError:  # the crawl reads the rest at its end, and says then what is wrong
        sys.exit(1)


if __name__ == "__main__":
    main()
