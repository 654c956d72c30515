"""Weights are tried on queries that nothing was learnt from, whatever search answers them."""

from collections.abc import Mapping, Sequence
from dataclasses import fields

import pytest

from auslese.records.answer import SearchQuery
from auslese.search.answer.rated_pages import BadRatingError
from auslese.search.answer.weight_validation import TrainedWeights, WeightTrainer
from auslese.search.answer.weights import SignalWeights

QUERIES = {f"q{number}": f"word{number}" for number in range(12)}
START = SignalWeights(**{each.name: 0.0 for each in fields(SignalWeights)} | {"text": 1.0})


class TwoPages:
    """A search that knows two pages: one with the word in its text, one in its title, too."""

    GROUNDS: Mapping[str, Mapping[str, float]] = {
        "plain page": {"text": 2.0},
        "titled page": {"text": 1.0, "title": 4.0},
    }

    def __init__(self) -> None:
        self.weights = START
        self.asked: list[str] = []

    def weigh(self, weights: SignalWeights) -> None:
        self.weights = weights

    def parts(self, question: SearchQuery) -> Sequence[tuple[str, Mapping[str, float]]]:
        found = {
            page: {name: value * getattr(self.weights, name) for name, value in grounds.items()}
            for page, grounds in self.GROUNDS.items()
        }
        return sorted(found.items(), key=lambda page: -sum(page[1].values()))

    def ranking(self, question: SearchQuery) -> Sequence[tuple[str, float]]:
        self.asked.append(question.text)
        return [(page, sum(parts.values())) for page, parts in self.parts(question)]


def learnt(good: str) -> TrainedWeights:
    ratings = {name: {good: 1.0} for name in QUERIES}
    return WeightTrainer(TwoPages(), START, QUERIES, ratings).learn()


def test_a_ground_that_people_reward_gets_a_weight_and_the_gain_is_told() -> None:
    trained = learnt("titled_page")

    assert trained.queries == len(QUERIES)
    assert trained.weights.title > START.title
    assert trained.changed["title"] == (START.title, trained.weights.title)
    assert trained.before < trained.after == 1.0
    assert 0 < trained.low <= trained.gain <= trained.high


def test_weights_that_are_right_already_stay() -> None:
    trained = learnt("plain_page")

    assert (trained.before, trained.after, trained.gain) == (1.0, 1.0, 0.0)
    assert trained.changed == {}


def test_every_query_is_answered_before_and_after_and_no_more() -> None:
    search = TwoPages()
    ratings = {name: {"titled_page": 1.0} for name in QUERIES}
    WeightTrainer(search, START, QUERIES, ratings).learn()

    assert sorted(search.asked) == sorted([*QUERIES.values(), *QUERIES.values()])


def test_ratings_of_pages_that_no_query_finds_are_refused() -> None:
    with pytest.raises(BadRatingError, match="no rated page is among those found"):
        learnt("another_page")
