"""Politeness as the server sees it: its log shows that nobody was ever asked too early."""

import time
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

from auslese.crawl.frontier.embedded.ledger import trace_url
from auslese.recipes.settings.settings_edit import write_setting
from auslese.records.url import Url
from tests.crawl.scripted_server import scripted
from tests.crawls import toy_collection, wait_until
from tests.running import auslese, auslese_json, start_auslese
from tests.toyweb import ToyWeb, all_pages, read_log

DELAY = 0.1
REST = 4  # seconds that the server asks for
OPTIONS = ("--workers", 2, "--delay", f"{DELAY}s")
PAGES = 12


def closest(moments: list[float]) -> float:
    moments = sorted(moments)
    return min(later - earlier for earlier, later in pairwise(moments))


def test_hosts_at_one_address_are_asked_in_turn_by_two_workers_and_after_a_kill(
    tmp_path: Path,
) -> None:
    web = ToyWeb(seed=5, hosts=4, pages_per_host=PAGES)
    with toy_collection(tmp_path, web) as toy:
        crawl = start_auslese("crawl", toy.folder, *OPTIONS)
        toy.wait_for_pages(web.hosts * PAGES // 2)
        crawl.kill()
        crawl.wait()
        auslese("crawl", toy.folder, *OPTIONS)
        requests = read_log(toy.log)

        assert all_pages(web, toy.port) == set(toy.asked())
        assert closest([request.monotonic_seconds for request in requests]) >= DELAY


def test_hosts_do_not_mind_each_other_if_they_need_not(tmp_path: Path) -> None:
    web = ToyWeb(seed=5, hosts=4, pages_per_host=PAGES)
    with toy_collection(tmp_path, web) as toy:
        write_setting(toy.folder / "auslese.toml", "politeness.address_delay", "0s")
        auslese("crawl", toy.folder, *OPTIONS)
        requests = read_log(toy.log)

        assert closest([request.monotonic_seconds for request in requests]) < DELAY
        for host in web.host_names():
            assert closest([r.monotonic_seconds for r in requests if r.host == host]) >= DELAY


class TiredServer:
    """Pages that link to each other; one of them asks for a rest when it is first asked for."""

    def __init__(self, tired: str, status: str) -> None:
        self.asked: list[tuple[float, str]] = []
        self._tired = tired
        self._status = status

    def __call__(self, path: str) -> bytes:
        is_first = path not in [earlier for _, earlier in self.asked]
        self.asked.append((time.monotonic(), path))
        if path == "/robots.txt":
            return b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n"
        if path == self._tired and is_first:
            head = f"HTTP/1.1 {self._status}\r\nRetry-After: {REST}\r\nContent-Length: 0\r\n\r\n"
            return head.encode()
        body = "".join(f"<a href=/p{n}>{n}</a>" for n in range(PAGES)) + path
        head = f"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: {len(body)}\r\n\r\n"
        return (head + body).encode()

    def rest_was_kept(self) -> bool:
        """Whether nothing was asked between the wish and its end."""
        moments = [at for at, path in self.asked if path == self._tired]
        asked_since = [at for at, _ in self.asked if at > moments[0]]
        return min(asked_since) - moments[0] >= REST


def crawl_tired(
    folder: Path, status: str, in_between: Callable[[Path, str], None]
) -> tuple[TiredServer, int]:
    server = TiredServer("/p3", status)
    with scripted(server) as heard:
        auslese("new", folder, "--start", heard.url("/p0"))
        in_between(folder, heard.url("/p3"))
        pages = auslese_json("crawl", folder, *OPTIONS)["pages"]
    return server, pages


def test_too_many_requests_means_rest_for_the_whole_host(tmp_path: Path) -> None:
    server, pages = crawl_tired(tmp_path / "web", "429 Too Many Requests", lambda *_: None)

    assert pages == PAGES
    assert server.rest_was_kept()


def test_a_wish_for_rest_is_kept_over_kill_and_restart(tmp_path: Path) -> None:
    def kill_when_the_wish_is_recorded(folder: Path, url: str) -> None:
        crawl = start_auslese("crawl", folder, *OPTIONS)
        wait_until(lambda: trace_url(folder / "frontier.db", Url(url)).attempts)
        crawl.kill()
        crawl.wait()

    server, _ = crawl_tired(
        tmp_path / "web", "503 Service Unavailable", kill_when_the_wish_is_recorded
    )

    assert len({path for _, path in server.asked if path.startswith("/p")}) == PAGES
    assert server.rest_was_kept()
