"""Ready-made topics are told by their words."""

import numpy as np
import pytest

from auslese.recipes.relevance.ready_topics import ready_topic, ready_topics, word_scores
from auslese.records.errors import NotFoundError

MENU = "Speiseplan der Mensa: Montag Schnitzel mit Pommes, dazu Salat und Suppe; Dessert: Eis."
ESSAY = "The glacier moves slowly. Its ice is old, and snow falls on it every winter."


def test_a_menu_is_told_from_an_essay_by_four_different_words() -> None:
    topic = ready_topic("canteen")
    found = np.array([topic.distinct_words(text.lower()) for text in (MENU, ESSAY)])
    scores = word_scores(found)
    assert scores[0] > 0.9
    assert scores[1] < 0.1
    assert word_scores(np.array([4]))[0] == 0.5


def test_a_word_counts_once_and_where_it_begins() -> None:
    topic = ready_topic("canteen")
    assert topic.distinct_words("salat salat salate") == 1
    assert topic.distinct_words("kopfsalat") == 0


@pytest.mark.parametrize("name", ready_topics())
def test_every_one_has_names_and_criteria_in_two_languages(name: str) -> None:
    topic = ready_topic(name)
    assert topic.topic("de").name != topic.topic("en").name
    assert topic.topic("de").criteria != topic.topic("en").criteria
    assert topic.topic().is_unwanted
    assert topic.topic().is_ranked  # else its pages would be left out
    assert all(word == word.lower() for word in topic.words)
    assert len(set(topic.words)) == len(topic.words)


def test_one_that_there_is_not_is_said_with_those_that_there_are() -> None:
    with pytest.raises(NotFoundError, match="canteen"):
        ready_topic("moon")
