"""All that a page gives away about itself: what it claims, and what stands around its title."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from resiliparse.parse.html import DOMNode, HTMLTree

from auslese.extract.claims import Claims, tidy
from auslese.extract.marks import COMMENTS, FOOTER, HEADING, HIDDEN, NAVIGATION
from auslese.extract.sheet import Sheet
from auslese.extract.surroundings import is_aside, words_of
from auslese.extract.titles import LONGEST_TITLE, Site, plain_of

MOST_LINES = 12
LONGEST_LINE = 200
BEFORE_TITLE, BEHIND_TITLE = 4, 8  # blocks
WITHOUT_TITLE = 30  # blocks looked at if no block is the title
MOST_HEADINGS = 5
MOST_LOWER_HEADINGS = 20
PARAGRAPH_SIGN = "¶"  # of a link to the heading itself
UNLIKELY = NAVIGATION | FOOTER | HIDDEN | COMMENTS

# Elements whose class tells that they hold a name or a day. One walk for both.
TELLING = (
    '[class*="author" i],[class*="byline" i],[class*="username" i],[class*="autor" i],'
    '[class*="date" i],[class*="publish" i]'
)
OF_A_DAY = ("date", "publish")


@dataclass(slots=True)
class Clues:
    """What the questions who and when are answered from."""

    tree: HTMLTree
    sheet: Sheet
    claims: Claims
    site: Site
    nearby: range
    """Blocks around the title."""
    unlikely: int
    """Marks of blocks that do not belong to it."""
    latest: str = ""
    """The day on which the page was fetched; empty if nobody knows."""
    month_first: bool = False
    """Whether 1/2/2024 is in January."""
    _telling: list[tuple[DOMNode, str]] | None = None

    def bylines(self) -> Iterator[tuple[DOMNode, str]]:
        """The first elements that may hold a name, and their texts."""
        return self._lines(is_of_day=False)

    def datelines(self) -> Iterator[tuple[DOMNode, str]]:
        """The first elements that may hold a day, and their texts."""
        return self._lines(is_of_day=True)

    def _lines(self, *, is_of_day: bool) -> Iterator[tuple[DOMNode, str]]:
        if self._telling is None:
            found = self.tree.body.query_selector_all(TELLING)
            self._telling = [(each, each.class_name.lower()) for each in islice(found, 100)]
        wanted = (
            element
            for element, called in self._telling
            if any(word in called for word in OF_A_DAY) == is_of_day
        )
        for element in islice(wanted, MOST_LINES):
            text = words_of(element)
            if text and len(text) <= LONGEST_LINE and not is_aside(element):
                yield element, text


def headings_of(sheet: Sheet, tag: str, most: int) -> dict[str, int]:
    """The first headings of a rank that a reader sees, and their blocks."""
    headings: dict[str, int] = {}
    tags, marks, block = sheet.where.tags, sheet.where.marks, 0
    place = -1
    while len(headings) < most:
        try:
            place = tags.index(tag, place + 1)
        except ValueError:
            break
        if not marks[place] & HIDDEN:
            try:
                block = sheet.places.index(place, block)
            except ValueError:
                continue
            text = tidy(sheet.texts[block], LONGEST_TITLE).rstrip(PARAGRAPH_SIGN)
            headings.setdefault(text, block)
    return headings


def blocks_near(sheet: Sheet, block: int | None) -> range:
    """The blocks around the title; the first ones if nobody knows where it is."""
    if block is None:
        return range(min(WITHOUT_TITLE, len(sheet)))
    return range(max(block - BEFORE_TITLE, 0), min(block + BEHIND_TITLE + 1, len(sheet)))


def block_of(sheet: Sheet, title: str) -> int | None:
    """The block that is the title, if it can be seen: a heading rather than another."""
    plain, other = plain_of(title), None
    lengths = range(len(title) - 2, len(title) + 3)
    for block, text in enumerate(sheet.texts):
        if len(text) in lengths and plain_of(text) == plain:
            if sheet.marks_of(block) & HEADING:
                return block
            other = block if other is None else other
    return other


def unlikely_near(sheet: Sheet, block: int | None) -> int:
    """Marks that speak against a block near the title; not those that the title has itself."""
    around = 0 if block is None else sheet.marks_of(block)
    return (UNLIKELY ^ FOOTER) & ~around
