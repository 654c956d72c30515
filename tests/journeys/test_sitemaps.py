"""A crawl of a site whose pages nobody links to: its sitemaps lead there, good ones and bad."""

import gzip
from collections.abc import Iterator
from pathlib import Path

import pytest

from auslese.crawl.frontier.embedded.ledger import trace_url
from auslese.crawl.frontier.url_trace import UrlTrace
from auslese.recipes.settings.settings_edit import write_setting
from auslese.records.url import Url
from tests.crawl.scripted_server import Heard, scripted
from tests.running import auslese, auslese_json
from tests.site_files import SITE_FILES

pytestmark = pytest.mark.slow

HERE = "http://127.0.0.1:{port}"
ROBOTS = f"""User-agent: *
Disallow: /private/
Disallow: /closed.xml
Sitemap: {HERE}/index.xml
Sitemap: {HERE}/bomb.xml.gz
Sitemap: {HERE}/laughs.xml
Sitemap: {HERE}/endless.xml
Sitemap: {HERE}/page.xml
Sitemap: {HERE}/broken.xml.gz
Sitemap: {HERE}/missing.xml
Sitemap: {HERE}/huge.xml
Sitemap: {HERE}/moved.xml
Sitemap: {HERE}/closed.xml
Sitemap: http://out.example/sitemap.xml
"""
INDEX = "<sitemapindex><sitemap><loc>/children/one.xml.gz</loc></sitemap></sitemapindex>"
ONE = "".join(
    f"<url><loc>{place}</loc><lastmod>2024-05-31</lastmod></url>"
    for place in ("/hidden", "/private/x", "/data.zip", "http://out.example/")
)
LAUGHS = (
    '<!DOCTYPE urlset [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]>'
    "<urlset><url><loc>/laughs-&b;</loc></url></urlset>"
)
BODIES: dict[str, tuple[str, bytes]] = {
    "/": ("text/html", b"<title>home</title>no links"),
    "/hidden": ("text/html", b"<title>hidden</title>"),
    "/index.xml": ("text/xml", INDEX.encode()),
    "/children/one.xml.gz": (
        "application/octet-stream",
        gzip.compress(f"<urlset>{ONE}</urlset>".encode()),
    ),
    "/bomb.xml.gz": ("application/gzip", gzip.compress(bytes(100_000_000), 9)),
    "/laughs.xml": ("text/xml", LAUGHS.encode()),
    "/endless.xml": ("text/xml", b"<urlset>" + b"<url>" * 1_000_000),
    "/page.xml": ("text/html", b"<!doctype html><title>not found</title>"),
    "/broken.xml.gz": ("application/x-gzip", b"\x1f\x8b\x08 this is no gzip"),
    "/list.txt": ("text/plain", b"http://127.0.0.1/%s\n"),
}
EXPECTED = {
    "/": "fetched page",
    "/index.xml": "fetched sitemap sitemaps 1",
    "/children/one.xml.gz": "fetched sitemap pages 4",
    "/hidden": "fetched page",
    "/private/x": "refused robots robots.txt says no",
    "/data.zip": "refused suffix .zip",
    "/bomb.xml.gz": "refused type no sitemap, but application/octet-stream",
    "/laughs.xml": "fetched sitemap pages 1",
    "/laughs-&b;": "failed http_404 404",
    "/endless.xml": "fetched sitemap left out 1",
    "/page.xml": "refused type no sitemap, but text/html",
    "/broken.xml.gz": "refused type no sitemap, but application/x-gzip",
    "/missing.xml": "failed http_404 404",
    "/huge.xml": "failed too_large more than 52428800 bytes",
    "/closed.xml": "refused robots robots.txt says no",
    "/list.txt": "fetched sitemap pages 1",
}


def served(body: bytes, media_type: str = "text/plain", head: str = "200 OK") -> bytes:
    lines = f"HTTP/1.1 {head}\r\nContent-Type: {media_type}\r\nContent-Length: {len(body)}\r\n\r\n"
    return lines.encode() + body


