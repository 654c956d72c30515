"""A shard function in a process of its own, with a bound on what a batch may take.

Who holds it, as an actor of Ray, lives on whatever a page does to that process: it dies, hangs or
takes all memory behind this fence. Of a batch on which it dies each item is tried once more, alone,
and only of the guilty one the function gives up: as `system.process_pool` does it.
"""

import mmap
import os
import pickle
import socket
import subprocess
import sys
from multiprocessing.connection import Connection, wait
from time import monotonic
from typing import Any

from auslese.fleet.shard_task import ShardTask
from auslese.records.document import ReadProblem
from auslese.records.errors import AusleseError
from auslese.system.item_mark import MARK, marked_in
from auslese.system.marked_pool import LOOK_SECONDS, core_seconds, is_too_slow
from auslese.system.marked_process import READY
from auslese.system.process_pool import LONGEST_CPU_SECONDS, LONGEST_LINE_BYTES, MEMORY_BYTES
from auslese.system.shard_function import PreparedShard, ShardFence

PROGRAM = (sys.executable, "-m", "auslese.fleet.shard_process")
FENCE = ShardFence(LONGEST_CPU_SECONDS, MEMORY_BYTES)
"""Of functions that name none: that of the pool on one machine."""
ARGUMENT_COPIES = 4  # of an argument, in bytes of its pickle, that a state may be larger than that
PARTING_SECONDS = 2.0


class FencedShard:
    """A prepared shard function behind a fence; its process is started when there is work."""

    def __init__(self, packed: bytes) -> None:
        """Take a packed `ShardTask`."""
        self._packed = packed
        task: ShardTask = pickle.loads(packed)
        function = task.function
        self._shard: PreparedShard[Any, Any] = PreparedShard(function, task.argument, None)
        self._fence = function.fence(task.argument) if function.fence else FENCE
        self._process: _Process | None = None

    def answer(self, batch: bytes) -> bytes:
        """The answer to a batch, whatever its items do."""
        batches = self._shard.function.batches
        why = self._bound_by_size(batch) or ReadProblem.CRASHED
        if why is ReadProblem.CRASHED:
            answer = self._try(batch)
            if isinstance(answer, bytes):
                return answer
            why = answer
        items = batches.split(batch)
        if len(items) > 1:
            return batches.join([self._answer_alone(item) for item in items])
        if why is ReadProblem.CRASHED:
            return self._answer_alone(batch)
        return self._shard.give_up(b"" if why is ReadProblem.TOO_LARGE else batch, why)

    def end(self) -> None:
        """End its process."""
        if self._process is not None:
            self._process.end()
            self._process = None

    @property
    def process_id(self) -> int:
        """Of the process that is at work; 0 if there is none."""
        return self._process.process.pid if self._process else 0

    def _bound_by_size(self, batch: bytes) -> ReadProblem | None:
        return ReadProblem.TOO_LARGE if len(batch) > LONGEST_LINE_BYTES else None

    def _answer_alone(self, item: bytes) -> bytes:
        if why := self._bound_by_size(item):
            return self._shard.give_up(b"", why)
        answer = self._try(item)
        return answer if isinstance(answer, bytes) else self._shard.give_up(item, answer)

    def _try(self, batch: bytes) -> bytes | ReadProblem:
        """The answer, or what the process died of."""
        if self._process is None:
            self._process = _Process(self._packed, self._fence)
        answer = self._process.answer(batch)
        if isinstance(answer, ReadProblem):
            self.end()
        return answer


class _Process:
    """The process, seen from where it is watched."""

    def __init__(self, packed: bytes, fence: ShardFence) -> None:
        """Start it; AusleseError if it cannot prepare itself."""
        self._seconds = fence.seconds
        ours, theirs = socket.socketpair()
        mark_fd = os.memfd_create("auslese-item")
        os.ftruncate(mark_fd, MARK.size)
        self._mark = mmap.mmap(mark_fd, MARK.size)
        memory = fence.memory_bytes + ARGUMENT_COPIES * len(packed)
        self.process = subprocess.Popen(
            [*PROGRAM, *map(str, (theirs.fileno(), mark_fd, memory))],
            stdin=subprocess.DEVNULL,
            pass_fds=(theirs.fileno(), mark_fd),
            process_group=0,
        )
        theirs.close()
        os.close(mark_fd)
        self._wire = Connection(ours.detach())
        self._prepare(packed)

    def _prepare(self, packed: bytes) -> None:
        try:
            self._wire.send_bytes(packed)
            answer = self._wire.recv_bytes()
        except (EOFError, OSError):
            answer = b"its process died before it could begin"
        if answer != READY:
            self.end()
            raise AusleseError(answer.decode("utf-8", "replace"))

    def answer(self, batch: bytes) -> bytes | ReadProblem:
        """The answer, or why there is none; then the process is of no more use."""
        try:
            self._wire.send_bytes(batch)
            begun, used = monotonic(), core_seconds(self.process.pid)
            item = (0, begun, used)
            while not wait([self._wire], LOOK_SECONDS):
                item = self._item_since(item, begun)
                worked = core_seconds(self.process.pid) - item[2]
                if is_too_slow(worked, monotonic() - item[1], self._seconds):
                    return ReadProblem.TOO_SLOW
            return self._wire.recv_bytes()
        except (EOFError, OSError):
            return ReadProblem.CRASHED

    def _item_since(self, item: tuple[int, float, float], begun: float) -> tuple[int, float, float]:
        """The item at hand, since when, and what the process had used then.

        Of a function that marks no items, the whole batch is one.
        """
        number, since = marked_in(self._mark)
        if not number or number == item[0]:
            return item
        return number, max(since, begun), core_seconds(self.process.pid)

    def end(self) -> None:
        """End it; whatever it is about is of no use any more."""
        self._wire.close()
        self.process.kill()
        self.process.wait(PARTING_SECONDS)
        self._mark.close()
