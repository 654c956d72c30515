"""The language model: as published, whole in every context, the same from a folder or ARPA."""

from collections import Counter
from itertools import pairwise
from math import log2
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from auslese.analyse.focus.arpa_files import UnfitArpaError, read_arpa, write_arpa
from auslese.analyse.focus.focus_tokens import focus_sentences, focus_tokens
from auslese.analyse.focus.kneser_ney import (
    FALLBACK,
    DiscountNote,
    DiscountReason,
    UnknownWords,
    discounts_of,
)
from auslese.analyse.focus.ngram_model import (
    NgramModel,
    NgramOptions,
    train_ngrams,
    train_on_texts,
)
from auslese.analyse.focus.ngram_table import ABSENT, ngram_table, row_keys, rows_of
from auslese.analyse.focus.word_stream import BEGIN, END, UNKNOWN
from auslese.records.errors import AusleseError, NotFoundError
from auslese.system.array_folder import map_arrays, note_of, write_arrays

WORDS = ["cat", "mat", "sat", "the", "on"]
SENTENCES = st.lists(st.lists(st.sampled_from(WORDS), max_size=7), max_size=12)
CORPUS = [
    line.split()
    for line in (
        "the cat sat on the mat",
        "the dog sat on the log",
        "a cat and a dog",
        "the cat ran",
        "a dog ran on the mat",
        "cats sit on mats",
        "the cat sat down",
    )
]


def chances_behind(model: NgramModel, context: list[int]) -> dict[int, float]:
    """The probability of every word behind a context."""
    every = [number for number in range(len(model.words)) if number != BEGIN]
    words = np.array([each for last in every for each in (*context, last)], np.int32)
    is_begin = np.arange(len(words)) % (len(context) + 1) == 0
    found = model.chances(words, is_begin)[len(context) :: len(context) + 1]
    return dict(zip(every, np.power(10.0, found.astype(float)).tolist(), strict=True))


@settings(max_examples=40, deadline=None)
@given(
    SENTENCES,
    st.integers(1, 5),
    st.sampled_from(UnknownWords),
    st.lists(st.sampled_from([*WORDS, "zebra"]), max_size=5),
    st.booleans(),
)
def test_the_probabilities_of_all_words_are_one_together_in_any_context(
    sentences: list[list[str]],
    order: int,
    unknown: UnknownWords,
    context: list[str],
    from_the_beginning: bool,
) -> None:
    model = train_ngrams(sentences, NgramOptions(order, unknown))
    numbers = [model.words.get(word, UNKNOWN) for word in context]
    before = [BEGIN, *numbers] if from_the_beginning else numbers
    assert sum(chances_behind(model, before).values()) == pytest.approx(1.0, abs=2e-6)


def test_bigrams_are_those_of_the_published_formulas() -> None:
    """Counted and reckoned here once more, word by word, from Chen and Goodman (1998)."""
    model = train_ngrams(CORPUS, NgramOptions(2))
    pairs = Counter(pair for words in CORPUS for pair in pairwise(["<s>", *words, "</s>"]))
    before = Counter(second for _, second in pairs)
    vocabulary = [word for word in model.words if word != "<s>"]

    def discount(counts: Counter[str] | Counter[tuple[str, str]], count: int) -> float:
        of = Counter(counts.values())
        share = of[1] / (of[1] + 2 * of[2])
        at = min(count, 3)
        return at - (at + 1) * share * of[at + 1] / of[at] if at else 0.0

    def word_chance(word: str) -> float:
        total = sum(before.values())
        left = sum(discount(before, count) for count in before.values()) / total
        own = before[word] - discount(before, before[word])
        return own / total + left / len(vocabulary)

    def chance(first: str, second: str) -> float:
        following = {pair: count for pair, count in pairs.items() if pair[0] == first}
        total = sum(following.values())
        left = sum(discount(pairs, count) for count in following.values()) / total
        count = pairs[first, second]
        return (count - discount(pairs, count)) / total + left * word_chance(second)

    assert model.notes == ()
    for first in ("<s>", "the", "dog"):
        found = chances_behind(model, [model.words[first]])
        for second in vocabulary:
            expected = chance(first, second)
            assert found[model.words[second]] == pytest.approx(expected, rel=1e-5)


def test_longer_rows_begin_with_plain_counts_and_lean_on_continuations() -> None:
    """`francisco` is frequent and stands behind one word alone: Kneser and Ney's own example."""
    sentences = [["san", "francisco"]] * 20 + [[word, "glasses"] for word in WORDS]
    model = train_ngrams(sentences, NgramOptions(3))
    unseen = chances_behind(model, [UNKNOWN])
    assert unseen[model.words["glasses"]] > 2 * unseen[model.words["francisco"]]
    seen = chances_behind(model, [BEGIN, model.words["san"]])
    assert seen[model.words["francisco"]] > 0.9


