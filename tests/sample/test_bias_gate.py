"""On made engines of known size: corrected draws are right where plain ones are not.

bench/samples measures the same on more pages, engines and seeds.
"""

from functools import cache

import numpy as np
import pytest
from bench.sampling.simulated import Simulated, Web, by_fame, by_length, long_part, random_part
from scipy.stats import ks_2samp

from auslese.sample.draws import DrawMethod, DrawPlan
from auslese.sample.overlap import EngineSample, OverlapReport, check_draw, compare_engines
from auslese.sample.query_pool import QueryPool, pool_of, window_for
from tests.sample.small_engine import draws


@cache
def made() -> tuple[Simulated, Simulated, QueryPool]:
    """An engine with random pages, one that prefers long ones, and a pool."""
    web = Web.made(4_000, 20_000, seed=1)
    counted = random_part(web, 0.2, seed=4)
    pool = pool_of(web.lexicon(counted), window_for(int(counted.sum()), expected=(2, 40)))
    first = Simulated("random", web, random_part(web, 0.6, seed=2), by_fame(web, seed=5))
    return first, Simulated("long", web, long_part(web, 0.4, seed=3), by_length(web)), pool


def report(plan: DrawPlan, count: int) -> OverlapReport:
    first, second, pool = made()
    sides = [
        EngineSample(
            one.name, tuple(check_draw(d, one, other) for d in draws(one, pool, plan, range(count)))
        )
        for one, other in ((first, second), (second, first))
    ]
    return compare_engines(sides[0], sides[1], pool, plan)


def truth() -> float:
    first, second, _ = made()
    return float(first.held.sum() / second.held.sum())


def lengths_drawn(plan: DrawPlan, count: int) -> list[int]:
    engine, _, pool = made()
    return [
        int(engine.web.lengths[int(page.url)])
        for draw in draws(engine, pool, plan, range(count))
        for page in draw.pages
        if page.weight
    ]


def test_weights_find_the_quotient_that_plain_draws_miss() -> None:
    found = report(DrawPlan(seed=1), 120)
    assert found.corrected is not None
    assert found.sizes is not None
    assert found.corrected.quotient.ratio.value == pytest.approx(truth(), rel=0.1)
    assert found.sizes.quotient.value == pytest.approx(truth(), rel=0.15)
    assert abs(found.plain.quotient.ratio.value / truth() - 1) > 0.1
    assert not found.plain.quotient.ratio.has(truth())


def test_rejection_has_no_bias_for_long_pages() -> None:
    engine, _, _ = made()
    all_lengths = engine.web.lengths[engine.held]
    taken = lengths_drawn(DrawPlan(DrawMethod.REJECTION, seed=1, floor=2), 800)
    plain = lengths_drawn(DrawPlan(DrawMethod.PLAIN, seed=1, picks=1), 800)
    assert len(taken) > 200
    assert ks_2samp(taken, all_lengths).pvalue > 0.05
    assert ks_2samp(plain, all_lengths).pvalue < 1e-6
    assert np.median(plain) > 1.5 * np.median(all_lengths)
