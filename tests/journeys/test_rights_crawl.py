"""A site that says what its pages may be used for, in every way there is, crawled and judged."""

import json
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from auslese.recipes.settings.settings_edit import write_setting
from auslese.store.collection import Collection
from auslese.store.tables.parquet_segments import read_table
from tests.crawl.scripted_server import scripted
from tests.running import auslese, auslese_json
from tests.site_files import TDMREP
from tests.warc_check import assert_archive_is_sound

pytestmark = pytest.mark.slow

ROBOTS = """User-agent: *
Content-Usage: /shop/ train-ai=n, ai-use=n
Content-Signal: search=yes
License: {origin}/licence.xml
License: /hidden/licence.xml
License: http://licences.example/l.xml
Disallow: /hidden/
User-agent: GPTBot
Disallow: /
"""
RULES = [
    {"location": "/news/open.html", "tdm-reservation": 0},
    {"location": "/news/", "tdm-reservation": 1},
]
LICENCE = """<?xml version="1.0"?><rsl xmlns="https://rslstandard.org/rsl">
<content url="/paid/*"><license><permits type="usage">all</permits><payment type="crawl"/></license>
</content></rsl>"""
OWN_LICENCE = """<rsl xmlns="https://rslstandard.org/rsl"><content url="/"><license>
<prohibits type="usage">ai-train</prohibits></license></content></rsl>"""
LINK = 'Link: </own.xml>; rel="license"; type="application/rsl+xml"'
PATHS = ("/shop/1", "/news/1", "/news/open.html", "/paid/1", "/own/1", "/own/2", "/header", "/free")
HEADERS = {
    "/own/1": [LINK],
    "/header": ["Content-Usage: train-ai=n", "TDM-Reservation: 1", "TDM-Policy: /terms"],
}


def reply(
    body: str, media_type: str = "text/html", lines: tuple[str, ...] | list[str] = ()
) -> bytes:
    octets = body.encode()
    head = [f"Content-Type: {media_type}", f"Content-Length: {len(octets)}", *lines]
    return "\r\n".join(["HTTP/1.1 200 OK", *head, "", ""]).encode() + octets


def answer(path: str, origin: str) -> bytes:
    files = {
        "/robots.txt": (ROBOTS.format(origin=origin), "text/plain"),
        TDMREP: (json.dumps(RULES), "application/json"),
        "/licence.xml": (LICENCE, "application/rsl+xml"),
        "/own.xml": (OWN_LICENCE, "application/rsl+xml"),
        "/": ("".join(f"<a href={each}>{each}</a>" for each in PATHS), "text/html"),
    }
    if path in files:
        return reply(*files[path])
    if path in PATHS:
        link = "<link rel=license type=application/rsl+xml href=/own.xml>" * (path == "/own/2")
        return reply(f"<title>{path}</title>{link}<p>{path}", lines=HEADERS.get(path, []))
    return b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n"


class CrawledSite(NamedTuple):
    """The collection, and what the site was asked for."""

    folder: Path
    origin: str
    asked: list[str]

    def uses(self, path: str) -> list[str]:
        """What holds for search, ai-input and ai-train."""
        told: dict[str, Any] = auslese_json("rights", self.folder, self.origin + path)
        return list(told["uses"].values())


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> CrawledSite:
    folder, origin = tmp_path_factory.mktemp("rights") / "c", [""]
    with scripted(lambda path: answer(path, origin[0])) as heard:
        origin[0] = heard.url("")
        auslese("new", folder, "--start", heard.url("/"))
        auslese("crawl", folder, "--delay", "0s", "--workers", 1)
        asked = [head.split(b" ")[1].decode() for head in heard.heads]
    auslese("analyse", folder, "rights")
    return CrawledSite(folder, origin[0], asked)


def test_files_on_rights_are_asked_for_once_and_only_where_that_is_allowed(
    site: CrawledSite,
) -> None:
    assert site.asked[:4] == ["/robots.txt", TDMREP, "/licence.xml", "/"]
    assert sorted(site.asked[4:]) == sorted([*PATHS, "/own.xml"])


@pytest.mark.parametrize(
    ("path", "told"),
    [
        ("/", ["allowed", "unstated", "unstated"]),
        ("/shop/1", ["allowed", "reserved", "reserved"]),
        ("/news/1", ["allowed", "reserved", "reserved"]),
        ("/news/open.html", ["allowed", "allowed", "allowed"]),
        ("/paid/1", ["conditional", "conditional", "conditional"]),
        ("/own/1", ["allowed", "allowed", "reserved"]),
        ("/own/2", ["allowed", "allowed", "reserved"]),
        ("/header", ["allowed", "conditional", "reserved"]),
    ],
)
def test_each_page_has_the_most_restrictive_of_all_that_is_said(
    site: CrawledSite, path: str, told: list[str]
) -> None:
    # Two licences cannot be read: one robots.txt keeps us from, one lies on another host.
    unread = ["conditional" if each != "reserved" else each for each in told]

    assert site.uses(path) == unread
    statements = auslese_json("rights", site.folder, site.origin + path)["statements"]
    known = [each for each in statements if "not read" not in each["detail"]]
    order = ["unstated", "allowed", "conditional", "reserved"]
    for use, permission in zip(("search", "ai-input", "ai-train"), told, strict=True):
        said = [each["permission"] for each in known if each["use"] == use]
        assert max([*said, "unstated"], key=order.index) == permission


def test_the_files_are_archived_and_kept_with_the_site(site: CrawledSite) -> None:
    collection = Collection(site.folder)
    (files,) = read_table(collection.tables, "sites").column("rights_files").to_pylist()

    assert {file["url"]: file["status"] for file in files} == {
        site.origin + path: 200 for path in (TDMREP, "/licence.xml", "/own.xml")
    }
    assert_archive_is_sound(collection.archive)
    ended = read_table(collection.tables, "outcomes").column("url").to_pylist()
    assert sorted(ended) == sorted(site.origin + path for path in ("/", *PATHS))


def test_a_setting_keeps_the_crawl_from_asking(tmp_path: Path) -> None:
    folder = tmp_path / "c"
    with scripted(lambda path: answer(path, "http://127.0.0.1")) as heard:
        auslese("new", folder, "--start", heard.url("/own/1"))
        write_setting(folder / "auslese.toml", "crawl.rights_files", False)
        auslese("crawl", folder, "--delay", "0s", "--workers", 1)

    assert [head.split(b" ")[1] for head in heard.heads] == [b"/robots.txt", b"/own/1"]
