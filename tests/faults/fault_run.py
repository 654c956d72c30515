"""Lets the n-th call to the disk fail, n from 1 until none is left to fail; in one warm process.

Started with the shim preloaded, as `-m tests.faults.fault_run OPERATION FOLDER HOW WHICH`. Each
trial is a fork, and so is each check of what it left behind. Prints a line of JSON for each.

WHICH is `every` call; or of each class the first, the middle and the last (`classes`), or the last
alone (`last`); or one of so many, as a number. A class is calls of one kind to files of one kind,
as all writes to segments of one table.
"""

import ctypes
import errno
import gc
import json
import os
import re
import shutil
import signal
import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

from auslese.cli.path_troubles import path_trouble
from auslese.records.errors import AusleseError
from tests.faults.fault_operations import Operation, operation_of

HOW = {"once": (errno.EIO, 0), "full": (errno.ENOSPC, 1)}
"""One call fails and the next would not; or the disk is full and stays so."""
LONGEST_SECONDS = 300  # of one trial
NONE = 0  # no call has this number
CHANGING = re.compile(r"[0-9a-f]{32}|\d+|\.tmp\w+|\w+(?=\.npy)")
"""Of names: what differs from file to file of one kind."""
SHIM = ctypes.CDLL(None)


def told(run: Callable[[], None]) -> str:
    """What a person reads: nothing if all went well, one sentence, or a traceback of ours."""
    try:
        run()
    except AusleseError as error:
        return f"sentence: {error}"
    except BaseException as error:
        words = path_trouble(error)
        return f"sentence: {words}" if words else f"traceback: {traceback.format_exc()}"
    return ""


def forked(work: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    """What this gives, done in a process of its own."""
    ours, theirs = os.pipe()
    if not (process := os.fork()):
        signal.alarm(LONGEST_SECONDS)
        with os.fdopen(theirs, "w") as pipe:
            json.dump(work(), pipe)
        os._exit(0)
    os.close(theirs)
    with os.fdopen(ours) as pipe:
        answer = pipe.read()
    _, status = os.waitpid(process, 0)
    return dict(json.loads(answer)) if answer else {"told": f"traceback: ended with {status}"}


def worked(operation: Operation, place: Path, call: int, how: str) -> dict[str, Any]:
    """Do the work while this call fails."""
    confirmed: list[str] = []
    SHIM.fault_arm(os.fsencode(place), ctypes.c_long(call), *HOW[how])
    words = told(lambda: operation.run(place, confirmed.append))
    SHIM.fault_disarm()
    return {"told": words, "confirmed": confirmed, "calls": SHIM.fault_calls()}


def checked(operation: Operation, place: Path, confirmed: list[str]) -> dict[str, Any]:
    """Look at what is left, and do the work again."""
    return {"told": told(lambda: operation.check(place, confirmed))}


def warm_up(operation: Operation, place: Path) -> None:
    """Do all of it once, so that every fork finds its modules loaded, and shares them."""
    operation.prepare(place)
    confirmed: list[str] = []
    operation.run(place, confirmed.append)
    operation.check(place, confirmed)
    gc.collect()
    gc.freeze()


def listed(operation: Operation, place: Path, calls: Path) -> dict[str, Any]:
    """Do the work and list its calls."""
    SHIM.fault_arm(os.fsencode(place), ctypes.c_long(0), 0, 0)
    SHIM.fault_list(os.fsencode(calls))
    operation.run(place, lambda line: None)
    SHIM.fault_disarm()
    return {}


def chosen(calls: list[str], which: str) -> list[int]:
    """The numbers of the calls that are to fail."""
    numbers = range(1, len(calls) + 1)
    if which == "every" or which.isdecimal():
        return list(numbers[:: int(which) if which.isdecimal() else 1])
    classes: dict[str, list[int]] = {}
    for number, call in zip(numbers, calls, strict=True):
        classes.setdefault(CHANGING.sub("", call), []).append(number)
    found = {each[-1] for each in classes.values()}
    if which == "classes":
        found |= {n for each in classes.values() for n in (each[0], each[len(each) // 2])}
    return sorted(found)


def trials(name: str, folder: Path, how: str, which: str) -> None:
    """Let each of the chosen calls fail; in the last trial none does."""
    operation, base, place = operation_of(name), folder / "base", folder / "here"
    warm_up(operation, folder / "warm")
    operation.prepare(base)
    shutil.copytree(base, place)
    forked(lambda: listed(operation, place, folder / "calls"))
    calls = (folder / "calls").read_text().splitlines()
    for call in (*chosen(calls, which), NONE):
        shutil.rmtree(place)
        shutil.copytree(base, place)
        trial = forked(lambda: worked(operation, place, call, how))  # noqa: B023 - done at once
        confirmed = trial.get("confirmed", [])
        after = forked(lambda: checked(operation, place, confirmed))  # noqa: B023
        line = {"call": call, "of": len(calls), "told": trial["told"], "after": after["told"]}
        print(json.dumps(line), flush=True)


if __name__ == "__main__":
    trials(sys.argv[1], Path(sys.argv[2]), sys.argv[3], sys.argv[4])
