"""A small search engine over HTTP that behaves, or misbehaves, as a test wants it."""

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

from tests.crawl.scripted_server import Heard, scripted

from auslese.crawl.scope.scope import Presence
from auslese.recipes.samples.client_setup import open_asker
from auslese.recipes.samples.engine_opening import OpenEngine, named_addresses, open_engine
from auslese.recipes.settings.settings_loading import load_settings
from auslese.sample.telling_words import DistinctiveWords

PAGES = {
    f"http://site.example/{number}": f"shared word{letter} and group{'abc'[number % 3]} text"
    for number, letter in enumerate("abcdefghijklmnopqrstuvwxy")
}
DESCRIPTION = """
name = "small"
url = "{place}/find?q={{searchTerms}}&n={{count}}&from={{startIndex}}"
hits = "found.list"
link = "where"
title = "what"
total = "found.all"
text = "words"
page_size = 10
most = 200
first_index = 0
"""


@dataclass(frozen=True, slots=True)
class Behaviour:
    """What the engine does otherwise than an honest one."""

    total: Callable[[int, int], object] = lambda found, start: found
    """Of pages found, and where this page begins."""
    most: int = 10_000
    """Hits beyond which it gives none."""
    page: int = 10_000
    """Hits at once, whatever was asked for."""
    repeat: bool = False
    """Give the first page whatever is asked for."""
    instead: Mapping[str, bytes] = field(default_factory=dict)
    """Whole answers to queries."""


HONEST = Behaviour()


def found_for(query: str) -> list[str]:
    """Pages with all words of a query."""
    words = query.replace('"', "").split()
    return [url for url, text in PAGES.items() if set(words) <= set(text.split())]


def answer_of(behaviour: Behaviour, form: str = "json") -> Callable[[str], bytes]:
    """An engine as a function of the path that is asked for."""

    def answer(path: str) -> bytes:
        parts = urlsplit(path)
        asked = {name: values[0] for name, values in parse_qs(parts.query).items()}
        query = asked.get("q", "")
        if query in behaviour.instead:
            return behaviour.instead[query]
        found = found_for(query)
        start = 0 if behaviour.repeat else int(asked.get("from", "0"))
        end = min(start + min(int(asked.get("n", "10")), behaviour.page), behaviour.most)
        shown = found[start:end]
        total = behaviour.total(len(found), start)
        body = _json(shown, total) if form == "json" else _atom(shown, total)
        return whole(body)

    return answer


def whole(body: bytes, status: str = "200 OK", *lines: str) -> bytes:
    """An answer of HTTP."""
    head = "\r\n".join([f"HTTP/1.1 {status}", *lines, f"Content-Length: {len(body)}"])
    return head.encode() + b"\r\n\r\n" + body


def _json(urls: list[str], total: object) -> bytes:
    hits = [{"where": url, "what": f"About {url}", "words": PAGES[url]} for url in urls]
    return json.dumps({"found": {"list": hits, "all": total}}).encode()


def _atom(urls: list[str], total: object) -> bytes:
    entries = "".join(f'<entry><title>t</title><link href="{url}"/></entry>' for url in urls)
    return (
        '<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom"'
        ' xmlns:opensearch="http://a9.com/-/spec/opensearch/1.1/">'
        f"<opensearch:totalResults>{total}</opensearch:totalResults>{entries}</feed>"
    ).encode()


@contextmanager
def small_engine(
    folder: Path, behaviour: Behaviour = HONEST, further: str = ""
) -> Iterator[tuple[OpenEngine, Heard]]:
    """The engine behind its description in a file, opened as a command would."""
    with scripted(answer_of(behaviour)) as heard:
        file = folder / "small.toml"
        file.write_text(DESCRIPTION.format(place=heard.url().rstrip("/")) + further, "utf-8")
        with opened(str(file), folder / "sample") as engine:
            yield engine, heard


@contextmanager
def opened(word: str, into: Path, telling: DistinctiveWords | None = None) -> Iterator[OpenEngine]:
    """The engine that a word means."""
    flags = {"politeness.delay": "0s", "crawl.request_timeout": "2s"}
    presence = Presence(start=tuple(named_addresses([word])))
    settings = replace(load_settings(None, flags, {}), presence=presence)
    with open_asker(into, settings, False) as asker:
        engine = open_engine(word, asker, telling or DistinctiveWords())
        try:
            yield engine
        finally:
            engine.close()
