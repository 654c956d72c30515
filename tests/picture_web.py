"""A small web of pages with pictures, good and hostile, served from a thread and crawled."""

import io
import json
import struct
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from time import monotonic, sleep
from typing import Any

import numpy as np
from PIL import Image

from auslese.recipes.settings.settings_loading import Settings, load_settings
from auslese.store.collection import Collection
from tests.archived_collection import Fetched, archived_collection
from tests.reading_run import read

QUICK = {
    "politeness.delay": "0s",
    "politeness.contact": "tests@example.org",
    "crawl.workers": 1,
    "crawl.retries": 0,
}
WIDE, HIGH = 640, 480


@cache
def picture(seed: int, width: int = WIDE, height: int = HIGH) -> Image.Image:
    """Coloured blocks; another seed looks like another picture."""
    dice = np.random.default_rng(seed)
    blocks = dice.integers(0, 255, (12, 16, 3)).astype(np.uint8)
    return Image.fromarray(blocks).resize((width, height), Image.Resampling.NEAREST)


def file_of(image: Image.Image, form: str, **options: Any) -> bytes:
    """A picture as a file."""
    out = io.BytesIO()
    image.save(out, form, **options)
    return out.getvalue()


def bomb(width: int, height: int) -> bytes:
    """A PNG of few bytes that says it is huge."""
    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    parts = ((b"IHDR", head), (b"IDAT", zlib.compress(bytes(1000))), (b"IEND", b""))
    chunks = (
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in parts
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunks)


def moving() -> bytes:
    """A GIF of two frames."""
    frames = [picture(seed).convert("P") for seed in (1, 2)]
    return file_of(frames[0], "GIF", save_all=True, append_images=frames[1:])


Answer = tuple[str, bytes] | tuple[str, bytes, dict[str, str]]
PICTURES: Mapping[str, Answer] = {
    "/img/healthy-kitten-2.jpg": ("image/jpeg", file_of(picture(1), "JPEG")),
    "/img/smaller-copy.png": ("image/png", file_of(picture(1, 560, 420), "PNG")),
    "/img/cmyk.jpg": ("image/jpeg", file_of(picture(3).convert("CMYK"), "JPEG")),
    "/img/web.webp": ("application/octet-stream", file_of(picture(4), "WEBP")),
    "/img/lies.png": ("image/png", file_of(picture(5), "JPEG")),
    "/img/page.jpg": ("image/jpeg", b"<html><body>no picture at all</body></html>"),
    "/img/small.png": ("image/png", file_of(picture(6, 100, 80), "PNG")),
    "/img/bomb.png": ("image/png", bomb(60_000, 60_000)),
    "/img/moving.gif": ("image/gif", moving()),
    "/img/cut.jpg": ("image/jpeg", file_of(picture(7), "JPEG")[:2_000]),
    "/img/drawing": ("image/svg+xml", b"<svg xmlns='http://www.w3.org/2000/svg'></svg>"),
    "/img/reserved.jpg": (
        "image/jpeg",
        file_of(picture(8), "JPEG"),
        {"X-Robots-Tag": "noimageai"},
    ),
    "/private/secret.jpg": ("image/jpeg", file_of(picture(9), "JPEG")),
}
GALLERY = """<title>Kittens</title><body>
<script type="application/ld+json">{"@type": "ImageObject", "contentUrl":
 "/img/cmyk.jpg", "license": "https://creativecommons.org/publicdomain/zero/1.0/"}</script>
<div>Everything about cats and their health, from the first day on.
<figure><div><p></p><img src="/img/healthy-kitten-2.jpg" alt="Is the kitten healthy?"
 class="wide" style="border: 0" data-id="77" width="640" height="480"></div>
<figcaption>Checklist of a healthy kitten.
<a rel="license" href="https://creativecommons.org/licenses/by/4.0/">CC BY</a></figcaption></figure>
</div>
<p><img src="/img/smaller-copy.png" title="The same kitten">Some words beside it.
<p><img src="/img/cmyk.jpg" alt="printed">
<p><img src="/img/web.webp" alt="of the web">
<p><img src="/img/lies.png" alt="lies about its type">
<p><img src="/img/page.jpg" alt="a page">
<p><img src="/img/small.png" alt="small">
<p><img src="/img/small.png" alt="small as stated" width="100" height="80">
<p><img src="/img/bomb.png" alt="bomb">
<p><img src="/img/moving.gif" alt="it moves">
<p><img src="/img/cut.jpg" alt="cut off">
<p><img src="/img/drawing" alt="a drawing">
<p><img src="/img/reserved.jpg" alt="reserved by its header">
<p><img src="/private/secret.jpg" alt="secret">
<p><img src="/img/gone.jpg" alt="gone">
<p><img src="/moved/kitten.jpg" alt="moved">
<p><img src="http://10.1.2.3/private.jpg" alt="in a private network">
<p><img src="/img/unnamed.jpg">
<a href="/second">more</a><a href="/reserved">none</a>
"""
SECOND = """<title>Second</title><body><p>Other words about dogs.
<img src="/img/healthy-kitten-2.jpg" alt="The kitten once more"></p>"""
RESERVED = """<title>R</title><meta name="robots" content="noai"><body><p>Mine.
<img src="/img/unseen.jpg" alt="do not take it"></p>"""
ROBOTS = b"User-agent: *\nDisallow: /private/\n"


