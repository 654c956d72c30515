"""HTTP/2 servers that break off in the midst of a body: as if a connection had been cut."""

import socket
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from tests.crawl.fetch.test_curl import failed, fetch, fetched, settings

from auslese.crawl.fetch.curl_fetcher import CurlFetcher
from auslese.records.fetch import Failure, FetchOutcome

PREFACE = 24  # bytes that a client says first: RFC 9113, 3.4
DATA, HEADERS, RESET, SETTINGS, GOAWAY = 0, 1, 3, 4, 7
END_STREAM, END_HEADERS = 1, 4
INTERNAL_ERROR = (2).to_bytes(4, "big")
OK = b"\x88"  # `:status: 200` of the static table: RFC 7541, appendix A
LONG = b"\x0f\x0d\x0299"  # `content-length: 99`, not to be remembered


def frame(kind: int, flags: int, stream: int, body: bytes = b"") -> bytes:
    return len(body).to_bytes(3, "big") + bytes((kind, flags)) + stream.to_bytes(4, "big") + body


HEAD, PART = frame(HEADERS, END_HEADERS, 1, OK), frame(DATA, 0, 1, b"<p>words")


@contextmanager
def http2_server(*frames: bytes) -> Iterator[str]:
    """A server that answers its one request with these frames and hangs up."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(Path(__file__).parents[1] / "cases" / "self_signed.pem")
    context.set_alpn_protocols(["h2"])

    def serve(listening: socket.socket) -> None:
        plain, _ = listening.accept()
        with context.wrap_socket(plain, server_side=True) as secure, secure.makefile("rb") as said:
            secure.sendall(frame(SETTINGS, 0, 0))
            said.read(PREFACE)
            kind = SETTINGS
            while kind != HEADERS:
                head = said.read(9)
                kind = head[3]
                said.read(int.from_bytes(head[:3], "big"))
            secure.sendall(b"".join(frames))
            said.read()

    with socket.create_server(("127.0.0.1", 0)) as listening:
        thread = threading.Thread(target=serve, args=(listening,))
        thread.start()
        yield f"https://127.0.0.1:{listening.getsockname()[1]}/"
        thread.join()


def outcome_of(url: str) -> FetchOutcome:
    fetcher = CurlFetcher(settings())
    try:
        return fetch(fetcher, url, verify=False)
    finally:
        fetcher.close()


@pytest.mark.parametrize(
    "frames",
    [
        (HEAD, PART, frame(RESET, 0, 1, INTERNAL_ERROR)),
        (HEAD, PART, frame(GOAWAY, 0, 0, bytes(4) + INTERNAL_ERROR), frame(DATA, 0, 0, b"")),
        (frame(HEADERS, END_HEADERS, 1, OK + LONG), frame(DATA, END_STREAM, 1, b"<p>words")),
        (frame(RESET, 0, 1, INTERNAL_ERROR),),
    ],
    ids=["reset", "goaway", "shorter than it said", "reset before the head"],
)
def test_a_body_that_breaks_off_is_cut(frames: tuple[bytes, ...]) -> None:
    with http2_server(*frames) as url:
        assert failed(outcome_of(url)).why is Failure.CUT


def test_a_body_that_comes_wholly_is_fetched() -> None:
    with http2_server(HEAD, frame(DATA, END_STREAM, 1, b"<p>words")) as url:
        assert fetched(outcome_of(url)).body == b"<p>words"
