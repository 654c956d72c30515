"""Lists of names from elsewhere go beside the shipped ones."""

import pytest

from auslese.analyse.people.further_names import PartCount, read_counts, widened
from auslese.analyse.people.name_lists import LISTS_FILE, SHIPPED, NameColumns, shipped_names
from auslese.records.errors import AusleseError

UNKNOWN = "Quendelhauserich"


@pytest.fixture(scope="module")
def columns() -> NameColumns:
    return NameColumns.load(SHIPPED / LISTS_FILE)


def test_a_name_that_the_shipped_lists_lack_is_known_by_its_bearers(columns: NameColumns) -> None:
    others = [PartCount(f"Part{number}", 0, 99) for number in range(100)]
    names = widened(columns, [PartCount(UNKNOWN, 0, 100), *others])

    assert shipped_names().last(UNKNOWN) == 0.0
    assert names.last(UNKNOWN) == pytest.approx(10_000, rel=0.05)
    assert names.first(UNKNOWN) == 0.0
    assert names.share(UNKNOWN) == pytest.approx(0.85, abs=0.01)


def test_what_the_shipped_lists_know_stays_and_is_never_less_frequent(
    columns: NameColumns,
) -> None:
    names = widened(columns, [PartCount("Maria", 1, 0), PartCount("Koch", 0, 999), *_some(2_000)])

    shipped = shipped_names()
    assert names.first("Maria") >= shipped.first("Maria") > 0
    assert names.share("Koch") == shipped.share("Koch")
    assert names.last("Koch") >= shipped.last("Koch")
    assert all(names.evidence(word) == shipped.evidence(word) for word in ("Anna", "house", "Rom"))
    assert len(names) == len(shipped) + 2_000


def _some(number: int) -> list[PartCount]:
    return [PartCount(f"{UNKNOWN}{each}", 0, 3) for each in range(number)]


def test_a_part_that_one_person_alone_has_is_left_out(columns: NameColumns) -> None:
    names = widened(columns, [PartCount(UNKNOWN, 0, 1), PartCount("Koch", 0, 9)])

    assert names.row(UNKNOWN) == -1


def test_without_further_parts_the_lists_are_the_shipped_ones(columns: NameColumns) -> None:
    assert len(widened(columns, [])) == len(shipped_names())


def test_counts_are_read_as_they_are_written() -> None:
    lines = ["part\tfirst\tmiddle\tlast\n", "Anna\t2\t1\t0\n", "Bach\t0\t0\t4"]

    assert read_counts(lines, "counts.tsv") == [PartCount("Anna", 2, 0), PartCount("Bach", 0, 4)]


@pytest.mark.parametrize("line", ["Anna", "Anna\t1\t2", "Anna\tx\t1\t2", "", "a\t1\t2\t3\t4"])
def test_a_line_that_is_no_count_is_named(line: str) -> None:
    with pytest.raises(AusleseError, match=r"counts.tsv, line 2: expected a part of a name"):
        read_counts(["part\tfirst\tmiddle\tlast", line], "counts.tsv")
