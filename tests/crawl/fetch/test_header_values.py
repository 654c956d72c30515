"""Header values as servers write them: numbers, dates, media types."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from auslese.crawl.fetch.curl_transfer import media_type_of, retry_seconds, whole_number

NOW = datetime(2026, 1, 1, tzinfo=UTC).timestamp()


@pytest.mark.parametrize(
    ("value", "seconds"),
    [
        ("0", 0.0),
        ("120", 120.0),
        ("Thu, 01 Jan 2026 00:01:00 GMT", 60.0),
        ("Thu, 01 Jan 2026 00:01:00 -0000", 60.0),
        ("Thu, 01 Jan 2026 01:01:00 +0100", 60.0),
        ("Thu, 01 Jan 2015 00:00:00 GMT", 0.0),
        ("", 0.0),
        ("soon", 0.0),
        ("-5", 0.0),
        ("1.5", 0.0),
        ("²", 0.0),
        ("Thu, 99 Jan 2026 00:00:00 GMT", 0.0),
    ],
)
def test_retry_after_is_a_number_or_a_date(value: str, seconds: float) -> None:
    assert retry_seconds(value, NOW) == seconds


dates = st.lists(
    st.sampled_from(
        ["Thu,", "01", "Jan", "2026", "00:01:00", "GMT", "-0000", "+9999", "99999", ""]
    ),
    max_size=8,
).map(" ".join)


@given(dates | st.text(max_size=40) | st.integers().map(str))
def test_no_retry_after_stops_us(value: str) -> None:
    assert 0.0 <= retry_seconds(value, NOW) < float("inf")


@given(st.text(max_size=40) | st.text("0123456789", max_size=9000))
def test_a_whole_number_is_read_or_not_but_never_too_large(text: str) -> None:
    assert -1 <= whole_number(text) < 10**18


@pytest.mark.parametrize(
    ("line", "media_type"),
    [
        ("text/html", "text/html"),
        (" Text/HTML ; charset=utf-8", "text/html"),
        ("text/html;", "text/html"),
        ("", ""),
        ("; charset=utf-8", ""),
        ("nonsense", "nonsense"),
        ("x" * 9999, "x" * 255),
    ],
)
def test_the_media_type_stands_before_its_parameters(line: str, media_type: str) -> None:
    assert media_type_of({"content-type": line}) == media_type


def test_a_server_that_names_no_type_has_none() -> None:
    assert media_type_of({}) == ""
