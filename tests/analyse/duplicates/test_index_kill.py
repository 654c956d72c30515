"""A sketch index whose process is killed has lost at most what was under way."""

import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from auslese.analyse.duplicates.sketch_index import SketchIndex
from tests.analyse.duplicates.index_model import PLAN, Sets, as_found, check_pairs
from tests.analyse.duplicates.index_writer import portion
from tests.running import environment

ROOT = Path(__file__).parents[3]
WRITER = [sys.executable, "-m", "tests.analyse.duplicates.index_writer"]

pytestmark = pytest.mark.slow


def start(folder: Path, *words: int) -> "subprocess.Popen[str]":
    path = {"PYTHONPATH": f"{environment()['PYTHONPATH']}:{ROOT}"}
    return subprocess.Popen(
        [*WRITER, str(folder), *map(str, words)],
        env=environment() | path,
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
    )


def said_in(process: "subprocess.Popen[str]") -> list[int]:
    """The portions that it said are in, until it ended."""
    said, _ = process.communicate(timeout=300)
    return [int(line) for line in said.split()]


def check_sound(folder: Path, said: int) -> int:
    """What was said is in, and perhaps one portion more, and all is right; how many are in."""
    with SketchIndex.open(folder, PLAN) as index:
        assert index.check() == []
        there = len(index.marks)
        assert said <= there <= said + 1
        assert sorted(map(int, index.marks)) == list(range(there))
        documents: Sets = {}
        for number in range(there):
            documents |= portion(number)
        assert set(index.ids().tolist()) == set(documents)
        check_pairs(as_found(index.pairs()), documents, PLAN.threshold)
    return there


@pytest.mark.parametrize("step", [*range(1, 8), 11, 14, 17, *range(18, 30, 2)])
def test_killed_at_any_step_it_loses_nothing_that_was_said_to_be_in(
    tmp_path: Path, step: int
) -> None:
    process = start(tmp_path, 0, 6, step)
    said = said_in(process)

    assert process.returncode == -signal.SIGKILL
    there = check_sound(tmp_path, len(said))
    assert said_in(start(tmp_path, there, 6)) == list(range(there, 6))
    check_sound(tmp_path, 6)


def test_killed_again_and_again_at_any_moment_it_goes_on(tmp_path: Path) -> None:
    chance = random.Random(5)
    there = 0
    for _ in range(4):
        process = start(tmp_path, there, there + 500)
        assert process.stdout is not None
        first = [int(process.stdout.readline()) for _ in range(chance.randrange(1, 8))]
        time.sleep(chance.random() / 20)  # any moment will do; nothing depends on which
        process.kill()
        said = [*first, *said_in(process)]
        assert process.returncode == -signal.SIGKILL
        there = check_sound(tmp_path, there + len(said))
