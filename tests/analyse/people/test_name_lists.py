"""The shipped lists tell names from words."""

from pathlib import Path

import numpy as np
import pytest

from auslese.analyse.people.name_lists import (
    NOTHING,
    SHIPPED,
    NameColumns,
    NameLists,
    shipped_names,
)


def test_first_and_last_names_of_many_countries_are_known() -> None:
    """Names of Germany, England, Turkey, Poland, Denmark, Russia and China."""
    names = shipped_names()
    assert all(names.first(word) for word in ("Peter", "Jane", "Ayşe", "Søren", "Иван", "Björn"))
    assert all(names.last(word) for word in ("Müller", "Smith", "Yılmaz", "Kowalski", "Wang"))


def test_the_case_of_letters_and_their_composition_make_no_difference() -> None:
    """MÜLLER, müller and a u with a combining mark are one entry."""
    names = shipped_names()
    forms = ("Müller", "MÜLLER", "müller", "Mu\u0308ller")
    assert len({names.last(form) for form in forms}) == 1


def test_names_without_their_accents_are_known_and_rarer() -> None:
    """As pages write them in addresses."""
    names = shipped_names()
    assert 0 < names.last("Mueller") < names.last("Müller")


@pytest.mark.parametrize("word", ["Institut", "Professor", "Wednesday", "Universität", "House"])
def test_ordinary_words_are_no_names_though_they_are_capitalised(word: str) -> None:
    """They are in no list and have no share of names."""
    found = shipped_names().evidence(word)
    assert found.share < 0.1
    assert found.capital > 3


def test_words_that_are_names_too_have_a_share_between() -> None:
    """Will is seldom a name, Ahmed nearly always."""
    names = shipped_names()
    assert names.share("Will") < 0.3 < 0.7 < names.share("Ahmed")


def test_places_are_told() -> None:
    """Berlin is a place, Armbruster none."""
    names = shipped_names()
    assert names.evidence("Berlin").place
    assert not names.evidence("Armbruster").place


def test_words_that_join_names_stand_in_the_middle() -> None:
    """von does, und does not: it joins two names."""
    names = shipped_names()
    assert names.middle("von")
    assert names.middle("VAN")
    assert not names.middle("und")


@pytest.mark.parametrize("word", ["", "x" * 100_000, "\ud800", "\u202e", "<b>", "\u0308"])
def test_hostile_words_are_unknown(word: str) -> None:
    """No word of any kind breaks the look-up."""
    assert shipped_names().evidence(word) == NOTHING


def test_lists_are_read_as_they_were_written(tmp_path: Path) -> None:
    """A file holds all columns."""
    columns = NameColumns(
        np.array([1, 5], np.uint32), *(np.array([at, 9], np.uint8) for at in range(6))
    )
    columns.save(tmp_path / "lists.npz")
    again = NameColumns.load(tmp_path / "lists.npz")
    assert len(NameLists(again)) == 2
    assert again.place.tolist() == [5, 9]


def test_what_ships_is_small() -> None:
    """Lists and tagger together have at most five million bytes."""
    assert sum(path.stat().st_size for path in SHIPPED.iterdir()) <= 5_000_000
