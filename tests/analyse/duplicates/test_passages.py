"""The explanation of a pair is true to the texts and to their similarity."""

import random
from itertools import pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from auslese.analyse.duplicates.passages import MIRRORED, PassageKind, explain
from auslese.analyse.duplicates.shingles import placed_words, shingle_sets
from auslese.analyse.duplicates.text_likeness import likeness

FOX = "The quick brown fox jumps over the lazy dog and then goes home to sleep in its warm bed."
VIXEN = "The quick red fox jumps over the lazy dog, and then goes HOME to sleep in its bed."

few_words = st.lists(
    st.sampled_from(["a", "b", "c", "d", "e.", "f,", "G", "雨", "\n"]), max_size=40
)
few_word_texts = few_words.map(" ".join)
texts = few_word_texts | st.text(max_size=60)


def shingles_of(text: str, words: int) -> set[int]:
    return set(shingle_sets([text], words).of(0).tolist())


@given(texts, texts)
@example("…", "word")
@example("", "")
@example(" , one", "one , ")
def test_the_passages_put_together_give_both_texts_again(a: str, b: str) -> None:
    passages = explain(a, b).passages

    assert "".join(passage.a_text for passage in passages) == a
    assert "".join(passage.b_text for passage in passages) == b


@given(texts, texts)
def test_seen_from_the_other_side_it_is_the_same_explanation(a: str, b: str) -> None:
    there, back = explain(a, b), explain(b, a)

    assert (back.a_words, back.b_words) == (there.b_words, there.a_words)
    assert (back.similarity, back.shared_words) == (there.similarity, there.shared_words)
    assert [
        (MIRRORED.get(each.kind, each.kind), each.b_text, each.a_text, each.words, each.elsewhere)
        for each in back.passages
    ] == [tuple(each) for each in there.passages]


@given(texts, texts, st.integers(1, 6))
def test_the_similarity_is_the_one_that_pairs_are_found_by(a: str, b: str, words: int) -> None:
    found = explain(a, b, words)
    one, other = (shingle_sets([text], words).of(0) for text in (a, b))

    assert found.similarity == pytest.approx(likeness(one, other))
    assert found.shared_shingles == len(shingles_of(a, words) & shingles_of(b, words))
    assert found.all_shingles == len(shingles_of(a, words) | shingles_of(b, words))


@given(texts, texts)
def test_a_shared_passage_has_the_same_words_on_both_sides(a: str, b: str) -> None:
    found = explain(a, b)

    shared = [each for each in found.passages if each.kind is PassageKind.SHARED]
    for each in shared:
        sides = [placed_words(text).hashes.tolist() for text in (each.a_text, each.b_text)]
        assert sides[0] == sides[1]
        assert len(sides[0]) == each.words
    assert sum(each.words for each in shared) == found.shared_words


@given(few_word_texts)
def test_equal_texts_are_one_shared_passage(text: str) -> None:
    found = explain(text, text)

    assert found.has_same_words
    assert [each.kind for each in found.passages] == [PassageKind.SHARED] * bool(text)


@given(texts, texts)
def test_two_passages_of_one_kind_never_follow_each_other(a: str, b: str) -> None:
    kinds = [each.kind is PassageKind.SHARED for each in explain(a, b).passages]

    assert all(one != other for one, other in pairwise(kinds))


@given(few_words.filter(len), few_words, st.integers(0, 40))
def test_what_was_put_in_comes_out(around: list[str], put_in: list[str], at: int) -> None:
    new = [f"new{number}" for number in range(len(put_in))]
    found = explain(" ".join(around), " ".join(around[:at] + new + around[at:]))

    assert found.b_words - found.a_words == len(new)
    assert found.shared_words == found.a_words


def test_what_differs_is_told_word_by_word() -> None:
    found = explain(FOX, VIXEN)

    told = [(str(each.kind), each.a_text.strip(), each.b_text.strip()) for each in found.passages]
    assert told == [
        ("shared", "The quick", "The quick"),
        ("changed", "brown", "red"),
        (
            "shared",
            "fox jumps over the lazy dog and then goes home to sleep in its",
            "fox jumps over the lazy dog, and then goes HOME to sleep in its",
        ),
        ("only_a", "warm", ""),
        ("shared", "bed.", "bed."),
    ]


def test_a_passage_that_was_moved_is_told_to_stand_elsewhere() -> None:
    moved = "this sentence of eight words was moved here "
    rest = " ".join(f"w{number}" for number in range(20))

    found = explain(moved + rest, f"{rest} {moved}")

    apart = [each for each in found.passages if each.kind is not PassageKind.SHARED]
    assert [(each.words, each.elsewhere) for each in apart] == [(8, 8), (8, 8)]


def test_shreds_of_two_words_do_not_tear_a_changed_sentence() -> None:
    found = explain("begin one of a two of b three end", "begin four of a five of b six end")

    assert [str(each.kind) for each in found.passages] == ["shared", "changed", "shared"]


# -- texts made to take all time: of several MB, and all words with all would take days ------------

MANY = 250_000
NUMBERS = [f"w{number}" for number in range(MANY)]


def shuffled(words: list[str]) -> list[str]:
    mixed = words[:]
    random.Random(1).shuffle(mixed)
    return mixed


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("spam " * 1_000_000, "spam " * 400_000 + "egg " + "spam " * 500_000),
        (" ".join(NUMBERS), " ".join(f"x{word}" for word in NUMBERS)),
        (" ".join(NUMBERS), " ".join(shuffled(NUMBERS))),
        (" ".join(NUMBERS), " ".join(w if n % 4 else f"x{n}" for n, w in enumerate(NUMBERS))),
        ("a" * 5_000_000, "a" * 5_000_001),
        ("雨" * 1_500_000, "雪雨" * 750_000),
    ],
    ids=["one word", "nothing in common", "all mixed up", "every fourth", "one long", "no blanks"],
)
def test_huge_texts_are_explained_in_time_and_whole(a: str, b: str) -> None:
    found = explain(a, b)

    assert "".join(passage.a_text for passage in found.passages) == a
    assert "".join(passage.b_text for passage in found.passages) == b
