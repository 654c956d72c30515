"""Walks over the toy web by the real command line: polite, killed and resumed, out of traps."""

import json
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from auslese.recipes.walks.stored_walks import lock_walks
from auslese.store.collection import Collection
from tests.crawls import wait_until
from tests.running import auslese, auslese_json, start_auslese
from tests.site_files import SITE_FILES
from tests.toyweb import Request, ToyWeb, all_pages, private_pages, read_log, serving
from tests.warc_check import assert_archive_is_sound

WEB = ToyWeb(seed=5, hosts=6, pages_per_host=20, private_per_host=2)
DELAY = 0.05
MANNERS = ("--allow", ".localhost", "--delay", f"{DELAY}s")


def walk_options(port: int, folder: Path, steps: int, *more: object) -> tuple[object, ...]:
    start = WEB.start_url(port)
    return ("sample", "walk", start, "--into", folder, "--steps", steps, *MANNERS, *more)


def pages_asked(log: Path) -> list[Request]:
    requests = read_log(log) if log.exists() else []
    return [request for request in requests if request.path not in SITE_FILES]


def has_asked(log: Path, pages: int) -> bool:
    return len(pages_asked(log)) >= pages


def walks_in(folder: Path) -> Any:
    return json.loads((folder / "samples" / "walks.json").read_text())["walks"]


@pytest.mark.slow
def test_a_walk_killed_and_resumed_takes_the_same_way_and_asks_for_no_page_twice(
    tmp_path: Path,
) -> None:
    killed, whole, log = tmp_path / "killed", tmp_path / "whole", tmp_path / "requests.log"
    with serving(WEB, log) as port:
        options = walk_options(port, killed, 30)
        for goal in (3, 7, 14):
            crawl = start_auslese(*options)
            wait_until(partial(has_asked, log, goal))
            crawl.kill()
            crawl.wait()
        auslese(*options)
        requests = pages_asked(log)
        auslese(*walk_options(port, whole, 30))

    assert walks_in(killed) == walks_in(whole)
    asked = Counter((request.host, request.path) for request in requests)
    # A kill may cost the page that each of the two walks was waiting for, and no other.
    assert sum(asked.values()) - len(asked) <= 3 * 2
    assert_never_closer_than_the_delay(requests)
    assert_archive_is_sound(killed / "archive")


def assert_never_closer_than_the_delay(requests: list[Request]) -> None:
    for host in {request.host for request in requests}:
        moments = sorted(each.monotonic_seconds for each in requests if each.host == host)
        assert all(later - earlier >= DELAY for earlier, later in pairwise(moments))


@pytest.mark.slow
def test_a_walk_fetches_what_it_visits_and_goes_on_further_without_asking_again(
    tmp_path: Path,
) -> None:
    folder, log = tmp_path / "walk", tmp_path / "requests.log"
    with serving(WEB, log) as port:
        first = auslese_json(*walk_options(port, folder, 40, "--walks", 4))
        asked = Counter((request.host, request.path) for request in pages_asked(log))
        second = auslese_json(*walk_options(port, folder, 80, "--walks", 4))
        both = Counter((request.host, request.path) for request in pages_asked(log))
        pages, private = all_pages(WEB, port), private_pages(WEB, port)
        visits = {f"http://{host}:{port}{path}" for host, path in both}

    assert [walk["moves"] for walk in first["walks"]] == [40] * 4
    assert [walk["moves"] for walk in second["walks"]] == [80] * 4
    assert set(asked.values()) | set(both.values()) == {1}
    assert len(both) == first["fetched"] + second["fetched"]
    assert visits <= pages
    assert not visits & private
    assert any(walk["dead_ends"].get("refused: robots") for walk in second["walks"])
    told = auslese_json("sample", "estimate", folder)
    assert "robots" in {bias["name"] for bias in told["biases"]}
    assert told["shares"]["types"]["largest"][0]["name"] == "text/html"


@pytest.mark.slow
def test_in_links_come_from_an_index_and_stay_as_they_were(tmp_path: Path) -> None:
    index, folder, log = tmp_path / "index", tmp_path / "walk", tmp_path / "requests.log"
    with serving(WEB, log) as port:
        auslese("new", index, "--start", WEB.start_url(port), "--allow", ".localhost")
        auslese("crawl", index, "--delay", "0.01s")
        auslese("analyse", index, "graph")
        options = walk_options(port, folder, 30, "--incoming", 3, "--index", index)
        auslese(*options)
        before = walks_in(folder)
        (index / "models" / "graph" / "into_ends.npy").touch()
        auslese(*options)
        told = auslese_json("sample", "estimate", folder)

    notes = (folder / "samples" / "incoming.jsonl").read_text().splitlines()
    assert walks_in(folder) == before
    assert any(len(json.loads(note)) > 1 for note in notes)
    assert "index" in {bias["name"] for bias in told["biases"]}