@dataclass
class PictureWeb:
    """A web that is served."""

    port: int = 0
    asked: list[str] = field(default_factory=list)
    moments: list[float] = field(default_factory=list)
    """When each was asked for, by the monotonic clock."""

    def url(self, path: str) -> str:
        """The address of a page."""
        return f"http://a.localhost:{self.port}{path}"


def _answer(path: str) -> tuple[int, dict[str, str], bytes]:
    pages = {"/": GALLERY, "/second": SECOND, "/reserved": RESERVED}
    if path in pages:
        return 200, {"Content-Type": "text/html; charset=utf-8"}, pages[path].encode()
    if path == "/robots.txt":
        return 200, {"Content-Type": "text/plain"}, ROBOTS
    if path.startswith("/moved/"):
        return 302, {"Location": "/img/healthy-kitten-2.jpg"}, b""
    if path in PICTURES:
        media_type, body, *more = PICTURES[path]
        return 200, {"Content-Type": media_type} | (more[0] if more else {}), body
    return 404, {"Content-Type": "text/plain"}, b"not here"


SLOW = 0.15
"""Seconds that an answer takes, so that something is under way when a harvest is killed."""


@contextmanager
def serving_pictures(seconds: float = 0.0) -> Iterator[PictureWeb]:
    """Serve it on this machine; every answer takes so long."""
    web = PictureWeb()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True

        def do_GET(self) -> None:
            web.asked.append(self.path)
            web.moments.append(monotonic())
            sleep(seconds)
            status, header, body = _answer(self.path)
            self.send_response(status)
            for name, value in header.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        server.daemon_threads = True
        web.port = int(server.server_address[1])
        thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        try:
            yield web
        finally:  # or a test that fails waits for it without end
            server.shutdown()
        thread.join()


def settings_for(collection: Collection, **given: object) -> Settings:
    """The settings of a collection, quick, with some others."""
    return load_settings(collection.settings, {**QUICK, **given}, {})


def crawled_pictures(place: Path, web: PictureWeb) -> Collection:
    """A collection whose pages are archived and read; no picture is fetched yet."""
    pages = [
        Fetched(web.url("/"), GALLERY.encode()),
        Fetched(web.url("/second"), SECOND.encode(), after=timedelta(seconds=1)),
        Fetched(web.url("/reserved"), RESERVED.encode(), optouts="noai", after=timedelta(hours=1)),
    ]
    start = json.dumps([web.url("/")])
    collection = archived_collection(place, pages, f"[presence]\nstart = {start}\n")
    read(collection)
    return collection
