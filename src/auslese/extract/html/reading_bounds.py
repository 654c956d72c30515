"""How much of a page can be read in good time? Nearly always all of it.

Three things make a parser slow although the page is short. It walks up from every tag through the
elements that are open: its work is the sum of how deep each tag stands. It opens anew, in every
paragraph, all `<b>`, `<font>` and the like that nobody closed: 6,000 of them in 120 KB become 18
million elements, 6 GB. And it compares every attribute of a tag with all before it
(`extract.html.attribute_floods`). So a page is cut where one of these goes beyond what honest pages
come to.
"""

import re
from collections import Counter
from itertools import islice
from typing import NamedTuple

from auslese.extract.charset.charset_detection import decode_text
from auslese.extract.html.attribute_floods import before_flood
from auslese.extract.html.tag_nesting import MOST_STEPS, Nesting

MOST_BYTES = 5_000_000  # of a page; a book of 1,000 pages has two million letters
MOST_TAGS = 150_000  # two or three times as many nodes, 40 MB; the longest manuals have 100,000
MOST_REOPENED = 100_000  # elements opened anew, 35 MB; honest pages have some hundred
# Pages with fewer tags are not too deep, however they are nested: 0.5 s at most.
FEW_TAGS = 10_000
# Pages with still fewer are not looked at more closely: 500 <font> in 500 paragraphs are 85 MB.
VERY_FEW_TAGS = 1_000
# The first letter is looked at first, in both cases: that spares a third of the time.
_FORMATTING = re.compile(
    r"<(?=[BbIiUuSsEeTtFfCc])(?i:[bius]|em|tt|big|font|code|small|strong|strike)(?=[\s/>])[^>]*"
)
MOST_EQUAL = 3  # of equal ones the parser opens three anew
MOST_PAIRS = 250_000  # of them with tags, each of which may open all of them anew: 85 MB


class BoundedText(NamedTuple):
    """As much of a page as can be read in good time."""

    text: str
    is_cut: bool = False
    """Whether the page had more."""
    charset: str = ""


def bounded_text(body: bytes, declared_charset: str, url: str = "") -> BoundedText:
    """The text of a page as far as it is not too long; nearly always all of it."""
    charset, text = decode_text(body[:MOST_BYTES], declared_charset, url)
    return BoundedText(text, len(body) > MOST_BYTES, charset)


def parseable_text(body: bytes, declared_charset: str, url: str = "") -> BoundedText:
    """The text of an HTML page up to where a parser would take too long; nearly always all."""
    page = bounded_text(body, declared_charset, url)
    text = page.text.replace("\0", "") if "\0" in page.text else page.text
    kept = _before_flood(text)
    return BoundedText(kept, page.is_cut or len(kept) < len(text), page.charset)


def _before_flood(text: str) -> str:
    """The page up to where it has too much of anything."""
    tags = text.count("<")
    if tags > MOST_TAGS:
        starts = (found.start() for found in re.finditer("<", text))
        text = text[: next(islice(starts, MOST_TAGS, None))]
    text = before_flood(text)
    if tags > VERY_FEW_TAGS and not _is_harmless(text, tags):
        text = text[: _too_deep(text)]
    return text


def _is_harmless(text: str, tags: int) -> bool:
    """Whether there is no need to go through the tags one by one.

    Of `<b>` and the like only those that differ count; in honest pages they are few.
    """
    if tags > FEW_TAGS:
        return False
    different = 0
    for tag, times in Counter(_FORMATTING.findall(text)).items():
        # Where a tag ends is doubtful if there are odd quotes in it: then each counts for itself.
        single, double = tag.count("'"), tag.count('"')
        is_odd = single % 2 or double % 2 or (single and double)
        different += times if is_odd else min(times, MOST_EQUAL)
    return different * tags <= MOST_PAIRS


def _too_deep(text: str) -> int:
    """Where in the page the work of the parser gets out of bounds; its end if nowhere."""
    nesting = Nesting()
    for place in nesting.walk(text):
        if nesting.steps > MOST_STEPS or nesting.reopened > MOST_REOPENED:
            return place
    return len(text)
