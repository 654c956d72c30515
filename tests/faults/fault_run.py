"""Lets the n-th call to the disk fail, n from 1 until none is left to fail; in one warm process.

Started with the shim preloaded, as `-m tests.faults.fault_run OPERATION FOLDER HOW FIRST STEP`.
Each trial is a fork, and so is each check of what it left behind. Prints a line of JSON for each.
"""

import ctypes
import errno
import json
import os
import shutil
import signal
import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

from auslese.cli.path_troubles import path_trouble
from auslese.records.errors import AusleseError
from tests.faults.fault_operations import OPERATIONS, Operation

HOW = {"once": (errno.EIO, 0), "full": (errno.ENOSPC, 1)}
"""One call fails and the next would not; or the disk is full and stays so."""
LONGEST_SECONDS = 60  # of one trial
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
    """Do all of it once, so that every fork finds its modules loaded."""
    operation.prepare(place)
    confirmed: list[str] = []
    operation.run(place, confirmed.append)
    operation.check(place, confirmed)


def trials(name: str, folder: Path, how: str, first: int, step: int) -> None:
    """Try every call in turn, or one of so many; the last trial is one in which none fails."""
    operation, base, place = OPERATIONS[name], folder / "base", folder / "here"
    warm_up(operation, folder / "warm")
    operation.prepare(base)
    call, failed = first - step, True
    while failed:
        call += step
        shutil.rmtree(place, ignore_errors=True)
        shutil.copytree(base, place)
        trial = forked(lambda: worked(operation, place, call, how))  # noqa: B023 - done at once
        failed = trial.get("calls", call) >= call
        confirmed = trial.get("confirmed", [])
        after = forked(lambda: checked(operation, place, confirmed))  # noqa: B023
        print(json.dumps({"call": call, "told": trial["told"], "after": after["told"]}), flush=True)


if __name__ == "__main__":
    trials(sys.argv[1], Path(sys.argv[2]), sys.argv[3], int(sys.argv[4]), int(sys.argv[5]))