class Endless(BaseHTTPRequestHandler):
    """A site of a few pages; one of them leads into pages without end, some lead nowhere."""

    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def do_GET(self) -> None:
        links = self.links()
        body = "".join(f'<a href="{link}">x</a>' for link in links or ()).encode()
        if self.path == "/moved":
            self.send_response(301)
            self.send_header("Location", "/b")
        else:
            self.send_response(404 if links is None else 200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def links(self) -> tuple[str, ...] | None:
        known = {
            "/": ("/a", "/b", "/gone", "/moved"),
            "/a": ("/", "/x-trap"),
            "/b": ("/", "/a", "/c"),
            "/c": ("/b",),
        }
        if self.path.endswith("-trap"):
            word = self.path.removeprefix("/").removesuffix("-trap")
            return (f"/{word}x-trap", f"/{word}y-trap")
        return known.get(self.path)

    def log_message(self, *words: object) -> None:
        """Stay silent."""


class TwoNames(Endless):
    """Pages that name each other by the name and by the number of their host."""

    def links(self) -> tuple[str, ...]:
        port = self.connection.getsockname()[1]
        hosts = (f"http://a.localhost:{port}", f"http://127.0.0.1:{port}")
        return tuple(f"{host}/{self.path[1:2]}{number}" for host in hosts for number in range(4))


@contextmanager
def endless_site(pages: type[Endless] = Endless) -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), pages) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_address[1]}/"
        finally:
            server.shutdown()
            thread.join()


@pytest.mark.slow
def test_a_walk_goes_on_past_traps_dead_ends_and_redirects_and_tells_them(tmp_path: Path) -> None:
    folder = tmp_path / "walk"
    with endless_site() as start:
        options = ("--into", folder, "--steps", 300, "--delay", "0s", "--host-pages", 25)
        told = auslese_json("sample", "walk", start, *options)
        estimate = auslese_json("sample", "estimate", folder)

    for walk in told["walks"]:
        assert walk["moves"] == 300
        assert walk["pages"] <= 25
    reasons = {reason for walk in told["walks"] for reason in walk["dead_ends"]}
    assert "failed: http_404" in reasons
    assert any("trap" in reason for reason in reasons)
    kinds = {bias["name"] for bias in estimate["biases"]}
    assert {"reach", "failures", "traps"} <= kinds


@pytest.mark.slow
def test_a_walk_that_cannot_begin_fails_with_words(tmp_path: Path) -> None:
    with endless_site() as start:
        done = auslese("sample", "walk", f"{start}gone", "--into", tmp_path / "walk", code=1)

    assert "no start page could be fetched" in done.stderr


@pytest.mark.slow
def test_other_walks_and_crawled_collections_are_not_mixed_with_a_walk(tmp_path: Path) -> None:
    walk, crawled, log = tmp_path / "walk", tmp_path / "crawled", tmp_path / "requests.log"
    with serving(WEB, log) as port:
        auslese(*walk_options(port, walk, 5))
        other = auslese(*walk_options(port, walk, 5, "--seed", 9), code=2)
        auslese("new", crawled, "--start", WEB.start_url(port), "--allow", ".localhost")
        auslese("crawl", crawled, "--max-pages", 2, "--delay", "0.01s")
        refused = auslese(*walk_options(port, crawled, 5), code=2)

    assert "seed 1, not 9" in other.stderr
    assert "was crawled already" in refused.stderr


@pytest.mark.slow
def test_a_host_with_two_names_is_walked_under_one(tmp_path: Path) -> None:
    folder = tmp_path / "walk"
    with endless_site(TwoNames) as site:
        start = site.replace("127.0.0.1", "a.localhost")
        rules = ("--allow", ".localhost", "--allow", "127.0.0.1", "--delay", "0s")
        command = ("sample", "walk", start, "--into", folder, *rules)
        first = auslese_json(*command, "--steps", 300)
        before = walks_in(folder)
        again = auslese_json(*command, "--steps", 300)

    assert [walk["moves"] for walk in first["walks"]] == [300, 300]
    assert (walks_in(folder), again["fetched"]) == (before, 0)
    for walk in before:
        assert any("127.0.0.1" in walk["names"][page] for page, _ in walk["aliases"])


@pytest.mark.slow
def test_two_commands_do_not_walk_in_one_folder(tmp_path: Path) -> None:
    folder, log = tmp_path / "walk", tmp_path / "requests.log"
    with serving(WEB, log) as port:
        auslese(*walk_options(port, folder, 5))
        auslese("analyse", folder, "graph")
        with lock_walks(Collection.open(folder)):
            live = auslese(*walk_options(port, folder, 9), code=5)
            stored = auslese("sample", "walk", folder, code=5)

    assert "another command" in live.stderr
    assert "another command" in stored.stderr
