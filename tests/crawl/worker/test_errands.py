"""Errands: robots.txt first and obeyed, every answer an outcome, every link a visit."""

import json
from hashlib import sha1
from time import monotonic

import msgspec
import pytest
from tests.crawl.errand_run import FAR, ROBOTS, A, Run, fetched
from tests.crawl.function_web import (
    Web,
    answer,
    errand_settings,
    http_error,
    lease_of,
    parts_for,
    redirect,
    robots,
)

from auslese.crawl.frontier.seen_content import (
    ContentNaming,
    KnownContent,
    SeenContent,
    SeenContentFinder,
)
from auslese.crawl.frontier.worker_report import GivenUp
from auslese.crawl.worker.errands import ErrandRunner
from auslese.crawl.worker.session import MOST_ROBOTS_HOPS, Session
from auslese.records.fetch import Failed, Failure, Fetched, FetchOutcome, Refusal, Refused
from auslese.records.page import Page
from auslese.records.reading import Reading
from auslese.records.url import Url, key_of
from auslese.text.polynomials import random_irreducible

MODULUS = random_irreducible(128, seed=1)


def test_robots_txt_is_asked_for_first_and_once() -> None:
    web = Web({ROBOTS: robots(), f"{A}/1": answer(), f"{A}/2": answer(b"other")})

    run = Run(web, lease_of(f"{A}/1", f"{A}/2"))

    assert web.asked == [ROBOTS, f"{A}/1", f"{A}/2"]
    assert run.endings() == ["fetched page", "fetched page"]
    assert [note.status for note in run.runner.outbox.robots] == [200]


def test_what_robots_txt_forbids_is_refused_without_a_request() -> None:
    web = Web({ROBOTS: robots("Disallow: /private"), f"{A}/open": answer()})

    run = Run(web, lease_of(f"{A}/private/1", f"{A}/open"))

    assert web.pages_asked == [f"{A}/open"]
    assert run.endings() == ["refused robots", "fetched page"]


def test_without_a_robots_txt_everything_may_be_fetched() -> None:
    web = Web({f"{A}/1": answer()})

    assert Run(web, lease_of(f"{A}/1")).endings() == ["fetched page"]


def test_at_a_host_of_ones_own_robots_txt_is_not_asked() -> None:
    other = "http://b.example/1"
    web = Web({ROBOTS: robots("Disallow: /"), f"{A}/1": answer(), other: answer(b"other")})
    settings = errand_settings(own_sites=frozenset({"a.example"}))

    assert Run(web, lease_of(f"{A}/1"), settings).endings() == ["fetched page"]
    assert Run(web, lease_of(other), settings).endings() == ["fetched page"]
    assert web.asked == [f"{A}/1", "http://b.example/robots.txt", other]


@pytest.mark.parametrize(("strict", "ending"), [(True, "refused robots"), (False, "fetched page")])
def test_a_locked_robots_txt_keeps_away_only_who_is_strict(strict: bool, ending: str) -> None:
    web = Web({ROBOTS: http_error(403), f"{A}/1": answer()})

    assert Run(web, lease_of(f"{A}/1"), errand_settings(strict_robots=strict)).endings() == [ending]


@pytest.mark.parametrize("trouble", [http_error(429), http_error(503), Failed(Failure.TIMEOUT)])
def test_while_robots_txt_cannot_be_had_nothing_is_fetched_and_it_is_asked_again(
    trouble: Failed,
) -> None:
    web = Web({ROBOTS: trouble, f"{A}/1": answer()})

    run = Run(web, lease_of(f"{A}/1"))
    note = run.session.note(run.session.next_at - 2.0)

    assert web.pages_asked == []
    assert [ended.again_in for ended in run.ended] == [2.0]
    assert (note.done, note.given_up, note.failures, note.wait) == (True, None, 1, 2.0)
    later = Run(web, lease_of(f"{A}/1", notes=run.runner.outbox.robots, failures=1))
    assert web.asked == [ROBOTS, ROBOTS]
    assert later.session.note(0.0).failures == 2


