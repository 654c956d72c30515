"""A crawl that goes on and on: its log, memory and descriptors stay below fixed ceilings.

It takes some seconds here; `AUSLESE_SOAK_SECONDS=180` lets it run for three minutes.
"""

import os
import time
from pathlib import Path

import psutil
import pytest

from auslese.recipes.settings.settings_edit import write_setting
from tests.crawls import toy_collection
from tests.running import auslese_json, start_auslese
from tests.toyweb import ToyWeb

SECONDS = float(os.environ.get("AUSLESE_SOAK_SECONDS", "8"))
MOST_LOG = 160 << 20  # twice the length at which the frontier's log is emptied, and what comes then
MOST_MEMORY = 700 << 20  # of the coordinator and two workers together
MOST_FILES = 700  # of the largest process: 400 idle connections, 100 hosts twice, our own


@pytest.mark.slow
def test_log_memory_and_descriptors_stay_below_their_ceilings(tmp_path: Path) -> None:
    web = ToyWeb(seed=9, hosts=300, pages_per_host=10_000)
    log = memory = files = 0
    with toy_collection(tmp_path, web) as toy:
        write_setting(toy.folder / "auslese.toml", "politeness.address_delay", "0s")
        crawl = start_auslese("crawl", toy.folder, "--workers", 2, "--delay", "0s")
        try:
            toy.wait_for_pages(10)
            end = time.monotonic() + SECONDS
            while time.monotonic() < end:
                time.sleep(0.5)
                assert crawl.poll() is None, "it ended by itself"
                wal = toy.folder / "frontier.db-wal"
                log = max(log, wal.stat().st_size if wal.exists() else 0)
                used, opened = held_by(psutil.Process(crawl.pid))
                memory, files = max(memory, used), max(files, opened)
        finally:
            crawl.terminate()
            crawl.wait(60)
        pages = auslese_json("status", toy.folder)["outcomes"]

    print(f"{pages} pages, log {log:,}, memory {memory:,}, files {files}")
    assert pages["fetched.page"] >= 10
    assert set(pages) <= {"fetched.page", "fetched.copy"}
    assert 0 < log <= MOST_LOG
    assert memory <= MOST_MEMORY
    assert files <= MOST_FILES


def held_by(coordinator: psutil.Process) -> tuple[int, int]:
    """Bytes in memory of a crawl and its workers, and the most files that one of them has open."""
    memory, files = 0, 0
    for process in (coordinator, *coordinator.children()):
        try:
            memory += process.memory_info().rss
            files = max(files, process.num_fds())
        except psutil.NoSuchProcess:
            continue
    return memory, files
