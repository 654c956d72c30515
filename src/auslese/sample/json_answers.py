"""Reads the JSON answer of an engine by the paths of its description; nothing in it may hurt."""

import re
from collections import deque
from typing import Any

import msgspec

from auslese.records.engine_reply import EngineSilence
from auslese.sample.answer_paging import AnswerPage
from auslese.sample.engine_description import EngineDescription
from auslese.sample.sampled_engine import EngineHit

LINKS = ("url", "link", "href", "id")
TITLES = ("title", "name")
TOTALS = ("total", "totalResults", "total_results", "numFound", "count")
MOST_LOOKED_AT = 1_000  # values of a JSON answer among which the list of hits is looked for
MOST_HITS = 10_000
LONGEST = 4_000
LONGEST_TEXT = 1_000_000
PLACE = re.compile(r"[0-9]{1,7}")
DIGITS = re.compile(r"[0-9][0-9.,' \u00a0\u202f]{0,30}")
UNREADABLE = (msgspec.MsgspecError, UnicodeError, RecursionError)


def read_json_answer(
    body: bytes, description: EngineDescription
) -> tuple[AnswerPage, dict[str, str]] | EngineSilence:
    """The hits of an answer, and the texts of those that come with one."""
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
