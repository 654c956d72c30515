"""A sitemap: the addresses that a site itself names, one by one or in further sitemaps.

Its links have one of these words as their relation: `item` (a page that is named), `sitemap` (a
further sitemap), `alternate` (the same page in another language), `image` (if images are wanted).
The protocol is at sitemaps.org; what is read beyond it is said in docs/methods/sitemaps.md.
"""

import re
import zlib
from dataclasses import dataclass, field

from auslese.extract.lists.feed_dates import moment_of
from auslese.extract.lists.xml_outline import (
    XmlEntry,
    attributes_in,
    decode_xml,
    plain,
    read_entries,
)
from auslese.extract.sniff import LOOK, MARKUP, PLAIN, XML
from auslese.records.reading import Link, Links, Reading
from auslese.records.url import Url, canonical

MOST_BYTES = 52_428_800  # unpacked; the protocol's own limit
MOST_ENTRIES = 50_000  # the same
MOST_URL_LETTERS = 20_000_000  # ten times what so many addresses usually have
LONGEST_URL = 2_048  # the protocol's own limit, too
LONGEST_TITLE = 500

GZIP = b"\x1f\x8b\x08"
# Lists of addresses pack to a tenth or a twentieth, and of one letter without end to a thousandth.
MOST_RATIO = 250
ALWAYS_BYTES = 1_000_000  # unpacked in any case: a small list may pack very well
MOST_MEMBERS = 64  # gzip files in one; each costs a copy of the rest
MOST_LAYERS = 2  # packed once by the site, and once more by its server

KINDS = frozenset({"url", "sitemap"})
ROOTS = frozenset({"urlset", "sitemapindex"})
ALTERNATES = frozenset({"xhtml:link", "link"})
ROOT = re.compile(r"<(?:[\w.-]{1,20}:)?(?:urlset|sitemapindex)[\s>/]", re.I)
ADDRESS = re.compile(r"https?://\S+", re.I)
LINES_LOOKED_AT = 100


def read_sitemap(url: Url, body: bytes, charset: str = "", *, images: bool = False) -> Reading:
    """What a sitemap names; a reading of the kind `page`, without links, if it is none."""
    body = unpacked_gzip(body)
    if body.startswith(GZIP):
        return Reading("application/gzip")
    used, text = decode_xml(body, charset)
    if start := ROOT.search(text, 0, LOOK):
        if MARKUP.match(text[: start.start()].encode()):
            return Reading(XML)  # a page that shows a sitemap is none
        return _read_xml(url, text[start.start() :], used, images)
    return _read_lines(url, text, used)


def unpacked_gzip(body: bytes) -> bytes:
    """What a gzip file holds, as far as it can be had within limits; anything else as it is."""
    for _ in range(MOST_LAYERS):
        if not body.startswith(GZIP):
            break
        body = _unzipped(body, min(MOST_BYTES, max(ALWAYS_BYTES, MOST_RATIO * len(body))))
    return body


def _unzipped(packed: bytes, most: int) -> bytes:
    parts: list[bytes] = []
    for _ in range(MOST_MEMBERS):
        unpacker = zlib.decompressobj(zlib.MAX_WBITS | 16)
        try:
            part = unpacker.decompress(packed, most)
        except zlib.error:
            break
        parts.append(part)
        most -= len(part)
        packed = unpacker.unused_data
        if most <= 0 or not packed.startswith(GZIP):
            break
    return b"".join(parts)


@dataclass(slots=True)
class _SitemapContents:
    """What was named so far, each address once."""

    url: Url
    links: Links = field(default_factory=Links)
    modified: list[tuple[Url, float]] = field(default_factory=list)
    skipped: int = 0
    _known: set[Url] = field(default_factory=set)
    _room: int = MOST_URL_LETTERS

    def add(self, text: str, rel: str, title: str = "") -> Url | None:
        """Note an address; None if it is none of the web, or one too many."""
        if len(text) > LONGEST_URL or len(self._known) >= MOST_ENTRIES or self._room <= 0:
            self.skipped += 1
            return None
        text = text.replace("&amp;", "&")  # escaped twice, as is seen now and then
        target = canonical(text) if ADDRESS.match(text) else canonical(text, self.url)
        if target is None or not text:
            self.skipped += 1
        elif target not in self._known:
            self._known.add(target)
            self._room -= len(target)
            self.links.add(Link(target, title, rel))
        return target

    def reading(self, media_type: str, charset: str) -> Reading:
        """Everything as one reading."""
        return Reading(
            media_type,
            charset=charset,
            links=self.links,
            skipped=self.skipped,
            kind="sitemap",
            modified=self.modified,
        )


def _read_xml(url: Url, text: str, charset: str, images: bool) -> Reading:
    found = _SitemapContents(url)
    for entry in read_entries(text, KINDS):
        if entry.kind in KINDS:
            _take(entry, found, images)
        elif entry.kind not in ROOTS:
            return Reading(XML)
    return found.reading(XML, charset)


def _take(entry: XmlEntry, found: _SitemapContents, images: bool) -> None:
    fields = entry.fields
    title = _title(entry) if "news:news/news:title" in fields else ""
    rel = "sitemap" if entry.kind == "sitemap" else "item"
    target = found.add(entry.text("loc"), rel, title)
    moment = moment_of(entry.text("lastmod", "news:news/news:publication_date"))
    if target is not None and moment is not None:
        found.modified.append((target, moment))
    for name in ALTERNATES & fields.keys():
        for value in fields[name]:
            attributes = attributes_in(value.attributes)
            if attributes.get("href") and attributes.get("rel", "alternate").lower() == "alternate":
                found.add(attributes["href"], "alternate")
    if images:
        for value in fields.get("image:image/image:loc", ()):
            found.add(plain(value.text), "image")


def _title(entry: XmlEntry) -> str:
    title = plain(entry.text("news:news/news:title")[: 10 * LONGEST_TITLE])
    return " ".join(title.split())[:LONGEST_TITLE]


def _read_lines(url: Url, text: str, charset: str) -> Reading:
    """A plain list has one address per line, and nothing else."""
    lines = text[: LOOK * LINES_LOOKED_AT].split("\n", LINES_LOOKED_AT)[:LINES_LOOKED_AT]
    written = [line.strip() for line in lines if line.strip()]
    if not written or sum(bool(ADDRESS.fullmatch(line)) for line in written) * 2 < len(written):
        return Reading(PLAIN)
    found = _SitemapContents(url)
    for line in text.splitlines():
        if line := line.strip():
            found.add(line if ADDRESS.fullmatch(line) else "", "item")
    return found.reading(PLAIN, charset)
