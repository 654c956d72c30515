"""What the crawler of the seed missed (Bumüller 2019, 5.1.2 and 6) is held, case by case.

His lists of staff pages were covered by 94.95 % on average. He names the reasons, and each is a
case here: dots in the last part of a path, pages by query, too little depth, a subdomain, `<base>`;
and what he wished for: PDFs, and copies known by their content. `auslese coverage` tells the share.
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from auslese.records.url import Url, key_of
from auslese.store.collection import Collection
from auslese.store.lookups.page_lookups import stored_document
from auslese.store.tables.sql_views import connect
from tests.extract.pdf_writer import Leaf, flow, pdf_file
from tests.running import auslese, auslese_json

pytestmark = pytest.mark.slow

WWW, CHEMISTRY = "www.uni.localhost", "chemie.uni.localhost"
DEEP = 12  # links away from the start page; the crawls of the seed ended at 7
HTML, PDF = "text/html; charset=utf-8", "application/pdf"


class SeedMiss(NamedTuple):
    """A page that the seed's crawler would have missed, and how it is reached."""

    why: str
    place: str
    """Host, path and query."""
    reached_from: str
    href: str
    base: str = ""
    """What the `<base>` of the page says that leads there."""


AWAY = f"http://{CHEMISTRY}:{{port}}"
MISSES = (
    SeedMiss("dots in the last part", f"{WWW}/people/max.doe", "/staff", "/people/max.doe"),
    SeedMiss("dots of titles", f"{WWW}/people/dr.h.c.erna", "/staff", "../people/dr.h.c.erna"),
    SeedMiss("a version in the last part", f"{WWW}/page-2.0", "/staff", "/page-2.0"),
    SeedMiss("a page by query", f"{WWW}/show?person=17", "/staff", "/show?person=17"),
    SeedMiss("a query alone", f"{WWW}/list/?person=18", "/list/", "?person=18"),
    SeedMiss("two parameters", f"{WWW}/i.php?id=5&lang=de", "/list/", "/i.php?lang=de&id=5"),
    SeedMiss("a base", f"{WWW}/faculty/erna.html", "/based", "erna.html", "/faculty/"),
    SeedMiss("a base elsewhere", f"{CHEMISTRY}/group/karl", "/away", "karl", f"{AWAY}/group/"),
    SeedMiss("a base behind links", f"{WWW}/late/base/otto", "/based-late", "base/otto", "late/"),
    SeedMiss("a subdomain", f"{CHEMISTRY}/people/staff", "/staff", f"{AWAY}/people/staff"),
    SeedMiss("a slash at the end", f"{WWW}/people/anna/", "/staff", "/people/anna/"),
    SeedMiss("a PDF", f"{WWW}/cv/max.pdf", "/staff", "/cv/max.pdf"),
    SeedMiss("a PDF without an ending", f"{WWW}/download?file=9", "/staff", "/download?file=9"),
    SeedMiss("a page with a twin", f"{WWW}/mirror/a", "/staff", "/mirror/a"),
    SeedMiss("the twin", f"{WWW}/mirror/b", "/staff", "/mirror/b"),
)
LEVELS = [f"{WWW}/deep/{level}" for level in range(DEEP + 1)]
CV = pdf_file([Leaf(flow(["Curriculum vitae of Max Mustermann", "born in Freiburg im Breisgau"]))])


def page_of(place: str, port: int) -> tuple[str, bytes] | None:
    """Type and body of a page, by host, path and query."""
    path = place.removeprefix(WWW)
    links = [it.href.format(port=port) for it in MISSES if it.reached_from == path]
    bases = {it.base.format(port=port) for it in MISSES if it.reached_from == path and it.base}
    if path == "/":
        links = ["/staff", "/list/", "/based", "/away", "/based-late", "/deep/0"]
    elif place in LEVELS:
        links = [f"/deep/{level}" for level in range(DEEP + 1) if LEVELS[level - 1] == place]
    elif place.endswith((".pdf", "file=9")):
        return PDF, CV + (b"\n%" if "file" in place else b"")
    elif not links and place not in {it.place for it in MISSES}:
        return None
    named = "the same on both" if "/mirror/" in place else place
    base = "".join(f'<base href="{each}">' for each in bases)
    listed = "".join(f'<li><a href="{href}">somebody</a>' for href in links)
    early, late = ("", base) if "late" in path else (base, "")
    return HTML, f"<title>{named}</title>{early}<h1>{named}</h1><ul>{listed}</ul>{late}".encode()


