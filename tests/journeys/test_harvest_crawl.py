"""Pictures fetched among the pages while a crawl runs, as their server sees it."""

import os
import signal
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from auslese.recipes.settings.settings_edit import write_setting
from auslese.store.collection import Collection
from tests.crawls import wait_until
from tests.picture_web import PICTURES, SLOW, PictureWeb, serving_pictures
from tests.reading_run import rows
from tests.running import auslese, auslese_json, start_auslese
from tests.site_files import SITE_FILES

pytestmark = pytest.mark.slow

DELAY = 0.1
CRAWL = ("--harvest", "--workers", "1", "--contact", "tests@example.org")
HARVEST = ("--delay", "0s", "--contact", "tests@example.org", "--workers", "1")
UNWANTED = {"/img/unseen.jpg", "/img/unnamed.jpg", "/private/secret.jpg"}
"""Its page says noai; it has neither alt text nor title; robots.txt forbids it."""
BELIED = {"/img/web.webp", "/img/drawing"}
"""What its server does not call a picture that we know, so a crawl of pages does not take it."""
OUTCOMES = {
    "kept": 7, "optout": 2, "animated": 1, "broken": 1, "http_404": 1, "not_picture": 1,
    "robots": 1, "stated_small": 1, "too_large": 1, "too_small": 1, "type": 1, "address": 1,
}  # fmt: skip


class Journey(NamedTuple):
    """A crawl with its pictures, and the harvest behind it."""

    folder: Path
    web: PictureWeb
    crawled: list[str]
    """What was asked for while it crawled."""
    gap: float
    """Least time between two requests of it, in seconds."""
    summary: dict[str, Any]
    harvested: list[str]
    """What was asked for by the harvest."""


def harvested_after(folder: Path) -> dict[str, Any]:
    auslese("analyse", folder, "reading", "--workers", "1")
    summary: dict[str, Any] = auslese_json("harvest", folder, "run", *HARVEST)
    return summary


@pytest.fixture(scope="module")
def journey(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Journey]:
    folder = tmp_path_factory.mktemp("while-crawling") / "c"
    with serving_pictures() as web:
        auslese("new", folder, "--start", web.url("/"))
        auslese("crawl", folder, *CRAWL, "--delay", f"{DELAY}s")
        crawled = list(web.asked)
        gap = min(later - earlier for earlier, later in pairwise(web.moments))
        summary = harvested_after(folder)
        yield Journey(folder, web, crawled, gap, summary, web.asked[len(crawled) :])


def test_pictures_come_with_the_pages_and_the_harvest_asks_for_the_rest(journey: Journey) -> None:
    wanted = {path for path in PICTURES if path not in UNWANTED} | {"/moved/kitten.jpg"}

    assert wanted <= set(journey.crawled)
    assert max(map(journey.crawled.count, journey.crawled)) == 1
    assert set(journey.harvested) - {"/robots.txt"} == BELIED
    assert journey.summary["outcomes"] == OUTCOMES


def test_nobody_is_asked_for_pictures_that_are_kept_out(journey: Journey) -> None:
    assert UNWANTED.isdisjoint({*journey.crawled, *journey.harvested})
    reserved = rows(
        Collection(journey.folder),
        "SELECT alt, detail FROM harvest WHERE outcome = 'optout' ORDER BY alt",
    )
    assert reserved == [("do not take it", "noai"), ("reserved by its header", "noimageai")]


def test_pictures_wait_for_the_delay_of_their_host_among_its_pages(journey: Journey) -> None:
    assert journey.gap >= DELAY


def test_a_picture_longer_than_its_bound_is_not_taken(tmp_path: Path) -> None:
    kitten, longest = "/img/healthy-kitten-2.jpg", 12_000
    assert len(PICTURES[kitten][1]) > longest > len(PICTURES["/img/smaller-copy.png"][1])
    folder = tmp_path / "c"
    with serving_pictures() as web:
        auslese("new", folder, "--start", web.url("/"))
        write_setting(folder / "auslese.toml", "harvest.image_bytes", longest)
        auslese("crawl", folder, *CRAWL, "--delay", "0s")
    ended = dict(rows(Collection(folder), "SELECT url, reason FROM outcomes"))

    assert ended[web.url(kitten)] == "too_large"
    assert ended[web.url("/img/smaller-copy.png")] == "page"
    assert ended[web.url("/")] == "page"


def test_a_crawl_that_is_killed_loses_no_picture_and_doubles_none(tmp_path: Path) -> None:
    folder = tmp_path / "c"
    with serving_pictures(SLOW / 3) as web:
        auslese("new", folder, "--start", web.url("/"))
        process = start_auslese("crawl", folder, *CRAWL, "--delay", "0s")
        wait_until(lambda: len(web.asked) >= 9)
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
        auslese("crawl", folder, *CRAWL, "--delay", "0s")
        asked = list(web.asked)
        summary = harvested_after(folder)

    assert summary["outcomes"] == OUTCOMES
    files = rows(Collection(folder), "SELECT count(*), count(DISTINCT image) FROM pictures")
    assert files[0][0] == files[0][1]
    shown = rows(
        Collection(folder), "SELECT count(*), count(DISTINCT (page, url, alt, title)) FROM harvest"
    )
    assert shown == [(19, 19)]
    # What was under way at a kill may be asked for once more, and robots.txt by every crawl.
    assert max(asked.count(path) for path in asked if path not in SITE_FILES) <= 2
    assert UNWANTED.isdisjoint(asked)
