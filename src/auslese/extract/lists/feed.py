"""A feed: RSS in all its versions, Atom, JSON Feed. Its title, and the pages it names.

Its links have one of these words as their relation: `item` (an entry's page), `alternate` (the page
that the feed belongs to), `next` (where the feed goes on), `enclosure` (a file, if files are
wanted). What an entry says is not read: its page says it, too.
"""

from dataclasses import dataclass, field
from functools import reduce
from typing import Any

import msgspec

from auslese.extract.charset.charset_detection import decode_text
from auslese.extract.lists.feed_dates import moment_of
from auslese.extract.lists.xml_outline import (
    XmlEntry,
    XmlFields,
    attributes_in,
    decode_xml,
    plain,
    read_entries,
)
from auslese.extract.sniff import JSON_FEED
from auslese.records.reading import Link, Links, Reading
from auslese.records.url import Url, canonical

MOST_ENTRIES = 5_000  # as of a page of any other kind
MOST_URL_LETTERS = 2_000_000
LONGEST_URL = 2_048
LONGEST_TITLE = 1_000
LONGEST_ANCHOR = 500
KINDS = frozenset({"item", "entry"})
LINKS = ("link", "atom:link")
FOLLOWED = {"alternate": "item", "enclosure": "enclosure"}
HEAD_FOLLOWED = {"alternate": "alternate", "next": "next"}
DATES = ("updated", "pubdate", "dc:date", "published", "modified", "issued", "dcterms:modified")


@dataclass(slots=True)
class _FeedContents:
    """What was named so far."""

    url: Url
    files: bool
    links: Links = field(default_factory=Links)
    modified: list[tuple[Url, float]] = field(default_factory=list)
    skipped: int = 0
    _room: int = MOST_URL_LETTERS

    def add(self, text: str, rel: str, title: str = "", base: Url | None = None) -> Url | None:
        """Note an address; None if it is none of the web, or one too many."""
        if not text or (rel == "enclosure" and not self.files):
            return None
        known, fits = len(self.links), len(text) <= LONGEST_URL and self._room > 0
        target = canonical(text, base or self.url) if fits and known < MOST_ENTRIES else None
        if target is None:
            self.skipped += 1
            return None
        self._room -= len(target)
        self.links.add(Link(target, title, rel))
        return target

    def date(self, target: Url | None, *texts: str) -> None:
        """Note when it changed, by the first date that can be read."""
        moments = (moment for text in texts if (moment := moment_of(text)) is not None)
        if target is not None and (moment := next(moments, None)) is not None:
            self.modified.append((target, moment))


def read_feed(
    url: Url, body: bytes, media_type: str, charset: str = "", *, files: bool = False
) -> Reading:
    """Title and links of a feed; a reading of the kind `page`, without links, if it is none."""
    found = _FeedContents(url, files)
    read = _read_json if media_type == JSON_FEED else _read_xml
    found_head = read(found, body, charset)
    if found_head is None:
        return Reading(media_type)
    title, language, used = found_head
    return Reading(
        media_type,
        _one_line(title, LONGEST_TITLE),
        used,
        language[:20],
        found.links,
        found.skipped,
        kind="feed",
        modified=found.modified,
    )


def _one_line(text: str, longest: int) -> str:
    """A title, which is often escaped once more than it should be."""
    return " ".join(plain(text[: 10 * longest]).split())[:longest]


# -- RSS and Atom ---------------------------------------------------------------------------------


def _read_xml(found: _FeedContents, body: bytes, charset: str) -> tuple[str, str, str] | None:
    used, text = decode_xml(body, charset)
    head = XmlEntry("", {})
    for head in read_entries(text, KINDS):
        if head.kind in KINDS:
            _take(found, head)
    if head.kind not in ("rss", "rdf", "feed"):
        return None
    base = _base(found.url, head.bases)
    for rel, href, own_base in _links_in(head.fields, base, ("channel/", "")):
        if rel in HEAD_FOLLOWED:
            found.add(href, HEAD_FOLLOWED[rel], base=own_base)
    title = head.text("channel/title", "title")
    return title, head.text("channel/language", "channel/dc:language"), used


