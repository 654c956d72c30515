"""Which day is that? Dates as people write them, in the languages of Europe and a few more.

A day is what the page shows its readers: no clock and no zone is applied to it.
"""

import re
from collections.abc import Iterator
from datetime import date
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

EARLIEST = "1990-01-01"  # the web is not older
LATEST = "2100-12-31"  # if nobody says which day it is
LONGEST_VALUE = 80  # letters of a value that should be a date and nothing else
CENTURY_TURNS = 70  # 69 is 2069 and refused, 95 is 1995
HUNDRED = 100
MONTHS_OF_A_YEAR = 12


def _month_names() -> dict[str, int]:
    lines = Path(__file__).with_name("months.txt").read_text("utf-8").splitlines()
    months = (line.split() for line in lines if not line.startswith("#"))
    return {name: number for number, names in enumerate(months, 1) for name in names}


MONTHS = _month_names()

# The ways to write a day. Names of months are looked up behind the match: a pattern with all of
# them is forty times slower. What stands before and behind keeps numbers of versions, orders and
# telephones out.
WRITTEN = re.compile(
    r"""(?<![\w.,/-])(?:
      (?P<year>(?:19|20)[0-9]{2})(?P<sign>[-/.]|)(?P<month>[0-9]{1,2})(?P=sign)
        (?P<day>[0-9]{1,2})(?![0-9])
    | (?P<european_day>[0-9]{1,2})(?:st|nd|rd|th|er|º|ª|\.)?[\s-]?(?:of\s|de\s)?
        (?P<european_month>[^\W\d_]{3,13})\.?,?[\s-](?:del?\s)?
        (?P<european_year>(?:19|20)[0-9]{2})(?![0-9]|-[0-9])
    | (?P<american_month>[^\W\d_]{3,13})\.?\s(?P<american_day>[0-9]{1,2})(?:st|nd|rd|th)?,?\s
        (?:[0-9]{2}:[0-9]{2}:[0-9]{2}\s)?(?P<american_year>(?:19|20)[0-9]{2})(?![0-9])
    | (?P<first>[0-9]{1,2})(?P<between>[./-])\s?(?P<second>[0-9]{1,2})(?P=between)\s?
        (?P<last>(?:19|20)[0-9]{2}|(?<=[0-9]{2}[./-][0-9]{2}[./-])[0-9]{2})(?![0-9]|[./-][0-9])
    | (?P<eastern_year>(?:19|20)[0-9]{2})\s?[年년]\s?(?P<eastern_month>[0-9]{1,2})\s?[月월]\s?
        (?P<eastern_day>[0-9]{1,2})\s?[日일]
    )""",
    re.VERBOSE,
)
TWO_DIGITS = re.compile(r"[0-9]{2}").search  # no day is written without
IN_A_PATH = re.compile(
    r"/((?:19|20)[0-9]{2})[-/_](0?[1-9]|1[0-2])[-/_](0?[1-9]|[12][0-9]|3[01])(?![0-9])"
    r"|(?<![0-9])((?:19|20)[0-9]{2})-?(0[1-9]|1[0-2])-?(0[1-9]|[12][0-9]|3[01])(?![0-9])"
)


class FoundDay(NamedTuple):
    """A day and where it stands in its text."""

    day: str
    """As 2024-05-31."""
    begin: int
    end: int


@lru_cache(maxsize=4096)
def day_of(value: str, *, month_first: bool = False) -> str:
    """The first day that a value names, as 2024-05-31; empty if it names none."""
    tidy = " ".join(value[:LONGEST_VALUE].split())
    first = next(days_in(tidy, month_first=month_first), None)
    return first.day if first else ""


def days_in(text: str, *, month_first: bool = False) -> Iterator[FoundDay]:
    """All days that a text names, in its order."""
    if TWO_DIGITS(text):
        for found in WRITTEN.finditer(text):
            day = _iso(*_numbers_of(found, month_first=month_first))
            if day:
                yield FoundDay(day, found.start(), found.end())


def day_in_path(path: str) -> str:
    """The day that an address names, as /2024/05/31/; empty if none."""
    for found in IN_A_PATH.finditer(path):
        year, month, day = (int(each) for each in found.groups() if each)
        if known := _iso(year, month, day):
            return known
    return ""


def is_plausible(day: str, latest: str = LATEST) -> bool:
    """Whether a page can be of that day."""
    return EARLIEST <= day <= (latest or LATEST)


def _numbers_of(found: re.Match[str], *, month_first: bool) -> tuple[int, int, int]:
    """Year, month and day of a match; a month of 0 if it was no month."""
    if found["year"]:
        return int(found["year"]), int(found["month"]), int(found["day"])
    for kind in ("european", "american"):
        if found[f"{kind}_year"]:
            month = MONTHS.get(found[f"{kind}_month"].lower(), 0)
            return int(found[f"{kind}_year"]), month, int(found[f"{kind}_day"])
    if found["eastern_year"]:
        return int(found["eastern_year"]), int(found["eastern_month"]), int(found["eastern_day"])
    return _of_numbers(found, month_first=month_first)


def _of_numbers(found: re.Match[str], *, month_first: bool) -> tuple[int, int, int]:
    year = int(found["last"])
    if year < HUNDRED:
        year += 2000 if year < CENTURY_TURNS else 1900
    first, second = int(found["first"]), int(found["second"])
    is_american = found["between"] == "/" and month_first and first <= MONTHS_OF_A_YEAR
    if is_american or second > MONTHS_OF_A_YEAR:
        return year, first, second
    return year, second, first


def _iso(year: int, month: int, day: int) -> str:
    try:
        return date(year, month, day).isoformat()
    except ValueError:
        return ""
