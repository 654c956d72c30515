"""May the crawl stop?"""

import numpy as np

from auslese.analyse.focus.learning.harvest_stop import HarvestReason, harvest_advice


def harvest(rates: list[float], window: int = 200, seed: int = 1) -> list[float]:
    rng = np.random.default_rng(seed)
    return [float(rng.random() < rate) for rate in rates for _ in range(window)]


def test_a_crawl_that_still_finds_goes_on() -> None:
    advice = harvest_advice(harvest([0.5, 0.4, 0.5, 0.45]), window=200)

    assert not advice.may_stop
    assert advice.reason is HarvestReason.STILL_FINDING


def test_a_crawl_whose_harvest_has_faded_may_stop() -> None:
    advice = harvest_advice(harvest([0.5, 0.3, 0.1, 0.0]), window=200)

    assert advice.may_stop
    assert advice.reason is HarvestReason.FADED
    assert advice.rate is not None
    assert advice.rate.high < 0.1 * advice.best
    assert advice.further is not None
    assert advice.further < 50


def test_a_poor_window_alone_is_no_certainty() -> None:
    rewards = harvest([0.1, 0.1, 0.1]) + [0.0] * 199 + [1.0]

    assert harvest_advice(rewards, window=200).reason is HarvestReason.NOT_CERTAIN_YET


def test_few_pages_and_a_subject_that_was_not_found_yet_say_so() -> None:
    assert harvest_advice([1.0] * 100, window=200).reason is HarvestReason.TOO_FEW_PAGES
    assert harvest_advice([0.0] * 1000, window=200).reason is HarvestReason.TOO_FEW_HITS


def test_what_is_left_is_the_sum_of_a_falling_harvest() -> None:
    windows = [0.64, 0.32, 0.16, 0.08]
    advice = harvest_advice([rate for rate in windows for _ in range(200)], window=200)

    assert advice.further is not None
    assert abs(advice.further - 16) < 0.5  # 8 + 4 + 2 + … of windows of 200 pages


def test_a_harvest_that_grows_has_no_end_in_sight() -> None:
    assert harvest_advice(harvest([0.1, 0.2, 0.3, 0.4]), window=200).further is None


def test_the_first_pages_count_though_they_fill_no_window_from_the_end() -> None:
    advice = harvest_advice([1.0] * 150 + [0.0] * 50 + harvest([0.02] * 3, 210), window=200)

    assert advice.best >= 0.75
    assert advice.may_stop
