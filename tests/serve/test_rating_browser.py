"""An expert rates with the keyboard alone in a real browser; the server dies in the middle."""

import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from auslese.store.rating_book import RatingBook
from tests.browsers import BROWSER, needs_browser
from tests.rated_collection import add_topic, gold, rated_collection
from tests.serve.test_server import serving

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

playwright = pytest.importorskip("playwright.sync_api")
pytestmark = needs_browser

PAGES = 17  # on each of four things
RATINGS, KILLED_AFTER = 62, 31
PATIENCE = 30_000  # milliseconds


@pytest.fixture(scope="module")
def browser() -> Iterator["Browser"]:
    with playwright.sync_playwright() as program:
        started = program.chromium.launch(executable_path=BROWSER, args=["--no-sandbox"])
        yield started
        started.close()


def press_answers(page: "Page", number: int) -> None:
    """Answer so many pages, each by one digit."""
    grades = gold(PAGES)
    for _ in range(number):
        shown = page.locator("form.grades input[name=page]")
        shown.wait_for(timeout=PATIENCE, state="attached")
        before = shown.get_attribute("value")
        digit = "4" if grades[int(before or "")] else "0"
        with page.expect_navigation(timeout=PATIENCE):
            page.keyboard.press(digit)


def test_sixty_pages_by_keys_and_none_is_lost_when_the_server_is_killed(
    tmp_path: Path, browser: "Browser"
) -> None:
    collection = rated_collection(tmp_path / "things", PAGES)
    add_topic(collection)
    page = browser.new_page(locale="en-US")
    with serving(collection.path) as (process, address):
        page.goto(f"{address}rate?topic=Bees", timeout=PATIENCE)
        press_answers(page, KILLED_AFTER)
        assert "Learning curve" in page.inner_text("main")
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
    assert len(RatingBook(collection.path).ratings_of(1)) == KILLED_AFTER
    with serving(collection.path) as (process, address):
        page.goto(f"{address}rate?topic=Bees&lang=de", timeout=PATIENCE)
        press_answers(page, RATINGS - KILLED_AFTER)
        assert "Lernkurve" in page.inner_text("main")
        with page.expect_navigation(timeout=PATIENCE):
            page.keyboard.press("u")
        assert "zurückgenommen" in page.inner_text("main")
    ratings = RatingBook(collection.path).ratings_of(1)
    assert len(ratings) == RATINGS - 1
    assert sum(rating.grade for rating in ratings) >= PAGES - 1  # nearly all that is relevant
