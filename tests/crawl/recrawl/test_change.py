"""Rates of change are learnt from few visits at odd times, and from the pages of the same host."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from auslese.crawl.recrawl.change_rate import (
    DAY,
    RATES,
    Floats,
    Numbers,
    ObservedChanges,
    host_weights,
    prospects,
    start_weights,
)

NOBODY = np.zeros(0, dtype=np.int64)


def observed(*pages: tuple[float, float, float]) -> ObservedChanges:
    """Pages as (changes, quiet days, moved days)."""
    columns = np.array(pages, dtype=np.float32).reshape(-1, 3)
    return ObservedChanges(columns[:, 0], columns[:, 1] * DAY, columns[:, 2] * DAY)


def nothing_seen(hosts: int = 1) -> Floats:
    return host_weights(observed(), NOBODY, hosts)


def same_host(pages: int) -> Numbers:
    return np.zeros(pages, dtype=np.int64)


def days(*numbers: float) -> Floats:
    return np.array(numbers, dtype=np.float32) * np.float32(DAY)


def simulated(rates: Floats, visits: int, dice: np.random.Generator) -> ObservedChanges:
    """Pages with these rates, visited at odd times."""
    changes, quiet, moved = np.zeros((3, len(rates)), dtype=np.float32)
    for _ in range(visits):
        apart = dice.uniform(0.2, 3.0, len(rates)) * DAY
        changed = dice.random(len(rates)) < -np.expm1(-rates * apart)
        changes += changed
        quiet += np.where(changed, 0, apart)
        moved += np.where(changed, apart, 0)
    return ObservedChanges(changes, quiet, moved)


def test_before_anything_is_known_half_of_all_pages_change_within_some_fifty_days() -> None:
    worth = prospects(observed((0, 0, 0), (0, 0, 0)), nothing_seen(), same_host(2), days(1, 50))

    assert worth.chances[0] == pytest.approx(0.2, abs=0.06)
    assert worth.chances[1] == pytest.approx(0.5, abs=0.1)
    assert start_weights().sum() == pytest.approx(1)


def test_probabilities_are_right_on_average_for_pages_with_rates_of_their_own() -> None:
    """Of the pages that are said to have changed with probability p, a share of p has."""
    dice = np.random.default_rng(1)
    rates = np.exp(dice.normal(np.log(1 / (5 * DAY)), 1.5, 40_000)).astype(np.float32)
    seen = simulated(rates, 4, dice)
    hosts = same_host(len(rates))

    chances = prospects(
        seen, host_weights(seen, hosts, 1), hosts, days(*[2.0] * len(rates))
    ).chances

    changed = dice.random(len(rates)) < -np.expm1(-rates * 2 * DAY)
    for low in np.arange(0, 0.8, 0.2):
        band = (chances >= low) & (chances < low + 0.2)
        assert np.count_nonzero(band) > 500
        assert changed[band].mean() == pytest.approx(chances[band].mean(), abs=0.04)


def test_a_page_that_always_changed_is_nearly_sure_to_have_changed_again() -> None:
    seen = observed((10, 0, 10), (0, 10, 0))

    chances = prospects(seen, nothing_seen(), same_host(2), days(1, 1)).chances

    assert chances[0] > 0.9
    assert chances[1] < 0.1


def test_an_unvisited_page_is_judged_by_its_host() -> None:
    busy, quiet, unknown = 0, 1, 2
    seen = observed(*[(5, 0, 5)] * 50, *[(0, 50, 0)] * 50)
    hosts = np.repeat([busy, quiet], 50)

    weights = host_weights(seen, hosts, 3)
    fresh = observed(*[(0, 0, 0)] * 3)
    chances = prospects(fresh, weights, np.array([busy, quiet, unknown]), days(1, 1, 1)).chances

    assert chances[busy] > 0.7
    assert chances[quiet] < 0.1
    assert chances[quiet] < chances[unknown] < chances[busy]


def test_what_is_old_again_at_once_is_worth_less_than_what_stays() -> None:
    hourly, weekly = (24, 0, 24 / 24), (4, 0, 28)

    worth = prospects(observed(hourly, weekly), nothing_seen(), same_host(2), days(14, 14))

    assert worth.chances[0] > worth.chances[1]
    assert worth.gains[0] < worth.gains[1]


@given(
    st.lists(
        st.tuples(
            st.integers(0, 10_000),
            st.floats(0, 1e5, width=32),
            st.floats(0, 1e5, width=32),
            st.floats(0, 1e5, width=32),
        ),
        min_size=1,
        max_size=20,
    )
)
def test_whatever_was_seen_a_chance_is_a_probability(
    pages: list[tuple[int, float, float, float]],
) -> None:
    seen = observed(*[page[:3] for page in pages])
    hosts = same_host(len(pages))

    worth = prospects(seen, host_weights(seen, hosts, 1), hosts, days(*[page[3] for page in pages]))

    for values in worth:
        assert np.all((values >= 0) & (values <= 1 + 1e-5))


def test_the_chance_grows_with_the_time_since_the_last_visit() -> None:
    seen = observed(*[(1, 3, 4)] * 6)

    chances = prospects(seen, nothing_seen(), same_host(6), days(0, 1, 2, 10, 100, 1000)).chances

    assert np.all(np.diff(chances) > 0)
    assert np.all(np.diff(RATES) < 0)
