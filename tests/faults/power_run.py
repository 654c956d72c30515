"""Writes down what a piece of work does to its files, and plays it again as a power cut leaves it.

Started with the shim preloaded: `-m tests.faults.power_run OPERATION FOLDER CUTS SEED`. A cut is a
prefix of the calls. What was synced before it is there. Of what was not, some writes reached the
disk and some did not, the last perhaps in half. Names are there as they were given: that a rename
is lost is not played. What the work had confirmed before the cut must be found.
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
from typing import NamedTuple

from tests.faults.fault_operations import OPERATIONS
from tests.faults.fault_run import SHIM, checked, forked, warm_up

HEAD = struct.Struct("<cHHqq")
SHARED = "-shm"  # mapped memory of SQLite, made anew after a crash


class Call(NamedTuple):
    """One call that changed something, or a mark."""

    what: str
    path: str
    other: str
    at: int
    data: bytes


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


def surviving(calls: list[Call], dice: random.Random) -> list[Call]:
    """Those calls of a prefix that reached the disk."""
    safe = set[int]()
    waiting: dict[str, list[int]] = {}
    for number, call in enumerate(calls):
        if call.what in "wt":
            waiting.setdefault(call.path, []).append(number)
        elif call.what == "s":
            safe.update(waiting.pop(call.path, ()))
        else:
            safe.add(number)
            if call.what == "r" and call.path in waiting:
                waiting[call.other] = waiting.pop(call.path)
    lost = dice.choice((0.0, 0.5, 1.0))
    kept = []
    for number, call in enumerate(calls):
        if number in safe or dice.random() >= lost:
            kept.append(call)
        elif call.what == "w" and dice.random() < lost / 2:
            kept.append(call._replace(data=call.data[: len(call.data) // 2]))
    return kept


def play(calls: list[Call]) -> None:
    """Do it again."""
    again = {"d": make, "c": make_file, "r": rename, "x": exchange, "u": remove}
    for call in calls:
        if call.what in "ms" or SHARED in call.path:
            continue
        again.get(call.what, write_again)(Path(call.path), call)


def make(path: Path, call: Call) -> None:
    path.mkdir(parents=True, exist_ok=True)


def make_file(path: Path, call: Call) -> None:
    path.write_bytes(b"")


def rename(path: Path, call: Call) -> None:
    path.rename(call.other)


def exchange(path: Path, call: Call) -> None:
    aside = path.with_name(".exchanged")
    path.rename(aside)
    Path(call.other).rename(path)
    aside.rename(call.other)


def remove(path: Path, call: Call) -> None:
    if path.is_dir():
        path.rmdir()
    else:
        path.unlink(missing_ok=True)


def write_again(path: Path, call: Call) -> None:
    """Write or cut a file as it was done; a gap before it is zeros."""
    with path.open("r+b") as file:
        if call.what == "t":
            file.truncate(call.at)
        else:
            file.seek(call.at)
            file.write(call.data)


def work_recorded(name: str, place: Path, log: Path) -> dict[str, object]:
    """Do the work, writing down every call and every confirmation."""
    SHIM.fault_arm(os.fsencode(place), ctypes.c_long(0), 0, 0)
    SHIM.fault_record(os.fsencode(log))
    OPERATIONS[name].run(place, lambda line: SHIM.fault_mark(line.encode()))
    SHIM.fault_disarm()
    return {}


def cuts(name: str, folder: Path, number: int, seed: int) -> None:
    """Cut the power so often, and look at what is left."""
    base, place, log = folder / "base", folder / "here", folder / "log"
    warm_up(OPERATIONS[name], folder / "warm")
    OPERATIONS[name].prepare(base)
    shutil.copytree(base, place)
    forked(lambda: work_recorded(name, place, log))
    calls, dice = list(recorded(log.read_bytes())), random.Random(seed)
    for end in sorted(dice.sample(range(len(calls) + 1), min(number, len(calls)))):
        shutil.rmtree(place)
        shutil.copytree(base, place)
        play(surviving(calls[:end], dice))
        confirmed = [call.path for call in calls[:end] if call.what == "m"]
        after = forked(lambda: checked(OPERATIONS[name], place, confirmed))  # noqa: B023 - at once
        print(json.dumps({"cut": end, "of": len(calls), "after": after["told"]}), flush=True)


if __name__ == "__main__":
    cuts(sys.argv[1], Path(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4]))
