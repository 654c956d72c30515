"""A stage whose process is killed after so many answers: python dying_run.py DIR STAGE ANSWERS."""

import os
import signal
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from auslese.recipes.relevance import page_preparation
from auslese.recipes.searching import index_shards
from auslese.recipes.stages.stage import StageOptions, run_stage
from auslese.recipes.stages.stage_list import stage_class
from auslese.store.collection import Collection
from auslese.system.process_pool import forked_pool
from auslese.system.shard_function import ShardFunction

PAGES = 4  # of a batch
PATIENCE = 30.0  # seconds in which the workers of a killed run notice that it is gone


class DyingEngine:
    """Answers, until it kills the process that asks."""

    def __init__(self, pool: Any, most: int) -> None:
        self._pool, self._left = pool, most
        self.answered = 0

    def answers(self, batches: Iterable[bytes], /) -> Iterator[bytes]:
        for answer in self._pool.answers(batches):
            if not self._left:
                os.kill(os.getpid(), signal.SIGKILL)
            self._left -= 1
            self.answered += 1
            yield answer


def run_small_batches(collection: Collection, stage: str, most: int = -1) -> tuple[int, list[str]]:
    """Run a stage in small batches; how many were answered, and what was said."""
    page_preparation.PAGES_AT_ONCE = index_shards.BATCH_PAGES = PAGES
    engines: list[DyingEngine] = []
    said: list[str] = []

    @contextmanager
    def start(function: ShardFunction[Any, Any], argument: Any, workers: int) -> Iterator[Any]:
        with forked_pool(function, argument, workers) as pool:
            engines.append(DyingEngine(pool, most))
            yield engines[-1]

    options = StageOptions(workers=1, engine=start, notify=said.append)
    with collection.lock(PATIENCE):
        run_stage(stage_class(stage)(), collection, options)
    return sum(each.answered for each in engines), said


if __name__ == "__main__":
    run_small_batches(Collection.open(Path(sys.argv[1])), sys.argv[2], int(sys.argv[3]))
