"""Which links are followed, and which pages are kept: as the page says."""

from typing import Any

import pytest
from tests.crawl.function_web import (
    ListKeeper,
    Web,
    answer,
    errand_settings,
    lease_of,
    parts_for,
    robots,
)

from auslese.crawl.fetch.fetcher import FunctionFetcher
from auslese.crawl.traps.url_traps import TrapDetector, TrapSettings, framed_page
from auslese.crawl.worker.errands import ErrandRunner
from auslese.crawl.worker.session import Session
from auslese.records.fetch import Fetched, Refusal, Refused
from auslese.records.reading import Directives, Links, Reading
from auslese.records.url import Url, key_of

A = "http://a.example"
FAR = 1e12  # a fence that is never reached
NOINDEX = Directives(("noindex",), noindex_by="meta robots")
NOTHING = Directives(("nofollow", "noindex"), noindex_by="X-Robots-Tag")


def reading(*links: tuple[str, str], **changes: Any) -> Reading:
    """A page with links of these addresses and relations."""
    urls = [Url(f"{A}/{name}") for name, _ in links]
    rels = [rel for _, rel in links]
    return Reading("text/html", links=Links(urls, [""] * len(urls), rels), **changes)


class Run:
    """Pages fetched one after the other, each read as it is given here."""

    def __init__(self, readings: dict[str, Reading], **settings: Any) -> None:
        self.keeper = ListKeeper()
        answers = {f"{A}/{name}": answer(name.encode()) for name in readings}
        web = Web({f"{A}/robots.txt": robots(), **answers})
        read = {f"{A}/{name}": found for name, found in readings.items()}
        parts = parts_for(web, keeper=self.keeper, read=lambda url, got: self.read(read, url, got))
        runner = ErrandRunner(errand_settings(**settings), parts)
        self.outbox = runner.outbox
        session = Session.begin(lease_of(*answers), FAR, 0.0, 0.0)
        fetcher = parts.fetcher
        assert isinstance(fetcher, FunctionFetcher)
        while session.may_start(max(1e9, session.next_at)):
            runner.start_next(session)
            for request, outcome in fetcher.wait(0):
                runner.take(request, outcome)

    @staticmethod
    def read(readings: dict[str, Reading], url: Url, fetched: Fetched) -> Reading:
        return readings[url]

    def followed(self) -> list[str]:
        found = [visit for visit in self.outbox.found if visit.refused is None]
        return [visit.url.removeprefix(f"{A}/") for visit in found]

    def unfollowed(self) -> list[tuple[str, Refused]]:
        found = [(visit.url, visit.refused) for visit in self.outbox.found if visit.refused]
        return [(url.removeprefix(f"{A}/"), refused) for url, refused in found]

    def link_rows(self) -> list[str]:
        return [url.removeprefix(f"{A}/") for url in self.outbox.links.url]

    def endings(self) -> list[str]:
        return [f"{end.kind} {end.reason} {end.detail}".strip() for end in self.outbox.ended]


@pytest.mark.parametrize("rel", ["nofollow", "ugc", "Sponsored", "noopener nofollow"])
def test_a_link_that_the_page_does_not_vouch_for_is_noted_and_not_followed(rel: str) -> None:
    run = Run({"1": reading(("x", rel), ("y", "me"))})

    assert run.followed() == ["y"]
    assert run.link_rows() == ["x", "y"]
    assert run.outbox.links.target[0] == key_of(Url(f"{A}/x"))


def test_one_who_vouches_is_enough() -> None:
    run = Run({"1": reading(("x", "nofollow"), ("x", "")), "2": reading(("x", "nofollow"))})

    assert run.followed() == ["x"]


def test_a_page_may_forbid_to_follow_any_of_its_links() -> None:
    nofollow = Directives(("nofollow",))
    run = Run(
        {"1": reading(("x", ""), ("y", "next"), directives=nofollow), "2": reading(("y", ""))}
    )

    assert run.followed() == ["y"]
    assert run.link_rows() == ["x", "y", "y"]
    assert run.endings() == ["fetched page", "fetched page"]


