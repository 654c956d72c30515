"""Batches answered by several processes, in order; what kills its process costs itself only.

What is done with a batch is a `system.shard_function`. Of a batch on which a process dies each item
is tried alone, and only of the guilty one the function gives up.

Processes are forked, so what was prepared before is there in each of them. They begin one by one
as batches have to wait: a single line is answered by a single process.
"""

import contextlib
import gc
import os
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from multiprocessing import get_context
from multiprocessing.connection import Connection, Pipe, wait
from multiprocessing.process import BaseProcess
from types import TracebackType
from typing import Any, BinaryIO, Self

from auslese.records.document import ReadProblem
from auslese.system.light_process import collect_seldom, keep_freed_memory
from auslese.system.memory_limit import inherited_bytes, limit_data
from auslese.system.shard_function import PreparedShard

# The kernel ends a process that worked so long on one line: processor time, which does not grow
# with what else the machine does. Reading itself gives up after two.
LONGEST_CPU_SECONDS = 10.0
MEMORY_BYTES = 2 << 30  # ten times what reading may take, for lines that hold a page several times
LONGEST_LINE_BYTES = 100 << 20  # a page of 50 MB in base64 is 67
MOST_AHEAD = 256  # answers that wait for an earlier one
CHUNK_BYTES = 1 << 20
FORK = get_context("fork")


AnyShard = PreparedShard[Any, Any]


def answer_lines(arriving: BinaryIO, leaving: BinaryIO, shard: AnyShard, most: int) -> None:
    """Answer every line as soon as it is there, in order, with this many processes at most."""
    with ProcessPool(shard, most) as pool, IncomingLines(arriving) as incoming:
        while pool.is_busy or not incoming.is_over:
            pool.collect(wait(pool.waits_for(incoming)))
            while pool.has_room and (line := incoming.next_line()) is not None:
                pool.take(line)
            if answers := list(pool.in_order()):
                leaving.write(b"".join(answers))
                leaving.flush()


def answer_each(batches: Iterable[bytes], shard: AnyShard) -> Iterator[bytes]:
    """Answer one batch after the other in a process of its own, behind the same fence."""
    with ProcessPool(shard, 1) as pool:
        yield from pool.answers(batches)


class IncomingLines:
    """The lines of a stream, as far as they have arrived."""

    def __init__(self, stream: BinaryIO) -> None:
        """Read from here, without waiting for more than there is."""
        self.file = os.dup(stream.fileno())
        self._complete: deque[bytes] = deque()
        self._begun: list[bytes] = []
        self._begun_bytes = 0
        self._ended = False

    def __enter__(self) -> Self:
        """Begin."""
        return self

    def __exit__(self, *error: object) -> None:
        """Read no more."""
        os.close(self.file)

    @property
    def is_over(self) -> bool:
        """No line is left."""
        return self._ended and not self._complete

    @property
    def is_waiting(self) -> bool:
        """More has to arrive before there is a line."""
        return not (self._complete or self._ended)

    def next_line(self) -> bytes | None:
        """The next line, if it is there. Of one that is too long only the beginning."""
        if self.is_waiting and wait([self.file], 0):
            self._read()
        return self._complete.popleft() if self._complete else None

    def _read(self) -> None:
        chunk = os.read(self.file, CHUNK_BYTES)
        if not chunk:
            self._ended = True
            if self._begun_bytes:
                self._finish()
            return
        *ends, rest = chunk.split(b"\n")
        for end in ends:
            self._begin(end)
            self._finish()
        self._begin(rest)

    def _begin(self, piece: bytes) -> None:
        room = LONGEST_LINE_BYTES + 1 - self._begun_bytes
        if piece and room > 0:
            self._begun.append(piece[:room])
            self._begun_bytes += min(len(piece), room)

    def _finish(self) -> None:
        self._complete.append(b"".join(self._begun))
        self._begun, self._begun_bytes = [], 0


class PoolProcess:
    """One process, and the line it works at."""

    def __init__(self, answer: Callable[[bytes], bytes], others: Sequence[Connection]) -> None:
        """Start it; `others` are ends of pipes that it inherits and has no use for."""
        self.connection, theirs = Pipe()
        inherited = (*others, self.connection)
        self._process: BaseProcess = FORK.Process(target=_work, args=(theirs, inherited, answer))
        self._process.daemon = True
        self._process.start()
        theirs.close()
        self.number = -1
        """Which line it works at; negative if none."""
        self.line = b""

    def ask(self, number: int, line: bytes) -> None:
        """Hand over a line; the answer comes on the connection."""
        self.number, self.line = number, line
        with contextlib.suppress(OSError):  # a process that is gone shows when we listen
            self.connection.send_bytes(line)

    def hear(self) -> bytes | ReadProblem:
        """The answer, or why there will be none."""
        try:
            return self.connection.recv_bytes()
        except (EOFError, OSError):
            self.end()
            slow = self._process.exitcode == -signal.SIGPROF
            return ReadProblem.TOO_SLOW if slow else ReadProblem.CRASHED

    def end(self) -> None:
        """End the process; one that waits for a line ends by itself, another is ended."""
        self.connection.close()
        if self.number >= 0:
            self._process.terminate()
        self._process.join()


