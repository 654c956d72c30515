"""Is every page as likely as any other? Pages of a long walk, counted, against chance."""

from time import process_time
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.stats import chisquare

from auslese.sample.random_walk import Walk, WalkOptions, walk_on
from auslese.sample.trail import Trail, drawn, trail_of

from .graphs import MadeWeb

BINS = 10  # of pages by their degree
EXPECTED = 6  # draws of each page: chi-squared needs five
SPACING = 100  # moves between two draws, on average
COVERING = 250  # moves for each page before the first draw: all pages must have been visited


class Likeness(NamedTuple):
    """How likely counts as uneven as these are, if every page is as likely as any other."""

    pages: int
    moves: int
    unvisited: int
    """Pages that could have been reached and were not."""
    by_page: float
    by_degree: float
    plain_by_page: float
    """The same for the walk without its correction."""
    plain_by_degree: float
    moves_per_second: float


def measure(web: MadeWeb, incoming: int, seed: int) -> Likeness:
    """Walk long, draw pages, compare."""
    walk = Walk("0", WalkOptions(seed=seed, incoming=incoming))
    before, burn_in = process_time(), COVERING * len(web)
    walk_on(walk, web, burn_in + SPACING * EXPECTED * len(web))
    seconds = process_time() - before
    numbers: dict[str, int] = {}
    trail = trail_of(walk, numbers, burn_in / walk.moves)
    pages = np.array([numbers[name] for name in walk.visits()])
    degrees = np.array([len(walk.neighbourhood(name)) for name in walk.visits()])
    missed = len(web.reachable(0) - set(map(int, walk.visits())))
    return Likeness(
        len(pages),
        walk.moves,
        missed,
        *_likely(_counts(drawn(trail, len(trail) // SPACING), pages), degrees),
        *_likely(_counts(_plain(trail), pages), degrees),
        walk.moves / seconds,
    )


def _plain(trail: Trail) -> NDArray[np.int64]:
    """Every so manieth move: the pages of a walk that knows no loops."""
    return trail.pages[::SPACING]


def _counts(draws: NDArray[np.int64], pages: NDArray[np.int64]) -> NDArray[np.int64]:
    return np.bincount(draws, minlength=int(pages.max()) + 1)[pages]


def _likely(counts: NDArray[np.int64], degrees: NDArray[np.int64]) -> tuple[float, float]:
    bins = np.array_split(np.argsort(degrees, kind="stable"), BINS)
    in_bins = np.array([counts[each].sum() for each in bins])
    sizes = np.array([len(each) for each in bins])
    expected = counts.sum() * sizes / sizes.sum()
    return float(chisquare(counts).pvalue), float(chisquare(in_bins, expected).pvalue)
