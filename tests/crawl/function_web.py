"""A web that is a dict, a keeper that is a list: what workers are tested with."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from auslese.crawl.fetch.fetcher import FunctionFetcher
from auslese.crawl.frontier.lease import Errand, Lease, RobotsNote
from auslese.crawl.frontier.seen_content import SeenContent
from auslese.crawl.frontier.worker_report import SegmentMark
from auslese.crawl.politeness.pace import Patience
from auslese.crawl.worker.exchange_keeper import CapturePosition, Exchange
from auslese.crawl.worker.worker_parts import ErrandSettings, WorkerParts
from auslese.records.fetch import Failed, Failure, Fetched, FetchOutcome
from auslese.records.reading import Links, Reading
from auslese.records.url import Url, host_of, key_of
from auslese.records.visit import Visit

HEADER = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n"
SEGMENT = "segment"


def answer(body: bytes = b"<p>hello", status: int = 200, **changes: Any) -> Fetched:
    """An answer that is kept."""
    given: dict[str, Any] = {
        "status": status,
        "media_type": "text/html",
        "header_bytes": HEADER,
        "raw_body": body,
        "body": body,
        "address": "192.0.2.7",
    }
    return Fetched(**given | changes)


def redirect(location: str) -> Fetched:
    """An answer that points elsewhere."""
    return answer(b"", 301, location=location)


def robots(*lines: str) -> Fetched:
    """A robots.txt of these lines."""
    return answer("\n".join(("User-agent: *", *lines)).encode(), media_type="text/plain")


def http_error(status: int, retry_after: float = 0.0) -> Failed:
    """An answer that is an error."""
    header = b"HTTP/1.1 %d\r\n\r\n" % status
    return Failed(Failure.HTTP, str(status), status, header_bytes=header, retry_after=retry_after)


class Web:
    """Answers by URL, whatever else is asked for does not exist; remembers who was asked."""

    def __init__(self, answers: Mapping[str, FetchOutcome] | None = None) -> None:
        self.answers = answers or {}
        self.asked: list[str] = []

    def __call__(self, url: Url) -> FetchOutcome:
        self.asked.append(url)
        return self.answers.get(url, http_error(404))

    @property
    def pages_asked(self) -> list[str]:
        """What was asked for but for robots.txt."""
        return [url for url in self.asked if not url.endswith("/robots.txt")]


class ListKeeper:
    """Keeps exchanges in a list; a capture's offset is its place there."""

    def __init__(self) -> None:
        self.kept: list[Exchange] = []
        self.closed = False

    def keep(self, exchange: Exchange) -> CapturePosition:
        self.kept.append(exchange)
        return CapturePosition(SEGMENT, len(self.kept) - 1, 1)

    def sync(self) -> list[SegmentMark]:
        """Say that everything kept so far is on disk, one byte each."""
        return [SegmentMark(SEGMENT, len(self.kept), len(self.kept), self.closed)]

    def close(self) -> list[SegmentMark]:
        self.closed = True
        return self.sync()


def read_lines(url: Url, fetched: Fetched) -> Reading:
    """A page whose words that look like URLs are its links."""
    words = fetched.content.decode("utf-8", "replace").split()
    urls = [Url(word) for word in words if word.startswith("http")]
    links = Links(urls, [""] * len(urls), [""] * len(urls))
    return Reading(fetched.media_type, charset="utf-8", links=links)


def parts_for(web: Callable[[Url], FetchOutcome], **changes: Any) -> WorkerParts:
    """A worker's parts with this web in place of the network."""
    given: dict[str, Any] = {
        "fetcher": FunctionFetcher(web),
        "keeper": ListKeeper(),
        "read": read_lines,
        "refuse": lambda url, depth: None,
        "bucket": lambda link: 8,
        "seen": lambda content, digest, payload: SeenContent(digest),
        "pack_links": lambda columns: repr(columns).encode(),
        "mark_reading": lambda number: None,
    }
    return WorkerParts(**given | changes)


def errand_settings(**changes: Any) -> ErrandSettings:
    """How errands are run, with little patience."""
    given: dict[str, Any] = {
        "agent": "Auslese",
        "media_types": frozenset({"text/html"}),
        "patience": Patience(retries=2, first_wait=2.0),
    }
    return ErrandSettings(**given | changes)


def visit(text: str, **changes: Any) -> Visit:
    """A visit to this URL."""
    url = Url(text)
    return Visit(url, key_of(url), host_of(url), depth=0)._replace(**changes)


def lease_of(*texts: str, notes: Sequence[RobotsNote] = (), **changes: Any) -> Lease:
    """A lease of the first URL's host with these errands, numbered from 1 on."""
    errands = [Errand(number, visit(text), 0) for number, text in enumerate(texts, 1)]
    host = errands[0].visit.host
    return Lease(host, 7, 1, 120.0, 0.0, 0, errands, list(notes))._replace(**changes)
