"""A site that tells robots what to do, crawled: it is obeyed, and what was said is on record."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from auslese.demo.demo_documents import pdf
from auslese.recipes.settings.settings_edit import write_setting
from auslese.store.collection import Collection
from auslese.store.tables.parquet_segments import read_table
from auslese.store.tables.sql_views import connect
from tests.crawl.scripted_server import Heard, scripted
from tests.running import auslese, auslese_json
from tests.warc_check import assert_archive_is_sound

pytestmark = pytest.mark.slow

START = """<title>Start</title><link rel=alternate type=application/rss+xml href=/feed.xml>
<a href=/noindex>1</a> <a href=/none>2</a> <a href=/nofollow>3</a> <a href=/tag>4</a>
<a href=/tag-other>5</a> <a href=/paper.pdf>6</a> <a href=/open.pdf>7</a> <a href=/optouts>8</a>
<a href=/moved>9</a> <a href=/canonical>10</a> <a href=/over>11</a> <a href=/ours>12</a>
<a href=/unvouched rel=nofollow>ad</a> <a href=/comment rel="ugc noopener">c</a>
<a href=/sponsor rel=sponsored>s</a> <img src=/bee.jpg> <form action=/send></form>
<script>go("/scripted/")</script>"""

PAGES = {
    "/": (START, []),
    "/noindex": ("<meta name=robots content=noindex><a href=/from-noindex>x", []),
    "/none": ("<meta name=robots content=none><a href=/from-none>x", []),
    "/nofollow": ("<meta name=Robots content='index,NOFOLLOW'><a href=/from-nofollow>x", []),
    "/tag": ("by header", ["X-Robots-Tag: noarchive", "X-Robots-Tag: AUSLESE: noindex"]),
    "/tag-other": ("not for us", ["X-Robots-Tag: otherbot: noindex, nofollow"]),
    "/ours": ("<meta name=auslese content='noindex, nofollow'><a href=/from-ours>x", []),
    "/over": ("old", ["X-Robots-Tag: unavailable_after: Fri, 25 Jun 2010 15:00:00 GMT"]),
    "/optouts": ("<meta name=robots content='noai, nosnippet'>", ["tdm-reservation: 1"]),
    "/moved": ("<meta http-equiv=refresh content=\"0; URL='/after-refresh'\">", []),
    "/canonical": (
        "<link rel=alternate hreflang=de href=/de>",
        ["Link: </known-as>; rel=canonical, </style.css>; rel=preload"],
    ),
    "/from-noindex": ("reached", []),
    "/after-refresh": ("reached", []),
    "/de": ("auf deutsch", []),
    "/known-as": ("known as", []),
}
PDFS = {"/paper.pdf": ["X-Robots-Tag: noindex"], "/open.pdf": []}
NEVER = {"/from-none", "/from-nofollow", "/from-ours", "/unvouched", "/comment", "/sponsor"}
NEVER |= {"/send", "/bee.jpg", "/scripted/", "/style.css"}


def answer(path: str) -> bytes:
    if path in PDFS:
        body = pdf(path, ["Words of a paper."], f"/from-pdf{path}")
        return reply("application/pdf", body, PDFS[path])
    if path == "/feed.xml":
        return reply("application/rss+xml", b"<rss/>")
    if path in PAGES:
        html, lines = PAGES[path]
        return reply("text/html", f"<!doctype html>{html}".encode(), lines)
    if path.startswith("/from-pdf"):
        return reply("text/html", b"from a PDF " + path.encode())
    return b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n"


def reply(media_type: str, body: bytes, lines: list[str] | None = None) -> bytes:
    said = ("HTTP/1.1 200 OK", f"Content-Type: {media_type}", f"Content-Length: {len(body)}")
    return "\r\n".join((*said, *(lines or []), "", "")).encode() + body


@dataclass(frozen=True, slots=True)
class Crawled:
    """A crawl of that site."""

    folder: Path
    asked: list[str]
    summary: dict[str, Any]
    origin: str

    def pages(self) -> dict[str, dict[str, Any]]:
        """The rows of the pages table, by path."""
        rows = read_table(self.folder / "tables", "pages").to_pylist()
        return {row["url"].removeprefix(self.origin): row for row in rows}

    def links(self) -> list[tuple[str, str, str]]:
        """Source, target and relation of every link."""
        rows = connect(Collection(self.folder)).execute(
            "SELECT pages.url, links.url, rel FROM links JOIN pages ON source = id"
        )
        return [
            (source.removeprefix(self.origin), target.removeprefix(self.origin), rel)
            for source, target, rel in rows.fetchall()
        ]

    def outcomes(self) -> dict[str, str]:
        """How URLs ended, by path."""
        rows = read_table(self.folder / "tables", "outcomes").to_pylist()
        return {
            row["url"].removeprefix(self.origin): f"{row['kind']} {row['reason']} {row['detail']}"
            for row in rows
        }


def paths_of(heard: Heard) -> list[str]:
    return [head.split(b" ")[1].decode() for head in heard.heads]


@pytest.fixture(scope="module")
def crawled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Crawled]:
    folder = tmp_path_factory.mktemp("directives") / "web"
    with scripted(answer) as heard:
        auslese("new", folder, "--start", heard.url())
        summary = auslese_json("crawl", folder, "--delay", "0s", "--workers", 1)
        yield Crawled(folder, paths_of(heard), summary, heard.url(""))


def test_a_page_that_is_not_to_be_kept_is_in_no_table_of_content(crawled: Crawled) -> None:
    unkept = {"/noindex", "/none", "/tag", "/ours", "/over", "/paper.pdf"}

    assert crawled.pages().keys() & unkept == set()
    assert {source for source, _, _ in crawled.links()} & unkept == set()
    assert crawled.summary["refused"]["noindex"] == len(unkept)


@pytest.mark.parametrize(
    ("path", "by"),
    [
        ("/noindex", "meta robots"),
        ("/none", "meta robots"),
        ("/ours", "meta auslese"),
        ("/tag", "X-Robots-Tag"),
        ("/over", "unavailable_after in X-Robots-Tag"),
        ("/paper.pdf", "X-Robots-Tag"),
    ],
)
def test_its_outcome_and_its_trace_say_who_wanted_it_so(
    crawled: Crawled, path: str, by: str
) -> None:
    trace = auslese("trace", crawled.folder, f"{crawled.origin}{path}").stdout

    assert crawled.outcomes()[path] == f"refused noindex {by}"
    assert f"refused noindex {by} (HTTP 200)" in trace
    assert crawled.asked.count(path) == 1


def test_what_was_not_to_be_kept_is_still_in_the_archive(crawled: Crawled) -> None:
    index = "".join(path.read_text("utf-8") for path in crawled.folder.rglob("*.cdxj"))

    assert_archive_is_sound(crawled.folder / "archive")
    assert f"{crawled.origin}/noindex" in index


def test_links_of_an_unkept_page_are_followed_unless_it_forbids_that(crawled: Crawled) -> None:
    assert "/from-noindex" in crawled.pages()
    assert "/from-pdf/paper.pdf" in crawled.asked


def test_what_is_not_to_be_followed_is_never_asked_for(crawled: Crawled) -> None:
    assert set(crawled.asked) & NEVER == set()
    outcomes = crawled.outcomes()
    told = {path: outcomes[path] for path in NEVER if path in outcomes}
    assert {"/unvouched", "/comment", "/sponsor", "/from-none"} <= set(told)
    assert all(outcome.startswith("refused nofollow") for outcome in told.values())


def test_links_that_are_not_followed_are_on_record(crawled: Crawled) -> None:
    links = crawled.links()

    assert ("/", "/unvouched", "nofollow") in links
    assert ("/nofollow", "/from-nofollow", "") in links
    assert crawled.pages()["/nofollow"]["directives"] == "nofollow"


def test_what_is_said_to_another_robot_is_not_ours(crawled: Crawled) -> None:
    assert crawled.pages()["/tag-other"]["directives"] == ""


def test_opt_outs_are_on_record(crawled: Crawled) -> None:
    page = crawled.pages()["/optouts"]

    assert (page["optouts"], page["directives"]) == ("noai,tdm-reservation", "nosnippet")


def test_the_canonical_url_of_a_header_is_on_record_and_fetched(crawled: Crawled) -> None:
    pages = crawled.pages()

    assert pages["/canonical"]["canonical"] == f"{crawled.origin}/known-as"
    assert ("/canonical", "/known-as", "canonical") in crawled.links()
    assert "/known-as" in pages
    assert pages["/"]["canonical"] == ""


@pytest.mark.parametrize(
    ("source", "target", "rel"),
    [
        ("/moved", "/after-refresh", "refresh"),
        ("/canonical", "/de", "alternate hreflang=de"),
        ("/", "/feed.xml", "alternate feed"),
        ("/open.pdf", "/from-pdf/open.pdf", ""),
    ],
)
def test_every_way_of_pointing_is_followed(
    crawled: Crawled, source: str, target: str, rel: str
) -> None:
    assert (source, target, rel) in crawled.links()
    assert target in crawled.asked


def test_a_stream_leaves_out_what_is_not_to_be_kept(tmp_path: Path) -> None:
    with scripted(answer) as heard:
        auslese("new", tmp_path / "web", "--start", heard.url())
        words = ("crawl", tmp_path / "web", "--delay", "0s", "--workers", 1, "--stream")
        lines = auslese(*words).stdout.splitlines()

    streamed = {json.loads(line)["url"].removeprefix(heard.url("")) for line in lines}
    assert "/optouts" in streamed
    assert "/noindex" not in streamed


def test_scripts_and_pictures_are_asked_for_if_the_crawl_wants_them(tmp_path: Path) -> None:
    folder = tmp_path / "web"
    with scripted(answer) as heard:
        auslese("new", folder, "--start", heard.url())
        write_setting(folder / "auslese.toml", "crawl.script_links", True)
        write_setting(folder / "auslese.toml", "crawl.types", ["text/html", "image/jpeg"])
        auslese("crawl", folder, "--delay", "0s", "--workers", 1)

    assert {"/bee.jpg", "/scripted/"} <= set(paths_of(heard))
