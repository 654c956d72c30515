"""What may a robot do? Rules add up, permission takes nothing back, others' rules are not ours."""

from datetime import UTC, datetime
from math import inf
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from auslese.extract.reading_options import PageReadOptions
from auslese.extract.robot_directives import LONGEST_VALUE, DirectiveCollector, read_moment
from auslese.extract.robot_headers import MOST_FIELDS, robot_fields
from auslese.records.reading import NO_DIRECTIVES, Directives, may_follow

CASES = Path(__file__).parent / "cases" / "robots_rules.tsv"


def words(cell: str) -> tuple[str, ...]:
    return () if cell == "-" else tuple(cell.split(" "))


def read_cases() -> list[tuple[str, tuple[str, ...], tuple[str, ...]]]:
    lines = CASES.read_text("utf-8").splitlines()
    rows = (line.split("\t") for line in lines if not line.startswith("#"))
    return [
        ("" if said == "-" else said, words(rules), words(optouts)) for said, rules, optouts in rows
    ]


def header(*lines: str) -> bytes:
    return "\r\n".join(("HTTP/1.1 200 OK", "Content-Type: text/html", *lines, "", "")).encode()


def of_header(*lines: str, agent: str = "Auslese") -> Directives:
    said = DirectiveCollector(PageReadOptions(agent))
    said.take_fields(robot_fields(header(*lines)))
    return said.directives()


@pytest.mark.parametrize(("text", "rules", "optouts"), read_cases())
def test_what_is_said_is_understood(
    text: str, rules: tuple[str, ...], optouts: tuple[str, ...]
) -> None:
    said = DirectiveCollector(PageReadOptions("Auslese"))
    said.take_rules(text, "meta robots")
    found = said.directives()

    assert (found.rules, found.optouts) == (rules, optouts)
    assert (found.noindex_by != "") == ("noindex" in rules)


def test_repeated_lines_of_a_header_all_count() -> None:
    found = of_header(
        "X-Robots-Tag: noarchive", "x-robots-tag : otherbot: noindex", "X-ROBOTS-TAG: nofollow"
    )

    assert found.rules == ("noarchive", "nofollow")
    assert found.nofollow


def test_a_line_that_goes_on_below_counts_as_a_whole() -> None:
    assert of_header("X-Robots-Tag: noarchive,", "  nofollow").rules == ("noarchive", "nofollow")


def test_a_name_within_another_or_within_a_value_is_no_field() -> None:
    assert of_header("My-X-Robots-Tag: noindex", "Server: X-Robots-Tag: noindex") == NO_DIRECTIVES


def test_the_name_is_that_of_the_agent() -> None:
    assert of_header("X-Robots-Tag: fox: noindex", agent="Fox").noindex_by == "X-Robots-Tag"
    assert of_header("X-Robots-Tag: auslese: noindex", agent="Fox") == NO_DIRECTIVES


def test_the_first_who_says_noindex_is_named() -> None:
    said = DirectiveCollector(PageReadOptions("Auslese"))
    said.take_rules("nofollow", "X-Robots-Tag")
    said.take_rules("none", "meta auslese")
    said.take_rules("noindex", "meta robots")

    assert said.directives().refusal(at=0.0) == "meta auslese"


def test_after_its_last_day_a_page_is_not_to_be_kept() -> None:
    found = of_header("X-Robots-Tag: unavailable_after: 2030-01-01T00:00:00Z")
    day = datetime(2030, 1, 1, tzinfo=UTC).timestamp()

    assert found.refusal(day) == ""
    assert found.refusal(day + 1) == "unavailable_after in X-Robots-Tag"
    assert NO_DIRECTIVES.refusal(inf) == ""


@pytest.mark.parametrize(
    ("lines", "optouts"),
    [
        (["tdm-reservation: 1"], ["tdm-reservation"]),
        (["TDM-Reservation:1"], ["tdm-reservation"]),
        (["tdm-reservation: 0", "tdm-policy: https://a.example/p"], []),
        (["tdm-policy: https://a.example/p"], []),
        (
            ["tdm-policy: https://a.example/p,q", "tdm-reservation: 1"],
            ["tdm-policy=https://a.example/p%2Cq", "tdm-reservation"],
        ),
        (["X-Robots-Tag: noai"], ["noai"]),
        (["Content-Signal: search=yes, ai-train=no"], ["content-signal:ai-train"]),
        (["Content-Usage: train-ai=n, search=y"], ["content-usage:train-ai"]),
        (["Content-Usage: train-ai", "Content-Signal: "], []),
    ],
)
def test_uses_that_are_reserved_are_noted(lines: list[str], optouts: list[str]) -> None:
    found = of_header(*lines)

    assert list(found.optouts) == optouts
    assert found.rules == ()


def test_a_value_without_end_is_read_to_its_limit() -> None:
    assert of_header("X-Robots-Tag: " + "a," * LONGEST_VALUE + "noindex") == NO_DIRECTIVES
    assert of_header(*["X-Robots-Tag: x"] * MOST_FIELDS, "X-Robots-Tag: noindex") == NO_DIRECTIVES


@pytest.mark.parametrize(
    ("text", "year"),
    [("1-Jan-2031 00:00:00 EST", 2031), ("31 Dec 9999 23:00 GMT", 9999), ("2031-06-01", 2031)],
)
def test_dates_are_read_in_the_ways_people_write_them(text: str, year: int) -> None:
    moment = read_moment(text)

    assert moment is not None
    assert datetime.fromtimestamp(moment, UTC).year == year


@pytest.mark.parametrize(
    ("rel", "followed"),
    [
        ("", True),
        ("noopener noreferrer", True),
        ("nofollowing", True),
        ("nofollow", False),
        ("me UGC", False),
        ("noopener\nSponsored", False),
    ],
)
def test_links_that_a_page_does_not_vouch_for_are_not_followed(rel: str, followed: bool) -> None:
    assert may_follow(rel) is followed


pieces = st.lists(
    st.sampled_from(["noindex", "unavailable_after:", "Sat", ",", ":", " ", "auslese", "²", "*"])
    | st.sampled_from(["0001-01-01T00:00+23:59", "31 Dec 9999 23:59:59 -2359", "\x00", "\n\t"])
    | st.sampled_from(["max-snippet:", "9" * 30])
    | st.text(max_size=5),
    max_size=12,
).map("".join)


@given(pieces)
def test_nothing_said_to_robots_stops_the_reading(text: str) -> None:
    said = DirectiveCollector(PageReadOptions("Auslese"))
    said.take_rules(text, "meta robots")
    said.take_fields(robot_fields(b"HTTP/1.1 200 OK\r\nX-Robots-Tag:" + text.encode()))
    found = said.directives()

    assert "," not in "".join((*found.rules, *found.optouts))
    assert (found.noindex_by != "") == ("noindex" in found.rules)


@given(st.binary(max_size=200))
def test_no_header_stops_the_reading(raw: bytes) -> None:
    for name, value in robot_fields(b"Link:" + raw + b"\nx-robots-tag:" + raw):
        assert name == name.lower()
        assert "\n" not in value


@given(st.text(max_size=80))
def test_what_is_no_date_is_none(text: str) -> None:
    moment = read_moment(text)

    assert moment is None or -1e12 < moment < 1e12
