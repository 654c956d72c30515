"""A site of pages and files of every kind, and a server that counts what it sends of each.

Files come under honest endings, under none, under endings that mislead, behind download scripts,
and with media types that lie. Bodies are sent as TCP begins on a line that was idle, ten segments
first (RFC 6928) and twice as much after every round trip: on loopback alone, megabytes would be in
the buffers before a crawler that hangs up at the header can be heard.
"""

import contextlib
import random
import socket
import threading
import time
from collections import Counter
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import NamedTuple

PAGES = 1_500
PAGE_BYTES = 25_000  # about the median of HTML pages in the HTTP Archive, unpacked
FIRST_WINDOW = 10 * 1_460
LARGEST_WINDOW = 32 * FIRST_WINDOW
ROUND_TRIP_SECONDS = 0.01

PNG, JPEG, ZIP, MP4, HTML = "image/png", "image/jpeg", "application/zip", "video/mp4", "text/html"
STARTS = {PNG: b"\x89PNG\r\n\x1a\n", JPEG: b"\xff\xd8\xff", ZIP: b"PK\x03\x04"}


class Way(NamedTuple):
    """One way in which files are offered."""

    name: str
    path: str
    said: str
    """The media type in the header."""
    really: str
    each: int
    """Every so many pages link to one."""
    least: int
    most: int


WAYS = (
    Way("picture, honest ending", "/img/{n}.jpg", JPEG, JPEG, 1, 50_000, 400_000),
    Way("archive, honest ending", "/files/set{n}.zip", ZIP, ZIP, 5, 500_000, 5_000_000),
    Way("picture, no ending", "/media/{n}", JPEG, JPEG, 3, 50_000, 400_000),
    Way("download script", "/download?file={n}", ZIP, ZIP, 4, 500_000, 5_000_000),
    Way("attachment", "/node/{n}/attachment", MP4, MP4, 6, 1_000_000, 9_000_000),
    Way("ending nobody knows", "/data/run{n}.h5x", "application/x-hdf5", "application/x-hdf5", 6,
        100_000, 900_000),
    Way("page by its name, file by its type", "/old/doc{n}.html", ZIP, ZIP, 8, 100_000, 900_000),
    Way("file that calls itself a page", "/show/{n}", HTML, PNG, 8, 100_000, 900_000),
)  # fmt: skip
UNNAMED = STARTS[ZIP]


class Sent:
    """Bytes of bodies by what they were, and requests by method."""

    def __init__(self) -> None:
        self.bytes: Counter[str] = Counter()
        self.requests: Counter[str] = Counter()
        self.pages: set[str] = set()
        self.lock = threading.Lock()

    @property
    def unwanted(self) -> int:
        return sum(self.bytes[way.name] for way in WAYS)


def page(number: int) -> bytes:
    """A page with its links."""
    dice = random.Random(number)
    paths = [f"/page/{child}" for child in (2 * number + 1, 2 * number + 2) if child < PAGES]
    paths += [way.path.format(n=number) for way in WAYS if number % way.each == 0]
    links = "".join(f'<li><a href="{path}">{path}</a></li>\n' for path in paths)
    words = " ".join(f"w{dice.randrange(5_000)}" for _ in range(PAGE_BYTES // 6))
    return f"<!doctype html><title>page {number}</title><ul>{links}</ul><p>{words}</p>".encode()


def file_at(path: str) -> tuple[Way, int] | None:
    """The way and the number of a file; None if there is none."""
    for way in WAYS:
        before, _, after = way.path.partition("{n}")
        number = path.removeprefix(before).removesuffix(after)
        if path.startswith(before) and path.endswith(after) and number.isdigit():
            return way, int(number)
    return None


class Handler(BaseHTTPRequestHandler):
    """Answers GET and HEAD; files are sent piece by piece until the caller hangs up."""

    protocol_version = "HTTP/1.1"
    sent: Sent

    def setup(self) -> None:
        self.request.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        super().setup()

    def handle(self) -> None:
        with contextlib.suppress(OSError):  # who hangs up has had enough
            super().handle()

    def do_HEAD(self) -> None:
        self._answer()

    def do_GET(self) -> None:
        self._answer()

    def _answer(self) -> None:
        with self.sent.lock:
            self.sent.requests[self.command] += 1
        if found := file_at(self.path):
            way, number = found
            size = random.Random(f"{way.name} {number}").randint(way.least, way.most)
            self._send(200, way.said, size, way.name, STARTS.get(way.really, UNNAMED))
        elif self.path == "/" or (self.path.startswith("/page/") and self.path[6:].isdigit()):
            body = page(int(self.path[6:] or 0))
            self._send(200, f"{HTML}; charset=utf-8", len(body), "pages", body)
            self.sent.pages.add(self.path)
        else:
            self._send(404, "text/plain", 0, "other", b"")

    def _send(self, status: int, said: str, size: int, what: str, start: bytes) -> None:
        self.send_response(status)
        self.send_header("Content-Type", said)
        self.send_header("Content-Length", str(size))
        self.end_headers()
        self.wfile.flush()
        if self.command == "HEAD":
            return
        gone, window = 0, FIRST_WINDOW
        with contextlib.suppress(OSError):
            while gone < size:
                piece = start[gone : gone + window].ljust(min(window, size - gone), b"\x01")
                self.connection.sendall(piece)
                gone += len(piece)
                if gone < size:
                    time.sleep(ROUND_TRIP_SECONDS)
                window = min(2 * window, LARGEST_WINDOW)
        with self.sent.lock:
            self.sent.bytes[what] += gone
        self.close_connection = self.close_connection or gone < size

    def log_message(self, *words: object) -> None:
        """Stay silent."""


@contextlib.contextmanager
def serving() -> Iterator[tuple[str, Sent]]:
    """Serve the site; gives its address and what it has sent so far."""
    sent = Sent()
    handler = type("CountingHandler", (Handler,), {"sent": sent})
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        server.daemon_threads = True
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_address[1]}/", sent
        finally:
            server.shutdown()
            thread.join()
