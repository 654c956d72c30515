"""Batches that only wait: what two workers bring if no processor, disk or table is the limit."""

import os
from itertools import repeat
from time import perf_counter

from tests.fleet.harmful_shards import HARM, HarmRules
from tests.fleet.ray_here import importable_tests
from web.report import Result, ratio_of

from auslese.fleet.ray_engine import RayCluster, RayPlace
from cluster_parts.stage_engines import GOAL

BATCHES, SECONDS = 100, 0.1
BATCH_BYTES = 500_000  # as much text as a batch of documents has


def measured_waiting() -> list[Result]:
    """One worker of Ray and two with batches that take a tenth of a second each."""
    batch = b"a" * BATCH_BYTES
    found: dict[int, float] = {}
    for workers in (1, 2):
        with importable_tests(), RayCluster(RayPlace(), workers) as cluster:
            rules = HarmRules("", pause=SECONDS)
            with cluster.start(HARM, rules, workers) as engine:
                list(engine.answers(repeat(batch, 2 * workers)))
                begun = perf_counter()
                list(engine.answers(repeat(batch, BATCHES)))
                found[workers] = perf_counter() - begun
    ideal = BATCHES * SECONDS
    print(f"{BATCHES} batches of {BATCH_BYTES:,} bytes and {SECONDS} s: {ideal:.1f} s of waiting;")
    print(f"one worker {found[1]:.2f} s, two {found[2]:.2f} s, load {os.getloadavg()[0]:.1f}")
    met = found[1] / found[2] >= GOAL
    goal = f"two at least {GOAL} times as fast as one"
    name = "batches that wait: two workers of Ray"
    return [Result(name, found[2], found[1], ratio_of(found[2], found[1]), "s", goal, met)]