@contextmanager
def university() -> Iterator[int]:
    """The web of all cases, on hosts below uni.localhost."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            host, _, port = self.headers["Host"].partition(":")
            found = page_of(host + self.path, int(port or 80))
            media_type, body = found or (HTML, b"not found")
            self.send_response(200 if found else 404)
            self.send_header("Content-Type", media_type)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:
            """Say nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield int(server.server_address[1])
        finally:
            server.shutdown()
            thread.join()


class Crawled(NamedTuple):
    """The collection, and the port at which its web was."""

    folder: Path
    port: int

    def at(self, place: str) -> str:
        """A URL with its port."""
        host, slash, rest = place.partition("/")
        return f"http://{host}:{self.port}{slash}{rest}"


@pytest.fixture(scope="module")
def crawled(tmp_path_factory: pytest.TempPathFactory) -> Crawled:
    folder = tmp_path_factory.mktemp("misses") / "uni"
    with university() as port:
        auslese("new", folder, "--start", f"http://{WWW}:{port}/")
        auslese("crawl", folder, "--delay", "0s")
    auslese("analyse", folder, "reading")
    return Crawled(folder, port)


def coverage(crawled: Crawled, place: Path, *urls: str) -> Any:
    listed = place / "urls.txt"
    listed.write_text("\n".join(urls), "utf-8")
    return auslese_json("coverage", crawled.folder, listed)


@pytest.mark.parametrize("miss", MISSES, ids=lambda miss: miss.why)
def test_what_the_seed_missed_is_held(crawled: Crawled, tmp_path: Path, miss: SeedMiss) -> None:
    told = coverage(crawled, tmp_path, crawled.at(miss.place))

    assert told["misses"] == []
    assert told["percent"] == 100.0


def test_pages_deeper_than_seven_links_are_held(crawled: Crawled, tmp_path: Path) -> None:
    told = coverage(crawled, tmp_path, *map(crawled.at, LEVELS))

    assert (told["listed"], told["percent"]) == (DEEP + 1, 100.0)
    trace = auslese_json("trace", crawled.folder, crawled.at(LEVELS[-1]))
    assert trace["depth"] == DEEP + 1


def test_the_list_of_all_cases_is_covered_wholly(crawled: Crawled, tmp_path: Path) -> None:
    told = coverage(crawled, tmp_path, *(crawled.at(miss.place) for miss in MISSES))

    assert (told["percent"], told["missed"], told["copies"]) == (100.0, 0, 1)


def test_the_second_page_of_one_content_is_known_as_a_copy(crawled: Crawled) -> None:
    twins = [crawled.at(f"{WWW}/mirror/{name}") for name in "ab"]
    traces = [auslese_json("trace", crawled.folder, url) for url in twins]

    assert sorted(trace["reason"] for trace in traces) == ["copy", "page"]
    assert {trace["detail"] for trace in traces if trace["reason"] == "copy"} <= set(twins)


@pytest.mark.parametrize("place", [f"{WWW}/cv/max.pdf", f"{WWW}/download?file=9"])
def test_the_text_of_a_pdf_is_read(crawled: Crawled, place: str) -> None:
    with connect(Collection.open(crawled.folder)) as tables:
        document = stored_document(tables, key_of(Url(crawled.at(place))))

    assert document is not None
    assert "Max Mustermann" in document.text


def test_a_crawl_that_ends_at_the_depth_of_the_seed_says_what_is_missing(tmp_path: Path) -> None:
    folder = tmp_path / "shallow"
    with university() as port:
        auslese("new", folder, "--start", f"http://{WWW}:{port}/deep/0")
        auslese("crawl", folder, "--delay", "0s", "--max-depth", 7)
    crawled = Crawled(folder, port)

    told = coverage(crawled, tmp_path, *map(crawled.at, LEVELS))

    reasons = {miss["url"]: (miss["reason"], miss["setting"]) for miss in told["misses"]}
    assert told["held"] == 8
    assert reasons[crawled.at(LEVELS[8])] == ("refused.depth", "limits.depth")
    assert reasons[crawled.at(LEVELS[9])][0] == "never_seen"
