"""A WACZ file is replayed, and a mirror is browsed, by a browser that reaches nobody else."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from tests.browsers import BROWSER, needs_browser
from tests.replayer import LOOPBACK_ALONE, MISSING, served_folder, set_up_replay
from tests.web_archive import SECOND, START, archived_web

from auslese.recipes.exporting.archives import mirror_export, wacz_export
from auslese.recipes.exporting.export_formats import ExportOptions
from auslese.records.rights import Use
from auslese.store.collection import Collection

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Frame, Page

pytestmark = needs_browser
REPLAYED = "mp_/"  # in the address of a page that is replayed
WORKER_IS_THERE = """
    async () => Boolean((await navigator.serviceWorker.getRegistration("/replay/"))?.active)
"""
SECONDS_TO_BEGIN, PAUSES_PER_SECOND = 30, 10
SECONDS_OF_A_LOAD, LOADS = 10, 8


@pytest.fixture(scope="module")
def collection(tmp_path_factory: pytest.TempPathFactory) -> Collection:
    return archived_web(tmp_path_factory.mktemp("archive") / "web")


@pytest.fixture(scope="module")
def browser() -> Iterator["Browser"]:
    playwright = pytest.importorskip("playwright.sync_api")
    with playwright.sync_playwright() as program:
        arguments = ["--no-sandbox", LOOPBACK_ALONE]
        started = program.chromium.launch(executable_path=BROWSER, args=arguments)
        yield started
        started.close()


@pytest.fixture
def context(browser: "Browser") -> Iterator["BrowserContext"]:
    opened = browser.new_context()
    yield opened
    opened.close()


def opened_replay(page: "Page", url: str) -> "Frame":
    """The frame in which the first URL is replayed.

    What is loaded before the worker has all that it needs shows nothing for ever, and how soon the
    worker is ready nobody tells: a busy machine needs several loads.
    """
    for _ in range(LOADS):
        page.reload()
        try:
            return replayed(page, url, SECONDS_OF_A_LOAD)
        except AssertionError as error:
            problem = error
    raise problem


def replayed(page: "Page", url: str, seconds: int = SECONDS_TO_BEGIN) -> "Frame":
    """The frame in which a URL is replayed, once it is."""
    ending = url.partition(":")[2]  # links without a scheme are replayed without one
    for _ in range(seconds * PAUSES_PER_SECOND):
        for frame in page.frames:
            place = frame.url.partition(REPLAYED)[2]
            if place.endswith(ending) and frame.query_selector("h1"):
                return frame
        page.wait_for_timeout(1000 / PAUSES_PER_SECOND)
    raise AssertionError(f"{url} is not replayed; there are {[each.url for each in page.frames]}")


@pytest.mark.skipif(bool(MISSING), reason=MISSING)
def test_a_package_is_replayed_and_its_links_are_followed(
    collection: Collection, context: "BrowserContext", tmp_path: Path
) -> None:
    with (tmp_path / "web.wacz").open("wb") as file:
        options = ExportOptions(use=Use.SEARCH, form="plain")
        wacz_export.to_stream(collection, file.write, options)
    set_up_replay(tmp_path, "web.wacz", START)
    asked: list[str] = []
    context.on("request", lambda request: asked.append(request.url))
    page = context.new_page()

    with served_folder(tmp_path) as address:
        page.goto(address)
        page.wait_for_function(WORKER_IS_THERE)
        start = opened_replay(page, START)
        assert start.inner_text("h1") == "Start"
        start.click("text=to second")
        second = replayed(page, f"{START}second?y=2&x=1")
        assert second.inner_text("h1") == "Only once"
        second.click("text=to http://a.example/")
        replayed(page, START).click("text=to //b.example/copy")
        assert replayed(page, "http://b.example/copy").inner_text("h1") == "Only once"
        page.close()

    assert asked
    assert [url for url in asked if not url.startswith((address, "blob:", "data:"))] == []


def test_a_mirror_is_browsed_from_file_to_file(
    collection: Collection, context: "BrowserContext", tmp_path: Path
) -> None:
    mirror_export.to_folder(collection, tmp_path, ExportOptions(use=Use.SEARCH))
    page = context.new_page()

    page.goto((tmp_path / "a.example" / "index.html").as_uri())
    assert page.title() == "Start"
    assert "picture.png" in page.evaluate("getComputedStyle(document.body).backgroundImage")
    page.click("text=to /moved")
    assert page.title() == "Only once"
    assert page.url.endswith("/a.example/second@x=1&y=2.html")
    page.click("text=to http://a.example/")
    page.click("text=to //b.example/copy")
    assert page.title() == "Only once"
    assert page.url.endswith("b.example/copy.html")
    assert SECOND not in page.content()
