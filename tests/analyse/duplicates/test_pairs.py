"""All pairs that are alike are found, none that is not, and each is told with its true number."""

import random
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as some

from auslese.analyse.duplicates import alike_pairs as pairs
from auslese.analyse.duplicates.alike_pairs import alike_pairs
from auslese.analyse.duplicates.text_likeness import Pairs, ShinglesOf, verified
from tests.analyse.duplicates.plain import plain_similarity, sketched

Found = dict[tuple[int, int], float]
FEW_WORDS = some.lists(some.sampled_from("abc"), max_size=8).map(" ".join)


def found_in(texts: list[str], words: int, threshold: float) -> Found:
    told = list(alike_pairs(sketched(texts, words, threshold), threshold))
    assert told == sorted(told)
    assert all(one < other for one, other, _ in told)
    return {(one, other): similarity for one, other, similarity in told}


def true_pairs(texts: list[str], words: int, threshold: float) -> Found:
    return {
        (one, other): similarity
        for one, other in combinations(range(len(texts)), 2)
        if (similarity := plain_similarity(texts[one], texts[other], words)) >= threshold
    }


@given(some.lists(FEW_WORDS, max_size=10))
def test_what_is_found_is_true_and_equal_texts_are_always_found(texts: list[str]) -> None:
    found, true = found_in(texts, 2, 0.5), true_pairs(texts, 2, 0.5)

    assert found == {pair: pytest.approx(true[pair]) for pair in found}
    assert {pair for pair, similarity in true.items() if similarity == 1.0} <= found.keys()


@given(some.lists(FEW_WORDS, max_size=8), some.randoms(use_true_random=False))
def test_the_pairs_do_not_depend_on_the_order_of_texts(
    texts: list[str], chance: random.Random
) -> None:
    order = list(range(len(texts)))
    chance.shuffle(order)
    shuffled = found_in([texts[number] for number in order], 2, 0.5)

    again = {tuple(sorted((order[a], order[b]))): value for (a, b), value in shuffled.items()}
    assert again == found_in(texts, 2, 0.5)


def changed(words: list[str], number: int, chance: random.Random) -> list[str]:
    places = set(chance.sample(range(len(words)), number))
    return [f"new{place}" if place in places else word for place, word in enumerate(words)]


def test_nearly_all_pairs_above_the_threshold_are_found() -> None:
    chance = random.Random(4)
    texts = []
    for number in range(300):
        words = [f"w{chance.randrange(10**9)}" for _ in range(200)]
        texts += [" ".join(words), " ".join(changed(words, number % 12, chance))]
    true = {
        pair: similarity
        for number in range(300)
        if (pair := (2 * number, 2 * number + 1))
        and (similarity := plain_similarity(texts[pair[0]], texts[pair[1]], 5)) >= 0.8
    }

    found = found_in(texts, 5, 0.8)

    assert found.keys() <= true.keys()
    assert len(found) >= 0.98 * len(true)
    assert len(true) > 100


def test_texts_with_the_same_words_are_compared_once_and_told_in_all_pairs(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    compared: list[int] = []

    def noting(looked: ShinglesOf, some: Pairs, threshold: float) -> object:
        compared.append(len(some))
        return verified(looked, some, threshold)

    monkeypatch.setattr(pairs, "verified", noting)
    one = " ".join(f"w{number}" for number in range(100))
    texts = [one] * 60 + [f"{one} more"] * 40

    found = found_in(texts, 5, 0.8)

    assert len(found) == 100 * 99 // 2
    assert found[0, 59] == found[60, 99] == 1.0
    assert found[0, 60] == pytest.approx(96 / 97)
    assert sum(compared) == 1


def test_candidates_come_in_portions_and_once_each(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pairs, "AT_ONCE", 7)
    words = [f"w{number}" for number in range(100)]
    texts = [" ".join([*words, str(number)]) for number in range(30)]
    ready = sketched(texts, 5, 0.8)

    seen = [
        tuple(pair)
        for some in pairs._candidates(ready.keys, np.arange(30))
        for pair in some.tolist()
    ]

    assert len(seen) == len(set(seen)) == 30 * 29 // 2
    assert found_in(texts, 5, 0.8) == true_pairs(texts, 5, 0.8)


def test_no_texts_have_no_pairs() -> None:
    assert found_in([], 5, 0.8) == {}
    assert found_in(["", ""], 5, 0.8) == {}
