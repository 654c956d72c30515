"""Dates as the standards have them, and as they are found."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from auslese.extract.lists.feed_dates import moment_of

NOON = datetime(2024, 5, 31, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "moment"),
    [
        ("2024", datetime(2024, 1, 1, tzinfo=UTC)),
        ("2024-05", datetime(2024, 5, 1, tzinfo=UTC)),
        ("2024-05-31", datetime(2024, 5, 31, tzinfo=UTC)),
        ("2024-05-31T12:00Z", NOON),
        ("2024-05-31T12:00:00Z", NOON),
        ("2024-05-31T12:00:00.000Z", NOON),
        ("2024-05-31T14:00:00+02:00", NOON),
        ("2024-05-31T06:30:00-05:30", NOON),
        # Not quite so
        ("2024-5-31T12:00:00", NOON),
        ("2024/05/31 12:00", NOON),
        ("20240531T120000Z", NOON),
        ("2024-05-31 12:00:00 UTC", NOON),
        ("2024-05-31T14:00:00+0200", NOON),
        ("2024-05-31T14:00:00 +02", NOON),
        ("2024-05-31t12:00:00,5z", NOON),
        ("2024-05-30T36:00:00Z", NOON),
        (" 2024-05-31T12:00Z\n", NOON),
        # As in mail
        ("Fri, 31 May 2024 12:00:00 GMT", NOON),
        ("Fri, 31 May 2024 14:00:00 +0200", NOON),
        ("31 May 2024 12:00 -0000", NOON),
    ],
)
def test_a_date_is_read(text: str, moment: datetime) -> None:
    assert moment_of(text) == moment.timestamp()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "yesterday",
        "2024-02-30",
        "2024-13-01",
        "0000-00-00",
        "0001-01-01",
        "9999-12-31",
        "٢٠٢٤",
        "2024-05-31T12:00:00+99:99:99",
        "1" * 100,
        "Fri, 99 May 2024",
        "31.05.2024",
    ],
)
def test_what_is_no_date_of_the_web_is_none(text: str) -> None:
    assert moment_of(text) is None


@given(st.text(max_size=80) | st.from_regex(r"[0-9:T+\-Z ,.a-z]{0,40}", fullmatch=True))
def test_no_text_stops_the_reading(text: str) -> None:
    moment = moment_of(text)

    assert moment is None or 0 < moment < 2**33
