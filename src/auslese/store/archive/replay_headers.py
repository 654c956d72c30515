"""Which header lines must change so that an archived response can be played back?

Three things, and nothing else: the body is stored without chunk marks, so `Transfer-Encoding`
is put aside; `Content-Length` must count the stored body; and the status line must be one that
readers of HTTP/1 know. What was put aside stays readable as `X-Crawler-…`.
"""

import re
from http import HTTPStatus
from http.client import responses
from typing import NamedTuple

ASIDE = b"X-Crawler-"  # the prefix other crawlers use for a header line they had to replace
LINE_END = re.compile(rb"\r*\n")
KEPT_VERSIONS = (b"HTTP/1.1 ", b"HTTP/1.0 ")
STATUS_LINE = re.compile(rb"HTTP/([0-9.]+)[ \t]+(\d{3})[ \t]*([^\r\n]*)")
PROTOCOLS = {b"2": "h2", b"2.0": "h2", b"3": "h3", b"3.0": "h3"}  # names of the ALPN registry
FRAMING = re.compile(rb"\n(transfer-encoding|content-length)[ \t]*:[ \t]*([^\r\n]*)")
PACKED = re.compile(rb"\ncontent-encoding[ \t]*:[ \t]*(?:x-)?(?:gzip|br|zstd|deflate)\b")


class ReceivedResponse(NamedTuple):
    """What came with the header."""

    status: int
    body_bytes: int


class ReplayHeader(NamedTuple):
    """A response header fit for replay."""

    header: bytes
    protocol: str
    """How it came, if not by HTTP/1: `h2` or `h3`."""
    is_packed: bool
    """Whether the header says that the body is compressed."""


def replayable(header: bytes, received: ReceivedResponse) -> ReplayHeader:
    """Return the header with the fewest changes that make it right."""
    protocol = ""
    if not _is_tidy(header):
        header = _tidied(header)
    if not header.startswith(KEPT_VERSIONS):
        header, protocol = _as_http_1(header, received.status)
    lowered = header.lower()
    header = _with_right_length(header, lowered, received)
    return ReplayHeader(header, protocol, PACKED.search(lowered) is not None)


def _is_tidy(header: bytes) -> bool:
    return (
        header.startswith(b"HTTP/")
        and header.find(b"\r\n\r\n") == len(header) - 4
        and header.count(b"\n") == header.count(b"\r\n")
    )


def _tidied(header: bytes) -> bytes:
    """Return the last answer in it (100 and 103 come before) with right line ends."""
    lines = [line for line in LINE_END.split(header) if line.strip()]
    starts = [number for number, line in enumerate(lines) if line.startswith(b"HTTP/")]
    kept = lines[starts[-1] :] if starts else [b"", *(line for line in lines if b":" in line)]
    return b"\r\n".join(kept) + b"\r\n\r\n"


def _as_http_1(header: bytes, status: int) -> tuple[bytes, str]:
    first, _, rest = header.partition(b"\r\n")
    found = STATUS_LINE.fullmatch(first)
    version, number, reason = found.groups() if found else (b"", b"%d" % status, b"")
    reason = reason or responses.get(int(number), "").encode()
    line = b"HTTP/1.1 %b %b\r\n" % (number, reason)
    return line + rest, PROTOCOLS.get(version, "")


def _with_right_length(header: bytes, lowered: bytes, received: ReceivedResponse) -> bytes:
    lines = list(FRAMING.finditer(lowered))
    wrong = [line for line in lines if not _is_right(line, received)]
    if not wrong:
        return header
    for line in reversed(wrong):  # from behind, so that the places of the others stay
        header = header[: line.start() + 1] + ASIDE + header[line.start() + 1 :]
    if len(wrong) < len(lines):
        return header  # what was not put aside is a right Content-Length
    return b"%bContent-Length: %d\r\n\r\n" % (header[:-2], received.body_bytes)


def _is_right(line: re.Match[bytes], received: ReceivedResponse) -> bool:
    if line[1] == b"transfer-encoding":
        return False
    if received.status == HTTPStatus.NOT_MODIFIED:
        return True  # it may give the length of what it does not send: RFC 9110, section 8.6
    return line[2].strip() == b"%d" % received.body_bytes
