"""Many large answers at once: memory is bounded, and each is handed over before the next are."""

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from auslese.crawl.fetch.curl_fetcher import CurlFetcher
from auslese.crawl.fetch.fetcher import FetchAnswer, FetchSettings, Request
from auslese.records.fetch import Fetched
from auslese.records.url import Url

HOSTS = 24
BODY = b"<p>" + b"x" * 2_000_000
BUDGET = 5_000_000
GATE = threading.Event()


class LargePages(BaseHTTPRequestHandler):
    """Sends a large page to everybody at the same moment."""

    def do_GET(self) -> None:
        GATE.wait(120)
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(BODY)))
        self.end_headers()
        self.wfile.write(BODY)

    def log_message(self, *words: object) -> None:
        """Say nothing."""


class LargeServer(ThreadingHTTPServer):
    request_queue_size = 2 * HOSTS
    daemon_threads = True


@pytest.fixture
def port() -> Iterator[int]:
    server = LargeServer(("0.0.0.0", 0), LargePages)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield server.server_address[1]
    server.shutdown()
    server.server_close()


def test_large_answers_come_one_by_one_and_never_too_many_bytes_are_held(port: int) -> None:
    GATE.clear()
    fetcher = CurlFetcher(FetchSettings("test", bytes_under_way=BUDGET))
    for number in range(1, HOSTS + 1):
        fetcher.start(Request(Url(f"http://127.0.2.{number}:{port}/"), None, 10_000_000))
    for _ in range(20):
        fetcher.wait(0.02)  # all connections are made, and all servers wait
    GATE.set()

    answers: list[FetchAnswer] = []
    most_held = 0
    while fetcher.under_way:
        some = fetcher.wait(0.5)
        assert len(some) <= 1, "others must have a turn between two large pages"
        answers += some
        most_held = max(most_held, fetcher.held_bytes)
    fetcher.close()

    assert len(answers) == HOSTS
    assert all(isinstance(answer, Fetched) and answer.body == BODY for _, answer in answers)
    assert most_held <= BUDGET + HOSTS * 128 * 1024
    assert fetcher.held_bytes == 0