@pytest.fixture(scope="module")
def site() -> Iterator[Heard]:
    port = 0

    def answer(path: str) -> bytes:
        if path == "/robots.txt":
            return served(ROBOTS.replace("{port}", str(port)).encode())
        if path == "/moved.xml":
            return served(b"", head="301 Moved\r\nLocation: /list.txt")
        if path == "/huge.xml":
            return b"HTTP/1.1 200 OK\r\nContent-Length: 60000000\r\n\r\n"
        if path not in BODIES:
            return served(b"", head="404 Not Found")
        media_type, body = BODIES[path]
        return served(body.replace(b"127.0.0.1/%s", f"127.0.0.1:{port}/".encode()), media_type)

    with scripted(answer) as heard:
        port = heard.port
        yield heard


@pytest.fixture(scope="module")
def folder(site: Heard, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sitemaps") / "web"
    auslese("new", folder, "--start", site.url("/"))
    auslese("crawl", folder, "--delay", "0s", "--workers", 1)
    return folder


def trace(folder: Path, url: str) -> UrlTrace:
    return trace_url(folder / "frontier.db", Url(url))


@pytest.mark.parametrize("path", EXPECTED)
def test_each_sitemap_and_what_it_names_ends_with_its_reason(
    path: str, folder: Path, site: Heard
) -> None:
    told = trace(folder, site.url(path))

    assert " ".join(filter(None, (told.state, told.reason, told.detail))) == EXPECTED[path]


def test_a_sitemap_and_a_page_beyond_the_rules_are_not_asked_for(folder: Path) -> None:
    for url in ("http://out.example/sitemap.xml", "http://out.example/"):
        assert trace(folder, url).reason == "scope"


def test_sitemaps_are_neither_pages_nor_links(folder: Path) -> None:
    status = auslese_json("status", folder)

    assert (status["pages"], status["depth"], status["queued"]) == (2, [1, 1], 0)
    assert status["tables"]["pages"] == 2
    assert status["tables"]["links"] == 0
    assert status["outcomes"]["fetched.sitemap"] == 5


def test_the_way_to_a_page_that_nobody_links_to_is_told(folder: Path, site: Heard) -> None:
    told = auslese("trace", folder, site.url("/hidden")).stdout.splitlines()

    assert told[1:5] == [
        f"  named by the sitemap {site.url('/children/one.xml.gz')}",
        f"  named by the sitemap {site.url('/index.xml')}",
        "  a sitemap that robots.txt names",
        "  depth 1",
    ]


def test_what_robots_txt_forbids_was_not_asked_for(folder: Path, site: Heard) -> None:
    asked = {head.split(b" ")[1].decode() for head in site.heads}

    assert not {"/private/x", "/closed.xml", "/data.zip"} & asked


@pytest.mark.parametrize(
    ("setting", "named", "asked"),
    [
        ("off", "Sitemap: /a.xml", ["/"]),
        ("listed", "Sitemap: /a.xml", ["/", "/a.xml"]),
        ("listed", "", ["/"]),
        ("probe", "Sitemap: /a.xml", ["/", "/a.xml"]),
        ("probe", "", ["/", "/sitemap.xml", "/sitemap_index.xml"]),
    ],
)
def test_the_setting_says_which_sitemaps_are_asked_for(
    setting: str, named: str, asked: list[str], tmp_path: Path
) -> None:
    here: list[str] = []

    def answer(path: str) -> bytes:
        is_robots = path == "/robots.txt"
        listed = named.replace("/", here[0], 1)  # the protocol wants the whole address
        return served(listed.encode()) if is_robots else served(b"<title>x</title>", "text/html")

    with scripted(answer) as served_site:
        here.append(served_site.url("/"))
        auslese("new", tmp_path / "web", "--start", here[0])
        write_setting(tmp_path / "web" / "auslese.toml", "crawl.sitemaps", setting)
        auslese("crawl", tmp_path / "web", "--delay", "0s", "--workers", 1)

    heard = sorted(head.split(b" ")[1].decode() for head in served_site.heads)
    assert heard == sorted([*SITE_FILES, *asked])
