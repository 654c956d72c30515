"""Lines answered many at a time, by several processes, in order.

What takes a batch costs far less for each line than what takes one; but nobody who types a line
shall wait for a thousand others. So a batch is what has arrived, and never more than a bound.
"""

from collections.abc import Iterator
from multiprocessing.connection import wait
from typing import BinaryIO

from auslese.system.process_pool import AnyShard, IncomingLines, ProcessPool

MOST_LINES = 1_000
MOST_BYTES = 1 << 20  # a longer line is a batch of its own


def answer_in_batches(arriving: BinaryIO, leaving: BinaryIO, shard: AnyShard, most: int) -> None:
    """Answer all lines, in order, with this many processes at most."""
    for answers in answers_in_batches(arriving, shard, most):
        leaving.write(answers)
        leaving.flush()


def answers_in_batches(arriving: BinaryIO, shard: AnyShard, most: int) -> Iterator[bytes]:
    """The answers to all lines, in order, batch by batch; the shard's batches are `LINES`."""
    with ProcessPool(shard, most) as pool, IncomingLines(arriving) as incoming:
        batches = LineBatches(incoming)
        while pool.is_busy or not incoming.is_over:
            pool.collect(wait(pool.waits_for(incoming)))
            while pool.has_room and (batch := batches.next_batch()) is not None:
                pool.take(batch)
            yield from pool.in_order()


class LineBatches:
    """Lines that have arrived, some at a time."""

    def __init__(self, incoming: IncomingLines) -> None:
        """Take lines from here."""
        self._incoming = incoming
        self._held: bytes | None = None

    def next_batch(self) -> bytes | None:
        """Lines with line breaks between them; None if none is there."""
        lines: list[bytes] = []
        size = 0
        while len(lines) < MOST_LINES and size < MOST_BYTES:
            line = self._incoming.next_line() if self._held is None else self._held
            self._held = None
            if line is None:
                break
            if lines and len(line) > MOST_BYTES:
                self._held = line
                break
            lines.append(line)
            size += len(line)
        return b"\n".join(lines) if lines else None
