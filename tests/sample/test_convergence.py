"""What the course of walks says: checked on series whose truth is known."""

import numpy as np
import pytest
from numpy.typing import NDArray

from auslese.sample.convergence import (
    LONG_ENOUGH,
    NO_MOVES,
    correlation_time,
    diagnose,
    gelman_rubin,
    geweke,
    long_run_variance,
)
from auslese.sample.random_walk import Walk, WalkOptions, walk_on
from auslese.sample.trail import Trail, trail_of
from tests.sample.made_webs import MadeWeb, uneven_web

Links = dict[str, tuple[str, ...]]


def autoregressive(size: int, factor: float, seed: int = 1) -> NDArray[np.float64]:
    """A series in which each value is a part of the one before it, and noise."""
    noise = np.random.default_rng(seed).standard_normal(size)
    series = np.zeros(size)
    for place in range(1, size):
        series[place] = factor * series[place - 1] + noise[place]
    return series


@pytest.mark.parametrize("factor", [0.0, 0.5, 0.9])
def test_the_correlation_time_of_a_known_series_is_found(factor: float) -> None:
    truth = (1 + factor) / (1 - factor)

    assert correlation_time(autoregressive(50_000, factor)) == pytest.approx(truth, rel=0.15)


def test_a_series_that_never_changes_is_no_trouble() -> None:
    still = np.full(1_000, 0.1)

    assert correlation_time(still) == 1.0
    assert geweke(still) == 0.0
    assert gelman_rubin([still, still]) == 1.0
    assert long_run_variance(still) >= 0


def test_a_walk_that_drifts_is_seen() -> None:
    calm, drifting = autoregressive(5_000, 0.3), autoregressive(5_000, 0.3)
    drifting += np.linspace(0, 2, 5_000)

    assert geweke(calm) < 3 < geweke(drifting)


def test_walks_that_disagree_are_seen() -> None:
    one, other = autoregressive(2_000, 0.5, 1), autoregressive(2_000, 0.5, 2)

    assert gelman_rubin([one, other]) < 1.1 < gelman_rubin([one, other + 2])


def trails_on(web: MadeWeb, moves: int, starts: tuple[str, ...] = ("0", "7")) -> list[Trail]:
    numbers: dict[str, int] = {}
    found = []
    for seed, start in enumerate(starts):
        walk = Walk(start, WalkOptions(seed=seed))
        walk_on(walk, web, moves)
        found.append(trail_of(walk, numbers))
    return found


def test_a_long_walk_has_run_long_enough_and_a_short_one_has_not() -> None:
    web = uneven_web(100, 3)
    hosts = [f"h{page % 3}" for page in range(1_000)]

    long, short = diagnose(trails_on(web, 20_000), hosts), diagnose(trails_on(web, 60), hosts)

    assert long.has_converged
    assert long.words == (LONG_ENOUGH,)
    assert long.pages == 100
    assert 0 < long.gap <= 1
    assert not short.has_converged
    assert any("too few steps" in words for words in short.words)


def test_walks_in_parts_that_nothing_joins_disagree() -> None:
    left: Links = {str(page): (str((page + 1) % 20), str((page + 7) % 20)) for page in range(20)}
    right: Links = {
        f"r{page}": (f"r{(page + 1) % 20}", f"r{(page + 3) % 20}") for page in range(20)
    }
    trails = trails_on(MadeWeb(left | right), 3_000, ("0", "r0"))
    hosts = ["left"] * 20 + ["right"] * 20

    found = diagnose(trails, hosts)

    assert not found.has_converged
    assert any("disagree" in words for words in found.words)


def test_no_moves_is_an_answer_too() -> None:
    nothing = diagnose([], [])

    assert nothing.words == (NO_MOVES,)
    assert not nothing.has_converged
