"""What a page asks for beyond itself is asked by our manners, or not at all."""

from collections.abc import Mapping
from time import monotonic
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.crawl.function_web import ListKeeper, Web, answer, http_error, lease_of, redirect

from auslese.crawl.fetch.fetcher import FunctionFetcher, Request
from auslese.crawl.frontier.lease import RobotsNote
from auslese.crawl.render import subrequests
from auslese.crawl.render.browser_messages import BrowserRequest, BrowserResponse
from auslese.crawl.render.subrequests import (
    PageSubRequests,
    ScriptCache,
    SubRequest,
    SubRequester,
    SubRequestSettings,
)
from auslese.crawl.worker.session import Session
from auslese.records.fetch import Failed, Failure, FetchOutcome, Refusal, Refused
from auslese.records.url import Url

PAGE = "http://a.example/page"
ROBOTS = "User-agent: *\nDisallow: /private/\n"
LONG = 1000.0


class House:
    """An asker with a web that is a dict."""

    def __init__(self, answers: Mapping[str, FetchOutcome] | None = None, **settings: Any) -> None:
        self.web = Web(answers)
        self.fetcher = FunctionFetcher(self.web)
        self.keeper = ListKeeper()
        self.answers: list[BrowserResponse] = []
        self.asker = SubRequester(
            SubRequestSettings("Auslese", **settings),
            self.fetcher,
            self.keeper,
            self.answers.append,
        )

    def wants(self, delay: float = 0.0, **changes: Any) -> PageSubRequests:
        note = RobotsNote("http://a.example", 200, ROBOTS, 1.0)
        session = Session.begin(lease_of(PAGE, notes=[note]), LONG, 0.0, 1.0)
        session.delay = delay
        now = monotonic()
        wants = PageSubRequests(Request(Url(PAGE), session, 1000), session, now + LONG, now)
        for name, value in changes.items():
            setattr(wants, name, value)
        return wants

    def take(self, wants: PageSubRequests, *urls: str, kind: str = "fetch") -> None:
        for number, url in enumerate(urls, 1):
            self.asker.take(wants, BrowserRequest(1, number, url, kind))

    def send_and_end(self, wants: PageSubRequests) -> None:
        """Send the next request and take its answer, if there is one to be sent."""
        self.asker.send_next(wants)
        for request, outcome in self.fetcher.wait(0):
            self.asker.end(wants, request, outcome)


def test_one_request_is_under_way_at_a_time() -> None:
    house = House()
    wants = house.wants()
    house.take(wants, "http://a.example/1", "http://a.example/2")
    house.asker.send_next(wants)
    house.asker.send_next(wants)

    assert house.fetcher.under_way == 1


def test_the_host_rests_for_its_delay_after_every_answer() -> None:
    house = House({"http://a.example/1": answer()})
    wants = house.wants(delay=100.0)
    house.take(wants, "http://a.example/1", "http://a.example/2")
    house.send_and_end(wants)
    house.send_and_end(wants)

    assert wants.not_before - monotonic() > 99
    assert house.web.asked == ["http://a.example/1"]
    assert [sub.url for sub in wants.waiting] == ["http://a.example/2"]


def test_nothing_is_asked_before_the_host_has_rested_from_the_page_itself() -> None:
    house = House()
    wants = house.wants(not_before=monotonic() + 100)
    house.take(wants, "http://a.example/1")
    house.send_and_end(wants)

    assert house.web.asked == []


@pytest.mark.parametrize(
    "url",
    [
        "http://a.example/private/1",
        "http://b.example/",
        "http://sub.a.example/",
        "https://a.example/",
        "http://a.example:8080/",
        "http://a.example/denied",
    ],
    ids=["robots", "other-host", "host-below", "other-scheme", "other-port", "denied"],
)
def test_what_may_not_be_asked_is_refused_at_once(url: str) -> None:
    house = House(denied=lambda url: url.endswith("/denied"))
    wants = house.wants()
    house.take(wants, url)
    house.send_and_end(wants)

    assert house.web.asked == []
    assert house.answers == [BrowserResponse(1, 1)]
    assert wants.refused == 1


