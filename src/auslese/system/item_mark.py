"""Which item of a batch a process has at hand, and since when: written where its pool can see it.

Marking an item costs a write into memory, and the mark is there whatever becomes of the process.
"""

import mmap
import struct
from collections.abc import Iterable, Iterator
from time import monotonic
from typing import TypeVar

MARK = struct.Struct("<qd")
HALF_WRITTEN = 1e-300  # a double without its highest byte is below that

Item = TypeVar("Item")


class ItemMark:
    """The mark of this process; nobody sees it until it is moved to memory that a pool shares."""

    def __init__(self) -> None:
        """Mark where nobody looks."""
        self._memory = mmap.mmap(-1, MARK.size)

    def move_to(self, memory: mmap.mmap) -> None:
        """Mark in this memory from now on."""
        self._memory = memory

    def each(self, items: Iterable[Item]) -> Iterator[Item]:
        """Give the items one by one, each marked while it is at hand."""
        for number, item in enumerate(items, 1):
            MARK.pack_into(self._memory, 0, number, monotonic())
            yield item
        MARK.pack_into(self._memory, 0, 0, 0.0)


AT_HAND = ItemMark()


def marked_in(memory: mmap.mmap) -> tuple[int, float]:
    """The number of the item at hand, from 1 on (0: none), and since when it is.

    A mark is written byte by byte, the highest bytes of the time at last: half written, it says a
    time near 0. Then the item is at hand since just now.
    """
    number, since = MARK.unpack_from(memory)
    return int(number), float(since) if since >= HALF_WRITTEN else monotonic()
