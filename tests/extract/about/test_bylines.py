"""Names out of bylines."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from auslese.extract.about.bylines import (
    LONGEST_BYLINE,
    is_login,
    logins_in,
    may_be_byline,
    names_of,
    people_in,
    surname_last,
)


@pytest.mark.parametrize(
    ("field", "names"),
    [
        ("Ada Example", ["Ada Example"]),
        ("By Ada Example", ["Ada Example"]),
        ("Von Ada Example und Bert Beispiel", ["Ada Example", "Bert Beispiel"]),
        ("Ada Example; Bert Beispiel, Cem Muster", ["Ada Example", "Bert Beispiel", "Cem Muster"]),
        ("Ada Example, Senior Editor", ["Ada Example"]),
        ("Ada Example | The Daily Sample", ["Ada Example"]),
        ("Written by: Ada Example on May 31, 2024", ["Ada Example"]),
        ("Ada Example (ada@example.org)", ["Ada Example"]),
        ("ada@example.org", []),
        ("https://social.example/ada", []),
        ("admin", []),
        ("wpadmin2", []),
        ("Administrator", []),
        ("By", []),
        ("", []),
        ("a sentence of many words is never the name of anybody", []),
    ],
)
def test_a_field_gives_clean_names(field: str, names: list[str]) -> None:
    assert list(names_of(field)) == names


@pytest.mark.parametrize(
    ("line", "people"),
    [
        ("By Ada Example", ["Ada Example"]),
        ("Von Ada von der Heide", ["Ada von der Heide"]),
        ("Erstellt von Ada Example am 31. Mai 2024", ["Ada Example"]),
        ("May 31, 2024 By Ada Example 4 Comments", ["Ada Example"]),
        ("31.05.2024 - Ada Example", ["Ada Example"]),
        ("Posted on May 31, 2024 by Ada Example", ["Ada Example"]),
        ("By | Ada Example | Last updated today", ["Ada Example"]),
        ("Ada Example says", ["Ada Example"]),
        ("by the way", []),
        ("Von allem etwas", []),
        ("By Sample Company Ltd", []),
        ("31.05.2024", []),
    ],
)
def test_a_line_gives_only_what_looks_like_people(line: str, people: list[str]) -> None:
    assert people_in(line) == people


def test_a_short_line_may_be_the_name_of_a_member() -> None:
    assert logins_in("b.sample") == ["b.sample"]
    assert logins_in("joined two years ago today") == []
    assert is_login("b.sample")
    assert is_login("B_Sample")
    assert not is_login("Ada")
    assert not is_login("ada example")


def test_libraries_write_the_surname_first() -> None:
    assert surname_last("Example, Ada B.") == "Ada B. Example"
    assert surname_last("Ada Example") == "Ada Example"
    assert surname_last("A, B, C") == "A, B, C"


@pytest.mark.parametrize(
    "line",
    [
        "by " * 200 + "1",
        "by  " * 200 + "1",
        "by : | " * 100 + "1",
        "written " * 100,
        "x" * 10_000,
        "@" * 10_000,
        ", " * 5_000,
        " - " * 5_000,
    ],
)
def test_no_line_takes_long(line: str) -> None:
    start = time.process_time()

    assert isinstance(people_in(line), list)
    assert isinstance(may_be_byline(line), bool)
    assert time.process_time() - start < 1  # the way of the beginner takes ages


@given(st.text())
def test_any_text_gives_names_of_one_line(text: str) -> None:
    for name in (*names_of(text), *people_in(text), *logins_in(text)):
        assert 0 < len(name) <= LONGEST_BYLINE
        assert name == name.strip()