def test_perplexity_is_two_to_the_entropy_over_words_and_ends() -> None:
    model = train_ngrams(CORPUS)
    words = [BEGIN, *(model.words[word] for word in ("the", "cat", "ran")), END]
    is_begin = np.arange(5) == 0
    chances = np.power(10.0, model.chances(np.array(words, np.int32), is_begin)[1:])
    entropy = -sum(map(log2, chances.tolist())) / 4
    assert model.perplexities(["The cat ran."])[0] == pytest.approx(2**entropy, rel=1e-6)


def test_many_texts_in_one_call_are_as_each_alone_and_those_without_words_are_infinite() -> None:
    model = train_ngrams(CORPUS)
    texts = ["The cat sat. A dog ran!\nOn the mat", "", "12 ... 3", "zebra", "the cat 7 ran", ""]
    together = model.perplexities(texts)
    assert together.tolist() == [model.perplexities([text])[0] for text in texts]
    assert np.isinf(together).tolist() == [False, True, True, False, False, True]
    assert model.perplexities([]).tolist() == []


def test_a_fragment_expects_neither_beginning_nor_end() -> None:
    model = train_ngrams(CORPUS)
    alone = chances_behind(model, [])[model.words["mat"]]
    found = model.perplexities(["Mat.", "", "the. mat"], fragments=True)
    assert found[0] == pytest.approx(1 / alone, rel=1e-5)
    assert found[1] == np.inf
    assert found[2] == model.perplexities(["the mat"], fragments=True)[0]


def test_unknown_words_have_a_chance_unless_the_vocabulary_is_closed() -> None:
    closed = train_ngrams(CORPUS, NgramOptions(unknown=UnknownWords.CLOSED))
    texts = ["the cat ran", "zebra", "zebra the cat ran"]
    known, nothing, _ = closed.perplexities(texts, fragments=True)
    assert nothing == np.inf
    assert np.isfinite(train_ngrams(CORPUS).perplexities(texts)).all()
    escaped = train_ngrams(CORPUS, NgramOptions(1, UnknownWords.WITTEN_BELL))
    counts = Counter(word for words in CORPUS for word in (*words, "</s>"))
    share = len(counts) / (counts.total() + len(counts))
    assert chances_behind(escaped, [])[UNKNOWN] == pytest.approx(share, rel=1e-5)
    assert known > 1


def test_poor_texts_get_the_discounts_of_the_fallback_and_a_note() -> None:
    one = train_ngrams([["a", "b"]], NgramOptions(5))
    assert one.notes == (
        *(DiscountNote(order, DiscountReason.NO_COUNT) for order in (1, 2, 3, 4)),
        DiscountNote(5, DiscountReason.NO_ROWS),
    )
    nothing = train_ngrams([], NgramOptions(2))
    assert {note.reason for note in nothing.notes} == {DiscountReason.NO_ROWS}
    assert nothing.perplexities(["cat"])[0] == pytest.approx(2.0)
    odd = discounts_of(np.array([1] * 9 + [2] + [3] * 9 + [4], np.uint32))
    assert odd.fallback is DiscountReason.OUT_OF_RANGE
    assert odd.amounts == FALLBACK


def test_short_sentences_can_be_left_out() -> None:
    model = train_on_texts(["The cat. The dog sat on the log."], NgramOptions(2, least_words=5))
    assert chances_behind(model, [])[model.words["cat"]] == pytest.approx(
        chances_behind(model, [])[UNKNOWN]
    )
    assert model.perplexities(["the dog"])[0] < model.perplexities(["the cat"])[0]


def test_marks_among_the_words_are_unknown_words() -> None:
    model = train_ngrams([["a", "</s>", "<s>", "b"]], NgramOptions(2))
    assert sum(chances_behind(model, [model.words["a"]]).values()) == pytest.approx(1, abs=1e-6)
    assert chances_behind(model, [model.words["a"]])[UNKNOWN] > 0.2


def test_an_order_that_there_is_not_is_refused() -> None:
    with pytest.raises(ValueError, match="1 to 5"):
        train_ngrams(CORPUS, NgramOptions(6))


def test_a_model_from_a_folder_is_the_same(tmp_path: Path) -> None:
    model = train_ngrams(CORPUS)
    model.save(tmp_path / "model")
    again = NgramModel.open(tmp_path / "model")
    texts = ["the cat sat on the mat", "zebra crossing", "größe"]
    assert again.perplexities(texts).tolist() == model.perplexities(texts).tolist()
    assert (again.discounts, again.unknown) == (model.discounts, model.unknown)


