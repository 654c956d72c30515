"""What do the pages of one host have in common?

Blocks that come again and again at the same kind of place (menus, notes on cookies, addresses at
the foot) are not what a page is about, whatever they look like. A single page cannot tell; some
dozen pages of the host can. Method and measurements: docs/methods/templates.md.
"""

import re
from array import array
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from xxhash import xxh3_64_intdigest

from auslese.extract.html import element_marks as marks
from auslese.extract.html.page_sheet import BlockSheet
from auslese.text.words import count_words

LEAST_PAGES = 4  # of fewer pages nothing is said: two that look alike would be half of them
LEAST_OTHERS = 2  # pages that must have a block: one may be a print version
MOST_PAGES = 64  # of a host are looked at; the shares are then right within some 12 points
MOST_BLOCKS = 2_000  # of a page are looked at
COMMON = 0.4  # share of the other pages from which on a block is of the template
NEARLY_ALL = 0.75  # share from which on it is so even if the page has little else,
ENOUGH_PAGES = 8  # if that was seen on so many pages: five may be versions of one text
OWN_WORDS = 5  # of a block that is the page's own: less is a number, a label, the name of a session
MOST_REMOVED = 0.5  # of the letters of a page that may be of the template before we doubt it
MARGINS = marks.NAVIGATION | marks.FOOTER | marks.HIDDEN  # no text is doubted that stands there

DIGITS = re.compile(r"\d+")
LEAST_LETTERS = 8  # in a block whose digits do not count: dates and counters, not tables
LONGEST_NOTE = 100  # letters of such a block; longer ones are running text
KEYS = "Q"  # 64 bits each, as they are packed


@dataclass(frozen=True, slots=True)
class HostTemplate:
    """The blocks that many pages of a host have, by their keys."""

    common: frozenset[int] = frozenset()
    nearly_all: frozenset[int] = frozenset()
    """Those of them that nearly all pages have."""
    name: int = field(init=False, default=0)
    """The same for the same blocks, 64 bits with a sign; 0 if there are none."""

    def __post_init__(self) -> None:
        """Give it its name."""
        if self.common:
            name = xxh3_64_intdigest(pack_template(self)) - (1 << 63)
            object.__setattr__(self, "name", name or 1)

    def commons(self, sheet: BlockSheet) -> list[bool]:
        """For each block, whether many pages of the host have it."""
        if not self.common:
            return [False] * len(sheet)
        found = [key in self.common for key in block_keys(sheet)]
        return found + [False] * (len(sheet) - len(found))


def learn_template(pages: Iterable[Sequence[int]]) -> HostTemplate:
    """What pages of a host have in common, by the keys of their blocks; equal pages count once.

    The same for the same pages in whatever order.
    """
    counts: Counter[int] = Counter()
    seen: set[int] = set()
    for keys in pages:
        whole = page_key(keys)
        if keys and whole not in seen:
            seen.add(whole)
            counts.update(set(keys))
    others = len(seen) - 1
    if others < LEAST_PAGES - 1:
        return HostTemplate()
    fewest = max(COMMON * others, LEAST_OTHERS)
    common = frozenset(key for key, n in counts.items() if n - 1 >= fewest)
    if len(seen) < ENOUGH_PAGES:
        return HostTemplate(common)
    return HostTemplate(
        common, frozenset(key for key in common if counts[key] - 1 >= NEARLY_ALL * others)
    )


def is_of_template(
    sheet: BlockSheet, template: HostTemplate, commons: list[bool] | None = None
) -> list[bool]:
    """Whether each block is of the template; `commons` are those that many pages have, if known.

    One that stands alone amid the page's own text is not: it is a label (`Syntax:`, `Note`) that
    the text needs. If all of them were most of the page, only those count that stand in its
    margins or on nearly all pages, and only if it says something else: a page may also be one of
    several versions of a text.
    """
    commons = template.commons(sheet) if commons is None else commons
    shared = [True, *commons, True]  # a page's edges count as such
    is_common = [
        here and (before or after)
        for before, here, after in zip(shared, shared[1:], shared[2:], strict=False)
    ]
    letters = sum(map(len, sheet.texts))
    lost = sum(len(text) for text, gone in zip(sheet.texts, is_common, strict=True) if gone)
    if lost <= MOST_REMOVED * letters:
        return is_common
    return _surely_common(sheet, template, is_common)


def _surely_common(sheet: BlockSheet, template: HostTemplate, is_common: list[bool]) -> list[bool]:
    """Of the common blocks of a page that has little else, those that are none of its text."""
    in_margin = [bool(sheet.marks_of(block) & MARGINS) for block in range(len(sheet))]
    nearly_all = template.nearly_all if _says_something(sheet, is_common, in_margin) else ()
    keys = block_keys(sheet)
    keys += [0] * (len(sheet) - len(keys))
    return [
        common and (aside or key in nearly_all)
        for common, aside, key in zip(is_common, in_margin, keys, strict=True)
    ]


def _says_something(sheet: BlockSheet, is_common: list[bool], in_margin: list[bool]) -> bool:
    """Whether a page has a block of some words that is its own."""
    return any(
        not common and not aside and count_words(text) >= OWN_WORDS
        for text, common, aside in zip(sheet.texts, is_common, in_margin, strict=True)
    )


def block_keys(sheet: BlockSheet) -> list[int]:
    """A number for each block, the same for the same text at the same kind of place."""
    tags, parents = sheet.where.tags, sheet.where.parents
    keys = []
    for text, place in zip(sheet.texts[:MOST_BLOCKS], sheet.places, strict=False):
        kind = f"{tags[parents[place]]}>{tags[place]} {_without_numbers(text)}"
        keys.append(xxh3_64_intdigest(kind.encode("utf-8", "replace")))
    return keys


def _without_numbers(text: str) -> str:
    """A short text with all numbers made equal, if it has words as well."""
    if len(text) > LONGEST_NOTE:
        return text
    bare = DIGITS.sub("0", text)
    if bare == text or sum(map(str.isalpha, bare)) < LEAST_LETTERS:
        return text
    return bare


def page_key(keys: Sequence[int]) -> int:
    """A number for a whole page: the same for the same blocks in the same order."""
    return xxh3_64_intdigest(pack_keys(keys))


def pack_keys(keys: Iterable[int]) -> bytes:
    """Keys of blocks as bytes."""
    return array(KEYS, keys).tobytes()


def unpack_keys(data: bytes) -> Sequence[int]:
    """The keys that these bytes stand for."""
    return array(KEYS, data)


def pack_template(template: HostTemplate) -> bytes:
    """The template as bytes: the same for the same template."""
    rest = template.common - template.nearly_all
    return pack_keys((len(rest), *sorted(rest), *sorted(template.nearly_all)))


def unpack_template(data: bytes) -> HostTemplate:
    """The template that these bytes stand for."""
    number, *keys = unpack_keys(data)
    return HostTemplate(frozenset(keys), frozenset(keys[number:]))
