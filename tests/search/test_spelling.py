"""A suggestion is a word of the collection that was probably meant."""

import random
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from auslese.search.query.query_parser import parse
from auslese.search.query.understood import query_text
from auslese.search.spelling.delete_keys import hash_of, hashes_of, ids_under, keys_of
from auslese.search.spelling.edit_distance import TOO_FAR, edits_between
from auslese.search.spelling.spelling import LONGEST, SpellingIndex, bare_form
from auslese.search.spelling.suggestion import QuerySpeller, suggest_query

WORDS = {
    "haus": 900,
    "häuser": 400,
    "boot": 500,
    "hausboot": 200,
    "komponist": 150,
    "komponisten": 120,
    "straße": 300,
    "library": 250,
    "mathematik": 90,
    "rotes": 80,
    "rutes": 3,
    "seltsam": 1,
    "universität": 600,
    "1990": 50,
}
LETTERS = st.text("abcäß", min_size=0, max_size=9)


@pytest.fixture(scope="module")
def spelling() -> SpellingIndex:
    return SpellingIndex.learn(list(WORDS), list(WORDS.values()))


def test_words(spelling: SpellingIndex) -> None:
    assert spelling.frequency("Haus") == 900
    assert spelling.frequency("strasse") == 300
    assert spelling.frequency("unbekannt") == 0


@pytest.mark.parametrize(
    ("typed", "meant", "edits"),
    [
        ("komponst", "komponist", 1),
        ("kompnoist", "komponist", 1),
        ("komponiste", "komponist", 1),
        ("Mathemattik", "mathematik", 1),
        ("matematk", "mathematik", 2),
        ("libary", "library", 1),
        ("universitet", "universität", 1),
        ("universitaett", "universität", 1),
        ("haeusr", "häuser", 1),
        ("strase", "straße", 1),
        ("strasse", "straße", 0),
        ("qibrary", "library", 1),
    ],
)
def test_an_unknown_word_is_corrected(
    spelling: SpellingIndex, typed: str, meant: str, edits: int
) -> None:
    found = spelling.correction(typed)

    assert found is not None
    assert found.words == (meant,)
    assert found.edits == edits
    assert found.frequency == WORDS[meant]


@pytest.mark.parametrize(
    "typed",
    [
        "haus",  # known
        "Häuser",
        "rutes",  # known, and the frequent neighbour is not that much more frequent
        "xylophon",  # unlike everything
        "seltsan",  # its neighbour is in one document only
        "hx",  # too short
        "1991",  # a number
        "x" * 41,
        "",
        "日本語文字",
        "\ud800abc",
    ],
)
def test_other_words_are_left_alone(spelling: SpellingIndex, typed: str) -> None:
    assert spelling.correction(typed) is None


def test_words_written_together_are_parted_and_halves_are_joined(spelling: SpellingIndex) -> None:
    parted = spelling.correction("hausstraße")
    joined = spelling.joined("kompo", "nist")

    assert parted is not None
    assert parted.words == ("haus", "straße")
    assert joined is not None
    assert joined.words == ("komponist",)


def test_two_frequent_words_are_not_joined(spelling: SpellingIndex) -> None:
    assert spelling.joined("haus", "boot") is None


def test_a_word_whose_half_the_collection_does_not_know_is_joined() -> None:
    spelling = SpellingIndex.learn(["hausboot", "haus"], [200, 900])

    joined = spelling.joined("haus", "boot")

    assert joined is not None
    assert joined.words == ("hausboot",)


def test_a_first_letter_stays_if_it_can() -> None:
    spelling = SpellingIndex.learn(["nase", "hase", "hose"], [40, 30, 29])

    assert spelling.correction("hsae") == (("hase",), 30, 1)
    assert spelling.correction("hsse") == (("hase",), 30, 1)
    assert spelling.correction("zase") == (("nase",), 40, 1)


def test_of_words_as_near_the_most_frequent_is_suggested() -> None:
    spelling = SpellingIndex.learn(["kanne", "kante", "kanten"], [30, 400, 90])

    assert spelling.correction("kanbe") == (("kante",), 400, 1)


def test_what_was_learnt_can_be_kept_in_files(spelling: SpellingIndex, tmp_path: Path) -> None:
    for name, array in spelling.arrays().items():
        np.save(tmp_path / f"{name}.npy", array)
    kept = {path.stem: np.load(path, mmap_mode="r") for path in tmp_path.iterdir()}

    again = SpellingIndex.from_arrays(kept)

    assert again.correction("komponst") == spelling.correction("komponst") is not None


@pytest.mark.parametrize("words", [[], [""], ["x" * (LONGEST + 1)]])
def test_a_collection_without_words_has_no_suggestions(words: list[str]) -> None:
    spelling = SpellingIndex.learn(words, [5] * len(words))

    assert spelling.correction("haus") is None
    assert spelling.joined("haus", "boot") is None
    assert spelling.frequency("haus") == 0


@given(st.lists(st.text(max_size=50), max_size=8), st.text(max_size=50), st.text(max_size=50))
def test_any_words_can_be_learnt_and_asked(words: list[str], left: str, right: str) -> None:
    spelling = SpellingIndex.learn(words, [7] * len(words))

    found = [spelling.correction(left), spelling.joined(left, right)]
    known = {word.encode("utf-8", "replace").decode() for word in words}
    assert all(word in known for one in found if one for word in one.words)


# -- how far, and under which keys -----------------------------------------------------------------


