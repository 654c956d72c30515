"""Days, numbers and sizes as people write them, made into ranges.

A day that is not said in full is a range itself: 2024 goes from its first to its last day. Bounds
of days and of whole numbers are always part of the range: `depth<3` is up to 2.
"""

import re
from datetime import MAXYEAR, date, timedelta
from typing import NamedTuple

from auslese.records.query import Measure, Range

WHOLE = frozenset({Measure.DEPTH, Measure.WORDS, Measure.SIZE})
# More digits than anything is counted in; figures of any length would take long to read.
_NUMBER = re.compile(r"(-?[0-9]{1,24}(?:[.,][0-9]{1,30})?)\s*([kMG]i?B?|[kmg]b|B)?", re.ASCII)
_DAY = re.compile(r"([0-9]{4})(?:-([0-9]{1,2})(?:-([0-9]{1,2}))?)?", re.ASCII)
_GERMAN_DAY = re.compile(r"(?:(?:([0-9]{1,2})\.)?([0-9]{1,2})\.)?([0-9]{4})", re.ASCII)
_THOUSANDS = {"k": 1, "m": 2, "g": 3}
_SIGNS = {"=<": "<=", "≤": "<=", "=>": ">=", "≥": ">="}
_DECEMBER = 12


class _ValueSpan(NamedTuple):
    """What one written value covers; a number covers itself."""

    first: float | date
    last: float | date


def compared(measure: Measure, sign: str, value: str) -> Range | None:
    """`depth<3` and the like; None if it is no value of this measure."""
    span = _span(measure, value)
    if span is None:
        return None
    match _SIGNS.get(sign, sign):
        case "<=":
            return Range(measure, high=span.last)
        case ">=":
            return Range(measure, low=span.first)
        case "<":
            return _below(measure, span.first)
        case ">":
            return _above(measure, span.last)
        case _:
            return Range(measure, span.first, span.last)


def between(measure: Measure, text: str) -> tuple[Range | None, bool]:
    """`2023-05..2024` and the like, and whether the bounds came in the wrong order."""
    if ".." not in text:
        return compared(measure, "=", text), False
    left, _, right = text.partition("..")
    low, high = _span(measure, left), _span(measure, right.lstrip("."))
    if (left and low is None) or (right.lstrip(".") and high is None):
        return None, False
    if low is None or high is None:
        bounds = Range(measure, low and low.first, high and high.last)
        return (None if low is high else bounds), False
    if _later(low.first, high.last):
        return Range(measure, high.first, low.last), True
    return Range(measure, low.first, high.last), False


def _span(measure: Measure, value: str) -> _ValueSpan | None:
    return _days(value) if measure is Measure.DATE else _number(measure, value)


def _number(measure: Measure, value: str) -> _ValueSpan | None:
    found = _NUMBER.fullmatch(value)
    if found is None or (found[2] and measure is not Measure.SIZE):
        return None
    number = float(found[1].replace(",", "."))
    if found[2]:
        number *= 1000 ** _THOUSANDS.get(found[2][0].lower(), 0)
    if measure in WHOLE:
        return _ValueSpan(int(number), int(number))
    return _ValueSpan(number, number)


def _days(value: str) -> _ValueSpan | None:
    if found := _DAY.fullmatch(value):
        year, month, day = found.groups()
    elif found := _GERMAN_DAY.fullmatch(value):
        day, month, year = found.groups()
    else:
        return None
    try:
        first = date(int(year), int(month or 1), int(day or 1))
    except ValueError:
        return None
    if day:
        return _ValueSpan(first, first)
    return _ValueSpan(first, last_of_month(first) if month else date(first.year, _DECEMBER, 31))


def last_of_month(day: date) -> date:
    """The last day of the month of a day."""
    in_next = day.replace(day=28) + timedelta(days=4) if day.month < _DECEMBER else None
    return in_next - timedelta(days=in_next.day) if in_next else day.replace(day=31)


def _below(measure: Measure, bound: float | date) -> Range | None:
    if isinstance(bound, date):
        return Range(measure, high=bound - timedelta(days=1)) if bound > date.min else None
    if measure in WHOLE:
        return Range(measure, high=bound - 1)
    return Range(measure, high=bound, below=True)


def _above(measure: Measure, bound: float | date) -> Range | None:
    if isinstance(bound, date):
        within = bound < date(MAXYEAR, _DECEMBER, 31)
        return Range(measure, low=bound + timedelta(days=1)) if within else None
    if measure in WHOLE:
        return Range(measure, low=bound + 1)
    return Range(measure, low=bound, above=True)


def _later(left: float | date, right: float | date) -> bool:
    if isinstance(left, date) and isinstance(right, date):
        return left > right
    return not isinstance(left, date) and not isinstance(right, date) and left > right
