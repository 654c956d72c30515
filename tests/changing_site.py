"""A site that changes between two crawls, on a real server that knows conditional requests."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import NamedTuple

from tests.site_files import SITE_FILES


@dataclass(slots=True)
class Article:
    """One page, and which validators the server gives for it."""

    text: str
    has_tag: bool = False
    modified: str = ""

    def body(self) -> bytes:
        return f"<html><title>{self.text}</title><body>{self.text}</body></html>".encode()

    def tag(self) -> str:
        return f'"{sha256(self.body()).hexdigest()[:16]}"' if self.has_tag else ""


class Answered(NamedTuple):
    """One request and what went out."""

    path: str
    status: int
    size: int
    conditions: tuple[str, str]
    """If-None-Match and If-Modified-Since as they came."""


@dataclass(slots=True)
class ChangingSite:
    """Pages by path, and a log."""

    articles: dict[str, Article] = field(default_factory=dict)
    moved: dict[str, str] = field(default_factory=dict)
    gone: set[str] = field(default_factory=set)
    log: list[Answered] = field(default_factory=list)
    port: int = 0

    def url(self, path: str = "/") -> str:
        return f"http://127.0.0.1:{self.port}{path}"

    def front(self) -> Article:
        """The start page: links to all others."""
        links = "".join(f'<a href="{path}">x</a>' for path in sorted(self.articles))
        return Article(f"front {links}", has_tag=True)

    def answer(self, path: str, tag: str, since: str) -> tuple[int, dict[str, str], bytes]:
        if path == "/robots.txt":
            return 404, {}, b""
        if path in self.moved:
            return 301, {"Location": self.moved[path]}, b""
        article = self.front() if path == "/" else self.articles.get(path)
        if article is None or path in self.gone:
            return (410 if path in self.gone else 404), {}, b"nothing here"
        fields = {"ETag": article.tag(), "Last-Modified": article.modified}
        headers = {"Content-Type": "text/html"} | {n: v for n, v in fields.items() if v}
        same_tag = article.has_tag and tag == article.tag()
        same_date = not article.has_tag and article.modified and since == article.modified
        if same_tag or same_date:
            return 304, headers, b""
        return 200, headers, article.body()

    def since(self, mark: int) -> dict[str, int]:
        """The status of every page asked for since the log had so many lines."""
        return {one.path: one.status for one in self.log[mark:] if one.path not in SITE_FILES}


@contextmanager
def serving_changes(site: ChangingSite) -> Iterator[ChangingSite]:
    """Serve the site on this machine."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True

        def do_GET(self) -> None:
            tag = self.headers.get("If-None-Match", "")
            since = self.headers.get("If-Modified-Since", "")
            status, headers, body = site.answer(self.path, tag, since)
            site.log.append(Answered(self.path, status, len(body), (tag, since)))
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value)
            if status != 304:
                self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    site.port = server.server_address[1]
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield site
    finally:
        server.shutdown()
        thread.join(5)
        server.server_close()
