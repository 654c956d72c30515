"""Every write, sync, rename and open of store, frontier and index may fail: nothing is lost,
nothing is doubled, and a person reads one sentence.

The calls are counted and failed by `fault_shim.c`, which stands before the C library, so those of
SQLite, Arrow and tantivy are among them. `AUSLESE_FAULTS=all` tries each single call; without it
one of so many is tried.
"""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.faults.fault_operations import OPERATIONS
from tests.faults.shim import require_shim
from tests.running import SOURCE, environment

pytestmark = pytest.mark.slow

STEPS = {
    "frontier": 19,
    "archive": 5,
    "import": 41,
    "index": 97,
    "index again": 97,
    "files": 9,
}
"""One of so many calls is tried, without AUSLESE_FAULTS: about ten, where it is dear fewer."""
FIRST = 4  # of the calls that are tried; the first ones make folders
SEED = 20
ROOT = SOURCE.parent


@pytest.fixture
def memory_folder() -> Iterator[Path]:
    """A folder where a sync costs nothing."""
    shm = Path("/dev/shm")
    with tempfile.TemporaryDirectory(dir=shm if shm.is_dir() else None) as name:
        yield Path(name)


@pytest.fixture(scope="session")
def shim(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return require_shim(tmp_path_factory.mktemp("shim"))


def chosen_calls(name: str) -> tuple[int, int]:
    """The first call to fail, and how far it is to the next."""
    if os.environ.get("AUSLESE_FAULTS") == "all":
        return 1, 1
    return FIRST, STEPS[name]


def lines_of(shim: Path, module: str, *words: object) -> list[dict[str, Any]]:
    """What a program that is watched by the shim prints."""
    command = [sys.executable, "-m", f"tests.faults.{module}", *map(str, words)]
    own = environment() | {"LD_PRELOAD": str(shim), "PYTHONPATH": f"{SOURCE}{os.pathsep}{ROOT}"}
    done = subprocess.run(command, env=own, cwd=ROOT, capture_output=True, text=True, timeout=900)
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


@pytest.mark.parametrize("how", ["once", "full"])
@pytest.mark.parametrize("name", OPERATIONS)
def test_a_call_that_fails_loses_and_doubles_nothing(
    shim: Path, memory_folder: Path, name: str, how: str
) -> None:
    first, step = chosen_calls(name)
    trials = lines_of(shim, "fault_run", name, memory_folder, how, first, step)

    assert len(trials) > 1
    assert trials[-1]["told"] == ""
    assert any(trial["told"] for trial in trials)
    for trial in trials:
        assert trial["after"] == "", f"call {trial['call']} ({trial['told']}): {trial['after']}"
        assert trial["told"] == "" or trial["told"].startswith("sentence: "), trial["told"]
        assert "\n" not in trial["told"]


@pytest.mark.parametrize("name", ["archive", "frontier", "files"])
def test_a_power_cut_costs_nothing_that_was_confirmed(
    shim: Path, memory_folder: Path, name: str
) -> None:
    number = 1000 if os.environ.get("AUSLESE_FAULTS") == "all" else 25

    cuts = lines_of(shim, "power_run", name, memory_folder, number, SEED)

    assert len(cuts) >= 25
    assert [cut for cut in cuts if cut["after"]] == []
