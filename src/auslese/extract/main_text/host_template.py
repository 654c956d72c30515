"""What do the pages of one host have in common?

Blocks that come again and again at the same kind of place (menus, notes on cookies, addresses at
the foot) are not what a page is about, whatever they look like. A single page cannot tell; some
dozen pages of the host can. Method and measurements: docs/methods/templates.md.
"""

import re
import struct
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from xxhash import xxh3_64_intdigest

from auslese.extract.html.page_sheet import BlockSheet

LEAST_PAGES = 4  # of fewer pages nothing is said: two that look alike would be half of them
LEAST_OTHERS = 2  # pages that must have a block: one may be a print version
MOST_PAGES = 64  # of a host are looked at; the shares are then right within some 12 points
MOST_KEYS = 20_000  # of a host are remembered, the most frequent of them
MOST_BLOCKS = 2_000  # of a page are looked at
COMMON = 0.4  # share of the other pages from which on a block is of the template
MOST_REMOVED = 0.5  # of the letters of a page that may be of the template before we doubt it

DIGITS = re.compile(r"\d+")
LEAST_LETTERS = 8  # in a block whose digits do not count: dates and counters, not tables
LONGEST_NOTE = 100  # letters of such a block; longer ones are running text
HEAD = struct.Struct("<II")
COUNT = struct.Struct("<QH")
PAGE = struct.Struct("<Q")


@dataclass(frozen=True, slots=True)
class HostTemplate:
    """How many pages of a host have each block, of those that were looked at."""

    counts: Mapping[int, int] = field(default_factory=lambda: MappingProxyType({}))
    """Pages by the key of the block."""
    pages: frozenset[int] = frozenset()
    """A number for the content of each page; equal pages count once."""

    def shares(self, sheet: BlockSheet) -> list[float]:
        """For each block, the share of the host's other pages that have it; 0 if unknown."""
        keys = block_keys(sheet)
        own = page_key(keys) in self.pages
        others = len(self.pages) - own
        if others < LEAST_PAGES - 1:
            return [0.0] * len(sheet)
        counts = self.counts
        having = [counts.get(key, 0) - own for key in keys]
        shares = [n / others if n >= LEAST_OTHERS else 0.0 for n in having]
        return shares + [0.0] * (len(sheet) - len(shares))


def learn_template(sheets: Iterable[BlockSheet], known: HostTemplate | None = None) -> HostTemplate:
    """Look at some pages of a host, after those that are known already."""
    known = known or HostTemplate()
    counts, pages = Counter(known.counts), set(known.pages)
    for sheet in sheets:
        keys = block_keys(sheet)
        whole = page_key(keys)
        if whole in pages or not keys or len(pages) >= MOST_PAGES:
            continue
        pages.add(whole)
        counts.update(set(keys))
        if len(counts) > 2 * MOST_KEYS:
            counts = Counter(dict(counts.most_common(MOST_KEYS)))
    return HostTemplate(dict(counts.most_common(MOST_KEYS)), frozenset(pages))


def is_of_template(sheet: BlockSheet, shares: list[float]) -> list[bool]:
    """Whether each block is of the template.

    One that stands alone amid the page's own text is not: it is a label (`Syntax:`, `Note`) that
    the text needs. And none is, if that would take most of the page: then the page says the same
    as others, as mirrors do.
    """
    common = [True, *(share >= COMMON for share in shares), True]  # a page's edges count as such
    is_common = [
        here and (before or after)
        for before, here, after in zip(common, common[1:], common[2:], strict=False)
    ]
    letters = sum(map(len, sheet.texts))
    lost = sum(len(text) for text, gone in zip(sheet.texts, is_common, strict=True) if gone)
    return is_common if lost <= MOST_REMOVED * letters else [False] * len(sheet)


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


def page_key(keys: list[int]) -> int:
    """A number for a whole page: the same for the same blocks in the same order."""
    return xxh3_64_intdigest(b"".join(map(PAGE.pack, keys)))


def pack_template(template: HostTemplate) -> bytes:
    """The template as bytes."""
    counts = [COUNT.pack(key, n) for key, n in template.counts.items()]
    pages = map(PAGE.pack, sorted(template.pages))
    return b"".join([HEAD.pack(len(counts), len(template.pages)), *counts, *pages])


def pages_in(data: bytes) -> int:
    """How many pages the template holds that these bytes stand for."""
    return int(HEAD.unpack_from(data)[1])


def unpack_template(data: bytes) -> HostTemplate:
    """The template that these bytes stand for."""
    number, pages = HEAD.unpack_from(data)
    end = HEAD.size + number * COUNT.size
    counts = dict(COUNT.iter_unpack(data[HEAD.size : end]))
    seen = frozenset(key for (key,) in PAGE.iter_unpack(data[end : end + pages * PAGE.size]))
    return HostTemplate(counts, seen)
