"""Answers that no server should give, by name: what `hostile_server` serves."""

import asyncio
import random
import socket
import struct
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

import brotli
import zstandard
from isal import isal_zlib

CHUNK = b"<p>there is no end to this page</p>\n" * 1000
HUGE = 1 << 30


@dataclass(frozen=True, slots=True)
class Caller:
    """One request and the way back."""

    name: str
    path: str
    writer: asyncio.StreamWriter

    async def send(self, *parts: bytes) -> None:
        """Send these bytes, whatever they mean."""
        for part in parts:
            self.writer.write(part)
            await self.writer.drain()

    def reset(self) -> None:
        """End the connection so that the other side gets a reset."""
        at_once = struct.pack("ii", 1, 0)
        sock = self.writer.get_extra_info("socket")
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, at_once)
        self.writer.transport.abort()


Misdeed = Callable[[Caller], Awaitable[None]]


def page(name: str, content: str = "") -> bytes:
    """A small page, different for every name."""
    return f"<!doctype html><title>{name}</title>\n{content}\n<p>This is {name}.</p>\n".encode()


def answer(body: bytes, *lines: str, status: str = "200 OK") -> bytes:
    """A whole answer; a header line that is given replaces ours of the same name."""
    ours = ("Content-Type: text/html; charset=utf-8", f"Content-Length: {len(body)}")
    given = {line.partition(":")[0].lower() for line in lines}
    kept = [line for line in ours if line.partition(":")[0].lower() not in given]
    # A given line without a value says: leave ours out.
    sent = [*kept, *(line for line in lines if not line.endswith(":"))]
    head = "\r\n".join([f"HTTP/1.1 {status}", *sent, "Connection: close", "", ""])
    return head.encode("latin-1") + body


async def send_well(caller: Caller) -> None:
    """Answer as one should."""
    await caller.send(answer(page(caller.name)))


async def send_nothing(caller: Caller) -> None:
    """Say that there is no such page."""
    await caller.send(answer(page(caller.name), status="404 Not Found"))


def sending(make: Callable[[str], bytes]) -> Misdeed:
    """Send bytes made from the host's name, and end."""

    async def send(caller: Caller) -> None:
        await caller.send(make(caller.name))

    return send


def with_lines(*lines: str, status: str = "200 OK") -> Misdeed:
    """Send a page with these header lines."""
    return sending(lambda name: answer(page(name), *lines, status=status))


def with_content(content: str) -> Misdeed:
    """Send a page with this in it."""
    return sending(lambda name: answer(page(name, content)))


def with_body(body: bytes, *lines: str) -> Misdeed:
    """Send these bytes as a page."""
    return sending(lambda name: answer(body, *lines))


# -- never coming to an end ---------------------------------------------------------------------


async def say_nothing(caller: Caller) -> None:
    await asyncio.sleep(3600)


async def drip_header(caller: Caller) -> None:
    for letter in answer(page(caller.name)):
        await caller.send(bytes([letter]))
        await asyncio.sleep(1)