def edits_by_the_book(left: str, right: str) -> int:
    """The whole table, as Damerau's edits are defined."""
    table = {(i, -1): i + 1 for i in range(-1, len(left))}
    table |= {(-1, j): j + 1 for j in range(-1, len(right))}
    for i, a in enumerate(left):
        for j, b in enumerate(right):
            ways = [table[i - 1, j] + 1, table[i, j - 1] + 1, table[i - 1, j - 1] + (a != b)]
            if i and j and a == right[j - 1] and left[i - 1] == b:
                ways.append(table[i - 2, j - 2] + 1)
            table[i, j] = min(ways)
    return table[len(left) - 1, len(right) - 1]


@given(LETTERS, LETTERS)
def test_edits_are_counted_as_the_book_does(left: str, right: str) -> None:
    assert edits_between(left, right) == min(TOO_FAR, edits_by_the_book(left, right))


@given(st.lists(LETTERS.filter(bool), min_size=1, max_size=30), LETTERS.filter(bool))
def test_every_word_that_is_near_is_found_under_its_keys(words: list[str], asked: str) -> None:
    keys = keys_of(words)

    for edits in (1, 2):
        found = set(ids_under(keys, asked, edits).tolist())
        near = {at for at, word in enumerate(words) if edits_between(word, asked) <= edits}
        assert near <= found


@given(st.lists(st.text(min_size=1, max_size=LONGEST), min_size=1, max_size=5))
def test_one_word_has_the_number_it_has_among_many(words: list[str]) -> None:
    assert hashes_of(words, LONGEST).tolist() == [hash_of(word, LONGEST) for word in words]


@pytest.mark.parametrize(
    ("word", "bare"),
    [("Häuser", "haeuser"), ("STRASSE", "strasse"), ("Straße", "strasse"), ("Été", "ete")],
)
def test_what_costs_nothing_is_not_in_the_bare_form(word: str, bare: str) -> None:
    assert bare_form(word) == bare


@given(st.text(max_size=20))
def test_a_bare_form_is_its_own(word: str) -> None:
    assert bare_form(bare_form(word)) == bare_form(word)


def test_most_errors_drawn_by_lot_are_mended() -> None:
    lot = random.Random(5)
    words = sorted({"".join(lot.choices(_SYLLABLES, k=3)) for _ in range(300)})
    spelling = SpellingIndex.learn(words, [lot.randint(5, 500) for _ in words])
    errors = [(word[:3] + word[4:], word) for word in words]
    asked = [(error, word) for error, word in errors if spelling.frequency(error) == 0]

    right = sum(spelling.correction(error) is not None for error, _ in asked)
    mended = sum(_meant(spelling, error) == (word,) for error, word in asked)
    assert right == len(asked) > 200
    assert mended > 0.8 * len(asked)


_SYLLABLES: Sequence[str] = ["ban", "der", "fil", "gom", "hul", "kas", "len", "mir", "not", "put"]


def _meant(spelling: SpellingIndex, error: str) -> tuple[str, ...]:
    found = spelling.correction(error)
    return found.words if found else ()


# -- whole queries ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "better"),
    [
        ("komponst haus", "komponist haus"),
        ("kompo nist haus", "komponist haus"),
        ("hausstraße", '"haus straße"'),
        ("rotes hausstraße", "rotes haus straße"),
        ('"rotes bot"', '"rotes boot"'),
        ('"kompo nist"', "komponist"),
        ("title:libary AND haus", "title:library AND haus"),
        ("(libary OR haus) -boot", "(library OR haus) AND NOT boot"),
        ("libary NEAR/3 haus", "library NEAR/3 haus"),
        ("+libary haus", "haus +library"),
    ],
)
def test_a_query_is_suggested(spelling: SpellingIndex, typed: str, better: str) -> None:
    found = suggest_query(parse(typed).tree, QuerySpeller(spelling, lambda word: 0))

    assert found is not None
    assert query_text(found) == better
    assert parse(better).tree == found


@pytest.mark.parametrize(
    "typed", ["", "haus boot", "=libary", "libar*", "haus -libary", "site:libary", "depth<3", "???"]
)
def test_nothing_is_suggested_for_what_is_right_or_meant_so(
    spelling: SpellingIndex, typed: str
) -> None:
    assert suggest_query(parse(typed).tree, QuerySpeller(spelling, lambda word: 0)) is None


@pytest.mark.parametrize("typed", ["komponst haus", "kompo nist", "title:libary", '"rotes bot"'])
def test_a_word_that_pages_have_in_some_form_is_no_error(
    spelling: SpellingIndex, typed: str
) -> None:
    assert suggest_query(parse(typed).tree, QuerySpeller(spelling, lambda word: 20)) is None


def test_no_stop_word_is_meant_by_another_word() -> None:
    spelling = SpellingIndex.learn(["und", "hund", "start"], [900, 40, 30])

    corrected = spelling.correction("uund", frozenset({"und"}))

    assert spelling.correction("uund") is not None
    assert corrected is not None
    assert corrected.words == ("hund",)


def test_a_usual_word_is_not_corrected_though_no_page_has_it() -> None:
    spelling = SpellingIndex.learn(["start"], [300])
    usual = QuerySpeller(spelling, lambda _word: 0, lambda word: word == "heart")

    assert suggest_query(parse("heart").tree, usual) is None
    assert suggest_query(parse("starrt").tree, usual) is not None
    assert suggest_query(parse("star.t").tree, usual) is None
