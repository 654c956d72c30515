"""The pages in a real browser: by mouse, by keys alone, without JavaScript, while a crawl runs."""

import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.browsers import BROWSER, needs_browser
from tests.crawls import toy_collection, wait_until
from tests.running import start_auslese
from tests.serve.served import EVIL, HIVE, ICE, served_collection
from tests.serve.test_server import serving
from tests.toyweb import ToyWeb

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

playwright = pytest.importorskip("playwright.sync_api")
pytestmark = needs_browser

CONTRAST = (Path(__file__).parent / "contrast.js").read_text("utf-8")
PATIENCE = 30_000  # milliseconds
ALL_PAGES = (
    "",
    "search?q=honey",
    "search?q=nothingtofind",
    f"page?url={HIVE}",
    f"page?url={EVIL}&view=original",
    "crawl?rule=.example.org",
    "clusters",
    "help",
    "no/such/page",
)


@pytest.fixture(scope="module")
def browser() -> Iterator["Browser"]:
    with playwright.sync_playwright() as program:
        started = program.chromium.launch(executable_path=BROWSER, args=["--no-sandbox"])
        yield started
        started.close()


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    collection = served_collection(tmp_path_factory.mktemp("browsed") / "bees")
    with serving(collection.path) as (_, address):
        yield address


@pytest.fixture
def page(browser: "Browser") -> Iterator["Page"]:
    yield from opened(browser)


def opened(browser: "Browser", **wishes: Any) -> Iterator["Page"]:
    """A page of its own, in English unless told."""
    context = browser.new_context(**{"locale": "en-US", **wishes})
    context.set_default_timeout(PATIENCE)
    yield context.new_page()
    context.close()


@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without scripts"])
def test_search_filter_and_record(browser: "Browser", address: str, scripts: bool) -> None:
    for page in opened(browser, java_script_enabled=scripts):
        page.goto(address)
        page.get_by_label("What are you looking for?").fill("honey OR Firn")
        page.get_by_role("button", name="Search").click()
        assert page.get_by_role("status").inner_text().startswith("27 hits")

        page.get_by_role("complementary", name="Filters").get_by_role("link", name="German").click()
        hit = page.locator(".hit")
        assert hit.count() == 1
        assert hit.locator("mark").first.inner_text() == "Firn"

        hit.get_by_text("why", exact=True).click()
        assert "is the sum of these parts" in hit.inner_text()

        hit.get_by_role("link", name="record").click()
        assert page.get_by_role("heading", level=1).inner_text() == "Firn und Eis"
        assert ICE in page.inner_text("main")


def test_a_stored_copy_can_do_nothing(page: "Page", address: str) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"{address}page?url={EVIL}&view=original")
    frame = page.frame_locator("iframe").locator("body")

    assert frame.count() == 1
    assert page.evaluate("window.evil") is None
    assert page.url.startswith(f"{address}page")
    assert {url.partition("?")[0] for url in asked} <= {
        f"{address}{path}"
        for path in ("page", "copy", "static/style.css", "static/script.js", "static/icon.svg")
    }


def test_a_stored_copy_by_itself_can_do_nothing_either(page: "Page", address: str) -> None:
    page.goto(f"{address}copy?url={EVIL}")

    assert page.title() == "evil"
    assert page.url.startswith(f"{address}copy")


def test_keys_alone_are_enough(page: "Page", address: str) -> None:
    page.goto(f"{address}help")
    page.keyboard.press("/")
    page.keyboard.type("honey")
    page.keyboard.press("Enter")
    page.wait_for_url("**/search?q=honey*")

    def focused() -> str:
        return str(page.evaluate("document.activeElement.closest('.hit')?.id ?? ''"))

    for key, expected in (("j", "h1"), ("j", "h2"), ("k", "h1"), ("k", "h1")):
        page.keyboard.press(key)
        assert focused() == expected
    outline = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
    assert outline != "none"

    page.keyboard.press("w")
    assert page.locator("#h1 .why[open]").count() == 1
    page.keyboard.press("?")
    assert page.get_by_role("dialog", name="Keys").is_visible()
    page.keyboard.press("?")
    assert not page.get_by_role("dialog", name="Keys").is_visible()
    page.keyboard.press("n")
    page.wait_for_url("**page=2*")
    page.keyboard.press("p")
    page.wait_for_url("**page=1*")


def test_the_first_stop_of_the_tabulator_skips_to_the_content(page: "Page", address: str) -> None:
    page.goto(f"{address}search?q=honey")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    page.keyboard.press("Enter")

    assert page.evaluate("document.activeElement.id") == "main"


def test_both_languages_lead_to_each_other(browser: "Browser", address: str) -> None:
    for page in opened(browser, locale="de-DE", java_script_enabled=False):
        page.goto(f"{address}search?q=honey")
        assert page.get_by_role("button", name="Suchen").count() >= 1
        page.get_by_role("link", name="English").click()
        assert page.get_by_role("heading", level=1).inner_text() == "Answer to “honey”"
        page.get_by_role("link", name="Topics").click()
        assert page.get_by_role("link", name="Deutsch").count() == 1


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 360])
def test_every_text_can_be_read_and_every_page_fits(
    browser: "Browser", address: str, scheme: str, width: int
) -> None:
    size = {"width": width, "height": 800}
    for page in opened(browser, color_scheme=scheme, viewport=size):
        for path in ALL_PAGES:
            page.goto(f"{address}{path}")
            assert page.evaluate(CONTRAST) == [], path
            assert page.evaluate("document.documentElement.scrollWidth") <= width, path


def test_nothing_comes_from_elsewhere_and_nothing_is_blocked(page: "Page", address: str) -> None:
    asked: list[str] = []
    complaints: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("console", lambda message: complaints.append(message.text))
    for path in ALL_PAGES[:-1]:
        page.goto(f"{address}{path}")

    assert [url for url in asked if not url.startswith(address)] == []
    assert [words for words in complaints if "Security Policy" in words] == []


@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without scripts"])
def test_the_page_of_a_crawl_is_live_and_steers_it(
    browser: "Browser", tmp_path: Path, scripts: bool
) -> None:
    web = ToyWeb(seed=3, hosts=2, pages_per_host=400)
    with toy_collection(tmp_path, web) as toy, serving(toy.folder) as (_, address):
        crawl = start_auslese("crawl", toy.folder, "--delay", "0.1s", "--workers", 1)
        try:
            toy.wait_for_pages(10)
            for page in opened(browser, java_script_enabled=scripts):
                page.goto(f"{address}crawl")
                steer(page, crawl)
        finally:
            if crawl.poll() is None:
                crawl.kill()
            crawl.wait()


def steer(page: "Page", crawl: "subprocess.Popen[bytes]") -> None:
    """Watch a crawl, then pause it, let it go on and stop it."""
    wait_until(lambda: _reloaded(page).startswith("Running"))
    before = page.inner_text(".figures")
    wait_until(lambda: page.inner_text(".figures") != before)  # it renews itself

    page.get_by_role("button", name="Pause").click()
    assert page.inner_text(".sentence").startswith("Paused")
    page.get_by_role("button", name="Resume").click()
    assert page.inner_text(".sentence").startswith("Running")
    page.get_by_role("button", name="Stop and keep").click()
    assert crawl.wait(PATIENCE / 1000) == 0
    wait_until(lambda: _reloaded(page).startswith("No crawl is running"))


def _reloaded(page: "Page") -> str:
    page.reload()
    return str(page.inner_text(".sentence"))
