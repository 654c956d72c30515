"""Names of further lists are found beside those of a finder."""

import pytest
from hypothesis import given
from hypothesis import strategies as some

from auslese.analyse.people.further_names import (
    PartCount,
    WidenedFinder,
    further_lists,
    read_counts,
)
from auslese.analyse.people.name_parts import split_name
from auslese.records.errors import AusleseError
from auslese.records.person import FoundName

HEAD = "part\tfirst\tmiddle\tlast"
COUNTS = [
    PartCount("Quirindo", 5, 1, 0),
    PartCount("Zelmar", 9, 0, 0),
    PartCount("Ambrith", 0, 3, 0),
    PartCount("Tenbrauch", 0, 0, 8),
    PartCount("Ostwandel", 0, 0, 4),
    PartCount("Rarissimo", 1, 0, 1),
    PartCount("The", 7, 0, 7),
    PartCount("Great", 0, 0, 900),
]
LISTS = further_lists(COUNTS)


class OneName:
    """A finder that knows one name."""

    name = "one"

    def find(self, text: str, language: str = "") -> list[FoundName]:
        """Where it stands."""
        start = text.find("Hans Bach")
        return [FoundName(start, start + 9, split_name("Hans Bach"))] if start >= 0 else []


FINDER = WidenedFinder(OneName(), LISTS)


def found(text: str) -> list[str]:
    return [text[name.start : name.end] for name in FINDER.find(text)]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("We met Zelmar Tenbrauch today.", ["Zelmar Tenbrauch"]),
        ("Zelmar Ambrith Quirindo Tenbrauch, Berlin", ["Zelmar Ambrith Quirindo Tenbrauch"]),
        ("Zelmar J. von Tenbrauch.", ["Zelmar J. von Tenbrauch"]),
        ("Zelmar Tenbrauch Quirindo Ostwandel", ["Zelmar Tenbrauch", "Quirindo Ostwandel"]),
        ("Zelmar Tenbrauch\nQuirindo Ostwandel", ["Zelmar Tenbrauch", "Quirindo Ostwandel"]),
        ("Zelmar, Tenbrauch", []),
        ("Zelmar\nTenbrauch", []),
        ("Zelmar Unknown", []),
        ("Unknown Tenbrauch", []),
        ("Zelmar the Great", []),
        ("The Great", []),
        ("Rarissimo Tenbrauch", []),
        ("", []),
    ],
)
def test_a_name_of_which_all_parts_are_listed_is_found(text: str, names: list[str]) -> None:
    assert found(text) == names


def test_names_of_the_finder_stay_and_are_not_found_twice() -> None:
    text = "Zelmar Tenbrauch, Hans Bach and Quirindo Ostwandel"
    told = FINDER.find(text)

    assert found(text) == ["Zelmar Tenbrauch", "Hans Bach", "Quirindo Ostwandel"]
    assert [name.confidence for name in told] == [0.8, 1.0, 0.8]
    assert (told[0].name.given, told[0].name.family) == ("Zelmar", "Tenbrauch")


def test_other_lists_give_the_finder_another_name() -> None:
    assert FINDER.name.startswith("one+")
    assert WidenedFinder(OneName(), further_lists(COUNTS[:4])).name != FINDER.name


@given(some.text(alphabet=some.sampled_from("ZelmarTnbuch \n.,-'’\u0301\u202eäß"), max_size=200))
def test_spans_stay_in_order_whatever_the_text(text: str) -> None:
    told = FINDER.find(f"Hans Bach {text}")

    ends = [0, *(place for name in told for place in (name.start, name.end))]
    assert ends == sorted(ends)


def test_a_very_long_run_of_names_is_read_in_linear_time() -> None:
    assert len(found("Zelmar Tenbrauch " * 20_000)) == 20_000
    assert found("Zelmar " * 100_000) == []


def test_counts_are_read_as_they_are_written() -> None:
    lines = [f"{HEAD}\n", "Anna\t2\t1\t0\n", "Bach\t0\t0\t4"]

    assert list(read_counts(lines, "counts.tsv")) == [
        PartCount("Anna", 2, 1, 0),
        PartCount("Bach", 0, 0, 4),
    ]


@pytest.mark.parametrize("line", ["Anna", "Anna\t1\t2", "Anna\tx\t1\t2", "", "a\t1\t2\t3\t4"])
def test_a_line_that_is_no_count_is_named(line: str) -> None:
    with pytest.raises(AusleseError, match=r"counts.tsv, line 2: expected a part of a name"):
        list(read_counts([HEAD, line], "counts.tsv"))
