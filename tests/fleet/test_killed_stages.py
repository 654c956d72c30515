"""A run that is killed goes on where it was, and ends as if nobody had killed it."""

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from time import monotonic, sleep

import pytest

from auslese.fleet.cluster_warden import HEAD
from auslese.recipes.stages.stage import UNFINISHED, StageOptions
from auslese.store.collection import Collection
from auslese.system.shards.shard_ledger import ANSWERS
from tests.fleet.dying_run import PAGES, run_small_batches
from tests.fleet.ray_here import needs_ray
from tests.fleet.several_topics import index_of, rows_of, run_all, several_topics, table_files
from tests.running import AUSLESE, environment

pytestmark = pytest.mark.slow

DYING = Path(__file__).parent / "dying_run.py"
ROOT = Path(__file__).parents[2]
KILLED_AFTER = 3
LONGEST_SECONDS = 120
TASK = b"auslese.fleet.shard_process"


@pytest.fixture(scope="module")
def fetched(tmp_path_factory: pytest.TempPathFactory) -> Collection:
    return several_topics(tmp_path_factory.mktemp("fetched") / "c")


@pytest.fixture(scope="module")
def analysed(fetched: Collection, tmp_path_factory: pytest.TempPathFactory) -> Collection:
    """All is done but what comes last: relevance and the index are stale."""
    collection = copied(fetched, tmp_path_factory.mktemp("analysed") / "c")
    run_all(collection, StageOptions(workers=1), "topics", "graph", "people")
    shutil.rmtree(collection.index)
    return Collection.open(collection.path)


def copied(collection: Collection, folder: Path) -> Collection:
    shutil.copytree(collection.path, folder)
    return Collection.open(folder)


def killed(collection: Collection, stage: str) -> list[Path]:
    """Kill a run in the middle; the files in which its answers are kept."""
    command = [sys.executable, str(DYING), str(collection.path), stage, str(KILLED_AFTER)]
    there = environment()
    there["PYTHONPATH"] = os.pathsep.join([there["PYTHONPATH"], str(ROOT)])
    done = subprocess.run(command, env=there, timeout=LONGEST_SECONDS)
    assert done.returncode == -signal.SIGKILL
    return list((collection.path / UNFINISHED / stage).glob(f"*{ANSWERS}"))


@pytest.mark.parametrize("stage", ["relevance", "index"])
def test_a_stage_that_writes_its_table_as_a_whole_goes_on_where_it_was_killed(
    stage: str, analysed: Collection, tmp_path: Path
) -> None:
    whole, cut = (copied(analysed, tmp_path / name) for name in ("whole", "cut"))
    every, _ = run_small_batches(whole, stage)

    assert len(killed(cut, stage)) == 1
    answered, said = run_small_batches(cut, stage)

    assert every * PAGES >= len(rows_of(whole, "documents")) > every
    assert answered == every - KILLED_AFTER
    assert f"{stage}: {KILLED_AFTER} parts of the work finished in a run before" in said[0]
    assert table_files(cut) == table_files(whole)
    if stage == "index":
        assert index_of(cut) == index_of(whole)
    assert not (cut.path / UNFINISHED / stage).exists()


def test_what_another_program_has_finished_is_done_anew_and_says_so(
    analysed: Collection, tmp_path: Path
) -> None:
    whole, cut = (copied(analysed, tmp_path / name) for name in ("whole", "cut"))
    every, _ = run_small_batches(whole, "relevance")
    killed(cut, "relevance")
    plan = cut.path / UNFINISHED / "relevance" / "plan.json"
    plan.write_text('{"plan": "another"}')

    answered, said = run_small_batches(cut, "relevance")

    assert answered == every
    assert "what a run before has finished was by another program" in said[0]
    assert table_files(cut) == table_files(whole)


# -- on Ray ---------------------------------------------------------------------------------------


def below(process: int) -> dict[int, bytes]:
    """All processes that this one has started, and those that these have, with their commands."""
    parents: dict[int, list[int]] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            stat = read(entry / "stat").rpartition(b")")[2].split()
            if stat:
                parents.setdefault(int(stat[1]), []).append(int(entry.name))
    found: dict[int, bytes] = {}
    waiting = [process]
    while waiting:
        for child in parents.get(waiting.pop(), ()):
            found[child] = read(Path(f"/proc/{child}/cmdline"))
            waiting.append(child)
    return found


def read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError:
        return b""


def wait_for(is_so: object, seconds: float = LONGEST_SECONDS) -> None:
    deadline = monotonic() + seconds
    while not is_so():  # type: ignore[operator]
        assert monotonic() < deadline
        sleep(0.05)


def is_running(process: int) -> bool:
    stat = read(Path(f"/proc/{process}/stat")).rpartition(b")")[2].split()
    return bool(stat) and stat[0] not in (b"Z", b"X")


@needs_ray
@pytest.mark.parametrize("victim", ["head", "run"])
def test_when_head_or_run_is_killed_nothing_is_left_and_the_next_run_goes_on(
    victim: str, fetched: Collection, tmp_path: Path
) -> None:
    here, there = (copied(fetched, tmp_path / name) for name in ("here", "there"))
    command = [*AUSLESE, "analyse", str(there.path), "reading", "language", "--on", "ray"]
    with (tmp_path / "said").open("wb") as said:
        process = subprocess.Popen([*command, "--workers", "1"], env=environment(), stderr=said)
    try:
        wait_for(lambda: any(TASK in each for each in below(process.pid).values()))
        started = below(process.pid)
        heads = [each for each, command in started.items() if HEAD in command]
        os.kill(heads[0] if victim == "head" else process.pid, signal.SIGKILL)
        code = process.wait(LONGEST_SECONDS)
    finally:
        process.kill()
        process.wait()

    assert code in ((1, 0) if victim == "head" else (-signal.SIGKILL,))
    wait_for(lambda: not any(map(is_running, started)), 30)
    run_all(there, StageOptions(workers=1), "language")
    run_all(here, StageOptions(workers=1), "language")
    for table in ("documents", "sentences", "languages"):
        assert rows_of(there, table) == rows_of(here, table)
