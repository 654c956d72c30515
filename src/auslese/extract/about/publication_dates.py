"""When a page was published, and when it was changed last."""

import re
from collections.abc import Iterable, Iterator
from itertools import chain

from auslese.extract.about import source_trust as trust
from auslese.extract.about.byline_words import one_of
from auslese.extract.about.clues import LONGEST_LINE, UNLIKELY, Clues
from auslese.extract.about.days import FoundDay, day_in_path, day_of, is_plausible

FIRST_BLOCKS, LAST_BLOCKS = 100, 30  # where pages say when they were made
LONGEST_LABEL = 30  # letters before a day that say what happened on it
CHANGED = re.compile(rf"(?:{one_of('changed')})\b[^.]*$", re.IGNORECASE)
PUBLISHED = re.compile(rf"(?:{one_of('published')})\b[^.]*$", re.IGNORECASE)
DATELINES = '[class*="date" i]'
HAS_YEAR = re.compile(r"(?:19|20)[0-9]{2}").search


def published_of(clues: Clues, path: str) -> str:
    """The day on which a page was published, as 2024-05-31; empty if unknown."""
    return next(_published(clues, path), "")


def modified_of(clues: Clues) -> str:
    """The day on which a page was changed last; empty if unknown."""
    claimed = clues.claims.of(*trust.MODIFIED, trust.TIME_MODIFIED)
    return next(_days(clues, claimed), "") or _changed_near_title(clues)


def _changed_near_title(clues: Clues) -> str:
    return next((found.day for text, found in clues.days if _is_of_change(text, found)), "")


def _published(clues: Clues, path: str) -> Iterator[str]:
    """Days on which it may have been published, the likeliest first."""
    claims = clues.claims
    yield from _days(clues, claims.of(*trust.PUBLISHED))
    yield from _days(clues, [day_in_path(path)])
    yield from _days(clues, claims.of(trust.TIME_PUBLISHED))
    yield from (found.day for text, found in clues.days if not _is_of_change(text, found))
    yield from _days(clues, claims.times)
    yield from _days(clues, claims.early_times)
    yield from _days(clues, _datelines(clues))
    yield from _days(clues, claims.of(*trust.DATES))
    yield from _days(clues, claims.of(trust.TIME_MODIFIED))  # many a template has no other
    yield from _labelled_anywhere(clues)


def _days(clues: Clues, values: Iterable[str]) -> Iterator[str]:
    for value in values:
        day = day_of(value, month_first=clues.month_first)
        if day and is_plausible(day, clues.latest):
            yield day


def _datelines(clues: Clues) -> Iterator[str]:
    """Short elements whose class says that they hold a day."""
    return (line for _, line in clues.lines(DATELINES))


def _is_of_change(text: str, found: FoundDay) -> bool:
    return CHANGED.search(text, max(found.begin - LONGEST_LABEL, 0), found.begin) is not None


def _is_of_publishing(text: str, found: FoundDay) -> bool:
    return PUBLISHED.search(text, max(found.begin - LONGEST_LABEL, 0), found.begin) is not None


def _is_alone(text: str, found: FoundDay) -> bool:
    """Whether a line is hardly more than a day."""
    return 2 * (found.end - found.begin) > len(text)


def _labelled_anywhere(clues: Clues) -> Iterator[str]:
    """Days behind a word for publishing; else that of lines that are nothing but a day.

    Many such lines make a list of other pages: they count only if all name the same day.
    """
    sheet, alone = clues.sheet, set()
    last = range(FIRST_BLOCKS, len(sheet))[-LAST_BLOCKS:]
    for block in chain(range(min(len(sheet), FIRST_BLOCKS)), last):
        text = sheet.texts[block]
        if len(text) > LONGEST_LINE or not HAS_YEAR(text):
            continue
        for found in clues.days_in(text):
            if _is_of_publishing(text, found):
                yield found.day
            elif _is_alone(text, found) and not sheet.marks_of(block) & UNLIKELY:
                alone.add(found.day)
    if len(alone) == 1:
        yield alone.pop()
