"""A crawl of one collection, with a real worker process and a small real server."""

import json
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from warcio.archiveiterator import ArchiveIterator

from auslese.crawl.frontier.embedded.frontier_file import open_ledger
from auslese.crawl.frontier.embedded.ledger import trace_url
from auslese.crawl.worker.coordinator import Progress
from auslese.recipes.crawling.crawl_run import (
    CrawlSummary,
    CrawlWatchers,
    as_json,
    crawl_collection,
    error_file,
    start_visit,
)
from auslese.recipes.crawling.frontier_opening import open_frontier
from auslese.recipes.settings.settings_loading import load_settings
from auslese.records.errors import LockedError
from auslese.records.url import Url, canonical
from auslese.store.collection import Collection
from auslese.store.tables.parquet_segments import read_table

QUICK = {
    "politeness.delay": "0s",
    "politeness.contact": "tests@example.org",
    "crawl.workers": 1,
    "crawl.retries": 0,
}
Answer = tuple[int, dict[str, str], bytes]


def html(body: str, status: int = 200, **header: str) -> Answer:
    return status, {"Content-Type": "text/html; charset=utf-8"} | header, body.encode()


@contextmanager
def serving(pages: Mapping[str, Answer]) -> Iterator[tuple[int, list[str]]]:
    """Serve these pages from a thread; gives the port, and what was asked for (host and path)."""
    asked: list[str] = []

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True

        def do_GET(self) -> None:
            asked.append(f"{self.headers['Host'].partition(':')[0]}{self.path}")
            status, header, body = pages.get(self.path, html("not here", 404))
            self.send_response(status)
            for name, value in header.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        yield int(server.server_address[1]), asked
        server.shutdown()
        thread.join()


def new_collection(place: Path, start: str, **presence: Any) -> Collection:
    given = {"start": [start], **presence}
    lines = [f"{name} = {json.dumps(value)}" for name, value in given.items()]
    return Collection.create(place / "c", "\n".join(["[presence]", *lines]))


def crawl(
    collection: Collection, watchers: CrawlWatchers | None = None, pages: int | None = None
) -> CrawlSummary:
    settings = load_settings(collection.settings, {**QUICK, "limits.pages": pages}, {})
    return crawl_collection(collection, settings, watchers or CrawlWatchers())


def url_of(text: str) -> Url:
    url = canonical(text)
    assert url is not None
    return url


def record_types(archive: Path, uri: str) -> list[str]:
    """The kinds of records about one URL, in order."""
    kinds = []
    for path in sorted(archive.glob("*.warc.gz")):
        with path.open("rb") as stream:
            for record in ArchiveIterator(stream):
                if record.rec_headers.get_header("WARC-Target-URI") == uri:
                    kinds.append(record.rec_type)
    return kinds


@pytest.mark.slow
def test_at_ones_own_hosts_robots_txt_is_not_asked_and_the_crawl_says_so(tmp_path: Path) -> None:
    pages = {"/": html("<title>Mine</title>"), "/robots.txt": html("User-agent: *\nDisallow: /")}
    said: list[str] = []
    with serving(pages) as (port, asked):
        collection = new_collection(tmp_path, f"http://localhost:{port}/")
        flags = {**QUICK, "politeness.own_sites": ["localhost"]}
        settings = load_settings(collection.settings, flags, {})
        summary = crawl_collection(collection, settings, CrawlWatchers(said=said.append))

    assert summary.pages == 1
    assert asked == ["localhost/"]
    assert said == ["robots.txt is not asked at: localhost (politeness.own_sites)"]


@pytest.mark.slow
def test_a_crawl_tells_those_who_watch_and_records_its_run(tmp_path: Path) -> None:
    pages = {"/": html("<a href=/gone>x</a><a href=/moved>y</a>")}
    pages["/moved"] = html("", 302, Location="/there")
    pages["/there"] = html("<title>There</title>")
    lines: list[str] = []
    seen: list[Progress] = []
    with serving(pages) as (port, asked):
        start = f"http://localhost:{port}/"
        collection = new_collection(tmp_path, start)
        summary = crawl(collection, CrawlWatchers(seen.append, lines.append))

    assert (summary.pages, summary.fetched, summary.failed) == (2, 3, {"http_404": 1})
    assert {json.loads(line)["url"] for line in lines} == {start, f"{start}there"}
    assert seen[-1].pages == 2
    paths = ("/", "/.well-known/tdmrep.json", "/gone", "/moved", "/robots.txt", "/there")
    assert sorted(asked) == [f"localhost{path}" for path in paths]
    there = trace_url(collection.frontier, url_of(f"{start}there"))
    assert [(step.url, step.how) for step in there.path] == [
        (start, "start"),
        (f"{start}moved", "link"),
        (f"{start}there", "redirect"),
    ]
    with closing(open_ledger(collection.frontier)) as db:
        ((started, ended),) = db.execute("SELECT started, ended FROM run").fetchall()
    assert started <= ended
    assert not (collection.path / "crawl-errors.txt").exists()
    assert as_json(summary)["pages"] == 2