@pytest.mark.parametrize(
    ("trouble", "ending"),
    [
        (http_error(503), "refused robots robots.txt cannot be read: 503"),
        (Failed(Failure.DNS, "no such host"), "failed dns no such host"),
        (
            Failed(Failure.ENCODING, "broken gzip"),
            "refused robots robots.txt cannot be read: broken gzip",
        ),
    ],
)
def test_an_origin_whose_rules_never_come_is_given_up(trouble: Failed, ending: str) -> None:
    web = Web({ROBOTS: trouble})
    patience = errand_settings().patience.retries
    lease = lease_of(f"{A}/1", failures=patience)
    tired = [errand._replace(tries=patience) for errand in lease.errands]

    run = Run(web, lease._replace(errands=tired))

    (ended,) = run.ended
    assert f"{ended.kind} {ended.reason} {ended.detail}" == ending
    assert ended.again_in < 0
    assert run.session.note(0.0).given_up == GivenUp(ended.kind, ended.reason, ended.detail, A)


def test_an_origin_without_readable_rules_does_not_keep_us_from_the_others_of_its_host() -> None:
    secure = "https://a.example"
    web = Web({ROBOTS: http_error(503), f"{secure}/robots.txt": robots(), f"{secure}/2": answer()})

    run = Run(web, lease_of(f"{A}/1", f"{secure}/2"))

    assert web.pages_asked == [f"{secure}/2"]
    assert [(ended.id, ended.reason, ended.again_in) for ended in run.ended] == [
        (1, "robots", 2.0),
        (2, "page", -1.0),
    ]


def test_an_answer_ends_a_row_of_failures() -> None:
    run = Run(Web({ROBOTS: robots(), f"{A}/1": answer()}), lease_of(f"{A}/1", failures=2))

    assert run.session.note(0.0).failures == 0


def test_a_redirected_robots_txt_is_followed() -> None:
    web = Web({ROBOTS: redirect("/rules.txt"), f"{A}/rules.txt": robots("Disallow: /1")})

    run = Run(web, lease_of(f"{A}/1"))

    assert web.asked == [ROBOTS, f"{A}/rules.txt"]
    assert run.endings() == ["refused robots"]
    assert run.runner.outbox.robots[0].origin == A


def test_a_robots_txt_that_is_redirected_for_ever_counts_as_absent() -> None:
    web = Web({ROBOTS: redirect("/robots.txt"), f"{A}/1": answer()})

    run = Run(web, lease_of(f"{A}/1"))

    assert web.asked == [ROBOTS] * (MOST_ROBOTS_HOPS + 1) + [f"{A}/1"]
    assert run.endings() == ["fetched page"]


def test_where_we_may_not_connect_every_errand_of_the_origin_is_refused() -> None:
    web = Web({ROBOTS: Refused(Refusal.ADDRESS, "10.0.0.1 is not public")})

    run = Run(web, lease_of(f"{A}/1", f"{A}/2"))

    assert web.asked == [ROBOTS]
    assert run.endings() == ["refused address"] * 2
    assert run.ended[0].detail == "10.0.0.1 is not public"


def test_the_delay_a_site_asks_for_counts_from_its_robots_txt_on() -> None:
    web = Web({ROBOTS: robots("Crawl-delay: 5"), f"{A}/1": answer()})
    runner = ErrandRunner(errand_settings(), parts := parts_for(web))
    session = Session.begin(lease_of(f"{A}/1"), FAR, 0.0, 0.0)
    runner.start_next(session)
    ((request, outcome),) = parts.fetcher.wait(0)
    answered_at = monotonic()

    runner.take(request, outcome)

    assert session.next_at >= answered_at + 5.0


# -- pages ----------------------------------------------------------------------------------------


def test_a_page_ends_with_the_row_that_the_tables_get() -> None:
    header = b'HTTP/1.1 200 OK\r\nETag: "x"\r\nLast-Modified: Mon, 16 Nov 2026\r\n\r\n'
    run = fetched(answer(b"words", header_bytes=header, seconds=0.5))

    (ended,) = run.ended
    page = msgspec.msgpack.decode(ended.page, type=Page)

    assert (ended.status, ended.seconds, ended.size) == (200, 0.5, 5)
    assert (page.url, page.host, page.site) == (f"{A}/1", "a.example", "a.example")
    assert (page.etag, page.last_modified) == ('"x"', "Mon, 16 Nov 2026")
    assert page.digest == sha1(b"words").hexdigest()
    assert (page.segment, page.record_offset) == ("segment", 1)  # behind robots.txt


