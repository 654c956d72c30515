"""German compounds: a list made by hand, a small dictionary, and what must stay whole."""

from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from auslese.analyse.language.recogniser import SHIPPED, shipped_recogniser
from auslese.analyse.language.word_frequency import frequencies_in
from auslese.text.compounds import split_compounds

CASES = Path(__file__).with_name("cases") / "compounds.tsv"
KNOWN = "haus boot bund kanzler amt arbeit platz jahr bericht kinder garten spiel gabe heit schaft"
LINK_LETTERS = 2


def small(words: Sequence[str]) -> list[float]:
    return [5.0 if word in KNOWN.split() else 0.0 for word in words]


@pytest.mark.parametrize(
    ("word", "parts"),
    [
        ("Hausboot", "haus boot"),
        ("bundeskanzleramt", "bund kanzler amt"),
        ("Arbeitsplatz", "arbeit platz"),
        ("jahresbericht", "jahr bericht"),
        ("kindergarten", "kinder garten"),
        ("beispiel", "beispiel"),
        ("aufgabe", "aufgabe"),
        ("freiheit", "freiheit"),
        ("amtschaft", "amtschaft"),
        ("haus", "haus"),
        ("", ""),
    ],
)
def test_parts_stand_without_what_links_them(word: str, parts: str) -> None:
    assert list(split_compounds([word], small)) == [parts.split() or [""]]


def test_a_word_more_frequent_than_its_parts_stays_whole() -> None:
    def told(words: Sequence[str]) -> list[float]:
        return [6.0 if word == "hausboot" else each for word, each in zip(words, small(words))]  # noqa: B905 of one length

    assert list(split_compounds(["hausboot"], told)) == [["hausboot"]]


@pytest.mark.skipif(not SHIPPED.is_dir(), reason="the shipped model is not there")
def test_compounds_of_the_list_are_split_and_others_stay_whole() -> None:
    lines = [line for line in CASES.read_text("utf-8").splitlines() if not line.startswith("#")]
    gold = {word: parts.split() for word, _, parts in (line.partition("\t") for line in lines)}
    found = dict(
        zip(
            gold,
            split_compounds(gold, frequencies_in(shipped_recogniser().model, "de")),
            strict=True,
        )
    )

    compounds = [word for word in gold if gold[word]]
    whole = [word for word in gold if not gold[word]]
    right = [word for word in compounds if agree(found[word], gold[word])]
    split = [word for word in gold if len(found[word]) > 1]
    assert len(compounds) >= 100
    assert len(whole) >= 100
    assert [word for word in whole if found[word] != [word]] == []
    assert len(right) >= 0.97 * len(split)
    assert len(right) >= 0.92 * len(compounds)


@pytest.mark.skipif(not SHIPPED.is_dir(), reason="the shipped model is not there")
@pytest.mark.parametrize(
    ("word", "parts"),
    [
        ("Redaktion", "redaktion"),
        ("Chefredaktion", "chef redaktion"),
        ("vereinbarten", "vereinbarten"),
        ("Freitagabend", "freitag abend"),
        ("dieselben", "dieselben"),
        ("Konsumenten", "konsumenten"),
        ("beinhaltet", "beinhaltet"),
    ],
)
def test_what_only_looks_like_a_compound_stays_whole(word: str, parts: str) -> None:
    frequencies = frequencies_in(shipped_recogniser().model, "de")

    assert list(split_compounds([word], frequencies)) == [parts.split()]


def agree(parts: list[str], gold: list[str]) -> bool:
    """Whether a word is cut at the same places, whatever is taken for a linking element."""
    return len(parts) == len(gold) and all(
        (mine.startswith(its) or its.startswith(mine)) and abs(len(mine) - len(its)) <= LINK_LETTERS
        for mine, its in zip(parts, gold, strict=True)
    )


@given(st.lists(st.text(max_size=60), max_size=20))
def test_any_text_is_split_into_its_own_letters_in_order(words: list[str]) -> None:
    found = list(split_compounds(words, lambda asked: [4.5] * len(asked)))

    assert len(found) == len(words)
    for word, parts in zip(words, found, strict=True):
        place = 0
        for part in parts:
            place = word.lower().index(part, place) + len(part)
