"""A crawl of three minutes beside the other tests, which `tests/journeys/test_soak.py` judges.

Three minutes of waiting would be too much for a suite of twenty, and three minutes at a low rate
would wear out nothing. So the crawl runs as fast as it can with what the other tests leave of the
processors (`nice`), from the moment when the tests are known to the moment when its file, the last
one, looks at what was measured. By itself it runs as long as it is told to:

    AUSLESE_SOAK_SECONDS=20 ./test unit tests/journeys/test_soak.py
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

import psutil
import pytest

from auslese.recipes.settings.settings_edit import write_setting
from tests.crawls import Toy, toy_collection
from tests.running import SOURCE, auslese_json, start_auslese
from tests.toyweb import ToyWeb

SOAK_SECONDS = float(os.environ.get("AUSLESE_SOAK_SECONDS", "180"))
SOAK_FILE = "test_soak.py"
NICENESS = 5  # a third of what a busy test gets
LOOK_SECONDS = 0.5
START_SECONDS = 300.0
FIRST_WORKER = "gw0"


class SoakResult(NamedTuple):
    """The most that a crawl needed, and what became of it."""

    seconds: float
    log: int
    memory: int
    files: int
    outcomes: dict[str, int]
    late_memory: int
    """The most memory in the last third of the time."""
    early_memory: int
    """The most memory in the second third of it."""


class SoakLook(NamedTuple):
    """What a crawl needed at one moment."""

    at: float
    log: int
    memory: int
    files: int


def soak_folder(config: pytest.Config) -> Path:
    """Where the result of this run of the tests lies, whichever process judges it."""
    run = getattr(config, "workerinput", {}).get("testrunuid", str(os.getpid()))
    return Path(tempfile.gettempdir()) / f"auslese-soak-{run}"


def start_soak(session: pytest.Session) -> None:
    """Let it run if somebody will look at it; the first process of the tests starts it."""
    is_first = getattr(session.config, "workerinput", {}).get("workerid") in (None, FIRST_WORKER)
    is_judged = any(item.path.name == SOAK_FILE for item in session.items)
    if not is_first or not is_judged or session.config.option.collectonly:
        return
    folder = soak_folder(session.config)
    folder.mkdir()
    path = {"PYTHONPATH": f"{SOURCE}:{SOURCE.parent}"}
    command = [sys.executable, "-m", "tests.background_soak", str(folder)]
    # By a shell that is gone at once: tests look at the children of their process, and a child that
    # nobody waits for is one of them even when it has ended.
    behind = ["sh", "-c", '"$@" >"$0" 2>&1 &', str(folder / "said.txt"), *command]
    subprocess.run(behind, env=os.environ | path, check=True)


def run_soak(folder: Path, seconds: float) -> SoakResult:
    """Crawl a web without end for so long, as fast as it goes, and look twice a second."""
    web = ToyWeb(seed=9, hosts=300, pages_per_host=10_000)
    looks: list[SoakLook] = []
    with toy_collection(folder, web) as toy:
        write_setting(toy.folder / "auslese.toml", "politeness.address_delay", "0s")
        crawl = start_auslese("crawl", toy.folder, "--workers", 2, "--delay", "0s")
        try:
            _wait_for_the_first_page(toy, crawl)
            begin = time.monotonic()
            while (now := time.monotonic() - begin) < seconds:
                time.sleep(LOOK_SECONDS)
                assert crawl.poll() is None, "it ended by itself"
                log = _size(toy.folder / "frontier.db-wal")
                looks.append(SoakLook(now, log, *_held_by(crawl.pid)))
        finally:
            crawl.terminate()
            crawl.wait(300)
        outcomes = auslese_json("status", toy.folder)["outcomes"]
    early = [look.memory for look in looks if seconds / 3 <= look.at < 2 * seconds / 3]
    late = [look.memory for look in looks if look.at >= 2 * seconds / 3]
    return SoakResult(
        seconds=now,
        log=max(look.log for look in looks),
        memory=max(look.memory for look in looks),
        files=max(look.files for look in looks),
        outcomes=outcomes,
        late_memory=max(late),
        early_memory=max(early),
    )


def _wait_for_the_first_page(toy: Toy, crawl: "subprocess.Popen[bytes]") -> None:
    """Beside busy tests even the start of a program may take minutes."""
    end = time.monotonic() + START_SECONDS
    while not toy.asked():
        assert crawl.poll() is None, "it ended before its first page"
        assert time.monotonic() < end, "it never began"
        time.sleep(LOOK_SECONDS)


def _size(file: Path) -> int:
    try:
        return file.stat().st_size
    except FileNotFoundError:
        return 0


def _held_by(pid: int) -> tuple[int, int]:
    """Bytes in memory of a crawl and its workers, and the most files that one of them has open."""
    memory, files = 0, 0
    coordinator = psutil.Process(pid)
    for process in (coordinator, *coordinator.children()):
        try:
            memory += process.memory_info().rss
            files = max(files, process.num_fds())
        except psutil.NoSuchProcess:
            continue
    return memory, files


def main() -> None:
    """Crawl beside the tests and leave what was measured in a file."""
    folder = Path(sys.argv[1])
    os.nice(NICENESS)
    with tempfile.TemporaryDirectory(dir=folder) as place:
        result = run_soak(Path(place), SOAK_SECONDS)
    (folder / "part.json").write_text(json.dumps(result._asdict()))
    (folder / "part.json").rename(folder / "result.json")


if __name__ == "__main__":
    main()
