"""All that a page gives away about itself: what it claims, and what stands around its title."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import islice

from resiliparse.parse.html import DOMNode

from auslese.extract.about.claims import Claims
from auslese.extract.about.days import TWO_DIGITS, FoundDay, days_in, is_plausible
from auslese.extract.about.titles import LONGEST_TITLE, SiteNames, plain_of
from auslese.extract.html.element_marks import COMMENTS, FOOTER, HEADING, HIDDEN, NAVIGATION
from auslese.extract.html.element_text import is_aside, words_of
from auslese.extract.html.page_sheet import BlockSheet
from auslese.extract.tidying import tidy

MOST_LINES = 12
LONGEST_LINE = 200
LONGEST_DATELINE = 70  # letters of a long block in which its day stands
BEFORE_TITLE, BEHIND_TITLE = 4, 8  # blocks
WITHOUT_TITLE = 30  # blocks looked at if no block is the title
MOST_HEADINGS = 8
MOST_LOWER_HEADINGS = 20
PARAGRAPH_SIGN = "¶"  # of a link to the heading itself
UNLIKELY = NAVIGATION | FOOTER | HIDDEN | COMMENTS


@dataclass(slots=True)
class Clues:
    """What the questions who and when are answered from."""

    body: DOMNode
    sheet: BlockSheet
    claims: Claims
    site: SiteNames
    nearby: range
    """Blocks around the title."""
    unlikely: int
    """Marks of blocks that do not belong to it."""
    latest: str = ""
    """The day on which the page was fetched; empty if nobody knows."""
    month_first: bool = False
    """Whether 1/2/2024 is in January."""
    days: list[tuple[str, FoundDay]] = field(init=False)
    """Days near the title: in short lines, and at the beginning of long ones."""

    def __post_init__(self) -> None:
        """Look for the days."""
        self.days = list(self._days_nearby())

    def _days_nearby(self) -> Iterator[tuple[str, FoundDay]]:
        sheet = self.sheet
        for block in self.nearby:
            text = sheet.texts[block]
            start = text if len(text) <= LONGEST_LINE else text[:LONGEST_DATELINE]
            if TWO_DIGITS(start) and not sheet.marks_of(block) & self.unlikely:
                yield from ((start, found) for found in self.days_in(start))

    def days_in(self, text: str) -> Iterator[FoundDay]:
        """The days that a text names and that can be true."""
        for found in days_in(text, month_first=self.month_first):
            if is_plausible(found.day, self.latest):
                yield found

    def lines(self, selector: str) -> Iterator[tuple[DOMNode, str]]:
        """The first elements with a short text that are not in the margin, and their texts.

        Each call is a walk through the page: for questions that are open still.
        """
        for element in islice(self.body.query_selector_all(selector), MOST_LINES):
            text = words_of(element)
            if text and len(text) <= LONGEST_LINE and not is_aside(element):
                yield element, text


def headings_of(
    sheet: BlockSheet, tag: str, most: int, commons: Sequence[bool] | None = None
) -> dict[str, int]:
    """The first headings of a rank that a reader sees, and their blocks.

    A heading that many pages of the host have is the name of something larger than the page; one
    that is nothing but a link, and not the only one, comes last: mostly it leads to the first page.
    """
    headings: dict[str, int] = {}
    linked: dict[str, int] = {}
    block = 0
    for place in _places_of(sheet, tag, most):
        with suppress(ValueError):  # it has no text of its own
            block = sheet.places.index(place, block)
            if commons is None or not commons[block]:
                text = tidy(sheet.texts[block], LONGEST_TITLE).rstrip(PARAGRAPH_SIGN)
                is_link = sheet.linked[block] == len(sheet.texts[block])
                (linked if is_link else headings).setdefault(text, block)
    return headings | {text: block for text, block in linked.items() if text not in headings}


def _places_of(sheet: BlockSheet, tag: str, most: int) -> Iterator[int]:
    """The first places of a tag that are not hidden."""
    place = -1
    with suppress(ValueError):  # there are no more
        for _ in range(most):
            place = sheet.where.tags.index(tag, place + 1)
            if not sheet.where.marks[place] & HIDDEN:
                yield place


def blocks_near(sheet: BlockSheet, block: int | None) -> range:
    """The blocks around the title; the first ones if nobody knows where it is."""
    if block is None:
        return range(min(WITHOUT_TITLE, len(sheet)))
    return range(max(block - BEFORE_TITLE, 0), min(block + BEHIND_TITLE + 1, len(sheet)))


def block_of(sheet: BlockSheet, title: str) -> int | None:
    """The block that is the title, if it can be seen: a heading rather than another."""
    plain, other = plain_of(title), None
    lengths = range(len(title) - 2, len(title) + 3)
    for block, text in enumerate(sheet.texts):
        if len(text) in lengths and plain_of(text) == plain:
            if sheet.marks_of(block) & HEADING:
                return block
            other = block if other is None else other
    return other


def unlikely_near(sheet: BlockSheet, block: int | None) -> int:
    """Marks that speak against a block near the title; not those that the title has itself."""
    around = 0 if block is None else sheet.marks_of(block)
    return (UNLIKELY ^ FOOTER) & ~around