def test_an_answer_reaches_the_page_with_its_type() -> None:
    house = House({"http://a.example/1": answer(b"{}")})
    wants = house.wants()
    house.take(wants, "http://a.example/1")
    house.send_and_end(wants)

    assert house.answers == [BrowserResponse(1, 1, 200, "text/html", b"{}")]
    assert wants.session.bytes == 2


def test_the_page_gets_no_more_requests_than_its_share() -> None:
    house = House(most_requests=3)
    wants = house.wants()
    house.take(wants, *(f"http://a.example/{n}" for n in range(10)))
    for _ in range(10):
        house.send_and_end(wants)

    assert len(house.web.asked) == 3
    assert wants.refused == 7


def test_the_page_gets_no_more_bytes_than_its_share() -> None:
    house = House({f"http://a.example/{n}": answer(b"x" * 60) for n in range(5)}, most_bytes=100)
    wants = house.wants()
    for number in range(5):
        house.take(wants, f"http://a.example/{number}")
        house.send_and_end(wants)

    assert len(house.web.asked) == 2
    assert wants.refused == 3


def test_what_is_late_is_refused() -> None:
    house = House()
    wants = house.wants()
    house.take(wants, "http://a.example/1", "http://a.example/2")
    wants.until = monotonic()
    house.send_and_end(wants)

    assert house.web.asked == []
    assert len(house.answers) == 2


def test_what_cannot_be_asked_in_time_because_of_the_delay_is_refused() -> None:
    house = House({"http://a.example/1": answer()})
    wants = house.wants(delay=2 * LONG)
    house.take(wants, "http://a.example/1", "http://a.example/2")
    house.send_and_end(wants)
    house.send_and_end(wants)

    assert [one.status for one in house.answers] == [200, 0]


def test_a_redirect_within_the_host_is_followed_as_a_request_of_its_own() -> None:
    house = House({"http://a.example/1": redirect("/2"), "http://a.example/2": answer(b"there")})
    wants = house.wants()
    house.take(wants, "http://a.example/1")
    house.send_and_end(wants)
    house.send_and_end(wants)

    assert house.web.asked == ["http://a.example/1", "http://a.example/2"]
    assert [one.body for one in house.answers] == [b"there"]
    assert wants.asked == 2


@pytest.mark.parametrize("target", ["http://b.example/", "/private/x", "gopher://a.example/", "//"])
def test_a_redirect_to_where_we_may_not_ask_is_refused(target: str) -> None:
    house = House({"http://a.example/1": redirect(target)})
    wants = house.wants()
    house.take(wants, "http://a.example/1")
    house.send_and_end(wants)
    house.send_and_end(wants)

    assert house.web.asked == ["http://a.example/1"]
    assert house.answers == [BrowserResponse(1, 1)]


def test_redirects_in_a_circle_end() -> None:
    house = House({"http://a.example/1": redirect("/1")}, most_requests=5)
    wants = house.wants()
    house.take(wants, "http://a.example/1")
    for _ in range(10):
        house.send_and_end(wants)

    assert len(house.web.asked) == 5
    assert house.answers == [BrowserResponse(1, 1)]


@pytest.mark.parametrize(
    ("trouble", "rest"),
    [
        (http_error(429, retry_after=77.0), 77.0),
        (http_error(503, retry_after=12.0), 12.0),
        (Failed(Failure.TIMEOUT), 2.0),
    ],
)
def test_a_host_that_asks_for_rest_gets_it(trouble: Failed, rest: float) -> None:
    house = House({"http://a.example/1": trouble})
    wants = house.wants()
    house.take(wants, "http://a.example/1", "http://a.example/2")
    for _ in range(3):
        house.send_and_end(wants)
    house.take(wants, "http://a.example/3")

    assert house.web.asked == ["http://a.example/1"]
    assert wants.rest == rest
    assert len(house.answers) == 3


