"""When was that? The dates of sitemaps and feeds, as the standards have them and as people do."""

import re
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from functools import lru_cache

LONGEST_DATE = 60
EARLIEST_YEAR, LATEST_YEAR = 1990, 2100  # the web is not older, and nobody plans so far ahead

# W3C date and time formats, from the year alone to fractions of a second; and what is found in
# their place: one digit for two, other signs between, no T, no zone, a zone without its colon.
MOMENT = re.compile(
    r"""(?P<year>[0-9]{4})
    (?:[-/.]?(?P<month>[0-9]{1,2})
     (?:[-/.]?(?P<day>[0-9]{1,2})
      (?:[T\s_]\s*(?P<hour>[0-9]{1,2})[:.h]?(?P<minute>[0-9]{2})
       (?:[:.]?(?P<second>[0-9]{2})(?:[.,][0-9]{1,9})?)?
       \s*(?:Z|UTC|GMT|(?P<sign>[+-])(?P<zone_hour>[0-9]{2}):?(?P<zone_minute>[0-9]{2})?)?
    )?)?)?""",
    re.VERBOSE | re.IGNORECASE,
)


@lru_cache(maxsize=4096)
def moment_of(text: str) -> float | None:
    """Seconds since 1970; None if no date can be read. Without a zone, UTC is meant."""
    text = text[:LONGEST_DATE].strip()
    found = MOMENT.fullmatch(text)
    try:
        moment = _of_numbers(found) if found else _of_words(text)
        if not EARLIEST_YEAR <= moment.year <= LATEST_YEAR:
            return None
        return moment.timestamp()
    except (ValueError, OverflowError, TypeError, IndexError):
        return None


def _of_numbers(found: re.Match[str]) -> datetime:
    year, month, day, hour, minute, second = (
        int(found[name] or least)
        for name, least in zip(
            ("year", "month", "day", "hour", "minute", "second"), (1, 1, 1, 0, 0, 0), strict=True
        )
    )
    zone = timedelta(hours=int(found["zone_hour"] or 0), minutes=int(found["zone_minute"] or 0))
    moment = datetime(year, month, day, tzinfo=UTC)
    moment += timedelta(hours=hour, minutes=minute, seconds=second)  # 24:00 and 23:59:60 are times
    return moment + zone if found["sign"] == "-" else moment - zone


def _of_words(text: str) -> datetime:
    """A date as in mail (RFC 822 and its heirs), which RSS asks for."""
    moment = parsedate_to_datetime(text)
    return moment.replace(tzinfo=moment.tzinfo or UTC).astimezone(UTC)
