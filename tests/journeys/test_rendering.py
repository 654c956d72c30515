"""A crawl with a browser in it: what only scripts show is found, and manners hold all the same."""

import json
import os
import re
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import pairwise
from pathlib import Path

import psutil
from warcio.archiveiterator import ArchiveIterator

from auslese.crawl.render.browser import processes_below
from tests.browsers import needs_browser
from tests.crawls import wait_until, worker_processes
from tests.running import auslese, auslese_json, start_auslese
from tests.site_files import TDMREP
from tests.warc_check import assert_archive_is_sound

pytestmark = needs_browser

DELAY = 0.3
OPTIONS = ("--delay", f"{DELAY}s", "--workers", 1)
SCRIPT = """
document.title = "made by a script";
const link = path => `<a href="${path}">${path}</a>`;
const show = paths => document.body.innerHTML += paths.map(link).join(" ");
show(["/by-script"]);
fetch("/api/more").then(r => r.json()).then(show);
fetch("/private/api").then(r => r.json()).then(show).catch(() => 0);
"""
PAGES = {
    "/robots.txt": ("text/plain", "User-agent: *\nDisallow: /private/\n"),
    "/": ("text/html", "<title>empty</title><body><script src='/app.js'></script>"),
    "/app.js": ("text/javascript", SCRIPT),
    "/api/more": ("application/json", '["/by-request"]'),
    "/private/api": ("application/json", '["/never"]'),
    "/by-script": ("text/html", "<title>one</title>"),
    "/by-request": ("text/html", "<title>two</title><script>document.title = 'not run'</script>"),
    "/hangs": ("text/html", "<title>hangs</title><script>while (true);</script>"),
}


@dataclass
class Log:
    port: int
    asked: list[tuple[float, str]] = field(default_factory=list)

    @property
    def paths(self) -> list[str]:
        return [path for _, path in self.asked]

    def url(self, path: str = "/") -> str:
        return f"http://127.0.0.1:{self.port}{path}"


@contextmanager
def serving() -> Iterator[Log]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True

        def do_GET(self) -> None:
            log.asked.append((time.monotonic(), self.path))
            media_type, text = PAGES.get(self.path, ("text/html", ""))
            self.send_response(200 if text else 404)
            self.send_header("Content-Type", media_type)
            self.send_header("Content-Length", str(len(text.encode())))
            self.end_headers()
            self.wfile.write(text.encode())

        def log_message(self, format: str, *args: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        server.daemon_threads = True
        log = Log(server.server_address[1])
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield log
        finally:
            server.shutdown()
            thread.join()


def collection(place: Path, log: Log, *rules: str, start: str = "/") -> Path:
    folder = place / "web"
    auslese("new", folder, "--start", log.url(start))
    file = folder / "auslese.toml"
    told = f"[crawl]\nrender = {json.dumps(rules)}\n"
    file.write_text(file.read_text("utf-8").replace("[crawl]\n", told), "utf-8")
    return folder


def test_what_scripts_show_is_found_only_where_pages_are_rendered(tmp_path: Path) -> None:
    with serving() as log:
        without = collection(tmp_path / "without", log)
        auslese("crawl", without, *OPTIONS)
        assert log.paths == ["/robots.txt", TDMREP, "/"]

        log.asked.clear()
        # The start page alone: the others are fetched as ever.
        folder = collection(tmp_path, log, rf"re:^http://127\.0\.0\.1:{log.port}/$")
        summary = auslese_json("crawl", folder, *OPTIONS)

    assert log.paths[:5] == ["/robots.txt", TDMREP, "/", "/app.js", "/api/more"]
    assert sorted(log.paths[5:]) == ["/by-request", "/by-script"]
    assert summary["pages"] == 3
    told = auslese("trace", folder, log.url()).stdout
    assert "fetched page rendered, 2 requests, 1 refused" in told
    for (earlier, _), (later, _) in pairwise(log.asked):
        assert later - earlier >= DELAY
    assert_rendered_form_is_kept(folder, log)


def assert_rendered_form_is_kept(folder: Path, log: Log) -> None:
    assert_archive_is_sound(folder / "archive")
    records, conversions = {}, []
    for segment in (folder / "archive").glob("*.warc.gz"):
        with segment.open("rb") as stream:
            for record in ArchiveIterator(stream):
                body = record.content_stream().read()
                headers = record.rec_headers
                records[headers["WARC-Record-ID"]] = (headers["WARC-Target-URI"], body)
                if record.rec_type == "conversion":
                    conversions.append((headers["WARC-Refers-To"], headers["Content-Type"], body))
    ((made_from, media_type, body),) = conversions
    assert records[made_from] == (log.url(), PAGES["/"][1].encode())
    assert media_type == "text/html;charset=utf-8"
    assert b"<title>made by a script</title>" in body
    index = "".join(path.read_text() for path in (folder / "archive").glob("*.cdxj"))
    captures = re.findall(r'"url": ?"([^"]*)"', index)
    assert sorted(captures) == sorted(log.url(path) for path in log.paths)


def test_killing_a_worker_or_a_whole_crawl_leaves_no_browser_behind(tmp_path: Path) -> None:
    with serving() as log:
        folder = collection(tmp_path, log, "*/hangs", start="/hangs")
        crawl = start_auslese("crawl", folder, *OPTIONS)
        try:
            (worker,) = hanging_worker(crawl.pid, log, 1)
            browser = processes_below(worker.pid)
            worker.kill()
            wait_until(lambda: not any(map(is_alive, browser)))

            (worker,) = hanging_worker(crawl.pid, log, 2)
            everything = [worker.pid, *processes_below(worker.pid)]
        finally:
            os.kill(crawl.pid, signal.SIGKILL)
            crawl.wait()
        wait_until(lambda: not any(map(is_alive, everything)))
    assert len(browser) > 3
    assert len(everything) > 4


def hanging_worker(crawl: int, log: Log, times: int) -> list[psutil.Process]:
    """Wait until the page is in the browser of a worker for the n-th time; that worker."""
    wait_until(lambda: log.paths.count("/hangs") >= times)
    wait_until(lambda: any(map(renders, worker_processes(crawl))))
    return [worker for worker in worker_processes(crawl) if renders(worker)]


def renders(worker: psutil.Process) -> bool:
    """Whether a process below it runs the scripts of a page."""
    return any("--type=renderer" in command_of(pid) for pid in processes_below(worker.pid))


def command_of(pid: int) -> list[str]:
    try:
        return list(psutil.Process(pid).cmdline())
    except psutil.NoSuchProcess:
        return []


def is_alive(pid: int) -> bool:
    try:
        return bool(psutil.Process(pid).status() != psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:
        return False
