import pytest

from auslese.store.archive.replay_headers import ReceivedResponse, replayable

UNCHANGED = [
    b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 10\r\n\r\n",
    b"HTTP/1.0 404 Nicht da\r\nX-Odd:  spaced \r\nno colon here\r\n\r\n",
    b"HTTP/1.1 200\r\n\r\n",
    b"HTTP/1.1 200 OK\r\ncontent-length:10\r\nCONTENT-LENGTH: 10\r\n\r\n",
    b"HTTP/1.1 200 OK\r\nX-Note: transfer-encoding: chunked\r\n\r\n",
    b"HTTP/1.1 200 OK\r\nX-Latin: caf\xe9\r\n\r\n",
]
CHANGED = {
    "chunk marks are gone, so is the line that announced them": (
        b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\nServer: x\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nX-Crawler-transfer-encoding: chunked\r\nServer: x\r\n"
        b"Content-Length: 10\r\n\r\n",
    ),
    "a right length beside chunks stays": (
        b"HTTP/1.1 200 OK\r\nContent-Length: 10\r\nTransfer-Encoding: chunked\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Length: 10\r\nX-Crawler-Transfer-Encoding: chunked\r\n\r\n",
    ),
    "a wrong length is replaced": (
        b"HTTP/1.1 200 OK\r\nContent-Length: 99\r\nServer: x\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nX-Crawler-Content-Length: 99\r\nServer: x\r\n"
        b"Content-Length: 10\r\n\r\n",
    ),
    "a wrong length beside chunks is replaced": (
        b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\nA: b\r\nTransfer-Encoding: chunked\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nX-Crawler-Content-Length: 9\r\nA: b\r\n"
        b"X-Crawler-Transfer-Encoding: chunked\r\nContent-Length: 10\r\n\r\n",
    ),
    "one of two lengths is wrong": (
        b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\nContent-Length: 10\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nX-Crawler-Content-Length: 9\r\nContent-Length: 10\r\n\r\n",
    ),
    "bare line feeds become line ends": (
        b"HTTP/1.1 200 OK\nServer: x\n\n",
        b"HTTP/1.1 200 OK\r\nServer: x\r\n\r\n",
    ),
    "a missing blank line is added": (
        b"HTTP/1.1 200 OK\r\nServer: x\r\n",
        b"HTTP/1.1 200 OK\r\nServer: x\r\n\r\n",
    ),
    "interim answers are left out": (
        b"HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 200 OK\r\nServer: x\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nServer: x\r\n\r\n",
    ),
    "trailers join the header": (
        b"HTTP/1.1 200 OK\r\nServer: x\r\n\r\nX-Sum: 1\r\n",
        b"HTTP/1.1 200 OK\r\nServer: x\r\nX-Sum: 1\r\n\r\n",
    ),
    "an unknown version is called 1.1": (
        b"HTTP/1.2 200 Fine\r\n\r\n",
        b"HTTP/1.1 200 Fine\r\n\r\n",
    ),
    "an answer without header gets a status line": (b"", b"HTTP/1.1 200 OK\r\n\r\n"),
    "so does one with something else in its place": (
        b"ICY 200 OK\r\nicy-name: radio\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nicy-name: radio\r\n\r\n",
    ),
}


@pytest.mark.parametrize("header", UNCHANGED)
def test_a_header_fit_for_replay_stays_byte_for_byte(header: bytes) -> None:
    assert replayable(header, ReceivedResponse(200, 10)).header == header


@pytest.mark.parametrize(("header", "expected"), CHANGED.values(), ids=CHANGED.keys())
def test_only_what_replay_needs_is_changed(header: bytes, expected: bytes) -> None:
    assert replayable(header, ReceivedResponse(200, 10)).header == expected


@pytest.mark.parametrize(("version", "protocol"), [(b"2", "h2"), (b"2.0", "h2"), (b"3", "h3")])
def test_newer_http_is_written_as_1_1_and_remembered(version: bytes, protocol: str) -> None:
    reply = replayable(b"HTTP/%b 404 \r\nserver: x\r\n\r\n" % version, ReceivedResponse(404, 0))

    assert reply.header == b"HTTP/1.1 404 Not Found\r\nserver: x\r\n\r\n"
    assert reply.protocol == protocol


def test_a_304_may_tell_the_length_of_what_it_does_not_send() -> None:
    header = b"HTTP/1.1 304 Not Modified\r\nContent-Length: 5000\r\n\r\n"

    assert replayable(header, ReceivedResponse(304, 0)).header == header


@pytest.mark.parametrize("coding", [b"gzip", b"x-gzip", b"BR", b" zstd", b"deflate"])
def test_compressed_bodies_are_told_by_their_header(coding: bytes) -> None:
    header = b"HTTP/1.1 200 OK\r\nContent-Encoding:%b\r\n\r\n"

    assert replayable(header % coding, ReceivedResponse(200, 10)).is_packed
    assert not replayable(header % b"identity", ReceivedResponse(200, 10)).is_packed