def test_a_page_that_is_not_to_be_kept_is_refused_with_who_said_so() -> None:
    run = Run({"1": reading(("x", ""), directives=NOINDEX)})

    (ended,) = run.outbox.ended
    assert run.endings() == ["refused noindex meta robots"]
    assert (ended.reason, ended.status, ended.size) == (Refusal.NOINDEX, 200, 1)
    assert (ended.page, ended.digest) == (b"", b"")
    assert run.followed() == ["x"]
    assert run.link_rows() == []


def test_a_page_that_is_not_to_be_kept_is_in_the_archive() -> None:
    run = Run({"1": reading(directives=NOINDEX)})

    assert [exchange.url for exchange in run.keeper.kept] == [f"{A}/robots.txt", f"{A}/1"]


def test_a_page_may_forbid_both() -> None:
    run = Run({"1": reading(("x", ""), directives=NOTHING)})

    assert run.endings() == ["refused noindex X-Robots-Tag"]
    assert (run.followed(), run.link_rows()) == ([], [])


def test_a_page_whose_time_is_over_is_not_kept() -> None:
    over = Directives(("unavailable_after:1970",), available_until=0.0, until_by="meta robots")
    later = Directives(("unavailable_after:9999",), available_until=1e12, until_by="meta robots")

    run = Run({"1": reading(directives=over), "2": reading(directives=later)})

    assert run.endings() == ["refused noindex unavailable_after in meta robots", "fetched page"]


def test_a_page_that_is_not_to_be_kept_is_not_streamed() -> None:
    run = Run({"1": reading(directives=NOINDEX), "2": reading()}, stream=True)

    assert len(run.outbox.lines) == 1


def test_the_row_of_a_page_says_what_it_asked_for() -> None:
    said = Directives(("noarchive", "nosnippet"), ("noai", "tdm-reservation"))
    run = Run({"1": reading(directives=said, canonical=f"{A}/c")}, stream=True)

    (line,) = run.outbox.lines
    assert '"canonical":"http://a.example/c","directives":"noarchive,nosnippet",' in line
    assert '"optouts":"noai,tdm-reservation"' in line


def test_frames_around_a_page_are_not_fetched_but_the_page_is() -> None:
    detector = TrapDetector(TrapSettings(), 2026)
    framed = reading(("api/index.html?java/util/Map.html", ""), ("api/index.html?page=2", ""))
    web = Web({f"{A}/robots.txt": robots(), f"{A}/1": answer()})
    parts = parts_for(
        web, read=lambda url, got: framed, refuse=lambda url, depth: detector.refusal(url)
    )
    runner = ErrandRunner(errand_settings(), parts)
    session = Session.begin(lease_of(f"{A}/1"), FAR, 0.0, 0.0)
    fetcher = parts.fetcher
    assert isinstance(fetcher, FunctionFetcher)
    while session.may_start(max(1e9, session.next_at)):
        runner.start_next(session)
        for request, outcome in fetcher.wait(0):
            runner.take(request, outcome)

    found = {visit.url.removeprefix(f"{A}/"): visit.refused for visit in runner.outbox.found}
    assert found == {
        "api/index.html?java/util/Map.html": Refused(
            Refusal.TRAP, f"frames around {A}/api/java/util/Map.html"
        ),
        "api/java/util/Map.html": None,
        "api/index.html?page=2": None,
    }


@pytest.mark.parametrize(
    ("address", "shown"),
    [
        ("api/?overview-summary.html", "api/overview-summary.html"),
        ("api/index.htm?a/B.C.html", "api/a/B.C.html"),
        ("api/index.html?index.html", None),
        ("api/index.html?q=x.html", None),
        ("api/index.html?/etc/x.html", None),
        ("api/show.php?x.html", None),
        ("search/?how+to.html", None),
    ],
)
def test_frames_are_known_by_the_page_in_their_query(address: str, shown: str | None) -> None:
    assert framed_page(Url(f"{A}/{address}")) == (shown and f"{A}/{shown}")


def test_a_link_that_is_not_followed_is_known_once_and_refused() -> None:
    page = reading(("x", "nofollow"), ("x", "nofollow"), ("y", ""), ("y", "ugc"))

    assert Run({"1": page, "2": page}).unfollowed() == [
        ("x", Refused(Refusal.NOFOLLOW, "nofollow"))
    ]
