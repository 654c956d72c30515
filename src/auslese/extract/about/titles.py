"""The title of a page without the name of its site.

`<title>` and `og:title` mostly name both, the first heading mostly the page alone: where they
agree, the heading is right. Where there is no heading to trust, what names the site is cut off.
"""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from auslese.records.suffixes import registrable_domain
from auslese.records.url import Url, host_of

LONGEST_TITLE = 500
SEPARATOR = re.compile(r"\s+(?:[-–—~:/·•|»«>]|::|\|\|)\s+|\s*[|»•]\s*")
BAR = re.compile(r"\s*[|»]\s*")
WORDS = re.compile(r"\w+")
SHORTEST_LABEL = 3  # letters of a host name that can be told from a word by chance
FEWEST_WORDS = 3  # of a title that may stand within a longer heading
MOST_PARTS = 20


class TitleCandidates(NamedTuple):
    """What may be the title, or part of it."""

    headlines: Sequence[str] = ()
    """Said to be the title of this very text, as in JSON-LD."""
    heads: Sequence[str] = ()
    """Titles for windows and social networks, the best first."""
    headings: Sequence[str] = ()
    """Headings of the first rank that a reader sees, in their order."""
    lower: Sequence[str] = ()
    """Headings of the second rank."""
    are_own: bool = False
    """Whether headings that many pages of the host have were left out."""


class SiteNames(NamedTuple):
    """The names under which a site goes."""

    names: Sequence[str] = ()
    """As it calls itself, the words alone."""
    label: str = ""
    """Its domain without what everybody has: `example` of www.example.co.uk."""

    def is_named(self, text: str) -> bool:
        """Whether a text is nothing but a name of the site."""
        plain = plain_of(text)
        squeezed = plain.replace(" ", "")
        if not squeezed:
            return False
        if len(self.label) >= SHORTEST_LABEL and squeezed.startswith(self.label):
            return len(squeezed) <= 2 * len(self.label)
        return plain in self.names

    def is_called(self, name: str) -> bool:
        """Whether a name is the site's own; people who gave it theirs are not meant."""
        plain = plain_of(name)
        if " " not in plain:
            return bool(self.label) and plain.startswith(self.label)
        return ("." in name and self.is_named(name)) or plain in self.names


def site_of(url: Url, names: Iterable[str]) -> SiteNames:
    """What we know a site by."""
    return SiteNames(tuple(map(plain_of, names)), _label_of(host_of(url)))


@lru_cache(maxsize=4096)
def _label_of(host: str) -> str:
    label = (registrable_domain(host) or host).partition(".")[0]
    return plain_of(label).replace(" ", "")


def plain_of(text: str) -> str:
    """The words of a text alone, to compare it with others."""
    return " ".join(WORDS.findall(text.casefold()))


def title_of(titles: TitleCandidates, site: SiteNames) -> str:
    """The title of a page; empty if it has none."""
    heads = [*titles.headlines, *titles.heads]
    headings = [each for each in titles.headings if plain_of(each) and not site.is_named(each)]
    agreed = _agreed(titles, headings, heads, site)
    if not agreed and (titles.are_own or not headings):
        agreed = _agreed(titles, _telling(titles, heads), heads, site)
    if agreed := agreed or _within(headings, heads):
        return agreed
    for headline in titles.headlines:
        if not site.is_named(headline):
            return _without_site(headline, site)
    if len(headings) == 1:
        return headings[0]
    own = (head for head in titles.heads if not site.is_named(head))
    best = next(own, "") or next(iter(titles.heads), "")
    return _without_site(best, site) or next(iter(titles.headings), "")


def _telling(titles: TitleCandidates, heads: Iterable[str]) -> Sequence[str]:
    """Headings of the second rank that may stand for one of the first.

    Of a single page these are only those of some words that a title begins with: what stands
    further behind may be the site's.
    """
    if titles.are_own:
        return titles.lower
    begins = {plain_of(part) for head in heads for part in (head, SEPARATOR.split(head, 1)[0])}
    plains = ((heading, plain_of(heading)) for heading in titles.lower)
    return [
        heading
        for heading, plain in plains
        if plain in begins and plain.count(" ") + 1 >= FEWEST_WORDS
    ]


def _agreed(
    titles: TitleCandidates, headings: Iterable[str], heads: Iterable[str], site: SiteNames
) -> str:
    """What a heading and a title of the window both say."""
    parts = [_parts(head) for head in heads]
    firsts = {plain_of(each[0]): each[0] for each in reversed(parts) if len(each) > 1}
    later = {plain_of(part) for each in parts for part in each[1:]}
    wholes = {plain_of(head) for head in heads}
    lower = {plain_of(each) for each in titles.lower}
    # The name of a site or a book is a heading too, often the first, and stands behind the page's.
    by_trust = sorted(headings, key=lambda each: plain_of(each) not in wholes | set(firsts))
    for heading in by_trust:
        plain = plain_of(heading)
        if plain in later and plain not in wholes and plain not in firsts:
            # The heading is the site's or the section's if what stands before it is a heading too.
            better = next((text for text in map(str, firsts) if text in lower), "")
            if better:
                return firsts[better]
        if plain in wholes or plain in later or plain in firsts:
            return _without_site(heading, site)
    return ""


def _parts(head: str) -> list[str]:
    return [part for part in SEPARATOR.split(head)[:MOST_PARTS] if part]


def _within(headings: Iterable[str], heads: Sequence[str]) -> str:
    """A heading that stands within a title, or has one at its beginning or end."""
    wholes = {plain_of(head) for head in heads}
    parts = [part for head in heads for part in _parts(head)]
    for heading in headings:
        plain = plain_of(heading)
        if " " in plain and any(f" {plain} " in f" {whole} " for whole in wholes):
            return heading
        for part in parts:
            words = plain_of(part)
            if words.count(" ") + 1 >= FEWEST_WORDS and (
                plain.startswith(f"{words} ") or plain.endswith(f" {words}")
            ):
                return part
    return ""


def _without_site(title: str, site: SiteNames) -> str:
    """A title without what names the site at either end, or stands behind a last bar."""
    borders = [(found.start(), found.end()) for found in SEPARATOR.finditer(title)]
    last = len(borders) - 1
    while last >= 0 and site.is_named(title[borders[last][1] :]):
        title = title[: borders[last][0]]
        last -= 1
    if last < 0:
        return title
    if site.is_named(title[: borders[0][0]]):
        return title[borders[0][1] :]
    if last == len(borders) - 1 and BAR.fullmatch(title, *borders[last]):
        return title[: borders[last][0]]
    return title
