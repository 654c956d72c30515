"""A text in Markdown, passage by passage, and its table of contents."""

import re
from typing import NamedTuple

HEADING = re.compile(r"^(#{1,6}) (.+)$", re.MULTILINE)
FENCE = re.compile(r"^ {0,3}(`{3,})[^`\n]*\n.*?^ {0,3}\1`*\s*?$", re.MULTILINE | re.DOTALL)
MOST_HEADINGS = 60
LONGEST_HEADING = 120
# A passage ends between paragraphs, or else lines, or words, if that costs no more than so much.
MOST_GIVEN_UP = 0.4
BORDERS = ("\n\n", "\n", " ")


class PagePassage(NamedTuple):
    """A part of a text."""

    text: str
    begin: int
    end: int
    """Where the next one begins; the length of the text if there is none."""


class HeadingPlace(NamedTuple):
    """A heading, and where it stands."""

    level: int
    text: str
    offset: int


def passage_of(text: str, offset: int, limit: int) -> PagePassage:
    """The part of a text from an offset on, up to a border where there is one."""
    begin = min(offset, len(text))
    end = min(begin + limit, len(text))
    if end < len(text):
        least = begin + int(limit * (1 - MOST_GIVEN_UP))
        ends = (text.rfind(border, least, end) + len(border) for border in BORDERS)
        end = next((place for place in ends if place > least), end)
    return PagePassage(text[begin:end], begin, end)


def contents_of(text: str) -> list[HeadingPlace]:
    """The headings of a text; those of highest order if there are too many."""
    code = [found.span() for found in FENCE.finditer(text)]
    places: list[HeadingPlace] = []
    at = 0
    for found in HEADING.finditer(text):
        while at < len(code) and code[at][1] <= found.start():
            at += 1
        if at < len(code) and code[at][0] <= found.start():
            continue
        title = found[2][:LONGEST_HEADING]
        places.append(HeadingPlace(len(found[1]), title, found.start()))
    deepest = max((place.level for place in places), default=0)
    while len(places) > MOST_HEADINGS and deepest > 1:
        deepest -= 1
        places = [place for place in places if place.level <= deepest]
    return places[:MOST_HEADINGS]
