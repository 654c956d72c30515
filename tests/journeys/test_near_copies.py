"""A site with a near copy is crawled: the crawl says so at once, and drops nothing."""

import json
from pathlib import Path

import pytest

from auslese.recipes.settings.settings_edit import write_setting
from tests.crawl.scripted_server import scripted
from tests.crawl.trap_sites import prose
from tests.running import auslese, auslese_json

pytestmark = pytest.mark.slow

QUICK = ("--workers", 1, "--delay", "0s")
TEXT = prose("a long text", 400)
PAGES = {
    "/": f"<p>{prose('home')}</p><a href=/1>1</a>",
    "/1": f"<h1>One</h1><p>{TEXT}</p><a href=/2>2</a>",
    "/2": f"<h1>One</h1><p>{TEXT} unlike</p><a href=/2>2</a> <a href=/3>3</a>",
    "/3": f"<p>{prose('another', 400)}</p>",
}


def answer(path: str) -> bytes:
    body = PAGES.get(path, "").encode()
    status = "200 OK" if body else "404 Not Found"
    head = f"HTTP/1.1 {status}\r\nContent-Type: text/html\r\nContent-Length: {len(body)}\r\n\r\n"
    return head.encode() + body


def test_a_near_copy_is_told_in_the_stream_the_outcome_and_the_summary(tmp_path: Path) -> None:
    streamed, counted = tmp_path / "streamed", tmp_path / "counted"
    with scripted(answer) as heard:
        for folder in (streamed, counted):
            auslese("new", folder, "--start", heard.url())
            write_setting(folder / "auslese.toml", "duplicates.near_while_crawling", True)
        lines = auslese("crawl", streamed, *QUICK, "--stream").stdout.splitlines()
        summary = auslese_json("crawl", counted, *QUICK)
        traced = auslese_json("trace", counted, heard.url("/2"))

    pages = [json.loads(line) for line in lines]
    assert {page["url"]: page.get("near_copy_of") for page in pages} == {
        heard.url(): None,
        heard.url("/1"): None,
        heard.url("/2"): heard.url("/1"),
        heard.url("/3"): None,
    }
    assert (summary["pages"], summary["near_copies"], summary["duplicates"]) == (4, 1, 0)
    assert (traced["reason"], traced["detail"]) == ("page", f"near copy of {heard.url('/1')}")


def test_unless_it_is_wanted_nothing_is_said(tmp_path: Path) -> None:
    folder = tmp_path / "c"
    with scripted(answer) as heard:
        auslese("new", folder, "--start", heard.url())
        summary = auslese_json("crawl", folder, *QUICK)

    assert (summary["pages"], summary["near_copies"]) == (4, 0)
