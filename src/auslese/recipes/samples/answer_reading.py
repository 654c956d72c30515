"""Reads the answer of an HTTP engine: JSON by paths, RSS and Atom; nothing that comes may hurt."""

import re
from collections import deque
from typing import Any

import msgspec

from auslese.extract.lists.feed import read_feed
from auslese.extract.lists.xml_outline import decode_xml, read_entries
from auslese.extract.page_reader import declared_charset
from auslese.recipes.samples.answer_book import ReceivedAnswer
from auslese.recipes.samples.answer_paging import AnswerPage
from auslese.recipes.samples.engine_description import EngineDescription
from auslese.records.url import Url
from auslese.sample.sampled_engine import EngineHit, EngineSilence

LINKS = ("url", "link", "href", "id")
TITLES = ("title", "name")
TOTALS = ("total", "totalResults", "total_results", "numFound", "count")
MOST_LOOKED_AT = 1_000  # values of a JSON answer among which the list of hits is looked for
MOST_HITS = 10_000
LONGEST = 4_000
LONGEST_TEXT = 1_000_000
FEED_TOTAL = "totalresults"  # of OpenSearch, under whatever prefix
PLACE = re.compile(r"[0-9]{1,7}")
DIGITS = re.compile(r"[0-9][0-9.,' \u00a0\u202f]{0,30}")
UNREADABLE = (msgspec.MsgspecError, UnicodeError, RecursionError)


def read_answer(
    got: ReceivedAnswer, description: EngineDescription
) -> tuple[AnswerPage, dict[str, str]] | EngineSilence:
    """The hits of an answer, and the texts of those that come with one."""
    start = got.body.lstrip()[:1]
    if start in (b"{", b"["):
        return _read_json(got.body, description)
    if start == b"<" or start == b"\xef":
        return _read_feed(got)
    return EngineSilence("no_answer", f"neither JSON nor a feed, but {got.media_type or 'nothing'}")


# -- JSON -----------------------------------------------------------------------------------------


def _read_json(
    body: bytes, description: EngineDescription
) -> tuple[AnswerPage, dict[str, str]] | EngineSilence:
    try:
        data = msgspec.json.decode(body)
    except UNREADABLE as problem:
        return EngineSilence("no_json", str(problem))
    hits = at(data, description.hits) if description.hits else _list_of_hits(data)
    if hits is None and description.hits and _says_none(data, description):
        hits = []
    if not isinstance(hits, list):
        return EngineSilence("no_hits", f"there is no list at {description.hits or 'any place'}")
    pages, texts = [], {}
    for hit in hits[:MOST_HITS]:
        url = _first_text(hit, (description.link,) if description.link else LINKS)
        title = _first_text(hit, (description.title,) if description.title else TITLES)
        pages.append(EngineHit(url, title))
        if text := _text_of(hit, description.text):
            texts[url] = text
    return AnswerPage(tuple(pages), _total(data, description)), texts


def at(value: Any, path: str) -> Any:
    """What is at a place, as data.results.0; None if there is nothing."""
    for part in path.split("."):
        if isinstance(value, dict):
            value = value.get(part)
        elif isinstance(value, list) and PLACE.fullmatch(part):
            value = value[int(part)] if int(part) < len(value) else None
        else:
            return None
    return value


def _list_of_hits(data: Any) -> list[Any] | None:
    """The first list of objects with an address; an empty list if there is no other."""
    empty: list[Any] | None = None
    waiting = deque([data])
    for _ in range(MOST_LOOKED_AT):
        if not waiting:
            break
        value = waiting.popleft()
        if isinstance(value, list):
            if any(_first_text(each, LINKS) for each in value[:3]):
                return value
            empty = value if empty is None and not value else empty
        elif isinstance(value, dict):
            waiting.extend(value.values())
    return empty


def _says_none(data: Any, description: EngineDescription) -> bool:
    """Whether an answer without a list says that there is nothing."""
    return isinstance(data, dict) and _total(data, description) == 0


def _total(data: Any, description: EngineDescription) -> int | None:
    places = (description.total,) if description.total else TOTALS
    for place in places:
        value = at(data, place)
        if isinstance(value, int) and not isinstance(value, bool) and value >= 0:
            return value
        if isinstance(value, str) and (number := number_in(value)) is not None:
            return number
    return None


def number_in(text: str) -> int | None:
    """The number that a text begins with, with whatever parts its thousands."""
    found = DIGITS.match(text.strip())
    return int("".join(filter(str.isdigit, found[0]))) if found else None


def _first_text(hit: Any, places: tuple[str, ...]) -> str:
    for place in places:
        value = hit if place == "" else at(hit, place)
        if isinstance(value, str) and value:
            return value[:LONGEST]
    return ""


def _text_of(hit: Any, places: tuple[str, ...]) -> str:
    texts = [at(hit, place) for place in places]
    return "\n".join(text for text in texts if isinstance(text, str))[:LONGEST_TEXT]


# -- feeds ----------------------------------------------------------------------------------------


def _read_feed(got: ReceivedAnswer) -> tuple[AnswerPage, dict[str, str]] | EngineSilence:
    charset = declared_charset(got.header)
    reading = read_feed(Url(got.url), got.body, "application/xml", charset)
    if reading.kind != "feed":
        kind = "html" if b"<html" in got.body[:2000].lower() else "no_feed"
        return EngineSilence(kind, f"no feed, but {got.media_type or 'something else'}")
    links = reading.links
    rows = zip(links.urls, links.anchors, links.rels, strict=True)
    pages = [EngineHit(url, title) for url, title, rel in rows if rel == "item"]
    _, text = decode_xml(got.body, charset)
    *_, head = deque(read_entries(text, frozenset({"item", "entry"})), maxlen=1)
    names = [name for name in head.fields if name.endswith(FEED_TOTAL)]
    return AnswerPage(tuple(pages), number_in(head.text(*names))), {}
