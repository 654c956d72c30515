"""What is said of a focused crawl: still finding, faded, drifting; in both languages."""

import numpy as np
import pytest

from auslese.recipes.focus.focus_outlook import on_topic, outlook_of
from auslese.wording.coded_sentence import in_language

NO_SCORES = np.empty(0)


def hits(*shares: float) -> np.ndarray:
    """A window of 500 pages for each share, in which so many are on the topic."""
    counts = [round(500 * share) for share in shares]
    return np.concatenate([np.repeat([True, False], [many, 500 - many]) for many in counts])


def test_a_harvest_that_has_faded_may_stop_and_says_so_in_both_languages() -> None:
    found = outlook_of(hits(0.5, 0.6, 0.3, 0.01), NO_SCORES)

    assert (found["may_stop"], found["reason"], found["share"]) == (True, "faded", 0.01)
    (words,) = found["words"]
    assert words == (
        "the last 500 pages brought 1.0% on the topic, the best 60%: the crawl may stop"
    )
    assert "darf aufhören" in in_language(words, "de")


@pytest.mark.parametrize(
    ("shares", "reason", "words"),
    [
        ((0.4,), "too-few-pages", "500 pages judged so far"),
        ((0.0, 0.0, 0.01), "too-few-on-subject", "hardly any of 1,500 pages"),
        ((0.4, 0.4, 0.3), "still-finding", "going on is worth it"),
        ((0.4, 0.4, 0.036), "not-certain-yet", "may be chance"),
    ],
)
def test_what_has_not_faded_goes_on(shares: tuple[float, ...], reason: str, words: str) -> None:
    found = outlook_of(hits(*shares), NO_SCORES)

    assert (found["may_stop"], found["reason"]) == (False, reason)
    assert words in found["words"][0]


@pytest.mark.parametrize(
    ("factor", "state", "words"),
    [
        (3.0, "worse", "drift from the topic"),
        (0.3, "better", "come nearer"),
        (1.0, "steady", ""),
    ],
)
def test_a_drift_is_told_beside_it(factor: float, state: str, words: str) -> None:
    rng = np.random.default_rng(1)
    before, recent = rng.lognormal(5, 0.3, 5000), factor * rng.lognormal(5, 0.3, 500)

    found = outlook_of(hits(0.4, 0.4, 0.4), np.concatenate([before, recent]))

    assert found["drift"] == state
    assert (words in "".join(found["words"][1:])) if words else (len(found["words"]) == 1)


def test_a_crawl_whose_pages_have_no_worth_says_nothing() -> None:
    assert outlook_of(np.empty(0, bool), np.ones(9)) == {}


def test_an_expert_asks_for_more_than_words_that_speak_for_the_topic() -> None:
    rewards = np.array([0.05, 0.3, 0.6])

    assert on_topic(rewards, "links 1a2b").tolist() == [False, True, True]
    assert on_topic(rewards, "learned 1a2b topic:Bees").tolist() == [False, False, True]
