"""Who is late: the host that takes no connection, the page that does not come, or we?"""

import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from tests.crawl.scripted_server import scripted

from auslese.crawl.fetch.curl_fetcher import CurlFetcher
from auslese.crawl.fetch.fetcher import FetchAnswer, FetchSettings, Request
from auslese.records.fetch import Failed, Failure, Fetched, FetchOutcome, Unsent
from auslese.records.url import Url
from auslese.system.exhausted import Resource

MOST = 10_000
PAGE = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 5\r\n\r\nwords"


def outcome_after(url: str, settings: FetchSettings, away: float) -> FetchOutcome:
    """What comes of a request if we look at it for a moment, and are away for so long each time."""
    fetcher = CurlFetcher(settings)
    fetcher.start(Request(Url(url), None, MOST))
    answers: list[FetchAnswer] = fetcher.wait(0.0)
    while not answers:
        time.sleep(away)
        answers = fetcher.wait(0.05)
    fetcher.close()
    return answers[0][1]


def test_a_host_that_takes_no_connection_is_silent_itself_and_not_its_page() -> None:
    with crowded_server() as port:
        settings = FetchSettings("test", connect_seconds=0.3)
        outcome = outcome_after(f"http://127.0.0.1:{port}/", settings, away=0.0)

    assert isinstance(outcome, Failed)
    assert outcome.why is Failure.CONNECT
    assert "timed out" in outcome.detail


def test_a_page_that_does_not_come_is_late_although_we_were_busy_for_moments() -> None:
    with scripted(lambda path: b"HTTP/1.1 200 OK\r\n") as heard:
        settings = FetchSettings("test", request_seconds=0.5)
        outcome = outcome_after(heard.url(), settings, away=0.1)

    assert isinstance(outcome, Failed)
    assert outcome.why is Failure.TIMEOUT
    assert not isinstance(outcome, Unsent)


def test_an_answer_that_came_while_we_were_busy_is_not_late() -> None:
    with scripted(lambda path: PAGE) as heard:
        settings = FetchSettings("test", request_seconds=1.0)
        outcome = outcome_after(heard.url(), settings, away=1.5)  # as with a page that is long

    if not isinstance(outcome, Fetched):
        assert isinstance(outcome, Unsent)
        assert outcome.resource == Resource.PROCESSOR
        assert outcome.detail == "we were busy with other pages while it came"


@contextmanager
def crowded_server() -> Iterator[int]:
    """A server whose queue is full: it answers no packet, as if none came through."""
    with ExitStack() as stack:
        server = stack.enter_context(socket.socket())
        server.bind(("127.0.0.1", 0))
        server.listen(0)
        for _ in range(3):
            caller = stack.enter_context(socket.socket())
            caller.setblocking(False)
            caller.connect_ex(server.getsockname())
        yield int(server.getsockname()[1])
