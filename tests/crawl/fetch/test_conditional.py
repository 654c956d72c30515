"""Validators come from strangers: only what looks like one is ever sent back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from auslese.crawl.fetch.conditional_requests import (
    conditions_of,
    is_conditional,
    usable_date,
    usable_tag,
)
from auslese.crawl.frontier.lease import LastVisit

DATE = "Sun, 06 Nov 1994 08:49:37 GMT"


def before(etag: str = "", modified: str = "") -> LastVisit:
    return LastVisit(etag, modified, b"", "http://a.example/", 1.0)


def test_both_validators_are_sent_back_as_they_came() -> None:
    assert conditions_of(before('W/"a-1"', DATE)) == (
        'If-None-Match: W/"a-1"',
        f"If-Modified-Since: {DATE}",
    )


def test_without_an_earlier_visit_or_validators_nothing_is_asked_for() -> None:
    assert conditions_of(None) == ()
    assert conditions_of(before()) == ()


@pytest.mark.parametrize(
    "tag",
    [
        "*",  # would mean: if there is anything at all
        '"a\r\nX-Evil: 1"',
        '"a\nb"',
        '"a", "b"',
        '"' + "x" * 300 + '"',
        '"ümlaut"',
        '"tab\there"',
        "two words",
        '"unfinished',
        "\x00",
    ],
)
def test_what_is_no_entity_tag_is_not_sent(tag: str) -> None:
    assert usable_tag(tag) == ""
    assert conditions_of(before(etag=tag)) == ()


@pytest.mark.parametrize(
    "date", ["yesterday", f"{DATE}\r\nX-Evil: 1", DATE.lower(), "0", f" {DATE}", f"{DATE}\n"]
)
def test_what_is_no_date_is_not_sent(date: str) -> None:
    assert usable_date(date) == ""


@given(st.text(), st.text())
def test_no_server_can_make_us_send_a_line_of_its_own(etag: str, modified: str) -> None:
    for line in conditions_of(before(etag, modified)):
        assert line.isascii()
        assert line.isprintable()
        assert is_conditional((line,))
