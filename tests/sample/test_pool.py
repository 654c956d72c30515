"""Pools of queries: what can be drawn, and what a text matches."""

from itertools import combinations
from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from auslese.sample.query_pool import FrequencyWindow, QueryPool, pool_of, window_for
from auslese.text.words import words_of

WORDS = st.sampled_from(["apfel", "birne", "dattel", "feige", "kirsche", "mango", "olive"])
TEXTS = st.lists(WORDS, max_size=30).map(" ".join)
EVERYTHING = FrequencyWindow(0, float("inf"))


def drawn_from(source: QueryPool, number: int) -> tuple[str, ...]:
    return source.draw(np.random.default_rng(number))


def test_words_outside_the_window_are_no_queries() -> None:
    lexicon = {"the": 900, "comet": 40, "xylem": 1, "orbit": 5, "planet": 100}
    assert pool_of(lexicon, FrequencyWindow(5, 100)).words == ("comet", "orbit", "planet")


def test_words_that_engines_part_differently_are_left_out() -> None:
    lexicon = dict.fromkeys(["e-mail", "don't", "1984", "x" * 65, "3d", "über", "a b", "Ärger"], 9)
    assert pool_of(lexicon, EVERYTHING).words == ("3d", "ärger", "über")


def test_order_and_case_of_the_lexicon_do_not_matter() -> None:
    first = pool_of([("Comet", 5), ("orbit", 6), ("ion", 7)], EVERYTHING)
    second = pool_of([("ion", 7), ("orbit", 6), ("comet", 5)], EVERYTHING)
    assert first == second
    assert [drawn_from(first, at) for at in range(9)] == [drawn_from(second, at) for at in range(9)]


@given(TEXTS, st.integers(1, 3))
def test_the_degree_counts_the_queries_that_match(text: str, together: int) -> None:
    pool = pool_of(
        dict.fromkeys(["apfel", "birne", "feige", "mango", "quitte"], 1), EVERYTHING, together
    )
    matching = [
        query for query in combinations(pool.words, together) if set(query) <= set(text.split())
    ]
    found = pool.queries_of(text)
    assert found.degree == len(matching)
    assert all(pool.fits(query, found) for query in matching)
    assert sum(pool.fits(query, found) for query in combinations(pool.words, together)) == len(
        matching
    )


def test_a_text_is_read_in_small_letters_by_the_words_of_the_house() -> None:
    pool = pool_of({"comet": 3, "mail": 3, "tail": 3}, EVERYTHING)
    assert pool.queries_of("The COMET's e-mail, tail?").words == ("tail",)
    assert pool.queries_of("Comet. Tail;mail").words == ("comet", "mail", "tail")


def test_accents_match_however_they_are_written() -> None:
    pool = pool_of({"cafe\u0301": 3}, EVERYTHING)
    assert pool.queries_of("CAFÉ").degree == pool.queries_of("cafe\u0301").degree == 1


@pytest.mark.parametrize("together", [1, 2])
def test_queries_are_drawn_alike(together: int) -> None:
    pool = pool_of({f"w{at}x": 1 for at in range(6)}, EVERYTHING, together)
    chance = np.random.default_rng(4)
    count = 200 * pool.size
    drawn = [pool.draw(chance) for _ in range(count)]
    counts = np.array([drawn.count(query) for query in combinations(pool.words, together)])
    assert counts.sum() == count, "each query has one spelling"
    chi_square = ((counts - 200) ** 2 / 200).sum()
    assert chi_square < 3 * pool.size


def test_pairs_of_a_large_lexicon_are_not_written_out() -> None:
    pool = pool_of({f"w{at}x": 9 for at in range(100_000)}, EVERYTHING, 2)
    assert pool.size == comb(100_000, 2)
    first, second = drawn_from(pool, 1)
    assert first < second
    assert pool.queries_of("w1x w2x w3x w4x none").degree == 6


def test_a_pool_with_too_few_words_says_so() -> None:
    with pytest.raises(ValueError, match="fewer words"):
        drawn_from(pool_of({"comet": 5}, EVERYTHING, 2), 1)
    with pytest.raises(ValueError, match="at least one word"):
        pool_of({"comet": 5}, EVERYTHING, 0)


def test_the_window_of_a_conjunction_asks_for_commoner_words() -> None:
    assert window_for(10_000) == FrequencyWindow(5, 100)
    pair = window_for(10_000, 2)
    assert pair.low**2 / 10_000 == pytest.approx(5)
    assert pair.high**2 / 10_000 == pytest.approx(100)
    assert window_for(0, 2).has(5), "an empty collection has a window too"


def test_a_word_is_a_query_of_a_text_once_however_often_it_stands_there() -> None:
    pool = pool_of({"comet": 2, "orbit": 1}, EVERYTHING)
    assert pool.queries_of("Comet comet orbit").words == ("comet", "orbit")


@given(st.text(max_size=300))
def test_any_text_can_be_asked_for_its_queries(text: str) -> None:
    pool = pool_of(dict.fromkeys([*words_of(text), "comet"], 1), EVERYTHING)
    assert set(pool.queries_of(text).words) <= set(pool.words)
    assert set(pool.words) - {"comet"} <= set(pool.queries_of(text).words)
