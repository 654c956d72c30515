"""Traps by their look, and a whole zoo of made sites: what is stopped, what must not be lost."""

from collections.abc import Callable
from pathlib import Path

import pytest
from tests.crawl.trap_crawl import SiteCrawl, lost, wasted
from tests.crawl.trap_sites import INNOCENTS, TRAPS, TrapSite

from auslese.crawl.frontier.embedded.embedded_store import EmbeddedStore
from auslese.crawl.traps.url_traps import TrapDetector, TrapSettings
from auslese.records.fetch import Refusal, Refused
from auslese.records.url import Url

MOST_WASTED = {
    "calendar by month": 130,
    "calendar by day": 260,
    "shop with 8 filters": 300,
    "session in the path": 450,
    "session in the path, named pages": 300,
    "session in the query": 450,
    "relative links that grow": 20,
    "next page without end": 80,
    "search that finds nothing": 130,
    "tags that find nothing": 150,
}
"""Pages that each trap may cost; what was measured stands in docs/methods/traps.md."""


@pytest.mark.parametrize("make", TRAPS)
def test_a_trap_ends_and_takes_nothing_with_it(
    make: Callable[[], TrapSite], tmp_path: Path
) -> None:
    site = make()

    crawled = SiteCrawl(site, EmbeddedStore(tmp_path / "frontier.db")).run(2_000)

    assert crawled.ended
    assert lost(site, crawled) == set()
    assert wasted(site, crawled) <= MOST_WASTED[site.name]
    assert crawled.outcomes["refused.trap"] > 0


@pytest.mark.parametrize("make", INNOCENTS)
def test_an_innocent_site_is_fetched_as_a_whole(
    make: Callable[[], TrapSite], tmp_path: Path
) -> None:
    site = make()

    crawled = SiteCrawl(site, EmbeddedStore(tmp_path / "frontier.db")).run(10_000)

    assert crawled.ended
    assert lost(site, crawled) == set()
    assert "refused.trap" not in crawled.outcomes


def refusal(url: str, **changes: object) -> Refused | None:
    settings = TrapSettings(**changes)  # type: ignore[arg-type]
    return TrapDetector(settings, this_year=2026).refusal(Url(url))


@pytest.mark.parametrize(
    ("url", "detail"),
    [
        ("http://a.de/a/b/a/b/a/b", "repetition of /a/b"),
        ("http://a.de/hall/hall/hall/", "repetition of /hall"),
        ("http://a.de/index.html/index.html/", "repetition of /index.html"),
        ("http://a.de/one/two/one/three/two/one", "repetition of /one"),
        ("http://a.de/" + "/".join(f"x{n}" for n in range(21)), "depth of 21 folders, at most 20"),
        ("http://a.de/calendar/2035/12", "calendar in 2035, later than 2031"),
        ("http://a.de/x?date=2050-01-01", "calendar in 2050, later than 2031"),
        ("http://a.de/x?year=3000", "calendar in 3000, later than 2031"),
    ],
)
def test_some_urls_are_traps_by_their_look(url: str, detail: str) -> None:
    assert refusal(url) == Refused(Refusal.TRAP, detail)


@pytest.mark.parametrize(
    "url",
    [
        "http://a.de/2011/11/11/11/11/11",
        "http://a.de/media/a/a/a/picture.html",
        "http://a.de/news/news/today",
        "http://a.de/event/24322",
        "http://a.de/event/4032",
        "http://a.de/standards/2035/12",
        "http://a.de/calendar/2026/12",
        "http://a.de/docs/api/java/util/concurrent/locks/condition.html",
        "http://a.de/de/abc/de/xyz/",
    ],
)
def test_urls_that_only_look_odd_are_let_in(url: str) -> None:
    assert refusal(url) is None


def test_a_person_can_say_that_it_is_no_trap() -> None:
    url = "http://a.de/calendar/2035/12"

    assert refusal(url, allow=("a.de/calendar/",)) is None
    assert refusal(url, allow=("b.de/calendar/",)) is not None
    assert refusal(url, mode="off") is refusal(url, mode="throttle") is None
    assert refusal(url, years_ahead=9) is None