@pytest.mark.slow
def test_the_same_content_twice_is_one_page_and_one_copy_kept_as_a_pointer(tmp_path: Path) -> None:
    pages = {"/": html("<a href=/one>x</a>")}
    pages["/one"] = html("<p>the same</p><a href=/two>y</a>")
    pages["/two"] = pages["/one"]
    with serving(pages) as (port, _):
        start = f"http://localhost:{port}/"
        collection = new_collection(tmp_path, start)
        crawl(collection, pages=2)
        summary = crawl(collection)  # workers look a moment back; now /one is surely recorded

    assert (summary.pages, summary.duplicates) == (1, 1)
    copies = read_table(collection.tables, "pages", ["url", "copy_of"]).to_pylist()
    assert [row["url"] for row in copies if row["copy_of"] is not None] == [f"{start}two"]
    assert sorted(record_types(collection.archive, f"{start}two")) == ["request", "revisit"]
    assert sorted(record_types(collection.archive, f"{start}one")) == ["request", "response"]


@pytest.mark.slow
def test_a_host_that_answers_by_its_number_as_well_is_crawled_under_its_name(
    tmp_path: Path,
) -> None:
    pages: dict[str, Answer] = {}
    with serving(pages) as (port, asked):
        pages["/"] = html(f"<a href=http://127.0.0.1:{port}/>n</a><a href=/1>x</a>")
        pages["/1"] = html(f"<a href=http://127.0.0.1:{port}/2>y</a>")
        pages["/2"] = html("two")
        collection = new_collection(tmp_path, f"http://localhost:{port}/", allow=["127.0.0.1"])
        summary = crawl(collection)
        twice = trace_url(collection.frontier, url_of(f"http://127.0.0.1:{port}/2"))

    assert summary.refused == {"alias": 2}
    assert (twice.reason, twice.detail) == ("alias", "localhost")
    assert asked.count("localhost/2") == 1
    assert "127.0.0.1/2" not in asked


@pytest.mark.slow
def test_a_private_address_that_nobody_named_is_never_asked(tmp_path: Path) -> None:
    rule = r"re:^http://127\.0\.0\.2"  # allows the URL, but is no name of the place
    with serving({"/": html("<a href=http://127.0.0.2:9/>x</a>")}) as (port, _):
        collection = new_collection(tmp_path, f"http://127.0.0.1:{port}/", allow=[rule])
        summary = crawl(collection)

    assert (summary.pages, summary.refused, summary.failed) == (1, {"address": 1}, {})


@pytest.mark.slow
def test_a_host_nobody_knows_is_told_as_a_failure(tmp_path: Path) -> None:
    summary = crawl(new_collection(tmp_path, "http://nowhere.invalid/"))

    assert (summary.ending, summary.failed) == ("finished", {"dns": 1})


def test_a_collection_in_use_is_left_alone(tmp_path: Path) -> None:
    collection = new_collection(tmp_path, "http://localhost:1/")

    with collection.lock(), pytest.raises(LockedError):
        crawl(collection)


def test_a_lease_outlives_the_longest_request(tmp_path: Path) -> None:
    collection = new_collection(tmp_path, "http://localhost:1/")
    flags = {"crawl.request_timeout": "100s"}
    settings = load_settings(collection.settings, flags, {})

    with open_frontier(collection, settings) as frontier:
        frontier.add([start_visit(Url("http://localhost:1/"))])
        (lease,) = frontier.lease(1, 1)

    assert lease.seconds >= 2 * 100


def test_what_workers_say_when_they_die_is_kept_and_silence_is_not(tmp_path: Path) -> None:
    path = tmp_path / "errors.txt"
    with error_file(path):
        pass
    assert not path.exists()

    with error_file(path) as errors:
        errors.write(b"Traceback")
    assert path.read_bytes() == b"Traceback"
