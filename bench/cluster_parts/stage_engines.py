"""The same stages of the same collection by one process and by two, of our own pool and of Ray."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from tests.archived_collection import Fetched, archived_collection
from tests.duplicate_run import prose
from tests.topic_collection import TOPICS, topic_text
from web.report import Result, ratio_of

from auslese.fleet.ray_engine import RayCluster, RayPlace
from auslese.recipes.stages.analyses import analyse_collection
from auslese.recipes.stages.stage import StageOptions, run_stage
from auslese.recipes.stages.stage_list import stage_class
from auslese.store.collection import Collection

STAGES = ("reading", "language", "people", "contacts")
GOAL = 1.7  # times as fast with two workers as with one
HOSTS = 20
WORDS = 500  # of a page, and as many of its topic
POOL, RAY = "pool", "ray"


class EngineRun(NamedTuple):
    """Who does it."""

    engine: str
    workers: int


RUNS = [EngineRun(engine, workers) for engine in (POOL, RAY) for workers in (1, 2)]


def made_page(number: int) -> Fetched:
    """A page like no other, about one of a few things, with a person and a telephone."""
    topic = list(TOPICS)[number % len(TOPICS)]
    about = " ".join(topic_text(topic, WORDS * number + at) for at in range(WORDS // 50))
    paragraphs = "".join(f"<p>{part}.</p>" for part in prose(number, WORDS).split(". "))
    body = f"<title>{topic} {number}</title><body><p>{about}. Prof. Hans Müller, Tel. 0761 203-1234"
    return Fetched(f"http://h{number % HOSTS}.example/{number}", f"{body}</p>{paragraphs}".encode())


def ready_collection(folder: Path, pages: int) -> Collection:
    """A collection of so many made-up pages, analysed once."""
    shutil.rmtree(folder, ignore_errors=True)
    collection = archived_collection(folder, map(made_page, range(pages)))
    analyse_collection(collection, STAGES, StageOptions())
    return collection


@contextmanager
def options_of(run: EngineRun) -> Iterator[StageOptions]:
    """The options by which it does it; a cluster is started and warm."""
    if run.engine == POOL:
        yield StageOptions(workers=run.workers, again=True)
        return
    with RayCluster(RayPlace(), run.workers) as cluster:
        yield StageOptions(workers=run.workers, again=True, engine=cluster.start, spread=True)


def stage_seconds(collection: Collection, name: str, options: StageOptions) -> float:
    """How long a stage takes, all anew."""
    with collection.lock():
        return run_stage(stage_class(name)(), collection, options).seconds


def measured_stages(folder: Path, pages: int, repetitions: int) -> list[Result]:
    """All stages by all engines in turn, the best of some repetitions; printed as a table."""
    collection = ready_collection(folder, pages)
    best: dict[tuple[str, EngineRun], float] = {}
    for _ in range(repetitions):
        for run in RUNS:
            with options_of(run) as options:
                stage_seconds(collection, STAGES[1], options)  # its processes are there now
                for name in STAGES:
                    seconds = stage_seconds(collection, name, options)
                    best[name, run] = min(seconds, best.get((name, run), seconds))
    print(f"{pages} pages, best of {repetitions}, load {os.getloadavg()[0]:.1f}; seconds")
    print("stage".ljust(12) + "".join(f"{run.engine} {run.workers}".rjust(10) for run in RUNS))
    for name in STAGES:
        print(name.ljust(12) + "".join(f"{best[name, run]:10.2f}" for run in RUNS))
    return [result for name in STAGES for result in _results(name, best)]


def _results(name: str, best: dict[tuple[str, EngineRun], float]) -> Iterator[Result]:
    one, two = best[name, EngineRun(RAY, 1)], best[name, EngineRun(RAY, 2)]
    met = one / two >= GOAL
    goal = f"two at least {GOAL} times as fast as one"
    yield Result(f"{name}: two workers of Ray", two, one, ratio_of(two, one), "s", goal, met)
    pool = best[name, EngineRun(POOL, 2)]
    yield Result(f"{name}: Ray, our pool", two, pool, ratio_of(two, pool), "s", "none", True)
