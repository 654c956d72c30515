"""The links of one page while they are gathered, within bounds."""

from collections.abc import Iterable

from resiliparse.parse.html import DOMNode

from auslese.extract.header_links import HeaderLink
from auslese.extract.html.link_context import LinkContext
from auslese.extract.html.link_text import LinkWords
from auslese.extract.html.tag_paths import TagPaths
from auslese.records.reading import Link, Links
from auslese.records.url import HrefResolver, Url

LONGEST_ANCHOR = 500
# Different addresses on a page. Of 102,000 manual pages 319 had more than 5,000 links, indexes of
# large manuals among them; ours is twice that, and what is left out is recorded.
MOST_TARGETS = 10_000
MOST_LINKS = 50_000  # links in all, for an index has each address several times
# A page of 10,000 links as they are has a million; with a long <base> it would be gigabytes.
MOST_URL_LETTERS = 5_000_000
LINK_CONTEXT_ROOM = 2  # letters read around links, for each that may be read of their own words
LONGEST_LANGUAGE = 35  # letters of a language tag: RFC 5646, section 4.4.1

CANONICAL, ALTERNATE, NEXT, PREVIOUS = "canonical", "alternate", "next", "prev"
REFRESH, IMAGE, SCRIPT = "refresh", "image", "script"
FRAME = "frame"  # the page that a frameset shows there
FEED = "alternate feed"
FEED_TYPES = frozenset({"application/rss+xml", "application/atom+xml", "application/feed+json"})
LEADING = frozenset({CANONICAL, ALTERNATE, NEXT, PREVIOUS, "previous"})
"""Relations of <link> elements and `Link` fields that lead to pages."""
PAGE_TYPES = frozenset({"", "text/html", "application/xhtml+xml"})


class LinkHarvest:
    """Takes in what a page points to; what is no address of the web, or too much, is counted."""

    def __init__(
        self, url: Url, base: Url, word_room: int = 0, *, with_tag_paths: bool = False
    ) -> None:
        """Gather for this page, addresses being seen from `base`.

        `word_room` is how many letters of anchors are read in all: links within links have the
        same words again and again.
        """
        self._tag_paths = TagPaths() if with_tag_paths else None
        self.url = url
        self.links = Links()
        self.skipped = 0
        self._targets: set[Url] = set()
        self._left_out: set[str] = set()
        self.canonical = ""
        self._resolve = HrefResolver(base).resolve
        self._url_room = MOST_URL_LETTERS
        self._words = LinkWords(word_room)
        self._surroundings = LinkContext(LINK_CONTEXT_ROOM * word_room)

    def take_pointers(self, elements: Iterable[DOMNode], attribute: str, kind: str = "") -> None:
        """Take in elements that lead elsewhere, column by column; without a relation, as `kind`."""
        links, first = self.links, len(self.links)
        taken = self._take_targets(elements, attribute)
        anchors = [
            " ".join(words.split())
            if len(words) <= LONGEST_ANCHOR
            else one_line(words, LONGEST_ANCHOR)
            for words in self._words.of(taken)
        ]
        links.anchors.extend(anchors)
        links.rels.extend([element.getattr("rel") or kind for element in taken])
        look = self._surroundings.look
        for number, (element, words) in enumerate(zip(taken, anchors, strict=True), first):
            position, context = look(element, words, number)
            links.positions.append(position)
            links.contexts.append(context)
        if self._tag_paths is not None:
            links.tag_paths.extend(map(self._tag_paths.of, taken))

    def _take_targets(self, elements: Iterable[DOMNode], attribute: str) -> list[DOMNode]:
        """Keep where elements lead; return those of which it is kept.

        Fifty times a page: what `target` does stands here once more, without the call.
        """
        urls, resolve, room, targets = self.links.urls, self._resolve, self._url_room, self._targets
        taken = []
        for element in elements:
            href = element.getattr(attribute)
            if not href or href[0] == "#":
                continue
            if room <= 0 or len(urls) >= MOST_LINKS:
                self._leave_out(href)
                continue
            target = resolve(href)
            if target is None:
                self.skipped += 1
                continue
            if len(targets) < MOST_TARGETS:
                targets.add(target)
            elif target not in targets:
                self._leave_out(target)
                continue
            room -= len(target)
            urls.append(target)
            taken.append(element)
        self._url_room = room
        return taken

    def _leave_out(self, address: str) -> None:
        """Count an address that is too much, once."""
        self.skipped += 1
        self._left_out.add(address)

    @property
    def left_out(self) -> int:
        """How many different addresses were left out because there were too many."""
        return len(self._left_out)

    def settle(self) -> None:
        """Decide what can only be told when all links are known."""
        self._surroundings.settle(self.links.positions)

    def target(self, href: str) -> Url | None:
        """Where a link leads; None if it cannot be taken in."""
        if self._url_room <= 0 or len(self._targets) >= MOST_TARGETS:
            self._leave_out(href)
            return None
        target = self._resolve(href)
        if target is None:
            self.skipped += 1
            return None
        self._url_room -= len(target)
        self._targets.add(target)
        return target

    def add(self, target: Url, anchor: str, rel: str, position: str = "") -> None:
        """Keep a link."""
        self.links.add(Link(target, one_line(anchor, LONGEST_ANCHOR), rel, position))

    def add_each(
        self, hrefs: Iterable[str], rel: str, anchor: str = "", element: DOMNode | None = None
    ) -> None:
        """Keep links of one kind, each address once, the page itself left out.

        `element` is what offers them, if they stand on the page.
        """
        known = {self.url}
        position = "" if element is None else self._surroundings.position_of(element)
        for href in hrefs:
            if (target := self.target(href)) and target not in known:
                known.add(target)
                self.add(target, anchor, rel, position)

    def take_related(self, link: HeaderLink) -> None:
        """Take in what a <link> or a `Link` field says, as far as it leads to pages."""
        rel = link_relation(link)
        if not rel or not link.target:
            return
        target = self.url if link.target == self.url else self.target(link.target)
        if target is None:
            return
        if rel == CANONICAL:
            self.canonical = self.canonical or target
        if target != self.url:  # most pages name themselves: no link
            self.add(target, "", rel)


def link_relation(link: HeaderLink) -> str:
    """The relation under which we keep it; empty if it leads to nothing that we read.

    Parts of the page itself (styles, scripts, icons), hints for browsers and doors for programs
    are left out.
    """
    words = link.rel.split()
    if CANONICAL in words:
        return CANONICAL
    if NEXT in words:
        return NEXT
    if PREVIOUS in words or "previous" in words:
        return PREVIOUS
    if ALTERNATE not in words or "stylesheet" in words:
        return ""
    if link.media_type in FEED_TYPES:
        return FEED
    if link.media_type not in PAGE_TYPES:
        return ""
    language = "".join(link.language.split())[:LONGEST_LANGUAGE]
    return f"{ALTERNATE} hreflang={language}" if language else ALTERNATE


def one_line(text: str, longest: int) -> str:
    """The beginning of a text, its white space made single; no look at what comes far behind."""
    return " ".join(text[: 10 * longest].split())[:longest]
