"""The demo web on a real port of this machine: HTTP/1.1, many connections, nothing but loopback."""

import socket
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from types import TracebackType
from typing import ClassVar, Self
from zlib import crc32

from auslese.demo.demo_answers import DemoResponse
from auslese.demo.web import DemoWeb

_OK, _NOT_MODIFIED = 200, 304
_STOP_SECONDS = 0.05  # the longest wait at the end of the block
_IDLE_SECONDS = 30.0  # a visitor that says nothing for so long is let go


class DemoServer:
    """Serves the demo web on 127.0.0.1 while the `with` block runs; port 0 means any free one."""

    def __init__(self, port: int = 0, seed: int = 1997) -> None:
        self._server = _DemoHttpServer(("127.0.0.1", port), _DemoRequestHandler)
        self.port = int(self._server.server_address[1])
        self.web = DemoWeb(self.port, seed)
        self._server.web = self.web
        self._thread = Thread(target=self._serve, name="demo web", daemon=True)

    @property
    def start_urls(self) -> list[str]:
        """Where a crawl of the demo web begins."""
        return self.web.start_urls()

    def _serve(self) -> None:
        self._server.serve_forever(poll_interval=_STOP_SECONDS)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


class _DemoHttpServer(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128
    web: DemoWeb

    def handle_error(self, request: object, client_address: object) -> None:
        """Say nothing: a visitor that hangs up in the middle is everyday life for a server."""


class _DemoRequestHandler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server_version = "AusleseDemo"
    sys_version = ""
    timeout = _IDLE_SECONDS
    wbufsize = 1 << 16  # head and body in one packet: two small ones would wait for each other
    server: _DemoHttpServer
    disable_nagle_algorithm: ClassVar[bool] = True

    def do_GET(self) -> None:
        self._reply(with_body=True)

    def do_HEAD(self) -> None:
        self._reply(with_body=False)

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing: the crawl that visits us tells the story."""

    def _reply(self, *, with_body: bool) -> None:
        answer = self.server.web.answer(self.headers.get("Host", ""), self.path)
        if answer.seconds:
            time.sleep(answer.seconds)
        tag = f'"{crc32(answer.body):08x}"'
        if answer.status == _OK and self.headers.get("If-None-Match") == tag:
            answer, with_body = DemoResponse(_NOT_MODIFIED, (), b""), False
        self._send_head(answer, tag)
        self.end_headers()
        if with_body:
            self.wfile.write(answer.body)
        if answer.header("Content-Length"):
            self._hang_up()

    def _send_head(self, answer: DemoResponse, tag: str) -> None:
        self.send_response(answer.status)
        for name, value in answer.headers:
            self.send_header(name, value)
        if answer.status == _OK:
            self.send_header("ETag", tag)
        if not answer.header("Content-Length") and answer.status != _NOT_MODIFIED:
            self.send_header("Content-Length", str(len(answer.body)))

    def _hang_up(self) -> None:
        """End a connection whose answer promised more than it gave."""
        self.close_connection = True
        self.wfile.flush()
        self.connection.shutdown(socket.SHUT_WR)
