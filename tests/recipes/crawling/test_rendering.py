"""Rendering as settings want it: told before the crawl begins, and within the time of a lease."""

import shutil
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from tests.running import auslese

from auslese.crawl.politeness.pace import LONGEST_TIME_FACTOR
from auslese.recipes.crawling import rendering_options as rendering
from auslese.recipes.crawling.crawl_run import start_visit
from auslese.recipes.crawling.frontier_opening import LEASE_SHARE, open_frontier
from auslese.recipes.crawling.rendering_options import (
    browser_path,
    longest_request,
    require_browser,
)
from auslese.recipes.settings.crawl_settings import CrawlSection
from auslese.recipes.settings.settings_loading import Settings
from auslese.records.errors import SettingsError
from auslese.records.url import Url
from auslese.store.collection import Collection

RENDERING = Settings(crawl=CrawlSection(render=("*/app/*",)))


def with_browser(path: str) -> Settings:
    return replace(RENDERING, crawl=replace(RENDERING.crawl, browser=path))


def test_without_pages_to_render_no_browser_is_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")

    require_browser(Settings())


def test_without_playwright_the_complaint_says_how_to_get_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(rendering, "find_spec", lambda name: None)

    with pytest.raises(SettingsError, match=r"pip install 'auslese\[render\]'"):
        require_browser(RENDERING)


def test_without_a_browser_the_complaint_says_how_to_get_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr(rendering, "find_spec", lambda name: object())

    with pytest.raises(SettingsError, match=r"no chromium or .*: apt-get install chromium"):
        require_browser(RENDERING)


def test_a_browser_that_is_named_is_taken_or_complained_about() -> None:
    shell = shutil.which("sh")
    assert shell is not None

    assert browser_path(with_browser(shell)) == shell
    with pytest.raises(SettingsError, match="there is no /nowhere/chromium"):
        browser_path(with_browser("/nowhere/chromium"))


def test_a_crawl_that_cannot_render_does_not_begin(tmp_path: Path) -> None:
    folder = tmp_path / "web"
    auslese("new", folder, "--start", "http://127.0.0.1:9/")
    file = folder / "auslese.toml"
    text = '[crawl]\nrender = ["*"]\nbrowser = "/nowhere/chromium"\n'
    file.write_text(file.read_text("utf-8").replace("[crawl]\n", text), "utf-8")

    done = auslese("crawl", folder, code=2)

    assert "crawl.render" in done.stderr
    assert not (folder / "frontier.db").exists()


def test_the_host_of_a_rendered_page_is_ours_for_as_long_as_its_scripts_may_take(
    tmp_path: Path,
) -> None:
    longest = longest_request(RENDERING)
    crawl = RENDERING.crawl
    assert longest > (2 * crawl.request_timeout + crawl.render_timeout) / timedelta(seconds=1)
    plain = Settings().crawl.request_timeout.total_seconds()
    assert longest_request(Settings()) == LONGEST_TIME_FACTOR * plain, "the last try has more time"

    collection = Collection.create(tmp_path / "web", "")
    with open_frontier(collection, RENDERING) as frontier:
        frontier.add([start_visit(Url("http://localhost:1/"))])
        (lease,) = frontier.lease(1, 1)
    assert lease.seconds >= LEASE_SHARE * longest
