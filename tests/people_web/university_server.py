"""The made university on a port of this machine, for crawls."""

from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

from tests.people_web.university_web import START, UniversityWeb

STOP_SECONDS = 0.05


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: "_Server"
    wbufsize = 1 << 16
    disable_nagle_algorithm = True

    def do_GET(self) -> None:
        port = int(self.server.server_address[1])
        host = self.headers.get("Host", "").partition(":")[0].lower()
        page = self.server.web.pages.get((host, self.path))
        body = page.sent(port) if page else b"nothing here\n"
        self.send_response(200 if page else 404)
        self.send_header("Content-Type", page.media_type if page else "text/plain")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Nothing."""


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128
    web: UniversityWeb


@contextmanager
def serving_university(web: UniversityWeb) -> Iterator[int]:
    """Serve it while the block runs, and give the port."""
    with _Server(("127.0.0.1", 0), _Handler) as server:
        server.web = web
        thread = Thread(target=server.serve_forever, args=(STOP_SECONDS,), daemon=True)
        thread.start()
        try:
            yield int(server.server_address[1])
        finally:
            server.shutdown()
            thread.join()


def start_url(port: int) -> str:
    """From which everything can be reached."""
    return f"http://{START}:{port}/"
