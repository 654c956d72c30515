"""Three people annotate by keys and buttons in a real browser; the server dies in the middle."""

import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from auslese.records.annotation import AnnotationPhase
from auslese.store.annotation_book import AnnotationBook
from tests.annotated_collection import NAMES, annotated_collection
from tests.browsers import BROWSER, needs_browser
from tests.serve.test_server import serving

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

playwright = pytest.importorskip("playwright.sync_api")
pytestmark = needs_browser

PICTURE, TEXT = AnnotationPhase.PICTURE, AnnotationPhase.TEXT
ITEMS = 4
PATIENCE = 30_000  # milliseconds


@pytest.fixture(scope="module")
def browser() -> Iterator["Browser"]:
    with playwright.sync_playwright() as program:
        started = program.chromium.launch(executable_path=BROWSER, args=["--no-sandbox"])
        yield started
        started.close()


def begin(context: "BrowserContext", address: str, name: str) -> "Page":
    """Come in by the first page and give a name."""
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(f"{address}annotate")
    page.fill("input[name=annotator]", name)
    with page.expect_navigation():
        page.click("main form button")
    return page


def press(page: "Page", key: str) -> int:
    """Answer by a key; which item it was."""
    item = shown_item(page)
    with page.expect_navigation():
        page.keyboard.press(key)
    return item


def picture_key(item: int) -> str:
    """Even numbers show cats."""
    return "1" if item % 2 == 0 else "5"


def shown_item(page: "Page") -> int:
    return int(page.get_attribute("form.grades input[name=item]", "value") or "")


def answer_and_undo_without_javascript(browser: "Browser", address: str) -> None:
    """One more person, whose browser runs no script: buttons are enough."""
    context = browser.new_context(java_script_enabled=False)
    page = begin(context, address, "dan")
    page.click("button[value='0']")
    page.wait_for_selector(".notice >> text=Saved")
    page.click("button[data-key=u]")
    page.wait_for_selector(".notice >> text=taken back")
    context.close()


def begin_with_pictures(pages: list["Page"]) -> None:
    """Two pictures each, and a wrong key that is taken back."""
    for page in pages:
        assert page.evaluate("document.querySelector('.shown img').naturalWidth") == 8
        assert "Text number" not in page.inner_text("main")
    for _ in range(2):
        for page in pages:
            press(page, picture_key(shown_item(page)))
    press(pages[0], "3")
    with pages[0].expect_navigation():
        pages[0].keyboard.press("u")
    assert "taken back" in pages[0].inner_text("main")


def finish(pages: list["Page"]) -> None:
    """The other pictures, then the texts of those on the topic."""
    for page in pages:
        while page.locator("input[name=phase][value=picture]").count():
            press(page, picture_key(shown_item(page)))
    for page, key in zip(pages, ("ArrowUp", "ArrowUp", "ArrowDown"), strict=True):
        page.goto(page.url)
        press(page, key)
        assert "Text number" in page.inner_text("main")
        with page.expect_navigation():  # a finger on a tablet
            page.click("button[data-key=ArrowLeft]")
        assert "Vielen Dank" in page.inner_text("main")


def test_three_annotators_finish_a_round_and_lose_nothing_when_the_server_is_killed(
    tmp_path: Path, browser: "Browser"
) -> None:
    collection, made = annotated_collection(tmp_path / "cats", ITEMS)
    context = browser.new_context(locale="en-US")
    with serving(collection.path) as (process, address):
        answer_and_undo_without_javascript(browser, address)
        begin_with_pictures([begin(context, address, name) for name in NAMES])
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
    book = AnnotationBook(made.book.folder)
    assert len(book.answers(PICTURE)) == 6
    context.close()

    context = browser.new_context(locale="de-DE", viewport={"width": 820, "height": 1100})
    with serving(collection.path) as (_, address):
        pages = [begin(context, address, name) for name in NAMES]
        finish(pages)
        pages[0].goto(f"{address}annotate/agreement")
        assert "Krippendorffs α" in pages[0].inner_text("main")
        assert pages[0].locator("svg.dots circle").count() > ITEMS
    context.close()

    book.refresh()
    assert len(book.answers(PICTURE)) == 3 * ITEMS
    assert len(book.answers(TEXT)) == 3 * ITEMS // 2
    assert sorted(each.category for each in book.answers(TEXT)) == [0, 0, 1, 2, 2, 2]
    assert all(len(book.said(item.number, PICTURE)) == 3 for item in book.items)
