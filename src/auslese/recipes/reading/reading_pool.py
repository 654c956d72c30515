"""Processes that read pages, and what happens when a page kills one of them.

A page on which a process dies is tried once more, alone; if it kills again, or takes too long, it
is a page that could not be read, and the others go on.
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
from time import monotonic
from types import TracebackType
from typing import IO, Self

import msgspec

from auslese.recipes.reading.document_rows import DocumentRows, PageRef, RowRules
from auslese.recipes.reading.reading_process import (
    MARK,
    READY,
    ReadingAnswer,
    ReadingJob,
    ReadingTask,
    answer_with,
)
from auslese.records.document import ReadProblem, Unreadable
from auslese.records.errors import AusleseError
from auslese.wording.outcome_sentences import UnreadReason

PROGRAM = (sys.executable, "-m", "auslese.recipes.reading.reading_process")
HALF_WRITTEN = 1e-300  # a double without its highest byte is below that
PAGE_SECONDS = 20.0  # for one page; ten times what the slowest page known to us takes
LOOK_SECONDS = 0.2  # between two looks at how long a page takes
TRIES = 1  # more for a page on which a process died: it may have been killed from outside
MOST_FAILED_STARTS = 5  # processes in a row that die before they begin
AHEAD = 2  # tasks that a process has before it, so that it need not wait for the next
PARTING_SECONDS = 2.0  # for a process to end by itself


@dataclass(frozen=True, slots=True)
class ReadingPoolOptions:
    """How reading processes are started."""

    workers: int
    errors: IO[bytes]
    """What they say when they die."""
    program: tuple[str, ...] = PROGRAM
    page_seconds: float = PAGE_SECONDS


@dataclass(slots=True, eq=False)
class _ReadingPoolProcess:
    """One reading process as the pool sees it."""

    process: "subprocess.Popen[bytes]"
    wire: Connection
    mark: mmap.mmap
    tasks: deque[ReadingTask] = field(default_factory=deque)
    is_ready: bool = False

    def current_page(self) -> tuple[int, float]:
        """Which page of its first task it reads, from 1 on (0: none), and since when."""
        return marked_in(self.mark)


def marked_in(memory: mmap.mmap) -> tuple[int, float]:
    """The number of the page at hand, and since when it is.

    A mark is written byte by byte, the highest bytes of the time at last: half written, it says a
    time near 0. Then the page is at hand since just now.
    """
    number, since = MARK.unpack_from(memory)
    return int(number), float(since) if since >= HALF_WRITTEN else monotonic()


class ReadingPool:
    """Does tasks in several processes; the answers come as they are ready."""

    def __init__(self, job: ReadingJob, options: ReadingPoolOptions) -> None:
        """Start nobody yet."""
        self._job = msgspec.msgpack.encode(job)
        self._rules = job.rules
        self._options = options
        self._readers: list[_ReadingPoolProcess] = []
        self._again: deque[ReadingTask] = deque()
        self._failed_starts = 0
        self._encode = msgspec.msgpack.Encoder().encode
        self._decode = msgspec.msgpack.Decoder(ReadingAnswer).decode

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
        for reader in self._readers:
            reader.wire.close()
        for reader in self._readers:
            if reader.tasks:  # what it is about is of no use to anybody any more
                reader.process.kill()
            try:
                reader.process.wait(PARTING_SECONDS)
            except subprocess.TimeoutExpired:
                reader.process.kill()
                reader.process.wait()

    def answers(self, tasks: Iterable[ReadingTask]) -> Iterator[ReadingAnswer | None]:
        """Do the tasks; None now and then, if no answer is there yet."""
        waiting = iter(tasks)
        while self._distribute(waiting):
            busy = {
                reader.wire: reader
                for reader in self._readers
                if reader.tasks or not reader.is_ready
            }
            ready = wait(list(busy), LOOK_SECONDS)
            for wire in ready:
                assert isinstance(wire, Connection)
                yield from self._listen(busy[wire])
            yield from self._end_slow()
            if not ready:
                yield None

    def _distribute(self, waiting: Iterator[ReadingTask]) -> bool:
        """Give everybody enough to do; whether anything is under way."""
        for _ in range(AHEAD):
            for place in range(self._options.workers):
                if place < len(self._readers) and len(self._readers[place].tasks) >= AHEAD:
                    continue
                task = self._again.popleft() if self._again else next(waiting, None)
                if task is None:
                    break
                if place == len(self._readers):
                    self._readers.append(self._start_reader())
                self._send(self._readers[place], task)
        return any(reader.tasks for reader in self._readers)

    def _send(self, reader: _ReadingPoolProcess, task: ReadingTask) -> None:
        reader.tasks.append(task)
        with suppress(OSError):  # then it is dead, and we shall hear of it in a moment
            reader.wire.send_bytes(self._encode(task))

    def _listen(self, reader: _ReadingPoolProcess) -> Iterator[ReadingAnswer]:
        try:
            message = reader.wire.recv_bytes()
        except (EOFError, OSError):
            yield from self._take_over(reader, ReadProblem.CRASHED, UnreadReason.DIED.text())
            return
        if not reader.is_ready:
            reader.is_ready = message == READY
            self._failed_starts = 0
            return
        reader.tasks.popleft()
        yield self._decode(message)

    def _end_slow(self) -> Iterator[ReadingAnswer]:
        for reader in list(self._readers):
            number, since = reader.current_page()
            if not number or monotonic() - since <= self._options.page_seconds:
                continue
            if not reader.wire.poll():  # else it is about another task by now
                words = UnreadReason.TOO_SLOW.text(seconds=self._options.page_seconds)
                yield from self._take_over(reader, ReadProblem.TOO_SLOW, words)

    def _take_over(
        self, reader: _ReadingPoolProcess, why: ReadProblem, words: str
    ) -> Iterator[ReadingAnswer]:
        """Take over what a process leaves, and tell the page that it died of."""
        reader.process.kill()
        reader.process.wait()
        reader.wire.close()
        self._readers.remove(reader)
        if not reader.is_ready:
            self._again.extend(reader.tasks)
            self._count_failed_start()
        elif reader.tasks:
            yield from self._share_out(reader, why, words)

    def _count_failed_start(self) -> None:
        """If none of several processes came to work, no page is to blame."""
        self._failed_starts += 1
        if self._failed_starts > MOST_FAILED_STARTS:
            place = self._options.errors.name
            raise AusleseError(f"pages cannot be read: no process can be started; see {place}")

    def _share_out(
        self, reader: _ReadingPoolProcess, why: ReadProblem, words: str
    ) -> Iterator[ReadingAnswer]:
        """Give the tasks of a dead process to others; the page it died of has one more try."""
        task, number = reader.tasks.popleft(), reader.current_page()[0]
        self._again.extend(reader.tasks)
        guilty = task.pages[number - 1 : number] if number else task.pages
        if innocent := [page for page in task.pages if page not in guilty]:
            self._again.append(ReadingTask(innocent, task.portion, task.learning))
        if task.learning:
            return  # what is wrong with the page will be told when it is read
        for page in guilty:
            if why is ReadProblem.TOO_SLOW or task.tries >= TRIES:
                yield unreadable(page, Unreadable(why, words), self._rules)
            else:
                self._again.append(ReadingTask([page], task.portion, tries=task.tries + 1))

    def _start_reader(self) -> _ReadingPoolProcess:
        ours, theirs = socket.socketpair()
        mark_fd = os.memfd_create("auslese-reading")
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
        wire.send_bytes(self._job)
        return _ReadingPoolProcess(process, wire, mark)


def unreadable(page: PageRef, why: Unreadable, rules: RowRules) -> ReadingAnswer:
    """The answer for a page that nobody can read."""
    rows = DocumentRows(rules)
    rows.add(page, why)
    return answer_with(rows)