def _take(found: _FeedContents, entry: XmlEntry) -> None:
    base = _base(found.url, entry.bases)
    title = _one_line(entry.text("title"), LONGEST_ANCHOR)
    pages: list[Url] = []
    for rel, href, own_base in _links_in(entry.fields, base):
        target = found.add(href, FOLLOWED[rel], title, own_base) if rel in FOLLOWED else None
        if target is not None and rel == "alternate":
            pages.append(target)
    if not pages and (guid := _permanent(entry)) is not None:
        pages += filter(None, [found.add(guid, "item", title, base)])
    for value in entry.fields.get("enclosure", ()):
        found.add(attributes_in(value.attributes).get("url", ""), "enclosure", title, base)
    found.date(pages[0] if pages else None, *(entry.text(name) for name in DATES))


def _links_in(
    fields: XmlFields, base: Url, places: tuple[str, ...] = ("",)
) -> list[tuple[str, str, Url]]:
    """The links of an entry, in the way of RSS or of Atom: relation, address, base."""
    links = []
    for name in (f"{place}{link}" for place in places for link in LINKS):
        for value in fields.get(name, ()):
            attributes = attributes_in(value.attributes)
            href = attributes.get("href") or plain(value.text)
            own_base = _base(base, (attributes["xml:base"],)) if "xml:base" in attributes else base
            links.append((attributes.get("rel", "alternate").lower(), href, own_base))
    return links


def _permanent(entry: XmlEntry) -> str | None:
    """The guid of an entry, if it is the address of its page; an id of Atom never says so."""
    for value in entry.fields.get("guid", ()):
        attributes = attributes_in(value.attributes)
        text = plain(value.text)
        if attributes.get("ispermalink", "true").lower() != "false" and "://" in text:
            return text
    return None


def _base(url: Url, bases: tuple[str, ...]) -> Url:
    return reduce(lambda outer, inner: canonical(inner[:LONGEST_URL], outer) or outer, bases, url)


# -- JSON Feed ------------------------------------------------------------------------------------


class _JsonFeed(msgspec.Struct):
    """The members that count; items are read one by one, so that a bad one spoils nothing else."""

    version: Any = ""
    title: Any = ""
    language: Any = ""
    home_page_url: Any = ""
    next_url: Any = ""
    items: list[msgspec.Raw] = []


class _JsonFeedItem(msgspec.Struct):
    url: Any = ""
    id: Any = ""
    title: Any = ""
    date_modified: Any = ""
    date_published: Any = ""
    attachments: Any = ()


UNREADABLE = (msgspec.MsgspecError, RecursionError, UnicodeError)


def _read_json(found: _FeedContents, body: bytes, charset: str) -> tuple[str, str, str] | None:
    used, text = decode_text(body, charset)
    try:
        feed = msgspec.json.decode(text.strip(), type=_JsonFeed)
    except UNREADABLE:
        return None
    if "jsonfeed.org/version" not in _text(feed.version):
        return None
    for raw in feed.items[:MOST_ENTRIES]:
        try:
            _take_item(found, msgspec.json.decode(raw, type=_JsonFeedItem))
        except UNREADABLE:
            found.skipped += 1
    found.skipped += len(feed.items[MOST_ENTRIES:])
    found.add(_text(feed.home_page_url), "alternate")
    found.add(_text(feed.next_url), "next")
    return _text(feed.title), _text(feed.language), used


def _take_item(found: _FeedContents, item: _JsonFeedItem) -> None:
    title = _one_line(_text(item.title), LONGEST_ANCHOR)
    address = _text(item.url) or (_text(item.id) if "://" in _text(item.id) else "")
    target = found.add(address, "item", title)
    found.date(target, _text(item.date_modified), _text(item.date_published))
    for attachment in item.attachments if isinstance(item.attachments, list) else ():
        if isinstance(attachment, dict):
            found.add(_text(attachment.get("url")), "enclosure", title)


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""
