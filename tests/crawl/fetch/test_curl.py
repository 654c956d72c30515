"""Real requests to a real server on this machine: what is sent, what comes of the answers."""

import ssl
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from tests.crawl.scripted_server import scripted

from auslese.crawl.fetch.curl_fetcher import CurlFetcher
from auslese.crawl.fetch.fetcher import FetchSettings, Request
from auslese.records.fetch import Failed, Failure, Fetched, FetchOutcome, Refusal, Refused
from auslese.records.url import Url

MOST = 10_000
PATIENCE_SECONDS = 60.0
GLANCE_SECONDS = 0.05


def reply(body: bytes = b"<p>words", *lines: str, status: str = "200 OK") -> bytes:
    head = [f"HTTP/1.1 {status}", "Content-Type: text/html", f"Content-Length: {len(body)}", *lines]
    return ("\r\n".join(head) + "\r\n\r\n").encode("latin-1") + body


def settings(
    refuse_address: Callable[[Url, str], Refused | None] = lambda url, address: None,
    request_seconds: float = PATIENCE_SECONDS,
) -> FetchSettings:
    return FetchSettings(
        user_agent="Auslese/0 (+a@b.example)",
        contact="a@b.example",
        request_seconds=request_seconds,
        header_bytes=5_000,
        refuse_address=refuse_address,
    )


@pytest.fixture
def fetcher() -> Iterator[CurlFetcher]:
    fetcher = CurlFetcher(settings())
    yield fetcher
    fetcher.close()


def wait_for_all(fetcher: CurlFetcher) -> dict[str, FetchOutcome]:
    outcomes = {}
    while fetcher.under_way:
        for request, outcome in fetcher.wait(GLANCE_SECONDS):
            outcomes[request.url] = outcome
    return {str(url): outcome for url, outcome in outcomes.items()}


def fetch(fetcher: CurlFetcher, url: str, **more: bool | float) -> FetchOutcome:
    plain = Request(Url(url), None, MOST)
    fetcher.start(replace(plain, **more))  # type: ignore[arg-type]  # flags and factors
    return wait_for_all(fetcher)[url]


def fetch_reply(fetcher: CurlFetcher, answer: bytes, **more: bool) -> FetchOutcome:
    with scripted(lambda path: answer) as heard:
        return fetch(fetcher, heard.url(), **more)


def fetched(outcome: FetchOutcome) -> Fetched:
    assert isinstance(outcome, Fetched), outcome
    return outcome


def failed(outcome: FetchOutcome) -> Failed:
    assert isinstance(outcome, Failed), outcome
    return outcome


# -- connections ----------------------------------------------------------------------------------


def test_requests_one_after_the_other_share_one_connection(fetcher: CurlFetcher) -> None:
    with scripted(lambda path: reply(path.encode())) as heard:
        bodies = [fetched(fetch(fetcher, heard.url(f"/{n}"))).body for n in range(5)]

        assert bodies == [b"/0", b"/1", b"/2", b"/3", b"/4"]
        assert heard.connections == [1] * 5


def test_no_request_follows_another_before_its_answer(fetcher: CurlFetcher) -> None:
    with scripted(lambda path: reply(path.encode())) as heard:
        for number in range(20):
            fetcher.start(Request(Url(heard.url(f"/{number}")), None, MOST))
        outcomes = wait_for_all(fetcher)

        assert heard.overlapping == 0
        for number in range(20):
            assert fetched(outcomes[heard.url(f"/{number}")]).body == f"/{number}".encode()


def test_an_answer_nobody_asked_for_is_never_taken_for_the_next_one(fetcher: CurlFetcher) -> None:
    with scripted(lambda path: reply(path.encode()) + reply(b"smuggled")) as heard:
        bodies = [fetched(fetch(fetcher, heard.url(f"/{n}"))).body for n in range(3)]

        assert bodies == [b"/0", b"/1", b"/2"]