def test_everything_that_came_is_kept_as_it_came() -> None:
    run = fetched(answer(b"words", raw_body=b"packed"))

    kept = [(exchange.url, exchange.raw_body) for exchange in run.keeper.kept]
    assert kept == [(ROBOTS, b"User-agent: *"), (f"{A}/1", b"packed")]
    assert run.keeper.kept[1].payload == sha1(b"packed").digest()


def test_an_error_page_is_kept_and_never_read() -> None:
    def read(url: Url, page: Fetched) -> Reading:
        raise AssertionError("an error page was read")

    run = fetched(http_error(404), read=read)

    assert run.endings() == ["failed http_404"]
    assert run.keeper.kept[1].status == 404


def test_where_nothing_came_nothing_is_kept() -> None:
    run = fetched(Failed(Failure.CUT))

    assert [exchange.url for exchange in run.keeper.kept] == [ROBOTS]


def test_a_known_body_is_kept_as_a_pointer_to_where_it_was() -> None:
    body = b"the same"
    known = KnownContent(f"{A}/0", 5, 1.0, sha1(body).digest())

    run = fetched(answer(body), seen=lambda content, digest, payload: SeenContent(b"name", known))

    assert run.keeper.kept[1].earlier == known
    assert run.ended[0].digest == b"name"


def test_known_content_in_another_body_is_kept_in_full() -> None:
    body = b"the same"
    known = KnownContent(f"{A}/0", 5, 1.0, sha1(b"packed otherwise").digest())
    seen = SeenContentFinder(
        lambda name: known if len(name) == 16 else None, ContentNaming(MODULUS)
    )

    run = fetched(answer(body), seen=seen)

    assert run.keeper.kept[1].earlier is None
    assert len(run.ended[0].digest) == 16


def test_empty_pages_are_no_copies_of_each_other() -> None:
    known = KnownContent(f"{A}/0", 5, 1.0, b"")

    run = fetched(answer(b""), seen=lambda content, digest, payload: SeenContent(b"name", known))

    assert run.keeper.kept[1].earlier is None
    assert run.ended[0].digest == b""


def test_a_page_that_is_not_what_the_server_says_is_refused() -> None:
    run = fetched(answer(b"%PDF-1.4"), read=lambda url, page: Reading("application/pdf"))

    assert run.endings() == ["refused type"]
    assert run.ended[0].detail == "application/pdf, though the server says text/html"


def test_while_a_page_is_read_its_number_is_marked() -> None:
    marks: list[int] = []
    marked_at_reading: list[int] = []

    def read(url: Url, page: Fetched) -> Reading:
        marked_at_reading.append(marks[-1])
        return Reading("text/html")

    fetched(answer(), mark_reading=marks.append, read=read)

    assert marked_at_reading == [1]
    assert marks == [1, 0]


# -- where it leads -------------------------------------------------------------------------------


def test_a_link_becomes_a_visit_one_deeper_that_knows_where_it_was_found() -> None:
    run = fetched(
        answer(b"http://b.example/x"),
        bucket=lambda link: 3,
        refuse=lambda url, depth: Refused(Refusal.DEPTH, f"{depth}"),
    )

    (found,) = run.runner.outbox.found
    assert (found.url, found.host, found.depth) == ("http://b.example/x", "b.example", 1)
    assert (found.via, found.bucket) == (key_of(Url(f"{A}/1")), 3)
    assert found.refused == Refused(Refusal.DEPTH, "1")


def test_a_link_just_reported_is_not_reported_again_but_every_link_is_a_row() -> None:
    web = Web(
        {
            ROBOTS: robots(),
            f"{A}/1": answer(b"http://b.example/"),
            f"{A}/2": answer(b"http://b.example/ http://c.example/"),
        }
    )

    outbox = Run(web, lease_of(f"{A}/1", f"{A}/2")).runner.outbox

    assert [visit.url for visit in outbox.found] == ["http://b.example/", "http://c.example/"]
    assert outbox.links.url == ["http://b.example/"] * 2 + ["http://c.example/"]


def test_a_redirect_is_an_outcome_and_its_target_a_visit_of_its_own() -> None:
    run = fetched(redirect("//b.example/there"))

    (ended,), (found,) = run.ended, run.runner.outbox.found
    assert (ended.kind, ended.reason, ended.detail) == (
        "fetched",
        "redirect",
        "http://b.example/there",
    )
    assert (found.url, found.depth, found.hops) == ("http://b.example/there", 0, 1)
    assert found.via == key_of(Url(f"{A}/1"))


