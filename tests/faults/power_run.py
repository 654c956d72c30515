"""Writes down what a piece of work does to its files, and plays it again as a power cut leaves it.

Started with the shim preloaded: `-m tests.faults.power_run OPERATION FOLDER CUTS SEED`. A cut is a
prefix of the calls; what is left of them tells `replayed_disk`: writes and names that were not
synced may be lost. What the work had confirmed before the cut must be found.
"""

import ctypes
import json
import os
import random
import shutil
import struct
import sys
from collections.abc import Iterator
from pathlib import Path

from tests.faults.fault_operations import operation_of
from tests.faults.fault_run import SHIM, checked, forked, warm_up
from tests.faults.replayed_disk import Call, ReplayedDisk

HEAD = struct.Struct("<cHHqq")
SHARED = "-shm"  # mapped memory of SQLite, made anew after a crash
END = Call("m", "", "", 0, b"")


def recorded(log: bytes) -> Iterator[Call]:
    """The calls in a log of the shim."""
    at = 0
    while at < len(log):
        what, one, other, where, length = HEAD.unpack_from(log, at)
        at += HEAD.size
        path, second = log[at : at + one].decode(), log[at + one : at + one + other].decode()
        at += one + other
        yield Call(what.decode(), path, second, where, log[at : at + length])
        at += length


def work_recorded(name: str, place: Path, log: Path) -> dict[str, object]:
    """Do the work, writing down every call and every confirmation."""
    SHIM.fault_arm(os.fsencode(place), ctypes.c_long(0), 0, 0)
    SHIM.fault_record(os.fsencode(log))
    operation_of(name).run(place, lambda line: SHIM.fault_mark(line.encode()))
    SHIM.fault_disarm()
    return {}


def cuts(name: str, folder: Path, number: int, seed: int) -> None:
    """Cut the power so often, and look at what is left."""
    base, place, log = folder / "base", folder / "here", folder / "log"
    warm_up(operation_of(name), folder / "warm")
    operation_of(name).prepare(base)
    shutil.copytree(base, place)
    forked(lambda: work_recorded(name, place, log))
    calls, dice = list(recorded(log.read_bytes())), random.Random(seed)
    shutil.rmtree(place)
    shutil.copytree(base, place)
    disk, ends = ReplayedDisk(place), dice.sample(range(len(calls) + 1), min(number, len(calls)))
    for end, call in enumerate([*calls, END]):
        if end in ends:
            shutil.rmtree(place)
            disk.leave(place, dice)
            confirmed = [each.path for each in calls[:end] if each.what == "m"]
            after = forked(lambda: checked(operation_of(name), place, confirmed))  # noqa: B023
            print(json.dumps({"cut": end, "of": len(calls), "after": after["told"]}), flush=True)
        if SHARED not in call.path:
            disk.take(call)


if __name__ == "__main__":
    cuts(sys.argv[1], Path(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4]))
