"""Stems by every method: Nitsche's worked examples, and what happens where a method fails."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from auslese.text.shared_ngrams import MOST_COMPARED, dice, groups_of, ngrams
from auslese.text.stemming import (
    LEARNING_METHODS,
    SNOWBALL,
    StemmingData,
    StemmingMethod,
    stemming,
    stems,
)
from auslese.text.successor_variety import CutRule, StemPart, SuccessorVarieties

# The list with which Frakes (1992) explains Hafer and Weiss; Nitsche shows the same numbers.
FRAKES = [
    "able",
    "ape",
    "beatable",
    "fixable",
    "read",
    "readable",
    "reading",
    "reads",
    "red",
    "rope",
    "ripe",
]
WORDS = st.lists(st.text(st.characters(codec="utf-8"), max_size=80), max_size=60)


def test_porter_stems_as_nitsche_shows() -> None:
    pairs = {
        "caresses": "caress",
        "ponies": "poni",
        "cats": "cat",
        "feed": "feed",
        "plastered": "plaster",
        "bled": "bled",
        "motoring": "motor",
        "sing": "sing",
        "hopping": "hop",
        "falling": "fall",
        "filing": "file",
        "happy": "happi",
        "sky": "sky",
        "revival": "reviv",
        "allowance": "allow",
        "inference": "infer",
        "adjustable": "adjust",
        "adjustment": "adjust",
        "adoption": "adopt",
        "communism": "commun",
        "effective": "effect",
        "bowdlerize": "bowdler",
        "cease": "ceas",
        "roll": "roll",
    }

    assert dict(zip(pairs, stems(list(pairs), "porter"), strict=True)) == pairs


def test_porter_errs_as_nitsche_warns() -> None:
    organ, organization = stems(["organ", "organization"], "porter")

    assert organ == organization


def test_forms_of_german_words_have_one_stem() -> None:
    assert len(set(stems(["datenbank", "datenbanken"], "DE"))) == 1
    assert len(set(stems(["häuser", "hauses"], "de"))) == 1


@pytest.mark.parametrize("language", SNOWBALL)
def test_every_language_that_is_offered_has_rules(language: str) -> None:
    ready = stemming(StemmingMethod.SNOWBALL, language)

    assert ready.method is StemmingMethod.SNOWBALL
    assert ready.stems(["a", ""]) == [ready.stems(["a"])[0], ""]


@pytest.mark.parametrize("language", ["tlh", "zh", ""])
def test_a_language_without_rules_falls_back_to_no_stems_and_says_so(language: str) -> None:
    ready = stemming(StemmingMethod.SNOWBALL, language)

    assert ready.method is StemmingMethod.NONE
    assert "no stems" in ready.note
    assert ready.stems(["words"]) == ["words"]


def test_the_successor_variety_of_readable_is_that_of_the_book() -> None:
    learnt = SuccessorVarieties.learnt(FRAKES)

    assert [learnt.variety("readable"[:end]) for end in range(1, 9)] == [3, 2, 1, 3, 1, 1, 1, 1]
    assert SuccessorVarieties.learnt(["able", "axle", "accident", "ape", "about"]).variety("a") == 4
    assert (
        SuccessorVarieties.learnt(["able", "axle", "accident", "ape", "about"]).variety("ap") == 1
    )


@pytest.mark.parametrize(
    ("cut", "parts"),
    [
        (CutRule.CUTOFF, ["r", "e", "ad", "able"]),
        (CutRule.PEAK, ["read", "able"]),
        (CutRule.WORD, ["read", "able"]),
        (CutRule.BOTH, ["read", "able"]),
    ],
)
def test_readable_is_cut_by_each_rule(cut: CutRule, parts: list[str]) -> None:
    assert SuccessorVarieties.learnt(FRAKES).parts("readable", cut, cutoff=2) == parts


def test_twelve_words_make_the_first_part_a_stem_for_nitsche() -> None:
    readers = [
        f"read{ending}"
        for ending in ["able", "ers", "ing", "s", "y", "ily", "iness", "out", "er", "up", "ier"]
    ]
    eleven, twelve = (
        SuccessorVarieties.learnt(readers),
        SuccessorVarieties.learnt([*readers, "read"]),
    )

    assert eleven.beginning_with("read") == 11
    assert twelve.stem("readable", CutRule.PEAK, StemPart.NITSCHE) == "read"
    assert eleven.stem("readable", CutRule.PEAK, StemPart.NITSCHE) == "able"
    assert eleven.stem("readable", CutRule.PEAK, StemPart.HAFER_WEISS) == "read"


def test_statistics_and_statistical_are_alike_by_four_fifths() -> None:
    assert dice(ngrams("statistics"), ngrams("statistical")) == pytest.approx(0.8)
    assert groups_of(["statistics", "statistical", "stamp"]) == {"statistical": "statistics"}


def test_a_table_gives_its_stems_and_leaves_other_words() -> None:
    table = {"engineering": "engineer", "engineered": "engineer"}

    found = stems(["engineering", "engine"], "", StemmingMethod.TABLE, StemmingData(table=table))

    assert found == ["engineer", "engine"]


@given(WORDS, st.sampled_from(list(StemmingMethod)), st.sampled_from(["de", "en", "ar", ""]))
def test_any_words_get_a_stem_each_and_the_same_again(
    words: list[str], method: StemmingMethod, language: str
) -> None:
    found = stems(words, language, method, StemmingData(words=words))

    assert len(found) == len(words)
    assert found == stems(words, language, method, StemmingData(words=reversed(words)))
    assert all(bool(stem) == bool(word) for stem, word in zip(found, words, strict=True))


@given(WORDS)
def test_varieties_are_those_that_counting_letters_gives(words: list[str]) -> None:
    short = {word for word in words if len(word) <= 64}
    learnt = SuccessorVarieties.learnt(words)
    for word in short:
        for end in range(1, len(word) + 1):
            piece = word[:end]
            letters = {each[end] for each in short if each.startswith(piece) and len(each) > end}
            assert learnt.variety(piece) == max(len(letters), 1)


@pytest.mark.parametrize("method", sorted(LEARNING_METHODS))
def test_words_made_to_be_compared_with_each_other_cost_no_more_than_others(
    method: StemmingMethod,
) -> None:
    hostile = [f"{'a' * 40}{number:06}" for number in range(20 * MOST_COMPARED)]

    found = stems(hostile, "", method, StemmingData(words=hostile))

    assert len(found) == len(hostile)
