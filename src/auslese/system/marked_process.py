"""A process that runs a shard function for `system.marked_pool`: one batch after the other.

Started with open file descriptors. Whatever an item does to it, others go on: the item at hand
stands in memory that the pool shares.
"""

import mmap
import os
import sys
from multiprocessing.connection import Connection

from auslese.system.item_mark import AT_HAND, MARK
from auslese.system.light_process import lighten_process
from auslese.system.memory_limit import limit_memory

READY = b"ready"


def main() -> None:
    """Answer batches until nobody sends any."""
    lighten_process()
    wire_fd, mark_fd = map(int, sys.argv[1:3])
    wire = Connection(wire_fd)
    AT_HAND.move_to(mmap.mmap(mark_fd, MARK.size))
    function, argument, memory_bytes = wire.recv()
    limit_memory(memory_bytes, 0)
    shard = function.prepared(argument)
    wire.send_bytes(READY)
    try:
        while True:
            wire.send_bytes(shard.answer(wire.recv_bytes()))
    except (EOFError, OSError):  # the pool has ended, in order or not
        os._exit(0)


if __name__ == "__main__":
    main()