async def drip_body(caller: Caller) -> None:
    await caller.send(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>")
    while True:
        await caller.send(b"x")
        await asyncio.sleep(0.5)


async def send_endlessly(caller: Caller) -> None:
    await caller.send(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n")
    while True:
        await caller.send(CHUNK)


async def send_endless_chunks(caller: Caller) -> None:
    await caller.send(
        b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nTransfer-Encoding: chunked\r\n\r\n"
    )
    while True:
        await caller.send(b"%x\r\n%b\r\n" % (len(CHUNK), CHUNK))


async def send_endless_continues(caller: Caller) -> None:
    while True:
        await caller.send(b"HTTP/1.1 100 Continue\r\n\r\n" * 100)


async def redirect_onwards(caller: Caller) -> None:
    number = int(caller.path.rpartition("/")[2] or 0) + 1
    await caller.send(answer(b"", f"Location: /r/{number}", status="302 Found"))


async def redirect_in_a_ring(caller: Caller) -> None:
    other = "/b" if caller.path == "/" else "/"
    await caller.send(answer(b"", f"Location: {other}", status="302 Found"))


# -- broken framing -----------------------------------------------------------------------------


async def reset_at_once(caller: Caller) -> None:
    caller.reset()


async def reset_in_the_body(caller: Caller) -> None:
    await caller.send(b"HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n<p>half a sen")
    await asyncio.sleep(0.1)
    caller.reset()


async def close_at_once(caller: Caller) -> None:
    """Go without a word; the connection is closed behind every misdeed."""


def chunked(body: bytes) -> bytes:
    """An answer whose body comes in chunks, given as they go over the wire."""
    return answer(body, "Transfer-Encoding: chunked", "Content-Length:")


def with_trailers(name: str) -> bytes:
    body = page(name)
    trailers = b"Content-Type: image/png\r\nContent-Encoding: gzip\r\nLocation: /nowhere\r\n"
    return chunked(b"%x\r\n%b\r\n0\r\n%b\r\n" % (len(body), body, trailers))


# -- packed -------------------------------------------------------------------------------------


def gzipped(body: bytes) -> bytes:
    return isal_zlib.compress(body, 3, isal_zlib.MAX_WBITS + 16)


def bomb(process: Callable[[bytes], bytes], finish: Callable[[], bytes]) -> bytes:
    """A gigabyte of zeros, packed by something that takes one piece after the other."""
    zeros = bytes(1 << 20)
    return b"".join(process(zeros) for _ in range(HUGE // len(zeros))) + finish()


def gzip_bomb() -> bytes:
    packer = isal_zlib.compressobj(3, isal_zlib.DEFLATED, isal_zlib.MAX_WBITS + 16)
    return bomb(packer.compress, packer.flush)


def brotli_bomb() -> bytes:
    packer = brotli.Compressor(quality=5)
    return bomb(packer.process, packer.finish)


def zstd_bomb() -> bytes:
    packer = zstandard.ZstdCompressor().compressobj()
    return bomb(packer.compress, packer.flush)


# -- robots.txt ---------------------------------------------------------------------------------


async def send_robots_endlessly(caller: Caller) -> None:
    await caller.send(b"HTTP/1.1 200 OK\r\n\r\nUser-agent: *\nDisallow: /private\n")
    while True:
        await caller.send(b"# there is no end to this file\n" * 1000)


async def redirect_robots_onwards(caller: Caller) -> None:
    further = f"Location: {caller.path}{'x' if '?' in caller.path else '?x'}"
    await caller.send(answer(b"", further, status="302 Found"))


ROBOTS_MISDEEDS: dict[str, Misdeed] = {
    "robots-endless": send_robots_endlessly,
    "robots-binary": with_body(bytes(range(256)) * 100),
    "robots-is-a-page": with_content("<p>User-agent: everybody</p>" * 100),
    "robots-500": with_lines(status="500 Internal Server Error"),
    "robots-401": with_lines(status="401 Unauthorized"),
    "robots-999": with_lines(status="999 Go Away"),
    "robots-onwards": redirect_robots_onwards,
    "robots-bomb": with_body(gzipped(bytes(50_000_000)), "Content-Encoding: gzip"),
    "robots-broken-gzip": with_body(b"\x1f\x8b\x08 nonsense", "Content-Encoding: gzip"),
    "robots-odd-delay": with_body(
        b"User-agent: *\nCrawl-delay: nan\nCrawl-delay: -1\nDisallow: /no\n"
    ),
    "robots-hidden": with_lines("Location: http://10.0.0.1/robots.txt", status="302 Found"),
}
WHOLE_HOST: dict[str, Misdeed] = {"black-hole": say_nothing, "hangs-up": close_at_once}

PNG = b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 20
ZIP = b"PK\x03\x04" + bytes(range(256)) * 20
NOISE = random.Random(7).randbytes(5000)
BYTE_ORDER = "<!doctype html><title>Grüße</title><p>wide letters</p><a href='/x'>x</a>"
MANY_LINKS = "".join(
    f"<a href='http://far.example/{number}'>{number}</a>\n" for number in range(100_000)
)
FLOOD = tuple(f"X-Flood-{number}: {number}" for number in range(100_000))
LONG_BASE = f"<base href='/{'b' * 100_000}/'>" + "".join(f"<a href={n}>x</a>" for n in range(5000))

MISDEEDS: dict[str, Misdeed] = {
    # never coming to an end
    "drips-header": drip_header,
    "drips-body": drip_body,
    "endless-body": send_endlessly,
    "endless-chunks": send_endless_chunks,
    "endless-continues": send_endless_continues,
    "redirects-onwards": redirect_onwards,
    "redirects-in-a-ring": redirect_in_a_ring,
    "redirects-to-itself": with_lines("Location: /", status="302 Found"),
    "redirects-to-a-file": with_lines("Location: file:///etc/passwd", status="302 Found"),
    "redirects-nowhere": with_lines(status="302 Found"),
    "redirects-to-hidden": with_lines("Location: http://10.0.0.1/secret", status="302 Found"),
    # header
    "header-flood": with_lines(*FLOOD),
    "giant-header": with_lines("X-Giant: " + "x" * 2_000_000),
    "folded-header": with_lines("X-Folded: one\r\n two\r\n three"),
    "two-types": with_lines("Content-Type: text/html", "Content-Type: text/html"),
    # framing
    "length-too-large": with_lines("Content-Length: 100000"),
    "length-too-small": with_lines("Content-Length: 40"),
    "length-negative": with_lines("Content-Length: -1"),
    "length-twice": with_lines("Content-Length: 10", "Content-Length: 20"),
    "length-of-odd-digits": with_lines("Content-Length: ²"),
    "length-absurd": with_lines(f"Content-Length: {'9' * 5000}"),
    "length-huge": with_lines("Content-Length: 99999999999"),
    "chunks-cut": sending(lambda name: chunked(b"5\r\n<p>ab\r\nffff\r\ncut her")),
    "chunks-nonsense": sending(lambda name: chunked(b"zz\r\nnonsense\r\n0\r\n\r\n")),
    "chunks-absurd": sending(lambda name: chunked(b"f" * 5000 + b"\r\nx\r\n")),
    "chunks-with-trailers": sending(with_trailers),
    "reset": reset_at_once,
    "reset-in-the-body": reset_in_the_body,
    "closes-at-once": close_at_once,
    # status
    "status-999": with_lines(status="999 Go Away"),
    "status-099": with_lines(status="099 Too Small"),
    "status-giant": with_lines(status="123456789 Too Large"),
    "status-letters": with_lines(status="OK 200"),
    "status-204": sending(lambda name: answer(b"", status="204 No Content")),
    "status-304": sending(lambda name: answer(b"", status="304 Not Modified")),
    "status-503": with_lines("Retry-After: ²", status="503 Service Unavailable"),
    "status-404": with_lines(status="404 Not Found"),
    "continues-first": sending(lambda n: b"HTTP/1.1 100 Continue\r\n\r\n" + answer(page(n))),
    "http-09": sending(page),
    "nonsense": sending(lambda name: b"\x16\x03 this is no HTTP\r\n\r\n" + page(name)),
    # packing
    "gzip-bomb": with_body(b""),
    "brotli-bomb": with_body(b""),
    "zstd-bomb": with_body(b""),
    "gzip-good": sending(lambda n: answer(gzipped(page(n)), "Content-Encoding: gzip")),
    "gzip-twice": sending(
        lambda name: answer(gzipped(gzipped(page(name))), "Content-Encoding: gzip, gzip")
    ),
    "gzip-ninefold": with_lines("Content-Encoding: " + ", ".join(["gzip"] * 9)),
    "gzip-broken": with_body(b"\x1f\x8b\x08\x00 nonsense", "Content-Encoding: gzip"),
    "gzip-cut": with_body(gzipped(NOISE)[:-500], "Content-Encoding: gzip"),
    "zstd-cut": with_body(zstandard.compress(NOISE)[:-500], "Content-Encoding: zstd"),
    "brotli-empty": with_body(b"", "Content-Encoding: br"),
    "packed-unknown": with_lines("Content-Encoding: sdch"),
    # lies about the content
    "png-as-html": with_body(PNG),
    "zip-as-html": with_body(ZIP),
    "noise-as-html": with_body(NOISE),
    "html-as-png": with_lines("Content-Type: image/png"),
    "no-type": with_lines("Content-Type:"),
    "charset-wrong": sending(lambda n: answer(page(n + " Grüße").decode().encode("latin-1"))),
    "charset-unknown": with_lines("Content-Type: text/html; charset=klingon"),
    "charset-undefined": with_lines("Content-Type: text/html; charset=undefined"),
    "charset-escapes": sending(
        lambda n: answer(page(n, "\\ud800"), "Content-Type: text/html; charset=unicode_escape")
    ),
    "utf-16-unmarked": with_body(BYTE_ORDER.encode("utf-16-le"), "Content-Type: text/html"),
    # content that is hard to read
    "null-bytes": with_content("\0\0\0 <a href='/a\0b'>nulls</a>"),
    "deeply-nested": with_content("<div>" * 100_000),
    "giant-attribute": with_content(f"<p title='{'x' * 1_000_000}'>long</p>"),
    "many-links": with_content(MANY_LINKS),
    "comments-without-end": with_body(b"<!---->" * 140, "Content-Type:"),
    "nested-anchors": with_content("<a href=/x><object>" * 3000 + "words " * 500_000),
    "base-is-a-script": with_content("<base href='javascript:alert(1)'><a href='/'>home</a>"),
    "base-is-long": with_content(LONG_BASE),
}


def lay_bombs() -> None:
    """Make what takes a second to make, before anybody waits for it."""
    for name, encoding, make in (
        ("gzip-bomb", "gzip", gzip_bomb),
        ("brotli-bomb", "br", brotli_bomb),
        ("zstd-bomb", "zstd", zstd_bomb),
    ):
        MISDEEDS[name] = with_body(make(), f"Content-Encoding: {encoding}")
