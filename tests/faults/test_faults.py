"""Every write, sync, rename and open of store, frontier and index may fail: nothing is lost,
nothing is doubled, and a person reads one sentence.

The calls are counted and failed by `fault_shim.c`, which stands before the C library, so those of
SQLite, Arrow and tantivy are among them. Of frontier, archive, the index and the files that are
replaced as a whole each single call is tried. Of imports, which are made of these, the first, the
middle and the last of each class of calls are, and of an index that is made anew, which writes what
the other one does, the last (`fault_run`).
With AUSLESE_FAULTS=all every call of everything fails, in both ways; that takes half an hour.
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

from tests.faults.shim import require_shim
from tests.running import SOURCE, environment

pytestmark = pytest.mark.slow

TRIED = {
    "frontier": {"once": "every", "full": "classes"},
    "archive": {"once": "every", "full": "classes"},
    "files": {"once": "every", "full": "classes"},
    "import": {"once": "classes", "full": "23"},
    "index": {"once": "every", "full": "12"},
    "index again": {"once": "last", "full": "12"},
    "index stage": {"once": "120"},
}
"""Which calls fail, once each or from then on all: see `fault_run`. The stage asks the tables, two
seconds a trial, and writes what `index` writes; so few of its calls are tried."""
CALLS = {"frontier": 150, "archive": 40, "files": 80, "index": 150}
"""So many calls there are at least, and each of them is tried."""
CUTS = {"archive": 40, "frontier": 40, "files": 40, "import": 25, "index": 20, "index again": 20}
"""How often the power is cut, at places of a lot."""
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


def tries_all() -> bool:
    return os.environ.get("AUSLESE_FAULTS") == "all"


def lines_of(shim: Path, module: str, *words: object) -> list[dict[str, Any]]:
    """What a program that is watched by the shim prints."""
    command = [sys.executable, "-m", f"tests.faults.{module}", *map(str, words)]
    own = environment() | {"LD_PRELOAD": str(shim), "PYTHONPATH": f"{SOURCE}{os.pathsep}{ROOT}"}
    done = subprocess.run(command, env=own, cwd=ROOT, capture_output=True, text=True, timeout=3600)
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


@pytest.mark.parametrize(("name", "how"), [(name, how) for name in TRIED for how in TRIED[name]])
def test_a_call_that_fails_loses_and_doubles_nothing(
    shim: Path, memory_folder: Path, name: str, how: str
) -> None:
    which = "every" if tries_all() else TRIED[name][how]
    trials = lines_of(shim, "fault_run", name, memory_folder, how, which)

    assert trials[-1]["told"] == ""
    assert any(trial["told"] for trial in trials)
    assert which != "every" or len(trials) > max(trials[0]["of"], CALLS.get(name, 0))
    for trial in trials:
        assert trial["after"] == "", f"call {trial['call']} ({trial['told']}): {trial['after']}"
        assert trial["told"] == "" or trial["told"].startswith("sentence: "), trial["told"]
        assert "\n" not in trial["told"]


@pytest.mark.parametrize("name", CUTS)
def test_a_power_cut_costs_nothing_that_was_confirmed(
    shim: Path, memory_folder: Path, name: str
) -> None:
    number = 1000 if tries_all() else CUTS[name]

    cuts = lines_of(shim, "power_run", name, memory_folder, number, SEED)

    assert len(cuts) >= CUTS[name]
    assert [cut for cut in cuts if cut["after"]] == []