def test_no_model_and_one_of_another_version_are_told(tmp_path: Path) -> None:
    with pytest.raises(NotFoundError):
        NgramModel.open(tmp_path)
    train_ngrams(CORPUS).save(tmp_path / "old")
    note = note_of(tmp_path / "old") | {"format": 0}
    write_arrays(tmp_path / "old", map_arrays(tmp_path / "old"), note)
    with pytest.raises(AusleseError, match="another version"):
        NgramModel.open(tmp_path / "old")


@pytest.mark.parametrize("unknown", UnknownWords)
def test_arpa_out_and_in_is_the_same_model(tmp_path: Path, unknown: UnknownWords) -> None:
    model = train_ngrams(CORPUS, NgramOptions(4, unknown))
    write_arpa(model, tmp_path / "model.arpa")
    again = read_arpa(tmp_path / "model.arpa")
    texts = ["the cat sat on the mat", "zebra the dog", "the log ran"]
    assert again.perplexities(texts) == pytest.approx(model.perplexities(texts), rel=1e-5)
    assert again.order == 4


ARPA = """
\\data\\
ngram 1=3
ngram 2=1

\\1-grams:
-1.0\t<UNK>
-0.5\t</s>
-99\t<s>\t-0.25
-0.3\tcat\t-0.1

\\2-grams:
-0.2\t<s> cat

\\end\\
"""


def test_an_arpa_file_of_another_program_is_read(tmp_path: Path) -> None:
    (tmp_path / "a.arpa").write_text(ARPA, "utf-8")
    model = read_arpa(tmp_path / "a.arpa")
    assert model.perplexities(["cat"])[0] == pytest.approx(10 ** ((0.2 + 0.1 + 0.5) / 2))
    assert model.perplexities(["dog"])[0] == pytest.approx(10 ** ((0.25 + 1.0 + 0.5) / 2))


@pytest.mark.parametrize(
    ("before", "after", "why"),
    [
        ("\\1-grams:", "\\7-grams:", "orders 1 to 5"),
        ("<s> cat", "<s> dog", "no word of it"),
        ("-0.2\t<s> cat", "-0.2\t<s>", "line 13"),
        ("-0.2\t<s> cat", "nan\t<s> cat", "line 13"),
        ("-0.2\t<s> cat", "-0.2\t<s> cat\n-0.2\t<s> cat", "row twice"),
        ("-0.5\t</s>", "-0.5\t</s>\n-0.5\t</s>", "word twice"),
        ("\\1-grams:", "", "orders 1 to 5"),
    ],
)
def test_a_damaged_arpa_file_is_told(tmp_path: Path, before: str, after: str, why: str) -> None:
    (tmp_path / "a.arpa").write_text(ARPA.replace(before, after), "utf-8")
    with pytest.raises(UnfitArpaError, match=why):
        read_arpa(tmp_path / "a.arpa")


def test_rows_are_found_by_their_keys_and_keys_can_be_undone() -> None:
    numbers = np.random.default_rng(7)
    contexts, words = numbers.integers(0, 1 << 31, 50_000), numbers.integers(0, 1 << 24, 50_000)
    keys = row_keys(contexts, words)
    assert [each.tolist() for each in rows_of(keys)] == [contexts.tolist(), words.tolist()]
    table = ngram_table(np.unique(keys[::2]))
    found = table.find(keys)
    assert (table.keys[found[::2]] == keys[::2]).all()
    assert (found[1::2] == ABSENT).all()
    assert (ngram_table(np.empty(0, np.uint64)).find(keys[:3]) == ABSENT).all()


def test_texts_are_read_as_the_seed_reads_them() -> None:
    text = "Old & grey: a Cat of 17 years, 3.5 kg :) – HOW lovely!"
    assert " ".join(focus_tokens(text)) == "old grey a cat of years kg how lovely"
    assert focus_tokens("Don't e-mail 3D 12-15 ½ x² 1990s „Größe“ → −") == [
        "don't", "e-mail", "3d", "x²", "1990s", "größe",
    ]  # fmt: skip
    assert focus_tokens("Кошка, 12 кошек\u00ad!") == ["кошка", "кошек"]


def test_sentences_end_at_marks_and_lines() -> None:
    text = 'One cat. "Two cats!" Three\n\nfour... 5.\nsix。七。'
    assert [" ".join(words) for words in focus_sentences(text)] == [
        "one cat", "two cats", "three", "four", "six", "七",
    ]  # fmt: skip
