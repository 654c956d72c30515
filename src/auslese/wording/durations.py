"""Spans of time as people say them."""

from math import ceil

from auslese.wording.coded_sentence import CodedSentence, SentenceForm, in_language

MINUTE, HOUR, DAY = 60.0, 3600.0, 86400.0
FEW = 10  # below so many of a unit, the next smaller one is told too


class DurationText(SentenceForm):
    """A span in one unit or in two; the short names of units are the same in both languages."""

    DAYS_HOURS = "{days:.0f} days {hours:d} h", "{days:.0f} Tage {hours:d} h"
    HOURS_MINUTES = "{hours:.0f} h {minutes:d} min", "{hours:.0f} h {minutes:d} min"
    MINUTES_SECONDS = "{minutes:.0f} min {seconds:d} s", "{minutes:.0f} min {seconds:d} s"
    DAYS = "{days:,.0f} days", "{days:,.0f} Tage"
    HOURS = "{hours:,.0f} h", "{hours:,.0f} h"
    MINUTES = "{minutes:,.0f} min", "{minutes:,.0f} min"
    SECONDS = "{seconds:,.0f} s", "{seconds:,.0f} s"


_UNITS = (
    (DAY, "days", DurationText.DAYS, HOUR, "hours", DurationText.DAYS_HOURS),
    (HOUR, "hours", DurationText.HOURS, MINUTE, "minutes", DurationText.HOURS_MINUTES),
    (MINUTE, "minutes", DurationText.MINUTES, 1.0, "seconds", DurationText.MINUTES_SECONDS),
)


def lasting(seconds: float) -> CodedSentence:
    """A time in words, as `41 min` or `2 h 5 min`."""
    for unit, name, alone, smaller, small_name, both in _UNITS:
        if seconds >= unit:
            whole, rest = divmod(seconds, unit)
            part = int(rest // smaller)
            if whole >= FEW or not part:
                return alone.of(**{name: seconds / unit})
            return both.of(**{name: whole, small_name: part})
    return DurationText.SECONDS.of(seconds=seconds)


def rounded_up(seconds: float) -> CodedSentence:
    """A span of time in one unit, rounded up: `40 s`, `12 min`, `3 h`."""
    if seconds > HOUR:
        return DurationText.HOURS.of(hours=ceil(seconds / HOUR))
    if seconds > MINUTE:
        return DurationText.MINUTES.of(minutes=ceil(seconds / MINUTE))
    return DurationText.SECONDS.of(seconds=ceil(seconds))


def duration_text(seconds: float, ui_language: str) -> str:
    """A time in words, in this language."""
    return in_language(lasting(seconds), ui_language)
