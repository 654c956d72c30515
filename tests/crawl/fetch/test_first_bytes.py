"""A long body whose first bytes belie its header is left at once."""

from tests.crawl.scripted_server import scripted

from auslese.crawl.fetch.curl_fetcher import CurlFetcher
from auslese.crawl.fetch.fetcher import FetchSettings, Request
from auslese.records.fetch import Fetched, FetchOutcome, Refusal, Refused
from auslese.records.url import Url

LONG = 5_000_000
PNG = b"\x89PNG\r\n\x1a\n"


def look(declared: str, start: bytes) -> str:
    return "image/png" if start.startswith(PNG) else ""


def outcome_of(body: bytes, *, any_type: bool = False, packed: bool = False) -> FetchOutcome:
    def answer(path: str) -> bytes:
        packing = b"Content-Encoding: identity\r\n" if packed else b""
        size = b"Content-Length: %d\r\n" % len(body)
        return b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n" + packing + size + b"\r\n" + body

    fetcher = CurlFetcher(FetchSettings("Auslese/0", unwanted_start=look))
    with scripted(answer) as server:
        fetcher.start(Request(Url(server.url()), None, 2 * LONG, any_type=any_type))
        while not (answers := fetcher.wait(1.0)):
            pass
    fetcher.close()
    ((_, outcome),) = answers
    return outcome


def test_a_picture_that_calls_itself_a_page_is_refused_before_it_has_come() -> None:
    outcome = outcome_of(PNG + bytes(LONG))

    assert outcome == Refused(Refusal.TYPE, "image/png, though the server says text/html")


def test_a_page_is_taken_to_its_end() -> None:
    outcome = outcome_of(b"<p>" + b"x" * LONG)

    assert isinstance(outcome, Fetched)
    assert len(outcome.body) == LONG + 3


def test_a_short_body_has_come_anyway_and_is_kept_for_the_archive() -> None:
    assert isinstance(outcome_of(PNG), Fetched)


def test_robots_txt_is_taken_whatever_it_is() -> None:
    assert isinstance(outcome_of(PNG + bytes(LONG), any_type=True), Fetched)


def test_the_first_bytes_of_a_packed_body_say_nothing() -> None:
    assert isinstance(outcome_of(PNG + bytes(LONG), packed=True), Fetched)