class ProcessPool:
    """The processes, and answers that came before their turn."""

    def __init__(self, shard: AnyShard, most: int) -> None:
        """Have this many processes at most."""
        self._shard = shard
        self._most = most
        self._idle: list[PoolProcess] = []
        self._busy: list[PoolProcess] = []
        self._early: dict[int, bytes] = {}
        self._received = self._returned = 0

    def __enter__(self) -> Self:
        """Begin."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """End all processes."""
        for pool_process in (*self._idle, *self._busy):
            pool_process.end()

    @property
    def is_busy(self) -> bool:
        """Answers are still to come, or to be told."""
        return self._returned < self._received

    @property
    def has_room(self) -> bool:
        """One more line can be taken."""
        return len(self._busy) < self._most and self._received - self._returned < MOST_AHEAD

    def waits_for(self, incoming: IncomingLines) -> list[Connection | int]:
        """Where something may come from: answers, and lines if there is room for one."""
        answers: list[Connection | int] = [pool_process.connection for pool_process in self._busy]
        return [*answers, incoming.file] if self.has_room and not incoming.is_over else answers

    def take(self, line: bytes) -> None:
        """Let a line be answered."""
        number, self._received = self._received, self._received + 1
        if len(line) > LONGEST_LINE_BYTES:
            self._early[number] = self._answer_apart(line, ReadProblem.TOO_LARGE)
            return
        pool_process = self._idle.pop() if self._idle else self._new_process()
        pool_process.ask(number, line)
        self._busy.append(pool_process)

    def collect(self, ready: Sequence[object]) -> None:
        """Take the answers that have come."""
        for pool_process in [
            pool_process for pool_process in self._busy if pool_process.connection in ready
        ]:
            self._busy.remove(pool_process)
            answer_or_problem = pool_process.hear()
            if isinstance(answer_or_problem, ReadProblem):
                self._early[pool_process.number] = self._answer_apart(
                    pool_process.line, answer_or_problem
                )
                continue
            self._early[pool_process.number] = answer_or_problem
            pool_process.number, pool_process.line = -1, b""
            self._idle.append(pool_process)

    def answers(self, lines: Iterable[bytes]) -> Iterator[bytes]:
        """The answers to these lines, in order; a line is taken when there is room for it."""
        for line in lines:
            self.take(line)
            while not self.has_room:
                self.collect(wait([pool_process.connection for pool_process in self._busy]))
            yield from self.in_order()
        while self.is_busy:
            self.collect(wait([pool_process.connection for pool_process in self._busy]))
            yield from self.in_order()

    def in_order(self) -> Iterator[bytes]:
        """The answers whose turn it is."""
        while (answer := self._early.pop(self._returned, None)) is not None:
            self._returned += 1
            yield answer

    def _answer_apart(self, batch: bytes, why: ReadProblem) -> bytes:
        """The answer to a batch that cannot be answered at once: each of its items alone."""
        batches = self._shard.function.batches
        items = batches.split(batch)
        if len(items) > 1:
            return batches.join(list(answer_each(items, self._shard)))
        # Of a line that is too long there is only the beginning, which says nothing.
        return self._shard.give_up(b"" if why is ReadProblem.TOO_LARGE else batch, why)

    def _new_process(self) -> PoolProcess:
        others = [pool_process.connection for pool_process in (*self._idle, *self._busy)]
        return PoolProcess(self._shard.answer, others)


def _work(
    connection: Connection, inherited: Sequence[Connection], answer: Callable[[bytes], bytes]
) -> None:
    """Answer lines until nobody asks any more."""
    for other in inherited:
        other.close()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the one who asks decides
    signal.signal(signal.SIGPROF, signal.SIG_DFL)  # ends the process, in foreign code too
    gc.freeze()
    collect_seldom()
    keep_freed_memory()
    limit_data(inherited_bytes() + MEMORY_BYTES)
    while True:
        try:
            line = connection.recv_bytes()
        except (EOFError, OSError):
            os._exit(0)
        signal.setitimer(signal.ITIMER_PROF, LONGEST_CPU_SECONDS)
        answered = answer(line)
        signal.setitimer(signal.ITIMER_PROF, 0)
        with contextlib.suppress(OSError):
            connection.send_bytes(answered)
