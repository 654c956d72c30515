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

from auslese.recipes.document_rows import PageRef, RowRules, Rows
from auslese.recipes.reading_process import MARK, READY, Answer, Job, Task, answer_with
from auslese.records.errors import AusleseError
from auslese.records.text import Problem, Unreadable

PROGRAM = (sys.executable, "-m", "auslese.recipes.reading_process")
HALF_WRITTEN = 1e-300  # a double without its highest byte is below that
PAGE_SECONDS = 20.0  # for one page; ten times what the slowest page known to us takes
LOOK_SECONDS = 0.2  # between two looks at how long a page takes
TRIES = 1  # more for a page on which a process died: it may have been killed from outside
MOST_STILLBORN = 5  # processes in a row that die before they begin
AHEAD = 2  # tasks that a process has before it, so that it need not wait for the next
PARTING_SECONDS = 2.0  # for a process to end by itself


@dataclass(frozen=True, slots=True)
class Hiring:
    """How reading processes are started."""

    workers: int
    errors: IO[bytes]
    """What they say when they die."""
    program: tuple[str, ...] = PROGRAM
    page_seconds: float = PAGE_SECONDS


@dataclass(slots=True, eq=False)
class _Hand:
    """One reading process as the pool sees it."""

    process: "subprocess.Popen[bytes]"
    wire: Connection
    mark: mmap.mmap
    tasks: deque[Task] = field(default_factory=deque)
    is_ready: bool = False

    def at_hand(self) -> tuple[int, float]:
        """Which page of its first task it reads, from 1 on (0: none), and since when."""
        return marked_in(self.mark)


def marked_in(memory: mmap.mmap) -> tuple[int, float]:
    """The number of the page at hand, and since when it is.

    A mark is written byte by byte, the highest bytes of the time at last: half written, it says a
    time near 0. Then the page is at hand since just now.
    """
    number, since = MARK.unpack_from(memory)
    return int(number), float(since) if since >= HALF_WRITTEN else monotonic()


class Pool:
    """Does tasks in several processes; the answers come as they are ready."""

    def __init__(self, job: Job, hiring: Hiring) -> None:
        """Start nobody yet."""
        self._job = msgspec.msgpack.encode(job)
        self._rules = job.rules
        self._hiring = hiring
        self._hands: list[_Hand] = []
        self._again: deque[Task] = deque()
        self._stillborn = 0
        self._encode = msgspec.msgpack.Encoder().encode
        self._decode = msgspec.msgpack.Decoder(Answer).decode

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
        for hand in self._hands:
            hand.wire.close()
        for hand in self._hands:
            if hand.tasks:  # what it is about is of no use to anybody any more
                hand.process.kill()
            try:
                hand.process.wait(PARTING_SECONDS)
            except subprocess.TimeoutExpired:
                hand.process.kill()
                hand.process.wait()

    def answers(self, tasks: Iterable[Task]) -> Iterator[Answer | None]:
        """Do the tasks; None now and then, if no answer is there yet."""
        waiting = iter(tasks)
        while self._hand_out(waiting):
            busy = {hand.wire: hand for hand in self._hands if hand.tasks or not hand.is_ready}
            heard = wait(list(busy), LOOK_SECONDS)
            for wire in heard:
                assert isinstance(wire, Connection)
                yield from self._listen(busy[wire])
            yield from self._end_slow()
            if not heard:
                yield None

    def _hand_out(self, waiting: Iterator[Task]) -> bool:
        """Give everybody enough to do; whether anything is under way."""
        for _ in range(AHEAD):
            for place in range(self._hiring.workers):
                if place < len(self._hands) and len(self._hands[place].tasks) >= AHEAD:
                    continue
                task = self._again.popleft() if self._again else next(waiting, None)
                if task is None:
                    break
                if place == len(self._hands):
                    self._hands.append(self._hire())
                self._send(self._hands[place], task)
        return any(hand.tasks for hand in self._hands)

    def _send(self, hand: _Hand, task: Task) -> None:
        hand.tasks.append(task)
        with suppress(OSError):  # then it is dead, and we shall hear of it in a moment
            hand.wire.send_bytes(self._encode(task))

    def _listen(self, hand: _Hand) -> Iterator[Answer]:
        try:
            message = hand.wire.recv_bytes()
        except (EOFError, OSError):
            yield from self._bury(hand, Problem.CRASHED, "the process that read it died")
            return
        if not hand.is_ready:
            hand.is_ready = message == READY
            self._stillborn = 0
            return
        hand.tasks.popleft()
        yield self._decode(message)

    def _end_slow(self) -> Iterator[Answer]:
        for hand in list(self._hands):
            number, since = hand.at_hand()
            if not number or monotonic() - since <= self._hiring.page_seconds:
                continue
            if not hand.wire.poll():  # else it is about another task by now
                words = f"not read after {self._hiring.page_seconds:g} s"
                yield from self._bury(hand, Problem.TOO_SLOW, words)

    def _bury(self, hand: _Hand, why: Problem, words: str) -> Iterator[Answer]:
        """Take over what a process leaves, and tell the page that it died of."""
        hand.process.kill()
        hand.process.wait()
        hand.wire.close()
        self._hands.remove(hand)
        if not hand.is_ready:
            self._again.extend(hand.tasks)
            self._count_stillborn()
        elif hand.tasks:
            yield from self._share_out(hand, why, words)

    def _count_stillborn(self) -> None:
        """If none of several processes came to work, no page is to blame."""
        self._stillborn += 1
        if self._stillborn > MOST_STILLBORN:
            place = self._hiring.errors.name
            raise AusleseError(f"pages cannot be read: no process can be started; see {place}")

    def _share_out(self, hand: _Hand, why: Problem, words: str) -> Iterator[Answer]:
        """Give the tasks of a dead process to others; the page it died of has one more try."""
        task, number = hand.tasks.popleft(), hand.at_hand()[0]
        self._again.extend(hand.tasks)
        guilty = task.pages[number - 1 : number] if number else task.pages
        if innocent := [page for page in task.pages if page not in guilty]:
            self._again.append(Task(innocent, task.lot, task.learning))
        if task.learning:
            return  # what is wrong with the page will be told when it is read
        for page in guilty:
            if why is Problem.TOO_SLOW or task.tries >= TRIES:
                yield unreadable(page, Unreadable(why, words), self._rules)
            else:
                self._again.append(Task([page], task.lot, tries=task.tries + 1))

    def _hire(self) -> _Hand:
        ours, theirs = socket.socketpair()
        mark_fd = os.memfd_create("auslese-reading")
        os.ftruncate(mark_fd, MARK.size)
        mark = mmap.mmap(mark_fd, MARK.size)
        process = subprocess.Popen(
            [*self._hiring.program, str(theirs.fileno()), str(mark_fd)],
            stdin=subprocess.DEVNULL,
            stderr=self._hiring.errors,
            pass_fds=(theirs.fileno(), mark_fd),
            process_group=0,  # a Ctrl-C at the terminal is ours to answer, in order
        )
        theirs.close()
        os.close(mark_fd)
        wire = Connection(ours.detach())
        wire.send_bytes(self._job)
        return _Hand(process, wire, mark)


def unreadable(page: PageRef, why: Unreadable, rules: RowRules) -> Answer:
    """The answer for a page that nobody can read."""
    rows = Rows(rules)
    rows.add(page, why)
    return answer_with(rows)
