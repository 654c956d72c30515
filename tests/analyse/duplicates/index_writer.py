"""Adds portions to a sketch index and says each one that is in; may kill itself at a given step.

FOLDER FIRST LAST [STEP]: the step counts the files that are opened, renamed and removed there.
"""

import os
import signal
import sys
from pathlib import Path

from auslese.analyse.duplicates.sketch_index import SketchIndex
from tests.analyse.duplicates.index_model import PLAN, Sets, add, planted

STEPS = {"open", "os.rename", "os.remove"}
IN_PORTION = 20
TO_COME_AGAIN = 3  # of the portion before, so that layers have something to remove


def portion(number: int) -> Sets:
    """Some documents, a few of which were in the portion before with another text."""
    again = range((number - 1) * IN_PORTION, (number - 1) * IN_PORTION + TO_COME_AGAIN)
    texts = planted(TO_COME_AGAIN, begin=100_000 + number * IN_PORTION).values()
    changed = dict(zip(again, texts, strict=True)) if number else {}
    return changed | planted(IN_PORTION, begin=number * IN_PORTION)


def kill_at(step: int, folder: Path) -> None:
    """End without a word at the so-manieth thing done with a file of the folder."""
    seen = 0

    def watch(event: str, details: tuple[object, ...]) -> None:
        nonlocal seen
        if event in STEPS and str(details[0]).startswith(str(folder)):
            seen += 1
            if seen == step:
                os.kill(os.getpid(), signal.SIGKILL)

    sys.addaudithook(watch)


def main() -> None:
    """Add portions from the first to the last."""
    folder, first, last, *step = sys.argv[1:]
    with SketchIndex.open(Path(folder), PLAN) as index:
        if step:
            kill_at(int(step[0]), Path(folder))
        for number in range(int(first), int(last)):
            add(index, portion(number), str(number))
            print(number, flush=True)


if __name__ == "__main__":
    main()
