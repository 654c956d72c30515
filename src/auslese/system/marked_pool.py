"""A second engine for shard functions: processes of their own that mark the item at hand.

`system.process_pool` forks and counts the processor time of a whole batch. This pool is for work
where an item may sleep, hang or die in foreign code, and a batch is too dear to be done again:

- Processes are started anew and share nothing with who asks, who may be large or have threads.
- Each marks which item of its batch it has at hand, and since when (`system.item_mark`). So an item
  that takes too long is found: by the processor's time if it works, by the clock if it sleeps, so
  that a busy machine does not change what comes out. And of a batch on which a process dies only
  the guilty item is tried again, alone; if it kills once more, the function gives up.
- Answers come as they are ready, not in order, and None comes now and then, so that who asks can
  look around meanwhile.
"""

import mmap
import os
import socket
import subprocess
import sys
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from pathlib import Path
from time import monotonic
from types import TracebackType
from typing import IO, Generic, NamedTuple, Self

from auslese.records.document import ReadProblem
from auslese.records.errors import AusleseError
from auslese.system.item_mark import MARK, marked_in
from auslese.system.marked_process import READY
from auslese.system.shard_function import Argument, ShardFunction, State

PROGRAM = (sys.executable, "-m", "auslese.system.marked_process")
LOOK_SECONDS = 0.2  # between two looks at how long an item takes
TRIES = 1  # more for an item on which a process died: it may have been killed from outside
MOST_FAILED_STARTS = 5  # processes in a row that die before they begin
AHEAD = 2  # batches that a process has before it, so that it need not wait for the next
ASLEEP = 0.02  # share of a core below which an item does not work; on a busy machine it gets more
MOST_WAITING = 10  # times as long by the clock as it may take is too long in any case
TICKS = os.sysconf("SC_CLK_TCK")
PARTING_SECONDS = 2.0  # for a process to end by itself


@dataclass(frozen=True, slots=True)
class MarkedPoolOptions:
    """How processes are started, and what they may take."""

    workers: int
    errors: IO[bytes]
    """What they say when they die."""
    item_seconds: float
    """For one item, of a core; by the clock, if it sleeps."""
    memory_bytes: int
    failure: str
    """What is said if none of them can be started."""
    program: tuple[str, ...] = PROGRAM


class _MarkedBatch(NamedTuple):
    """A batch on its way."""

    batch: bytes
    tries: int
    """How often more an item is tried on which a process died."""


@dataclass(slots=True, eq=False)
class _MarkedProcess:
    """One process as the pool sees it."""

    process: "subprocess.Popen[bytes]"
    wire: Connection
    mark: mmap.mmap
    tasks: deque[_MarkedBatch] = field(default_factory=deque)
    is_ready: bool = False
    since: float = 0.0
    """When the item at hand was begun, as it was last seen,"""
    worked: float = 0.0
    """and how many seconds of a core the process had used then."""

    def work_since(self, since: float) -> float:
        """Seconds of a core that went into the item that was begun then."""
        used = core_seconds(self.process.pid)
        if since != self.since:
            self.since, self.worked = since, used
        return used - self.worked


