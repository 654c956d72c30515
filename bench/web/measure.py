"""What a command costs: its time, the processor time and the memory of it and its children."""

import contextlib
import os
import signal
import subprocess
import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

MEGABYTE = 1024 * 1024
LOOK_SECONDS = 0.25
LONGEST_SECONDS = 3600  # whoever needs longer hangs


@dataclass(frozen=True)
class Cost:
    """What running a command to its end cost; the processor time includes all its processes."""

    wall_seconds: float
    cpu_seconds: float
    peak_rss_megabytes: float


@dataclass(frozen=True)
class Run:
    """A finished command: its standard output, how it ended, what it cost."""

    output: str
    exit_code: int
    cost: Cost


def run_measured(command: Sequence[str | Path], errors: Path) -> Run:
    """Run the command, with its talk in the file `errors`, and measure it.

    `wait4` tells the processor time of this one child and of all descendants that were waited for,
    so the server, which is our child too, stays out of it.
    """
    begin = time.monotonic()
    with errors.open("wb") as talk:
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=talk)
    memory = _MemoryWatch(process.pid)
    with memory.watching(), _ended_after(LONGEST_SECONDS, process.pid), _ended_with_us(process):
        output = process.stdout.read() if process.stdout else b""
        _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)  # it is waited for; Popen cannot know
    wall = time.monotonic() - begin
    peak = max(memory.peak_bytes / MEGABYTE, usage.ru_maxrss / 1024)
    cost = Cost(wall, usage.ru_utime + usage.ru_stime, peak)
    return Run(output.decode(errors="replace"), process.returncode, cost)


@contextlib.contextmanager
def _ended_with_us(process: subprocess.Popen[bytes]) -> Iterator[None]:
    """Leave no crawler behind when the bench itself is interrupted."""
    try:
        yield
    except BaseException:
        process.terminate()
        process.wait()
        raise


@contextlib.contextmanager
def _ended_after(seconds: float, process: int) -> Iterator[None]:
    timer = threading.Timer(seconds, os.kill, (process, signal.SIGTERM))
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


class _MemoryWatch:
    """Looks at a process and its descendants now and then; keeps the largest sum of RSS."""

    def __init__(self, root: int) -> None:
        self.root = root
        self.peak_bytes = 0
        self._done = threading.Event()

    @contextlib.contextmanager
    def watching(self) -> Iterator[None]:
        thread = threading.Thread(target=self._watch, daemon=True)
        thread.start()
        try:
            yield
        finally:
            self._done.set()
            thread.join()

    def _watch(self) -> None:
        while not self._done.wait(LOOK_SECONDS):
            self.peak_bytes = max(self.peak_bytes, sum(map(_rss, _family(self.root))))


def _family(root: int) -> Iterator[int]:
    yield root
    for task in Path(f"/proc/{root}/task").glob("*/children"):
        with contextlib.suppress(OSError):
            for child in task.read_text().split():
                yield from _family(int(child))


def _rss(process: int) -> int:
    try:
        resident = Path(f"/proc/{process}/statm").read_text().split()[1]
    except (OSError, IndexError):
        return 0
    return int(resident) * os.sysconf("SC_PAGE_SIZE")
