"""A page on its way into the index, and what the index gives back of it."""

import re
from collections.abc import Sequence
from datetime import date
from typing import Any, NamedTuple
from urllib.parse import unquote, urlsplit

import msgspec

from auslese.records.page_standing import FETCHED, PageStanding
from auslese.records.topic_use import score_of
from auslese.search.index.index_fields import (
    NAMES,
    RELEVANCE,
    SHOWN,
    TOPIC_LEVELS,
    topic_term,
)
from auslese.search.index.page_names import names_of
from auslese.search.index.person_terms import PagePerson, person_terms
from auslese.search.index.term_forms import GAP, TermMaker, tag_of, untagged

MOST_STORED_LETTERS = 30_000
"""Letters of a text that are kept for snippets; what stands behind is found, and not shown."""
MOST_LETTERS = 1_000_000  # of a field that go into the index
UNKNOWN_DAY = -10_000_000  # before every day, and before every age: days of 9999 are 3,652,059
BETWEEN = re.compile(r"[\W_]+")
CHANGE_OF_CASE = re.compile(r"(?<=[a-zäöüß])(?=[A-ZÄÖÜ])")


class PageTopic(NamedTuple):
    """How well a page fits a topic."""

    name: str
    level: int
    """In the steps of `records.topic_use`."""
    is_relevant: bool


class IndexPage(NamedTuple):
    """What is known of a page when it is indexed."""

    id: int
    digest: int
    """Of all the rest: another one means that the page is to be indexed anew."""
    url: str
    name: str
    host: str
    site: str
    title: str
    text: str
    headings: str
    rest: str
    author: str
    date: str
    """As 2024-05-31, or empty."""
    language: str
    """A code, or empty."""
    page_type: str
    media_type: str
    depth: int
    bytes: int
    length: int
    """Words of the main text."""
    anchor: str
    """What links call it."""
    rank: float
    cluster: int
    copies: int
    standing: str = PageStanding.LIVING
    entry: str = ""
    """The page with frames by which people come to it, if it stands in one."""
    topics: Sequence[PageTopic] = ()
    relevance: float = 0.0
    """What topics bring it whatever is asked for: forward or back, -1 to 1."""
    people: Sequence[PagePerson] = ()
    """Who is named on it, those first whom it is about."""

    @property
    def is_fetched(self) -> bool:
        """Or it is known by links alone."""
        return was_fetched(self.standing)


class StoredHit(msgspec.Struct, array_like=True, frozen=True):
    """What a hit shows."""

    id: int
    url: str
    name: str
    title: str
    text: str
    language: str
    site: str
    page_type: str
    date: str
    cluster: int
    rank: float
    copies: int
    standing: str
    entry: str = ""
    topics: tuple[tuple[str, float], ...] = ()
    """Topics that it is relevant for, the best score first."""

    @property
    def is_fetched(self) -> bool:
        """Or it is known by links alone."""
        return was_fetched(self.standing)


def was_fetched(standing: str) -> bool:
    """Whether a page of the index has words of its own; an unwanted one is left out by a topic."""
    return standing in (*FETCHED, PageStanding.UNWANTED)


_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(StoredHit).decode


def texts_of(page: IndexPage) -> tuple[str, ...]:
    """What terms are made of: title, headings, text, rest, anchor, and words of the address."""
    text, rest = page.text[:MOST_LETTERS], page.rest[:MOST_LETTERS]
    return page.title, page.headings, text, rest, page.anchor, address_words(page.url)


def document_of(
    page: IndexPage, maker: TermMaker, texts: tuple[str, ...] | None = None
) -> dict[str, Any]:
    """The fields of the index; whoever has its texts already, gives them."""
    language = page.language
    title, headings, text, rest, anchor, address = (
        maker.terms(each, language) for each in texts or texts_of(page)
    )
    day = day_of(page.date)
    return {
        "id": page.id,
        "digest": page.digest,
        "title": title.stems,
        "headings": headings.stems,
        # With the title: a word of it is worth a little more than one of the text, not double.
        "text": f"{title.stems}{GAP}{text.stems}",
        "rest": rest.stems,
        "anchor": anchor.stems,
        "address": _of_no_language(address.stems, address.words, language),
        "title_words": title.words,
        "words": GAP.join((title.words, text.words, rest.words)),
        "anchor_words": anchor.words,
        "parts": " ".join(filter(None, (title.parts, text.parts, anchor.parts))),
        "author": maker.terms(page.author, "").words,
        "host": page.host,
        "hosts": " ".join(hosts_above(page.host)),
        "url_key": page.url,
        "site": page.site,
        "language": language or "unknown",
        "page_type": page.page_type,
        "media_type": page.media_type,
        "day": UNKNOWN_DAY if day is None else day.toordinal(),
        "age": UNKNOWN_DAY if day is None else -day.toordinal(),
        "year": 0 if day is None else day.year,
        "depth": page.depth,
        "length": page.length,
        "bytes": page.bytes,
        "cluster": page.cluster,
        "copies": page.copies,
        "standing": str(page.standing),
        NAMES: names_of(page.title, page.url, page.anchor),
        "rank": float(page.rank),
        "topic": [each.name for each in page.topics if each.is_relevant],
        TOPIC_LEVELS: [topic_term(each.name, each.level) for each in page.topics],
        **({RELEVANCE: float(page.relevance)} if page.relevance else {}),
        **(person_terms(page.people) if page.people else {}),
        SHOWN: _encode(_stored_hit(page)),
    }


def _stored_hit(page: IndexPage) -> StoredHit:
    return StoredHit(
        page.id,
        page.url,
        page.name,
        page.title or page.anchor,
        page.text[:MOST_STORED_LETTERS] or page.rest[:MOST_STORED_LETTERS],
        page.language,
        page.site,
        page.page_type,
        page.date,
        page.cluster,
        page.rank,
        page.copies,
        str(page.standing),
        page.entry,
        _relevant_topics(page.topics),
    )


def _relevant_topics(topics: Sequence[PageTopic]) -> tuple[tuple[str, float], ...]:
    relevant = (each for each in topics if each.is_relevant)
    best_first = sorted(relevant, key=lambda each: (-each.level, each.name))
    return tuple((each.name, score_of(each.level)) for each in best_first)


def _of_no_language(stems: str, words: str, language: str) -> str:
    """Addresses have words of all languages: as stems of the page's own, and as they are."""
    return f"{untagged(stems, language)} {words}" if tag_of(language) else words


def decode_stored_hit(kept: bytes | None) -> StoredHit:
    """What was kept of a page."""
    return _decode(bytes(kept or b""))


def hosts_above(host: str) -> list[str]:
    """The host and the domains it is in: a.b.org, b.org, org."""
    labels = host.split(".")
    return [".".join(labels[place:]) for place in range(len(labels))]


def address_words(url: str) -> str:
    """The words of an address: of its host, its path and its query, without what all have."""
    parts = urlsplit(url)
    path = unquote(f"{parts.path} {parts.query}", errors="replace")
    host = (parts.hostname or "").removeprefix("www.")
    return " ".join(BETWEEN.split(CHANGE_OF_CASE.sub(" ", f"{host} {path}"))).strip()


def day_of(text: str) -> date | None:
    """The day of a date as documents have it; the first one where only a month or year is known."""
    match = re.match(r"(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?", text)
    if not match:
        return None
    year, month, day = (int(part) if part else 1 for part in match.groups())
    try:
        return date(year, month, day)
    except ValueError:
        return None
