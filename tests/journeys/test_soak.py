"""A crawl that goes on and on: its log, memory and descriptors stay below fixed ceilings.

It runs for three minutes beside the other tests: `tests/background_soak.py`.
"""

import json
import shutil
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.background_soak import SOAK_SECONDS, SoakResult, soak_folder

MOST_LOG = 160 << 20  # twice the length at which the frontier's log is emptied, and what comes then
MOST_MEMORY = 700 << 20  # of the coordinator and two workers together
MOST_FILES = 700  # of the largest process: 400 idle connections, 100 hosts twice, our own
MOST_GROWTH = 80 << 20  # in a minute or more, in which the frontier learns of new URLs too
PATIENCE_SECONDS = SOAK_SECONDS + 400.0  # it waits for processors that others need more


@pytest.fixture(scope="module")
def soaked(request: pytest.FixtureRequest) -> Iterator[SoakResult]:
    """What was measured; if the other tests were quicker, we wait for it."""
    folder = soak_folder(request.config)
    end = time.monotonic() + PATIENCE_SECONDS
    while not (folder / "result.json").exists():
        assert time.monotonic() < end, said_in(folder)
        time.sleep(0.2)
    yield SoakResult(**json.loads((folder / "result.json").read_text()))
    shutil.rmtree(folder)


def said_in(folder: Path) -> str:
    """What the crawl in the background said."""
    return (folder / "said.txt").read_text("utf-8", "replace")[-3000:]


@pytest.mark.slow
def test_log_memory_and_descriptors_stay_below_their_ceilings(soaked: SoakResult) -> None:
    print(soaked)
    assert soaked.seconds >= SOAK_SECONDS
    assert soaked.outcomes["fetched.page"] >= 10
    assert set(soaked.outcomes) <= {"fetched.page", "fetched.copy"}
    assert 0 < soaked.log <= MOST_LOG
    assert soaked.memory <= MOST_MEMORY
    assert soaked.files <= MOST_FILES
    assert soaked.late_memory - soaked.early_memory <= MOST_GROWTH
