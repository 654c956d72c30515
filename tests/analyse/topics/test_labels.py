"""Labels: what many texts of a cluster have and the others do not, whole, and told once."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from auslese.analyse.topics.cluster_labels import (
    LABEL_WORDS,
    MOST_MEMBERS,
    MOST_WORDS,
    labels_of,
    same_beginning,
    sample_of,
)
from auslese.analyse.topics.phrases import TextToLabel
from tests.analyse.topics.told import told_texts

GATE = 0.9  # the share of clusters whose label has a telling word of its topic; 1.0 is reached


def in_english(*texts: str) -> list[TextToLabel]:
    return [TextToLabel("", text, "en") for text in texts]


def test_labels_of_ten_topics_in_two_languages_have_their_telling_words() -> None:
    texts, topics, telling = told_texts(30)

    labels = labels_of(texts, np.array(topics), len(telling))

    right = [
        any(word.split()[0].lower() in label.label.lower() for word in words)
        for label, words in zip(labels, telling, strict=True)
    ]
    assert np.mean(right) >= GATE


def test_even_if_a_fifth_of_the_texts_is_in_the_wrong_cluster() -> None:
    texts, topics, telling = told_texts(30)
    chance = np.random.default_rng(1)
    astray = chance.random(len(topics)) < 0.2
    clusters = np.where(astray, chance.integers(0, len(telling), len(topics)), topics)

    labels = labels_of(texts, clusters, len(telling))

    right = [
        any(word.split()[0].lower() in label.label.lower() for word in words)
        for label, words in zip(labels, telling, strict=True)
    ]
    assert np.mean(right) >= GATE


def test_a_name_of_two_words_is_told_whole() -> None:
    texts = [TextToLabel("", f"Die Deutsche Bahn fährt {n}", "de") for n in "abcde"]
    texts += [TextToLabel("", f"Der Wein ist rot {n}", "de") for n in "abcde"]

    rail, _ = labels_of(texts, np.repeat([0, 1], 5), 2)

    assert "Deutsche Bahn" in rail.label
    assert "Deutsche" not in rail.words
    assert "Bahn" not in rail.words


def test_no_label_says_a_thing_twice() -> None:
    texts = [TextToLabel("", f"Komponist {n} Komponistin {n} Komponisten", "de") for n in "abcde"]
    texts += [TextToLabel("", f"Wein {n}", "de") for n in "abcde"]

    music, _ = labels_of(texts, np.repeat([0, 1], 5), 2)

    assert len(music.words) == 1


def test_forms_of_a_word_begin_alike_and_other_words_do_not() -> None:
    assert same_beginning("komponist", "komponistin")
    assert not same_beginning("haus", "maus")
    assert not same_beginning("car", "cart")


def test_two_clusters_never_have_the_same_label() -> None:
    texts = in_english(*["red wine"] * 4, *["white snow"] * 4, *["red wine"] * 4)
    texts = [text._replace(text=f"{text.text}\n{n}") for n, text in enumerate(texts)]

    labels = [each.label for each in labels_of(texts, np.repeat([0, 1, 2], 4), 3)]

    assert all(labels)
    assert len(set(labels)) == 3


def test_a_cluster_without_texts_or_words_has_an_empty_label() -> None:
    labels = labels_of(in_english("red wine 1", "red wine 2", "", "!"), np.array([0, 0, 2, 2]), 4)

    assert [bool(each.label) for each in labels] == [True, False, False, False]


def test_no_texts_have_no_labels() -> None:
    assert labels_of([], np.empty(0, np.int64), 0) == []


def test_the_texts_nearest_to_the_centre_are_read_and_not_too_many() -> None:
    clusters = np.repeat([0, 1], 3 * MOST_MEMBERS)
    closeness = np.tile(np.arange(3.0 * MOST_MEMBERS), 2)

    places = sample_of(clusters, closeness)

    assert len(places) == 2 * MOST_MEMBERS
    assert closeness[places].min() == 2 * MOST_MEMBERS


WORDS = st.sampled_from(["red", "wine", "white", "snow", "of", "the", "ship", "Deutsche", "Bahn"])
TEXT = st.builds(
    TextToLabel,
    st.lists(WORDS, max_size=3).map(" ".join),
    st.lists(WORDS, max_size=12).map(" ".join),
    st.sampled_from(["en", "de", ""]),
)


@given(st.lists(st.tuples(TEXT, st.integers(0, 3)), max_size=14))
def test_labels_differ_are_short_and_come_out_the_same_again(
    rows: list[tuple[TextToLabel, int]],
) -> None:
    texts, clusters = [text for text, _ in rows], np.array([place for _, place in rows], np.int64)

    labels = labels_of(texts, clusters, 4)

    said = [each.label.casefold() for each in labels if each.label]
    assert len(set(said)) == len(said)
    assert all(len(each.words) <= MOST_WORDS for each in labels)
    assert all(len(each.label.split()) <= LABEL_WORDS + 5 for each in labels)
    assert labels == labels_of(texts, clusters, 4)
