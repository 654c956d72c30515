import numpy as np

from auslese.analyse.relevance.expert_simulation import SimulationOptions, simulate_expert
from auslese.analyse.relevance.page_choice import ChoiceOptions, ChoiceState
from auslese.records.rating import ChoiceReason

from .planted import features, gold

PLAIN = ChoiceOptions(random_share=0.0, doubt_share=0.0)


def test_a_played_expert_finds_most_relevant_pages_with_few_answers() -> None:
    options = SimulationOptions(PLAIN, first=(0,), until=0.9, batch_share=0.2)

    found = simulate_expert(features(), gold(), ChoiceState(300), options)

    at = found.judged_at(0.9)
    assert at is not None
    assert at <= 60  # of 300; by lot it would be 270
    assert found.curve[-1].found >= 27


def test_nobody_is_asked_about_a_page_twice() -> None:
    options = SimulationOptions(ChoiceOptions(random_share=0.3), most=80, batch_share=0.2)

    found = simulate_expert(features(), gold(), ChoiceState(300), options)

    rows = [answer.row for answer in found.answers]
    assert len(set(rows)) == len(rows)
    assert {answer.why for answer in found.answers} >= {ChoiceReason.RANDOM, ChoiceReason.BEST}


def test_a_planned_slice_comes_first_and_the_certified_rule_is_right() -> None:
    options = SimulationOptions(
        PLAIN, first=(0,), targets=(0.5,), planned=10, most=300, batch_share=0.1
    )

    found = simulate_expert(features(), gold(), ChoiceState(300), options)

    by_lot = [answer for answer in found.answers if answer.why is ChoiceReason.RANDOM]
    assert sum(answer.rating for answer in by_lot) == 10
    assert found.answers[1 : len(by_lot) + 1] == by_lot
    stops = [stop for stop in found.stops if stop.rule == "certified"]
    assert stops
    assert all(stop.recall >= stop.target for stop in stops)


def test_the_same_seed_plays_the_same_expert() -> None:
    options = SimulationOptions(most=40, batch_share=0.2)
    state = ChoiceState(300, clusters=np.arange(300) % 3)

    one, other = (simulate_expert(features(), gold(), state, options) for _ in range(2))

    assert one == other
