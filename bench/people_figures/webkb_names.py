"""Names on personal pages of webkb, against names that a reader noted; owners of home pages.

The gold: of 626 personal pages (student, faculty, staff) with 40 to 500 words and an even SHA-1 of
the address, 60 were drawn by lot (`random.Random(23)`) and read; every name of a person was
written down as it stands there, titles aside. Names that must be found are full names, initials
with a surname, and surnames that mean somebody; first names alone, people of fiction and names in
titles of shows may be found. Buildings, awards, colleges and companies with names of people are
no people. The pages are nobody's to publish, so the list has digests of addresses and names.

Owners: a personal page has a known owner if its title is a name of two to four words, "Home Page
of", "'s Home Page" and the like put aside, and the address has three letters of one of its words.
"""

import hashlib
import re
from collections import defaultdict
from pathlib import Path
from typing import Any

from tests.people_web.written_names import name_key

from .name_counts import Find, NameCounts, PageNames, found_keys
from .page_texts import PageText

GOLD = Path(__file__).parent / "webkb_gold.tsv"
PERSONAL = frozenset(("student", "faculty", "staff"))
DIGITS = 16
LETTERS = 3
NOT_OF_NAMES = re.compile(
    r"(?:'s?|´s|`s)?\b(?:personal |www |web |urcs |unm |work )*"
    r"(?:home ?page|homepage|page|information page|bio sketch)\b.*",
    re.IGNORECASE,
)
IN_FRONT = re.compile(
    r"^(?:welcome to |the )*(?:personal |www )*(?:home ?page|homepage|page) (?:of|for) ",
    re.IGNORECASE,
)
POSSESSIVE = re.compile(r"'s\b.*")
TITLES = re.compile(r"^(?:(?:professor|prof|dr)\b\.? )+", re.IGNORECASE)
WORD_OF_NAME = re.compile(r"(?:[A-Z]\.|[A-Z][a-zA-Z'’-]+)")
Pages = list[tuple[dict[str, Any], PageText]]


def digest(text: str) -> str:
    """What stands in the list instead of a text."""
    return hashlib.sha256(text.encode()).hexdigest()[:DIGITS]


def names_of_webkb(find: Find, pages: Pages) -> list[PageNames]:
    """What the finder makes of the pages that were read."""
    wanted, allowed = _gold()
    found = []
    for _, page in pages:
        own = digest(page.url)
        if own in wanted:
            keys = {digest(f"{page.url}\t{key}"): key for key in found_keys(find, page)}
            right = frozenset(keys[each] for each in keys if each in wanted[own])
            wrong = (keys[each] for each in keys if each not in wanted[own] | allowed[own])
            found.append(PageNames(right, frozenset(wrong), frozenset(wanted[own] - set(keys))))
    if len(found) != len(wanted):
        raise SystemExit(f"bench: webkb has {len(found)} of the {len(wanted)} pages of the gold")
    return found


def pages_of_gold(pages: Pages) -> list[PageText]:
    """Those that were read."""
    wanted = _gold()[0]
    return [page for _, page in pages if digest(page.url) in wanted]


def _gold() -> tuple[dict[str, set[str]], dict[str, set[str]]]:
    wanted: dict[str, set[str]] = {}
    allowed: defaultdict[str, set[str]] = defaultdict(set)
    for line in GOLD.read_text("utf-8").splitlines():
        if line.startswith("#"):
            continue
        page, kind, name = line.split("\t")
        wanted.setdefault(page, set())
        if kind == "r":
            wanted[page].add(name)
        elif kind == "o":
            allowed[page].add(name)
    return wanted, allowed


def owner_of(row: dict[str, Any], title: str) -> str:
    """Whose personal page it is, if title and address agree about it; else empty."""
    if row["label"] not in PERSONAL:
        return ""
    bare = POSSESSIVE.sub("", NOT_OF_NAMES.sub("", IN_FRONT.sub("", title)))
    name = TITLES.sub("", bare.strip(" ,:-.'\"")).removesuffix(" Jr")
    words = name.split()
    if not 2 <= len(words) <= 4 or not all(map(WORD_OF_NAME.fullmatch, words)):
        return ""
    path = row["url"].partition("://")[2].partition("/")[2].lower()
    fits = (word[:LETTERS].lower() in path for word in words if len(word) >= LETTERS)
    return name if any(fits) else ""


def owners_of_webkb(pages: Pages) -> dict[str, str]:
    """The owner by address, where one is known."""
    owners = {page.url: owner_of(row, page.title) for row, page in pages}
    return {url: owner for url, owner in owners.items() if owner}


def owners_found(find: Find, pages: Pages) -> NameCounts:
    """How many owners are found on their pages."""
    owners = owners_of_webkb(pages)
    right = sum(
        name_key(owners[page.url]) in found_keys(find, page)
        for _, page in pages
        if page.url in owners
    )
    return NameCounts(right, 0, len(owners) - right)
