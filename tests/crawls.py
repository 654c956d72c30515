"""Crawls of the toy web by the real command line, watched through the server's log."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import psutil

from tests.running import auslese
from tests.site_files import SITE_FILES
from tests.toyweb import ToyWeb, read_log, serving

PATIENCE_SECONDS = 300.0  # for a slow machine; what is waited for here comes within a second


class Toy(NamedTuple):
    """A collection whose web is being served."""

    folder: Path
    web: ToyWeb
    port: int
    log: Path

    def asked(self) -> list[str]:
        """The pages that the server was asked for, in order, robots.txt left out."""
        requests = read_log(self.log) if self.log.exists() else []
        return [
            f"http://{request.host}:{self.port}{request.path}"
            for request in requests
            if request.path not in SITE_FILES
        ]

    def wait_for_the_first_request(self) -> None:
        """Wait until the crawl has begun, robots.txt being the first it asks for."""
        wait_until(lambda: self.log.exists() and read_log(self.log))

    def wait_for_pages(self, number: int) -> None:
        """Wait until the server was asked for so many pages."""
        wait_until(lambda: len(self.asked()) >= number)


@contextmanager
def toy_collection(place: Path, web: ToyWeb, *rules: object, seconds: float = 0.0) -> Iterator[Toy]:
    """Serve the web, with a collection for it; by default all its hosts are inside."""
    folder, log = place / "web", place / "requests.log"
    with serving(web, log, seconds=seconds) as port:
        start = web.start_url(port)
        auslese("new", folder, "--start", start, *(rules or ("--allow", ".localhost")))
        yield Toy(folder, web, port, log)


def wait_until(holds: Callable[[], object]) -> None:
    """Wait until that is so."""
    end = time.monotonic() + PATIENCE_SECONDS
    while not holds():
        assert time.monotonic() < end, "it never came to pass"
        time.sleep(0.02)


def worker_processes(pid: int) -> list[psutil.Process]:
    """The workers of a crawl that runs."""
    return [child for child in psutil.Process(pid).children() if _is_alive(child)]


def _is_alive(process: psutil.Process) -> bool:
    try:
        return bool(process.status() != psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:  # it ended while we looked
        return False
