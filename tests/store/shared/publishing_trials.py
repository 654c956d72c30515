"""Kills a writer at each of its steps, and looks at what comes of it; in one warm process.

`-m tests.store.shared.publishing_trials URL FOLDER EVERY`: below the URL each trial has a folder of
its own. Each life is a fork that kills itself. Prints a line of JSON for each trial.
"""

import json
import os
import signal
import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

from tests.store.shared.writer_life import FrontierFile, SteppedStorage, check_all, dying_at, live

from auslese.store.shared.shared_storage import SharedStorage
from auslese.store.shared.storage_opening import open_storage

LONGEST_SECONDS = 120  # of one life
NONE = 0


def forked(work: Callable[[], object]) -> tuple[int, str]:
    """Do this in a process of its own: the signal that ended it, and what it complained of."""
    ours, theirs = os.pipe()
    if not (process := os.fork()):
        signal.alarm(LONGEST_SECONDS)
        with os.fdopen(theirs, "w") as pipe:
            try:
                pipe.write(f"done: {work()}")
            except BaseException:
                pipe.write(traceback.format_exc())
        os._exit(0)
    os.close(theirs)
    with os.fdopen(ours) as pipe:
        said = pipe.read()
    _, status = os.waitpid(process, 0)
    return os.WTERMSIG(status), said


def opened(url: str, trial: int) -> SharedStorage:
    parts = urlsplit(url)
    path = f"{parts.path}/{trial}"
    if parts.scheme == "file":
        Path(path).mkdir(exist_ok=True)
    return open_storage(urlunsplit(parts._replace(path=path)))


def life(url: str, trial: int, place: Path, step: Callable[[], None]) -> object:
    storage: SharedStorage = SteppedStorage(opened(url, trial), step)
    return live(storage, FrontierFile(place / "frontier"), place)


def check(url: str, trial: int, place: Path) -> None:
    check_all(opened(url, trial), FrontierFile(place / "frontier"), place)


def steps_of_a_life(url: str, folder: Path) -> int:
    """Live once without dying, and count."""
    place = folder / "counted"
    place.mkdir()

    def count() -> int:
        steps = 0

        def step() -> None:
            nonlocal steps
            steps += 1

        life(url, NONE, place, step)
        check(url, NONE, place)
        return steps

    _, said = forked(count)
    if not said.startswith("done: "):
        raise SystemExit(said)
    return int(said.removeprefix("done: "))


def trials(url: str, folder: Path, every: int) -> None:
    """Die at a step of the first life and at the next one of the second; the third must do."""
    steps = steps_of_a_life(url, folder)
    for trial in range(1, steps + 1, every):
        place = folder / str(trial)
        place.mkdir()
        deaths = [
            forked(lambda: life(url, trial, place, dying_at(step)))[0]  # noqa: B023 - done at once
            for step in (trial, trial // 2, NONE)
        ]
        _, said = forked(lambda: check(url, trial, place))  # noqa: B023
        print(json.dumps({"of": steps, "step": trial, "deaths": deaths, "said": said}), flush=True)


if __name__ == "__main__":
    trials(sys.argv[1], Path(sys.argv[2]), int(sys.argv[3]))
