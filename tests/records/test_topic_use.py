"""What search does with topics, and which steps of scores a query means."""

import pytest

from auslese.records.query import Field, FieldName, Measure, Not, Or, Phrase, Range, Some, Word
from auslese.records.rating import RatedTopic
from auslese.records.topic_use import (
    STEPS,
    TopicUse,
    fitting_levels,
    score_of,
    topic_conditions,
    topic_use,
    topics_by_key,
    topics_meant,
)


def test_flags_of_a_topic_say_what_becomes_of_its_pages() -> None:
    topics = [
        RatedTopic(1, "plain"),
        RatedTopic(2, "energy", is_ranked=True),
        RatedTopic(3, "manuals", is_ranked=True, is_unwanted=True),
        RatedTopic(4, "canteen", is_unwanted=True),
        RatedTopic(5, "old", is_unwanted=True, is_removed=True),
    ]

    assert topic_use(topics) == TopicUse(("energy",), ("manuals",), ("canteen",))


@pytest.mark.parametrize(
    ("limits", "first", "last"),
    [
        (Range(Measure.TOPIC, low=0.5), 10, 20),
        (Range(Measure.TOPIC, low=0.5, above=True), 11, 20),
        (Range(Measure.TOPIC, high=0.15), 0, 3),
        (Range(Measure.TOPIC, high=0.15, below=True), 0, 2),
        (Range(Measure.TOPIC, 0.34, 0.36), 7, 7),
        (Range(Measure.TOPIC, low=-1, high=7.0), 0, 20),
    ],
)
def test_bounds_are_compared_with_the_scores_of_steps(limits: Range, first: int, last: int) -> None:
    assert fitting_levels(limits) == list(range(first, last + 1))


@pytest.mark.parametrize("level", range(STEPS + 1))
def test_the_score_of_a_step_written_down_means_that_step(level: int) -> None:
    score = float(str(score_of(level)))

    assert fitting_levels(Range(Measure.TOPIC, score, score)) == [level]


def test_topics_are_known_by_their_names_in_any_case() -> None:
    known = topics_by_key(["Straßen", "solar power"])

    assert topics_meant(Field(FieldName.TOPIC, Word("STRASSEN")), known) == ["Straßen"]
    assert topics_meant(Range(Measure.TOPIC, of="Solar  Power"), known) == ["solar power"]
    assert topics_meant(Field(FieldName.TOPIC, Phrase(("solar", "heat"))), known) == []


def test_what_a_query_excludes_is_not_what_it_asks_for() -> None:
    wanted, other = (Field(FieldName.TOPIC, Word(name)) for name in ("a", "b"))
    limits = Range(Measure.TOPIC, low=0.5, of="c")
    tree = Some((Word("x"),), (Or((wanted, limits)), Not(other)))

    assert list(topic_conditions(tree)) == [wanted, limits]
