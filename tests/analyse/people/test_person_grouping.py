"""Which forms of a name mean one person."""

from collections.abc import Sequence

import pytest

from auslese.analyse.people.name_parts import split_name
from auslese.analyse.people.person_grouping import (
    NameEdit,
    NameJoin,
    NameOnPage,
    NameSplit,
    compared_names,
    group_names,
)


def grouped(names: Sequence[tuple[str, int]], *edits: NameEdit) -> list[list[str]]:
    rows = [NameOnPage(split_name(name), page, f"host{page}") for name, page in names]
    return [[names[row][0] for row in person.rows] for person in group_names(rows, edits)]


def test_all_forms_of_the_only_one_of_a_name_are_one_person() -> None:
    names = ["Hans Müller", "Müller, Hans", "H. Müller", "Prof. Hans Mueller", "Müller"]

    assert grouped(list(zip(names, range(5), strict=True))) == [names]


def test_a_shorter_name_belongs_to_the_only_fuller_one() -> None:
    assert grouped([("Hans Müller", 1), ("Hans Peter Müller", 2)]) == [
        ["Hans Müller", "Hans Peter Müller"]
    ]


def test_a_short_form_means_whoever_stands_on_its_page() -> None:
    found = grouped([("Hans Müller", 1), ("Heike Müller", 2), ("H. Müller", 2), ("Müller", 1)])

    assert found == [["Hans Müller", "Müller"], ["Heike Müller", "H. Müller"]]


def test_a_short_form_that_may_be_several_stays_apart() -> None:
    found = grouped([("Hans Müller", 1), ("Heike Müller", 2), ("H. Müller", 3)])

    assert found == [["Hans Müller"], ["Heike Müller"], ["H. Müller"]]


def test_other_given_names_are_other_people() -> None:
    assert len(grouped([("Hans Müller", 1), ("Anna Müller", 1), ("Karl Müller", 1)])) == 3


def test_names_of_one_spelling_are_two_people_if_each_has_an_own_address() -> None:
    name = split_name("Hans Müller")
    rows = [
        NameOnPage(name, 1, "physics.example", ("hans.mueller@physics.example",), (), True),
        NameOnPage(name, 2, "law.example", ("hm@law.example",), (), True),
        NameOnPage(name, 3, "law.example"),
    ]

    assert [person.rows for person in group_names(rows)] == [[0], [1, 2]]


def test_whoever_has_two_pages_with_one_address_is_one_person() -> None:
    name = split_name("Hans Müller")
    rows = [
        NameOnPage(name, 1, "physics.example", ("hm@uni.example",), (), True),
        NameOnPage(name, 2, "law.example", ("hm@uni.example",), (), True),
    ]

    assert len(group_names(rows)) == 1


def test_another_identifier_is_another_person() -> None:
    name = split_name("Hans Müller")
    rows = [
        NameOnPage(name, 1, "uni.example", (), ("orcid:0000-0002-1825-0097",), True),
        NameOnPage(name, 2, "uni.example", (), ("orcid:0000-0001-5109-3700",), True),
    ]

    assert len(group_names(rows)) == 2


def test_a_join_puts_names_together() -> None:
    join = NameJoin(compared_names(["Anna Müller", "Anna Schmidt"]))

    assert grouped([("Anna Müller", 1), ("Anna Schmidt", 2), ("Karl Müller", 3)], join) == [
        ["Anna Müller", "Anna Schmidt"],
        ["Karl Müller"],
    ]


def test_a_split_takes_forms_and_pages_apart() -> None:
    names = [("Hans Müller", 1), ("Hans Peter Müller", 2), ("Hans Müller", 3)]

    by_form = NameSplit("Hans Müller", compared_names(["Hans Peter Müller"]))
    by_page = NameSplit("Hans Müller", frozenset(), frozenset({3}))

    assert grouped(names, by_form) == [["Hans Müller", "Hans Müller"], ["Hans Peter Müller"]]
    assert grouped(names, by_page) == [["Hans Müller", "Hans Peter Müller"], ["Hans Müller"]]


def test_what_was_joined_later_counts_more_than_an_earlier_split() -> None:
    names = [("Hans Müller", 1), ("Hans Peter Müller", 2)]
    both = compared_names(["Hans Müller", "Hans Peter Müller"])
    split = NameSplit("Hans Müller", compared_names(["Hans Peter Müller"]))

    assert len(grouped(names, split)) == 2
    assert len(grouped(names, split, NameJoin(both))) == 1


@pytest.mark.parametrize("number", [0, 1])
def test_few_rows_are_no_trouble(number: int) -> None:
    assert len(grouped([("Müller", 1)] * number)) == number


def test_twenty_thousand_forms_of_one_family_name_stay_what_they_are() -> None:
    rows = [
        NameOnPage(split_name(f"Hans{chr(97 + n % 26)}{n} Müller"), 1, "a") for n in range(20_000)
    ]

    assert len(group_names(rows)) > 500


def test_near_namesakes_with_pages_and_addresses_of_their_own_are_two_people() -> None:
    short, long = split_name("Rainer Hahn"), split_name("Rainer Lutz Hahn")
    rows = [
        NameOnPage(long, 1, "law.example", ("rl.hahn@law.example",), (), True),
        NameOnPage(short, 2, "art.example", ("hahn@art.example",), (), True),
        NameOnPage(short, 3, "www.example"),
    ]

    assert [person.rows for person in group_names(rows)] == [[0], [1, 2]]
