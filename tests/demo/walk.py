"""A walk through the demo web without a network: every link of every page, from one start page."""

from collections import deque
from html.parser import HTMLParser
from urllib.parse import urldefrag, urljoin, urlsplit

from auslese.demo.demo_answers import DemoResponse
from auslese.demo.sites.events import CALENDAR, HALL
from auslese.demo.web import DemoWeb
from auslese.demo.world import EVENTS, UNIVERSITY_ALIAS


class Links(HTMLParser):
    """The full addresses of everything a page links to or shows."""

    def __init__(self, url: str, html: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self._base = url
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        target = given.get("src" if tag == "img" else "href")
        if tag == "base":
            self._base = urljoin(self._base, target or "")
        elif target is not None:
            self.found.append(urldefrag(urljoin(self._base, target.strip())).url)


def ask(web: DemoWeb, url: str) -> DemoResponse:
    """What the web answers to a request for this address."""
    parts = urlsplit(url)
    return web.answer(parts.netloc, f"{parts.path}?{parts.query}" if parts.query else parts.path)


def next_urls(url: str, answer: DemoResponse) -> list[str]:
    """Where one can go from here."""
    if location := answer.header("Location"):
        return [urljoin(url, location)]
    readable = answer.header("Content-Type").startswith("text/html")
    if answer.status != 200 or not readable or answer.header("Content-Encoding"):
        return []
    return Links(url, answer.body.decode("utf-8", "replace")).found


def belongs(web: DemoWeb, url: str) -> bool:
    """Whether to go there: inside the web, not under the other name, not into a trap."""
    parts = urlsplit(url)
    trap = parts.hostname == EVENTS and parts.path.startswith((CALENDAR, HALL))
    return (
        parts.scheme == "http"
        and parts.hostname in web.allow_rules()
        and parts.hostname != UNIVERSITY_ALIAS
        and not trap
    )


def walk(web: DemoWeb, start: str) -> dict[str, DemoResponse]:
    """Every address that can be reached from the start page, with its answer."""
    seen: dict[str, DemoResponse] = {}
    waiting = deque([start])
    while waiting:
        url = waiting.popleft()
        if url in seen or not belongs(web, url):
            continue
        seen[url] = ask(web, url)
        waiting.extend(next_urls(url, seen[url]))
    return seen