def test_a_kept_connection_that_was_closed_is_opened_again(fetcher: CurlFetcher) -> None:
    answers = iter([reply(b"first"), b"", reply(b"second")])
    with scripted(lambda path: next(answers)) as heard:
        assert fetched(fetch(fetcher, heard.url("/1"))).body == b"first"
        assert fetched(fetch(fetcher, heard.url("/2"))).body == b"second"
        assert heard.opened == 2


def test_an_address_that_is_refused_is_not_connected_to() -> None:
    asked: list[tuple[str, str]] = []

    def refuse(url: Url, address: str) -> Refused:
        asked.append((url, address))
        return Refused(Refusal.ADDRESS, "not this one")

    with scripted(lambda path: reply()) as heard:
        fetcher = CurlFetcher(settings(refuse))
        outcome = fetch(fetcher, heard.url())
        fetcher.close()

        assert outcome == Refused(Refusal.ADDRESS, "not this one")
        assert asked == [(heard.url(), "127.0.0.1")]
        assert heard.opened == 0


def test_a_proxy_of_the_shell_is_not_used(
    fetcher: CurlFetcher, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("http_proxy", "all_proxy", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:9/")

    with scripted(lambda path: reply()) as heard:
        fetched(fetch(fetcher, heard.url()))


# -- requests -------------------------------------------------------------------------------------


def test_the_request_in_the_archive_is_the_one_that_was_sent(fetcher: CurlFetcher) -> None:
    with scripted(lambda path: reply()) as heard:
        request = Request(Url(heard.url("/a/../b?c=%20")), None, MOST)
        fetcher.start(request)
        wait_for_all(fetcher)

        assert heard.heads == [fetcher.request_bytes(request)]
        assert b"GET /a/../b?c=%20 HTTP/1.1\r\n" in heard.heads[0]


def test_we_say_who_we_are(fetcher: CurlFetcher) -> None:
    with scripted(lambda path: reply()) as heard:
        fetch(fetcher, heard.url())

        assert b"\r\nUser-Agent: Auslese/0 (+a@b.example)\r\n" in heard.heads[0]
        assert b"\r\nFrom: a@b.example\r\n" in heard.heads[0]


def ask(fetcher: CurlFetcher, url: str, *headers: str) -> tuple[Request, FetchOutcome]:
    request = Request(Url(url), None, MOST, headers=headers)
    fetcher.start(request)
    return request, wait_for_all(fetcher)[url]


def test_further_header_lines_go_with_their_request_and_no_other(fetcher: CurlFetcher) -> None:
    with scripted(lambda path: reply()) as heard:
        lines = ('If-None-Match: "a"',), (), ('If-None-Match: "b"',), ()
        requests = [ask(fetcher, heard.url(), *headers)[0] for headers in lines]

        assert heard.heads == [fetcher.request_bytes(request) for request in requests]
        assert [b"If-None-Match" in head for head in heard.heads] == [True, False, True, False]
        assert all(b"User-Agent: Auslese/0" in head for head in heard.heads)


def test_not_modified_is_an_answer_to_those_who_asked_for_it(fetcher: CurlFetcher) -> None:
    answer = reply(b"", 'ETag: "a"', status="304 Not Modified")
    of_what_is_not_sent = b"Content-Length: 99999999"
    answer = answer.replace(b"Content-Length: 0", of_what_is_not_sent)
    with scripted(lambda path: answer) as heard:
        outcome = fetched(ask(fetcher, heard.url(), 'If-None-Match: "a"')[1])
        unasked = failed(ask(fetcher, heard.url())[1])
        other = failed(ask(fetcher, heard.url(), "Cookie: a=b")[1])

    assert (outcome.status, outcome.body, outcome.location) == (304, b"", "")
    assert (unasked.why, unasked.status) == (other.why, other.status) == (Failure.HTTP, 304)
    assert unasked.detail == "304, though we have nothing of it"


# -- answers --------------------------------------------------------------------------------------


def test_an_answer_is_kept_as_it_came(fetcher: CurlFetcher) -> None:
    outcome = fetched(fetch_reply(fetcher, reply(b"<p>words", "ETag: x")))

    assert outcome.header_bytes + outcome.raw_body == reply(b"<p>words", "ETag: x")
    assert (outcome.status, outcome.media_type) == (200, "text/html")
    assert outcome.address == "127.0.0.1"


def test_a_redirect_is_not_followed_but_told(fetcher: CurlFetcher) -> None:
    with scripted(lambda path: reply(b"", "Location: /there", status="301 Moved")) as heard:
        outcome = fetched(fetch(fetcher, heard.url("/here")))

        assert (outcome.status, outcome.location) == (301, "/there")
        assert len(heard.heads) == 1


def test_a_redirect_counts_although_its_body_is_broken(fetcher: CurlFetcher) -> None:
    answer = reply(b"??", "Location: /x", "Content-Encoding: gzip", status="302 Found")

    assert fetched(fetch_reply(fetcher, answer)).location == "/x"


@pytest.mark.parametrize("status", ["300 Multiple", "302 Found"])
def test_a_redirect_without_a_place_to_go_to_is_a_failure(
    fetcher: CurlFetcher, status: str
) -> None:
    outcome = failed(fetch_reply(fetcher, reply(b"", status=status)))

    assert (outcome.why, outcome.status) == (Failure.HTTP, int(status[:3]))
    assert outcome.detail == f"{status[:3]} without a Location"


def test_an_error_status_keeps_its_page_and_its_wish_to_wait(fetcher: CurlFetcher) -> None:
    answer = reply(b"come back later", "Retry-After: 120", status="503 Busy")

    outcome = failed(fetch_reply(fetcher, answer))

    assert (outcome.why, outcome.status) == (Failure.HTTP, 503)
    assert (outcome.raw_body, outcome.retry_after) == (b"come back later", 120.0)


def test_another_media_type_is_refused_before_its_body_is_read(fetcher: CurlFetcher) -> None:
    header = b"HTTP/1.1 200 OK\r\nContent-Type: video/mp4\r\nContent-Length: 9999\r\n\r\n"

    assert fetch_reply(fetcher, header) == Refused(Refusal.TYPE, "video/mp4")


def test_any_media_type_is_taken_where_it_does_not_count(fetcher: CurlFetcher) -> None:
    answer = reply(b"User-agent: *", "Content-Type: video/mp4")

    assert fetched(fetch_reply(fetcher, answer, any_type=True)).body == b"User-agent: *"


@pytest.mark.parametrize(
    "answer",
    [
        reply(b"x" * (MOST + 1)),
        b"HTTP/1.1 200 OK\r\nContent-Length: 99999999\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Length: " + b"9" * 4_400 + b"\r\n\r\n",
    ],
)
def test_too_much_is_not_taken(fetcher: CurlFetcher, answer: bytes) -> None:
    assert failed(fetch_reply(fetcher, answer)).why is Failure.TOO_LARGE


def test_of_a_file_that_may_be_cut_the_beginning_is_taken(fetcher: CurlFetcher) -> None:
    outcome = fetched(fetch_reply(fetcher, reply(b"ab" * MOST), may_cut=True))

    assert outcome.body == b"ab" * (MOST // 2)


def test_a_flood_of_header_lines_ends_the_request(fetcher: CurlFetcher) -> None:
    flood = (f"X-{number}: {number}" for number in range(1000))

    assert failed(fetch_reply(fetcher, reply(b"", *flood))).why is Failure.HEADERS


def test_trailers_do_not_change_what_the_header_said(fetcher: CurlFetcher) -> None:
    header = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nTransfer-Encoding: chunked\r\n\r\n"
    body = b"5\r\nwords\r\n0\r\nContent-Encoding: gzip\r\nContent-Type: image/png\r\n\r\n"

    outcome = fetched(fetch_reply(fetcher, header + body))

    assert outcome.header_bytes == header
    assert (outcome.body, outcome.media_type) == (b"words", "text/html")


def test_only_the_last_answer_counts_after_a_continue(fetcher: CurlFetcher) -> None:
    early = b"HTTP/1.1 103 Early Hints\r\nContent-Type: image/png\r\nLink: </x>\r\n\r\n"

    outcome = fetched(fetch_reply(fetcher, early + reply()))

    assert outcome.header_bytes + outcome.raw_body == reply()


def test_a_type_given_twice_counts_once(fetcher: CurlFetcher) -> None:
    outcome = fetched(fetch_reply(fetcher, reply(b"<p>", "Content-Type: text/html;x=y")))

    assert outcome.media_type == "text/html"


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        (b"", Failure.CUT),
        (b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nwor", Failure.CUT),
        (b"<html>no header at all", Failure.PROTOCOL),
        (b"HTTP/1.1 2000 OK\r\n\r\n", Failure.PROTOCOL),
        (b"HTTP/1.1 " + b"9" * 4000 + b" OK\r\n\r\n", Failure.PROTOCOL),
    ],
)
def test_half_answers_and_nonsense_have_a_reason(
    fetcher: CurlFetcher, answer: bytes, why: Failure
) -> None:
    with scripted(lambda path: answer, hang_up=True) as heard:
        outcome = failed(fetch(fetcher, heard.url()))

    assert outcome.why is why
    assert outcome.detail
    assert 0 <= outcome.status <= 999


def test_after_a_failure_the_handle_serves_the_next_request(fetcher: CurlFetcher) -> None:
    answers = iter([reply(b"x" * (MOST + 1)), reply(b"good")])
    with scripted(lambda path: next(answers)) as heard:
        failed(fetch(fetcher, heard.url("/1")))

        assert fetched(fetch(fetcher, heard.url("/2"))).raw_body == b"good"


def test_patience_with_a_silent_server_has_an_end() -> None:
    header = b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n"
    with scripted(lambda path: header) as heard:
        fetcher = CurlFetcher(settings(request_seconds=0.3))
        outcome = failed(fetch(fetcher, heard.url()))
        fetcher.close()

    assert outcome.why is Failure.TIMEOUT


def test_waiting_ends_in_time_although_nothing_comes(fetcher: CurlFetcher) -> None:
    assert fetcher.wait(60.0) == []


def test_closing_drops_what_is_under_way() -> None:
    with scripted(lambda path: reply()) as heard:
        fetcher = CurlFetcher(settings())
        fetcher.start(Request(Url(heard.url()), None, MOST))
        fetcher.close()

        assert fetcher.under_way == 0


# -- addresses, certificates, headers alone -------------------------------------------------------


def test_a_request_goes_to_the_address_it_is_pinned_to(fetcher: CurlFetcher) -> None:
    with scripted(lambda path: reply()) as heard:
        url = Url(f"http://no-such-name.invalid:{heard.port}/")
        fetcher.start(Request(url, None, MOST, address="127.0.0.1"))

        assert fetched(wait_for_all(fetcher)[url]).address == "127.0.0.1"
        assert f"Host: no-such-name.invalid:{heard.port}".encode() in heard.heads[0]


def test_a_connection_to_one_address_is_not_used_for_another(fetcher: CurlFetcher) -> None:
    with scripted(lambda path: reply()) as heard:
        url = Url(f"http://moved.invalid:{heard.port}/")
        for address in ("127.0.0.1", "127.0.0.2"):
            fetcher.start(Request(url, None, MOST, address=address))
            outcomes = wait_for_all(fetcher)

        assert failed(outcomes[url]).why is Failure.CONNECT  # nobody listens at the second


def test_a_header_alone_has_no_body_and_the_next_request_has_one(fetcher: CurlFetcher) -> None:
    def answer(path: str) -> bytes:
        return reply(b"", "X: y").replace(b"Length: 0", b"Length: 8") if path == "/h" else reply()

    with scripted(answer) as heard:
        assert fetched(fetch(fetcher, heard.url("/h"), head_only=True)).body == b""
        assert fetched(fetch(fetcher, heard.url("/g"))).body == b"<p>words"
        assert [head.split()[0] for head in heard.heads] == [b"HEAD", b"GET"]


def test_a_header_alone_shows_what_is_not_wanted(fetcher: CurlFetcher) -> None:
    zipped = b"HTTP/1.1 200 OK\r\nContent-Type: application/zip\r\nContent-Length: 9\r\n\r\n"

    assert fetch_reply(fetcher, zipped, head_only=True) == Refused(Refusal.TYPE, "application/zip")


@contextmanager
def self_signed_server() -> Iterator[str]:
    """A server whose certificate nobody vouches for."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(Path(__file__).parents[1] / "cases" / "self_signed.pem")

    class Page(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.wfile.write(reply())

        def log_message(self, format: str, *values: object) -> None:
            """Say nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Page) as server:
        server.socket = context.wrap_socket(server.socket, server_side=True)
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"https://127.0.0.1:{server.server_address[1]}/"
        server.shutdown()
        thread.join()


def test_a_certificate_is_verified_unless_we_are_told_otherwise_and_then_only_once(
    fetcher: CurlFetcher,
) -> None:
    with self_signed_server() as url:
        assert failed(fetch(fetcher, url)).why is Failure.TLS
        assert fetched(fetch(fetcher, url, verify=False)).body == b"<p>words"
        assert failed(fetch(fetcher, url)).why is Failure.TLS


def test_a_request_may_be_given_more_time() -> None:
    fetcher = CurlFetcher(replace(settings(), request_seconds=0.5))

    def slowly(path: str) -> bytes:
        time.sleep(1.0)
        return reply()

    with scripted(slowly) as heard:
        assert failed(fetch(fetcher, heard.url("/1"))).why is Failure.TIMEOUT
        assert fetched(fetch(fetcher, heard.url("/2"), time_factor=60.0)).body == b"<p>words"
    fetcher.close()


def test_a_contact_with_letters_beyond_ascii_is_sent_as_utf8() -> None:
    fetcher = CurlFetcher(replace(settings(), user_agent="Auslese/0 (+Kräuter <a@b.example>)"))
    with scripted(lambda path: reply()) as heard:
        fetched(fetch(fetcher, heard.url()))
    fetcher.close()

    assert "User-Agent: Auslese/0 (+Kräuter <a@b.example>)\r\n".encode() in heard.heads[0]


def test_a_header_of_a_request_stands_in_place_of_the_usual_one(fetcher: CurlFetcher) -> None:
    line = "Accept: application/sparql-results+json"
    with scripted(lambda path: reply()) as heard:
        request, _ = ask(fetcher, heard.url(), line)
        ask(fetcher, heard.url())

    own, usual = (
        [it for it in head.split(b"\r\n") if it.startswith(b"Accept: ")] for head in heard.heads
    )
    assert own == [line.encode()]
    assert len(usual) == 1
    assert usual != own
    assert fetcher.request_bytes(request).count(b"Accept: ") == 1


def test_further_headers_go_with_their_request_alone(fetcher: CurlFetcher) -> None:
    with scripted(lambda path: reply()) as heard:
        for lines in (("X-One: 1",), (), ("X-Two: 2",)):
            fetcher.start(Request(Url(heard.url()), None, MOST, headers=lines))
            wait_for_all(fetcher)

    assert [head.count(b"\r\nX-") for head in heard.heads] == [1, 0, 1]
    assert b"X-Two: 2" in heard.heads[2]
    assert all(b"User-Agent: Auslese" in head for head in heard.heads)
