"""A text becomes the set of its runs of words, whatever stands between them."""

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as some

from auslese.analyse.duplicates import shingles
from auslese.analyse.duplicates.shingles import MOST_SHINGLES, shingle_sets
from auslese.analyse.duplicates.text_likeness import likeness
from tests.analyse.duplicates.plain import plain_shingles, plain_similarity

SPAM = "spam spam spam lovely spam wonderful spam lovely spam"
ODD_LETTERS = "aAbß0_ \t\n.,-'éÉİΣς中文のハคา\u0301\u200d\ud800\U0001f600\U00030000\U000e0041"
ODD_TEXTS = some.text(some.sampled_from(ODD_LETTERS), max_size=60)


def similarity(one: str, other: str, words: int = 2) -> float:
    sets = shingle_sets([one, other], words)
    return likeness(sets.of(0), sets.of(1))


def test_the_spam_of_the_lecture_has_five_shingles_of_two_words() -> None:
    (size,) = shingle_sets([SPAM], 2).sizes

    assert size == 5
    assert plain_shingles(SPAM, 2) == {
        ("spam", "spam"),
        ("spam", "lovely"),
        ("lovely", "spam"),
        ("spam", "wonderful"),
        ("wonderful", "spam"),
    }


@given(some.lists(some.one_of(ODD_TEXTS, some.text(max_size=30)), max_size=12), some.integers(1, 6))
@example(["\U0002ebe1\U0003134b"], 1)  # characters younger than Python's tables
def test_there_are_as_many_shingles_as_plain_sets_have(texts: list[str], words: int) -> None:
    assert shingle_sets(texts, words).sizes.tolist() == [
        len(plain_shingles(text, words)) for text in texts
    ]


@given(ODD_TEXTS, ODD_TEXTS, some.integers(1, 4))
def test_the_likeness_of_two_texts_is_that_of_plain_sets(one: str, other: str, words: int) -> None:
    found = similarity(one, other, words)

    assert found == pytest.approx(plain_similarity(one, other, words))
    assert found == similarity(other, one, words)


@given(some.lists(some.text(max_size=40), max_size=20))
def test_a_text_has_the_same_shingles_alone_and_among_others(texts: list[str]) -> None:
    together = shingle_sets(texts, 3)

    for number, text in enumerate(texts):
        assert np.array_equal(together.of(number), shingle_sets([text], 3).of(0))


def test_texts_of_several_batches_do_not_run_into_each_other(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    texts = [f"one two three {number}" for number in range(500)]
    whole = shingle_sets(texts, 3)
    monkeypatch.setattr(shingles, "BATCH_LETTERS", 100)
    monkeypatch.setattr(shingles, "LEAST_LETTERS", 1)

    assert np.array_equal(shingle_sets(texts, 3).values, whole.values)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Der Wein reift.", "der, WEIN; reift!"),
        ("a  b\tc", "a b\n\nc"),
        ("“Ja” — sagte er", '"Ja" - sagte er'),
    ],
)
def test_case_and_what_stands_between_words_do_not_matter(one: str, other: str) -> None:
    assert similarity(one, other) == 1.0


def test_a_short_text_is_like_itself_and_not_like_the_beginning_of_a_longer_one() -> None:
    assert similarity("one two", "One two!", 5) == 1.0
    assert similarity("one two", "one two three", 5) == 0.0
    assert similarity("one", "one one one one one", 5) == 0.0


@pytest.mark.parametrize("empty", ["", " \n\t", "… — !?", "\x00\x01"])
def test_nothing_is_like_a_text_without_words_not_even_another_one(empty: str) -> None:
    assert similarity(empty, empty) == 0.0
    assert similarity(empty, "a word") == 0.0


def test_chinese_characters_are_words_of_their_own() -> None:
    assert similarity("葡萄酒的成熟", "葡萄酒 的 成熟", 3) == 1.0


def test_of_a_huge_text_a_fair_sample_stays() -> None:
    chance = np.random.default_rng(7)
    words = [f"w{number}" for number in chance.integers(0, 1 << 40, 150_000)]
    changed = [word if place % 100 else f"x{place}" for place, word in enumerate(words)]
    sets = shingle_sets([" ".join(words), " ".join(changed)], 5)

    assert sets.sizes.tolist() == [MOST_SHINGLES, MOST_SHINGLES]
    true = (150_000 - 7_500) / (150_000 + 7_500)
    assert likeness(sets.of(0), sets.of(1)) == pytest.approx(true, abs=0.01)


def test_a_word_of_millions_of_letters_is_no_burden() -> None:
    sets = shingle_sets(["x" * 3_000_000, "x" * 3_000_000 + " y"], 1)

    assert sets.sizes.max() <= 5


def test_bytes_that_are_no_text_make_shingles_like_any_other() -> None:
    noise = bytes(range(256)).decode("latin-1") * 50

    assert similarity(noise, noise, 5) == 1.0