def test_what_is_not_there_is_told_to_the_page_and_asked_no_more_than_once() -> None:
    house = House()
    wants = house.wants()
    house.take(wants, "http://a.example/1")
    house.send_and_end(wants)

    assert house.answers == [BrowserResponse(1, 1, 404)]
    assert wants.rest == 0


def test_what_the_rules_about_addresses_refuse_is_refused_to_the_page() -> None:
    house = House({"http://a.example/1": Refused(Refusal.ADDRESS, "10.0.0.1 is not public")})
    wants = house.wants()
    house.take(wants, "http://a.example/1")
    house.send_and_end(wants)

    assert house.answers == [BrowserResponse(1, 1)]


def test_a_script_is_asked_for_once_and_data_every_time() -> None:
    house = House({"http://a.example/1": answer(b"x")})
    for kind in ("script", "script", "fetch"):
        wants = house.wants()
        house.take(wants, "http://a.example/1", kind=kind)
        house.send_and_end(wants)

    assert len(house.web.asked) == 2
    assert [one.body for one in house.answers] == [b"x"] * 3


def test_every_answer_is_archived_errors_too() -> None:
    house = House({"http://a.example/1": answer(b"x")})
    wants = house.wants()
    house.take(wants, "http://a.example/1", "http://a.example/missing")
    house.send_and_end(wants)
    house.send_and_end(wants)

    kept = [(one.url, one.status, one.raw_body) for one in house.keeper.kept]
    assert kept == [("http://a.example/1", 200, b"x"), ("http://a.example/missing", 404, b"")]


@pytest.mark.parametrize(
    ("accept", "lines"),
    [
        ("application/json", ("Accept: application/json",)),
        ("", ()),
        ("x\r\nCookie: a", ()),
        ("x" * 201, ()),
        ("ü", ()),
    ],
)
def test_a_page_cannot_write_header_lines_by_what_it_accepts(
    accept: str, lines: tuple[str, ...]
) -> None:
    house = House()
    wants = house.wants()
    house.asker.take(wants, BrowserRequest(1, 1, "http://a.example/1", "fetch", accept))
    house.asker.send_next(wants)
    ((request, _),) = house.fetcher.wait(0)

    assert request.headers == lines


@given(st.lists(st.tuples(st.integers(0, 20), st.integers(0, 60)), max_size=60))
def test_remembered_scripts_never_take_more_than_their_room(puts: list[tuple[int, int]]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(subrequests, "CACHE_BYTES", 100)
        scripts, latest = ScriptCache(), {}
        for number, size in puts:
            url = Url(f"http://a.example/{number}")
            scripts.put(url, "text/javascript", b"x" * size)
            latest[url] = size
        known = {url: scripts.get(url) for url in latest}

    assert sum(len(found[1]) for found in known.values() if found) <= 100


HEADERS: list[tuple[bytes, str]] = [
    (b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=x\r\n\r\n", "text/html; charset=x"),
    (b"HTTP/1.1 200 OK\ncontent-TYPE:a/b\n\n", "a/b"),
    (b"HTTP/1.1 200 OK\r\nContent-Type: a/b\x00\xff\r\r\n\r\n", "a/b"),
    (b"", ""),
]


@pytest.mark.parametrize(("header", "found"), HEADERS)
def test_the_type_is_told_as_the_server_wrote_it(header: bytes, found: str) -> None:
    assert subrequests.content_type_of(header) == found


def test_a_sub_request_is_a_ticket() -> None:
    house = House()
    wants = house.wants()
    house.take(wants, "http://a.example/1")
    house.asker.send_next(wants)
    ((request, _),) = house.fetcher.wait(0)

    assert isinstance(request.ticket, SubRequest)
    assert (request.for_url, request.any_type) == (PAGE, True)
