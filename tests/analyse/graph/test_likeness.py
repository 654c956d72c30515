"""Pages are like an answer by its telling words, not by those that stand everywhere."""

from collections import Counter
from collections.abc import Sequence
from math import log, sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from auslese.analyse.graph.page_likeness import (
    MOST_WORDS,
    QUESTION_WORDS,
    gather_page_words,
    page_likeness,
    word_numbers,
)

WORDS = ["Orgel", "Kirche", "Bau", "Hund", "und", "die"]


def likeness_of(texts: Sequence[str], is_root: Sequence[bool]) -> NDArray[np.float64]:
    """The likeness of each text to those that are the answer."""
    pages = gather_page_words(len(texts), [(range(len(texts)), texts)])
    return page_likeness(pages, np.array(is_root, bool))


def test_a_page_about_the_same_is_more_like_the_answer() -> None:
    texts = ["die Orgel der Kirche", "der Bau der Orgel", "die Kirche", "der Hund und die Katze"]

    answer, near, nearer, far = likeness_of(texts, [True, False, False, False])

    assert answer > near > far
    assert nearer > far


def test_no_words_are_like_nothing() -> None:
    assert likeness_of(["", "Orgel", "!?"], [False, True, False]).tolist()[::2] == [0, 0]
    assert likeness_of(["Orgel"], [False]).tolist() == [0]
    assert likeness_of([], []).tolist() == []


@given(st.lists(st.tuples(st.text(), st.booleans()), max_size=8))
def test_likeness_is_from_nought_to_one_whatever_the_texts(pages: list[tuple[str, bool]]) -> None:
    found = likeness_of([text for text, _ in pages], [root for _, root in pages])

    assert all(0 <= each <= 1 + 1e-9 for each in found)


def plain_likeness(texts: list[list[str]], is_root: list[bool]) -> list[float]:
    """The same by the book, word by word."""
    on_pages = Counter(word for text in texts for word in set(text))
    root = Counter(
        word for text, is_one in zip(texts, is_root, strict=True) for word in text * is_one
    )

    def weights(uses: Counter[str]) -> dict[str, float]:
        return {
            word: (1 + log(times)) * log(1 + len(texts) / on_pages[word])
            for word, times in uses.items()
        }

    question = weights(root)
    assert len(question) <= QUESTION_WORDS
    found = []
    for text in texts:
        own = weights(Counter(text))
        common = sum(weight * question.get(word, 0.0) for word, weight in own.items())
        lengths = sqrt(sum(w**2 for w in own.values())) * sqrt(sum(w**2 for w in question.values()))
        found.append(common / lengths if common else 0.0)
    return found


@given(st.lists(st.tuples(st.lists(st.sampled_from(WORDS), max_size=9), st.booleans())))
def test_numbers_in_place_of_words_give_the_same_likeness(
    pages: list[tuple[list[str], bool]],
) -> None:
    texts, is_root = [text for text, _ in pages], [root for _, root in pages]

    found = likeness_of([" ".join(text) for text in texts], is_root)

    assert found.tolist() == pytest.approx(plain_likeness(texts, is_root))


def test_only_the_first_words_of_a_text_count_however_long_it_is() -> None:
    long = " ".join(f"w{number}" for number in range(MOST_WORDS)) + " Orgel" * 100_000

    assert len(word_numbers(long)) == MOST_WORDS
    assert likeness_of([long, "Orgel"], [False, True])[0] == 0
    assert len(word_numbers("x" * 10_000_000)) == 1


def test_a_page_has_the_words_of_all_its_texts_and_can_be_asked_alone() -> None:
    words = gather_page_words(4, [([2, 0], ["Orgel", "Hund"]), ([2], ["Kirche"])])

    assert sorted(words.of(np.array([2])).words) == sorted(word_numbers("Kirche Orgel"))
    assert words.of(np.array([0, 1])).starts.tolist() == [0, 1, 1]
    alike = page_likeness(words.of(np.array([0, 2])), np.array([False, True]))
    assert alike.tolist() == pytest.approx([0, 1])