@pytest.mark.parametrize("location", ["/1", "mailto:a@b.example", "http://[broken"])
def test_a_redirect_to_itself_or_to_nowhere_leads_nowhere(location: str) -> None:
    run = fetched(redirect(location))

    assert run.endings() == ["fetched redirect"]
    assert run.runner.outbox.found == []


def test_a_redirect_out_of_the_presence_is_refused_with_its_reason() -> None:
    outside = Refused(Refusal.SCOPE, "no")
    run = fetched(redirect("http://b.example/"), refuse=lambda url, depth: outside)

    assert run.runner.outbox.found[0].refused == outside


def test_too_many_redirects_in_a_row_are_refused() -> None:
    lease = lease_of(f"{A}/1")
    errand = lease.errands[0]
    tired = errand._replace(visit=errand.visit._replace(hops=10))

    run = fetched(redirect("/2"), lease._replace(errands=[tired]))

    assert run.runner.outbox.found[0].refused == Refused(Refusal.REDIRECTS, "11 in a row")


# -- trouble --------------------------------------------------------------------------------------


def again_after(tries: int, outcome: FetchOutcome) -> float:
    lease = lease_of(f"{A}/1")
    tried = [errand._replace(tries=tries) for errand in lease.errands]
    return fetched(outcome, lease._replace(errands=tried)).ended[0].again_in


def test_trouble_that_may_pass_is_tried_again_later_and_later_and_then_no_more() -> None:
    cut = Failed(Failure.CUT)

    assert [again_after(tries, cut) for tries in range(3)] == [2.0, 4.0, -1.0]


def test_what_is_not_there_is_not_tried_again() -> None:
    assert again_after(0, http_error(404)) < 0


def test_a_host_that_asks_for_rest_gets_it_and_the_rest_of_the_bundle_waits() -> None:
    web = Web({ROBOTS: robots(), f"{A}/1": http_error(429, retry_after=90.0)})

    run = Run(web, lease_of(f"{A}/1", f"{A}/2"))
    note = run.session.note(run.session.next_at - 90.0)

    assert web.pages_asked == [f"{A}/1"]
    assert [ended.again_in for ended in run.ended] == [90.0]
    assert (note.done, note.wait, note.given_up) == (True, 90.0, None)


def test_a_page_in_trouble_does_not_keep_the_host_from_being_asked_for_others() -> None:
    web = Web({ROBOTS: robots(), f"{A}/1": http_error(500), f"{A}/2": answer()})

    run = Run(web, lease_of(f"{A}/1", f"{A}/2"))

    assert run.endings() == ["failed http_500", "fetched page"]
    assert [ended.again_in for ended in run.ended] == [2.0, -1.0]


# -- being watched --------------------------------------------------------------------------------


def test_every_event_is_a_line_of_the_log_if_one_is_kept() -> None:
    web = Web(
        {ROBOTS: robots("Disallow: /2"), f"{A}/1": answer(b"four"), f"{A}/3": http_error(500)}
    )

    run = Run(web, lease_of(f"{A}/1", f"{A}/2", f"{A}/3"), errand_settings(log=True))
    lines = [json.loads(line) for line in run.runner.outbox.log]

    assert [line["url"] for line in lines] == [f"{A}/1", f"{A}/2", f"{A}/3"]
    assert [line["reason"] for line in lines] == ["page", "robots", "http_500"]
    assert [line["again_in"] for line in lines] == [None, None, 2.0]
    assert lines[0]["bytes"] == 4


def test_a_streamed_page_carries_its_text() -> None:
    run = Run(
        Web({ROBOTS: robots(), f"{A}/1": answer("Grüße".encode())}),
        lease_of(f"{A}/1"),
        errand_settings(stream=True),
    )

    (line,) = map(json.loads, run.runner.outbox.lines)
    assert (line["url"], line["content"]) == (f"{A}/1", "Grüße")


def test_without_a_wish_nothing_is_logged_or_streamed() -> None:
    outbox = fetched(answer()).runner.outbox

    assert (outbox.log, outbox.lines) == ([], [])
