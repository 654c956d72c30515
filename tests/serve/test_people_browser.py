"""Somebody finds their own page in a real browser, without a mouse, and is shown no more."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from auslese.store.people_book import PeopleBook
from tests.browsers import BROWSER, needs_browser
from tests.named_people import HANS, HOME, TALK, named_collection
from tests.serve.test_server import serving

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

playwright = pytest.importorskip("playwright.sync_api")
pytestmark = needs_browser

PATIENCE = 30_000  # milliseconds
MOST_TABS = 60  # to anything on a page


@pytest.fixture(scope="module")
def browser() -> Iterator["Browser"]:
    with playwright.sync_playwright() as program:
        started = program.chromium.launch(executable_path=BROWSER, args=["--no-sandbox"])
        yield started
        started.close()


def tab_to(page: "Page", selector: str) -> None:
    """Go there with the tabulator, as somebody without a mouse does."""
    for _ in range(MOST_TABS):
        page.keyboard.press("Tab")
        if page.evaluate("what => document.activeElement.matches(what)", selector):
            return
    raise AssertionError(f"no way to {selector}")


def press_to_go(page: "Page", key: str) -> None:
    with page.expect_navigation(timeout=PATIENCE):
        page.keyboard.press(key)


def enter(page: "Page", selector: str) -> None:
    page.locator(selector).first.focus()
    press_to_go(page, "Enter")


@pytest.mark.parametrize("scripts", [True, False], ids=["with script", "without script"])
def test_somebody_finds_their_page_and_is_shown_no_more_at_once(
    tmp_path: Path, browser: "Browser", scripts: bool
) -> None:
    collection = named_collection(tmp_path / "uni")
    context = browser.new_context(locale="de-DE", java_script_enabled=scripts)
    context.set_default_timeout(PATIENCE)
    page, other = context.new_page(), context.new_page()
    with serving(collection.path) as (_, address):
        other.goto(f"{address}search?q=person:%22Hans+Müller%22")
        assert other.locator(f'.hit a.open[href="{HOME}"]').count() == 1

        page.goto(f"{address}people")
        page.locator("#name").focus()
        page.keyboard.type("müller, hans")
        press_to_go(page, "Enter")
        assert page.locator("tr.hit").count() == 2
        enter(page, f'a.open[href*="{HANS}"]')
        assert "Die Seite über diese Person" in page.inner_text("main")
        assert page.locator("#best rect").count() == 2
        enter(page, 'a[href*="/people/notice"]')
        assert page.locator("input[name=value]").input_value() == "Hans Müller"
        enter(page, "#remove button")

        assert "Nummer 1" in page.inner_text("[role=status]")
        for path in ("search?q=person:%22Hans+Müller%22", f"page?url={TALK}", "people"):
            other.goto(f"{address}{path}")
            assert "key=" + str(HANS) not in other.content()
        other.goto(f"{address}search?q=person:%22Hans+Müller%22")
        assert other.locator(".hit").count() == 0
        answer = other.goto(f"{address}person?key={HANS}")
        assert answer is not None
        assert answer.status == 404
    context.close()
    assert [each.value for each in PeopleBook(collection.path).opt_outs] == ["Hans Müller"]


def test_people_are_gone_through_by_keys(tmp_path: Path, browser: "Browser") -> None:
    collection = named_collection(tmp_path / "uni")
    page = browser.new_page(locale="en-US")
    page.set_default_timeout(PATIENCE)
    with serving(collection.path) as (_, address):
        page.goto(f"{address}people")
        tab_to(page, "#name")
        page.keyboard.press("Escape")
        page.keyboard.press("?")
        page.wait_for_selector("dialog[open]")
        page.keyboard.press("?")
        page.keyboard.press("j")
        page.keyboard.press("j")
        page.keyboard.press("k")
        first = page.evaluate("document.activeElement.href")
        press_to_go(page, "o")
        assert page.url == first
        assert re.search(r"/person\?key=-?\d+$", page.url)
        tab_to(page, 'a[href*="/people/notice"]')
    page.close()