class MarkedPool(Generic[Argument, State]):
    """Runs a shard function in several processes; the answers come as they are ready."""

    def __init__(
        self,
        function: ShardFunction[Argument, State],
        argument: Argument,
        options: MarkedPoolOptions,
    ) -> None:
        """Start nobody yet."""
        self._function = function
        self._argument = argument
        self._options = options
        self._processes: list[_MarkedProcess] = []
        self._again: deque[_MarkedBatch] = deque()
        self._failed_starts = 0

    def __enter__(self) -> Self:
        """Use it in a `with` statement."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """End all processes."""
        for each in self._processes:
            each.wire.close()
        for each in self._processes:
            if each.tasks:  # what it is about is of no use to anybody any more
                each.process.kill()
            try:
                each.process.wait(PARTING_SECONDS)
            except subprocess.TimeoutExpired:
                each.process.kill()
                each.process.wait()

    def answers(self, batches: Iterable[bytes], tries: int = TRIES) -> Iterator[bytes | None]:
        """Answer the batches; None now and then, if no answer is there yet."""
        waiting = (_MarkedBatch(batch, tries) for batch in batches)
        while self._distribute(waiting):
            busy = {each.wire: each for each in self._processes if each.tasks or not each.is_ready}
            ready = wait(list(busy), LOOK_SECONDS)
            for wire in ready:
                assert isinstance(wire, Connection)
                yield from self._listen(busy[wire])
            yield from self._end_slow()
            if not ready:
                yield None

    def _distribute(self, waiting: Iterator[_MarkedBatch]) -> bool:
        """Give everybody enough to do; whether anything is under way."""
        for _ in range(AHEAD):
            for place in range(self._options.workers):
                if place < len(self._processes) and len(self._processes[place].tasks) >= AHEAD:
                    continue
                task = self._again.popleft() if self._again else next(waiting, None)
                if task is None:
                    break
                if place == len(self._processes):
                    self._processes.append(self._start())
                self._send(self._processes[place], task)
        return any(each.tasks for each in self._processes)

    def _send(self, process: _MarkedProcess, task: _MarkedBatch) -> None:
        process.tasks.append(task)
        with suppress(OSError):  # then it is dead, and we shall hear of it in a moment
            process.wire.send_bytes(task.batch)

    def _listen(self, process: _MarkedProcess) -> Iterator[bytes]:
        try:
            message = process.wire.recv_bytes()
        except (EOFError, OSError):
            yield from self._take_over(process, ReadProblem.CRASHED)
            return
        if not process.is_ready:
            process.is_ready = message == READY
            self._failed_starts = 0
            return
        process.tasks.popleft()
        yield message

    def _end_slow(self) -> Iterator[bytes]:
        for each in list(self._processes):
            number, since = marked_in(each.mark)
            if not number:
                continue
            worked, passed = each.work_since(since), monotonic() - since
            if not is_too_slow(worked, passed, self._options.item_seconds):
                continue
            if not each.wire.poll():  # else it is about another batch by now
                yield from self._take_over(each, ReadProblem.TOO_SLOW)

    def _take_over(self, process: _MarkedProcess, why: ReadProblem) -> Iterator[bytes]:
        """Take over what a process leaves, and tell the item that it died of."""
        process.process.kill()
        process.process.wait()
        process.wire.close()
        self._processes.remove(process)
        if not process.is_ready:
            self._again.extend(process.tasks)
            self._count_failed_start()
        elif process.tasks:
            yield from self._share_out(process, why)

    def _count_failed_start(self) -> None:
        """If none of several processes came to work, no item is to blame."""
        self._failed_starts += 1
        if self._failed_starts > MOST_FAILED_STARTS:
            place = self._options.errors.name
            raise AusleseError(f"{self._options.failure}: no process can be started; see {place}")

    def _share_out(self, process: _MarkedProcess, why: ReadProblem) -> Iterator[bytes]:
        """Give the batches of a dead process to others; the guilty item has one more try."""
        (batch, tries), number = process.tasks.popleft(), marked_in(process.mark)[0]
        self._again.extend(process.tasks)
        items = self._function.batches.split(batch)
        guilty = items[number - 1 : number] if number else items
        if innocent := [item for item in items if item not in guilty]:
            self._again.append(_MarkedBatch(self._function.batches.merge(innocent), tries))
        for item in guilty:
            if why is ReadProblem.TOO_SLOW or not tries:
                yield self._function.give_up(self._argument, item, why)
            else:
                self._again.append(_MarkedBatch(item, tries - 1))

    def _start(self) -> _MarkedProcess:
        ours, theirs = socket.socketpair()
        mark_fd = os.memfd_create("auslese-item")
        os.ftruncate(mark_fd, MARK.size)
        mark = mmap.mmap(mark_fd, MARK.size)
        process = subprocess.Popen(
            [*self._options.program, str(theirs.fileno()), str(mark_fd)],
            stdin=subprocess.DEVNULL,
            stderr=self._options.errors,
            pass_fds=(theirs.fileno(), mark_fd),
            process_group=0,  # a Ctrl-C at the terminal is ours to answer, in order
        )
        theirs.close()
        os.close(mark_fd)
        wire = Connection(ours.detach())
        wire.send((self._function, self._argument, self._options.memory_bytes))
        return _MarkedProcess(process, wire, mark)


def is_too_slow(worked: float, passed: float, bound: float) -> bool:
    """Whether an item is given up that has had so many seconds of a core in so many by the clock.

    One that works has its time on a core, however many others want that core, too.
    """
    if passed <= bound:
        return False
    return worked >= bound or worked < ASLEEP * passed or passed > MOST_WAITING * bound


def core_seconds(process: int) -> float:
    """Seconds of a core that a process has used; 0 if it is no more."""
    try:
        stat = Path(f"/proc/{process}/stat").read_text("ascii", "replace")
    except OSError:
        return 0.0
    user, system = stat.rpartition(")")[2].split()[11:13]  # behind the name, which may be anything
    return (int(user) + int(system)) / TICKS
