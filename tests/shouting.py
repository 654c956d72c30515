"""A filter for tests, in a process of its own: answers lines by shouting; some lines are deadly.

python -m tests.shouting PROCESSES [NAME=VALUE]...    sets names of `system.process_pool`
"""

import os
import signal
import sys
import time

from auslese.records.document import ReadProblem
from auslese.system import process_pool as side_by_side
from auslese.system.process_pool import answer_lines
from auslese.system.shard_function import ShardFunction, nothing_needed


def shout(_: None, line: bytes) -> bytes:
    """An answer, if the process lives."""
    if line == b"die":
        os.kill(os.getpid(), signal.SIGSEGV)
    if line == b"hang":
        work(1000)
    if line == b"work":
        work(0.1)
    if line == b"wait":
        time.sleep(0.3)
    if line == b"raise":
        os.close(2)  # the report of this bug is of no interest
        raise ZeroDivisionError
    return line.upper() + b"!\n"


def work(seconds: float) -> None:
    """Use the processor for so long."""
    begin = time.process_time()
    while time.process_time() - begin < seconds:
        pass


def sigh(_: None, line: bytes, why: ReadProblem) -> bytes:
    """What is said of a line that killed its process."""
    return b"%s of %s\n" % (why.encode(), line)


if __name__ == "__main__":
    for setting in sys.argv[2:]:
        name, _, value = setting.partition("=")
        setattr(side_by_side, name, float(value) if "SECONDS" in name else int(value))
    shouting = ShardFunction(nothing_needed, shout, sigh).prepared(None)
    answer_lines(sys.stdin.buffer, sys.stdout.buffer, shouting, int(sys.argv[1]))
