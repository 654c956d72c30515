"""Groups of an answer: no hit is lost, labels tell them apart, and the order of hits is nothing."""

import random

from hypothesis import given
from hypothesis import strategies as st

from auslese.analyse.topics.answer_groups import MOST_GROUPS, AnswerGroups, answer_groups
from auslese.analyse.topics.phrases import TextToLabel
from tests.analyse.topics.told import told_texts

WORDS = st.sampled_from(["Mozart", "red", "wine", "snow", "of", "the", "ship", "opera", "Wien"])
HIT = st.builds(
    TextToLabel,
    st.lists(WORDS, max_size=3).map(" ".join),
    st.lists(WORDS, max_size=12).map(" ".join),
    st.sampled_from(["en", "de", ""]),
)
ANY_HIT = st.builds(TextToLabel, st.text(max_size=30), st.text(max_size=60), st.just("en"))


def held_by(
    hits: list[TextToLabel], found: AnswerGroups
) -> set[tuple[str, tuple[TextToLabel, ...]]]:
    """Groups by the hits themselves, not by their places."""
    groups = {(each.label, tuple(sorted(hits[hit] for hit in each.hits))) for each in found.groups}
    return groups | {("", tuple(sorted(hits[hit] for hit in found.other)))}


def test_hits_on_several_topics_come_apart_and_are_called_by_them() -> None:
    texts, topics, telling = told_texts(10)

    found = answer_groups(texts)

    for group in found.groups:
        held = [topics[hit] for hit in group.hits]
        topic = max(held, key=held.count)
        assert held.count(topic) >= 0.6 * len(held)
        assert any(word.split()[0].lower() in group.label.lower() for word in telling[topic])
    assert len(found.other) < 0.3 * len(texts)


def test_a_hit_may_be_in_several_groups() -> None:
    wine = [TextToLabel("", f"red wine {n} cellar grapes barrel", "en") for n in "abcdef"]
    snow = [TextToLabel("", f"white snow {n} winter glacier skiing", "en") for n in "abcdef"]
    both = TextToLabel("", "red wine cellar grapes barrel white snow winter glacier skiing", "en")

    found = answer_groups([*wine, *snow, both])

    assert sum(12 in group.hits for group in found.groups) == 2


def test_few_hits_need_no_groups() -> None:
    hits = [TextToLabel("", "red wine", "en")] * 3

    assert answer_groups(hits) == AnswerGroups([], [0, 1, 2])
    assert answer_groups([]) == AnswerGroups([], [])


def test_what_all_hits_have_in_common_is_no_label_of_a_group() -> None:
    texts, _, _ = told_texts(8)
    hits = [text._replace(text=f"Mozart: {text.text}") for text in texts]

    assert all("Mozart" not in group.label for group in answer_groups(hits).groups)


@given(st.lists(HIT, max_size=16), st.lists(WORDS, max_size=2))
def test_every_hit_is_in_a_group_or_in_other(hits: list[TextToLabel], query: list[str]) -> None:
    found = answer_groups(hits, query)

    grouped = {hit for group in found.groups for hit in group.hits}
    assert grouped.isdisjoint(found.other)
    assert sorted(grouped | set(found.other)) == list(range(len(hits)))
    assert len(found.groups) <= MOST_GROUPS
    assert all(len(group.hits) > 1 for group in found.groups)


@given(st.lists(HIT, max_size=16), st.lists(WORDS, max_size=2))
def test_labels_differ_and_none_is_made_of_words_of_the_query_only(
    hits: list[TextToLabel], query: list[str]
) -> None:
    labels = [group.label.lower() for group in answer_groups(hits, query).groups]

    assert all(labels)
    assert len(set(labels)) == len(labels)
    asked = {word.lower() for word in query}
    parts = [set(part.split()) for label in labels for part in label.split(", ")]
    assert not any(part <= asked for part in parts)


@given(st.lists(HIT, max_size=16), st.integers(0, 1000))
def test_the_order_of_hits_does_not_change_the_groups(hits: list[TextToLabel], seed: int) -> None:
    shuffled = hits.copy()
    random.Random(seed).shuffle(shuffled)

    assert held_by(hits, answer_groups(hits)) == held_by(shuffled, answer_groups(shuffled))


@given(st.lists(ANY_HIT, max_size=12), st.lists(st.text(max_size=8), max_size=2))
def test_no_hit_is_too_strange(hits: list[TextToLabel], query: list[str]) -> None:
    assert answer_groups(hits, query) == answer_groups(hits, query)
