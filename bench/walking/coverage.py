"""How often do intervals hold the truth, if walks are made again and again?"""

from collections import Counter
from collections.abc import Iterator

import numpy as np

from auslese.records.interval import Interval
from auslese.sample.convergence import diagnose
from auslese.sample.estimates import (
    independent_draws,
    share,
    size_by_collisions,
    size_by_recapture,
)
from auslese.sample.random_walk import Walk, WalkOptions, walk_on
from auslese.sample.trail import Trail, trail_of

from .graphs import MadeWeb

INCOMING = 3
FIRST_SEED = 1_000
BURN_IN = 0.5
SOME_HOSTS = 4  # of twenty: pages that stand together
RARE = 20  # every so manieth page is rare


def coverage(web: MadeWeb, repetitions: int, moves: int) -> dict[str, float]:
    """The share of repetitions in which each interval has the truth."""
    hits: Counter[str] = Counter()
    for seed in range(FIRST_SEED, FIRST_SEED + repetitions):
        for name, interval, truth in _once(web, seed, moves):
            hits[name] += interval.has(truth)
    return {name: count / repetitions for name, count in hits.items()}


def _once(web: MadeWeb, seed: int, moves: int) -> Iterator[tuple[str, Interval, float]]:
    numbers: dict[str, int] = {}
    trails = [_walk(web, 2 * seed + turn, moves, numbers) for turn in (0, 1)]
    names = np.array([int(name) for name in numbers])
    for name, truths in _attributes(web).items():
        told = truths[names]
        yield name, share(trails, [told[trail.pages] for trail in trails]), float(truths.mean())
    time = diagnose(trails, [str(web.hosts[name]) for name in names]).correlation_time
    draws = [independent_draws(trail, time) for trail in trails]
    yield "size by recapture", size_by_recapture(*draws), len(web)
    yield "size by collisions", size_by_collisions(draws[0]), len(web)


def _walk(web: MadeWeb, seed: int, moves: int, numbers: dict[str, int]) -> Trail:
    start = str(np.random.default_rng(seed).integers(0, len(web)))
    walk = Walk(start, WalkOptions(seed=seed, incoming=INCOMING))
    walk_on(walk, web, moves)
    return trail_of(walk, numbers, BURN_IN)


def _attributes(web: MadeWeb) -> dict[str, "np.ndarray[tuple[int], np.dtype[np.float64]]"]:
    pages = np.arange(len(web))
    linked = np.array([len(each) for each in web.into])
    return {
        "share of pages spread evenly": (pages % 3 == 0) * 1.0,
        "share of rare pages": (pages % RARE == 0) * 1.0,
        "share of well linked pages": (linked > np.median(linked)) * 1.0,
        "share of some hosts": (np.array(web.hosts) < SOME_HOSTS) * 1.0,
    }
