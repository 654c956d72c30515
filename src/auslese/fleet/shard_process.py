"""A process that runs a shard function for `fleet.fenced_shard`: one batch after the other.

It ends with whoever started it, however that one ends.
"""

import ctypes
import mmap
import os
import pickle
import signal
import sys
from multiprocessing.connection import Connection

from auslese.fleet.shard_task import ShardTask
from auslese.records.errors import AusleseError
from auslese.system.item_mark import AT_HAND, MARK
from auslese.system.light_process import lighten_process
from auslese.system.marked_process import READY
from auslese.system.memory_limit import limit_memory

PR_SET_PDEATHSIG = 1  # prctl(2)


def main() -> None:
    """Answer batches until nobody sends any."""
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    lighten_process()
    wire_fd, mark_fd, memory_bytes = map(int, sys.argv[1:])
    wire = Connection(wire_fd)
    AT_HAND.move_to(mmap.mmap(mark_fd, MARK.size))
    try:
        task: ShardTask = pickle.loads(wire.recv_bytes())
        limit_memory(memory_bytes, 0)
        shard = task.function.prepared(task.argument)
    except (AusleseError, OSError, ImportError) as error:
        wire.send_bytes(f"{type(error).__name__}: {error}".encode())
        sys.exit(1)
    wire.send_bytes(READY)
    try:
        while True:
            wire.send_bytes(shard.answer(wire.recv_bytes()))
    except (EOFError, OSError):  # who asked is gone
        os._exit(0)


if __name__ == "__main__":
    main()
