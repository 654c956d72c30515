"""Errands to pages we have, and to pages that a browser renders."""

from hashlib import sha1
from time import monotonic

import msgspec
from tests.crawl.errand_run import FAR, ROBOTS, A, Run, fetched
from tests.crawl.function_web import (
    Web,
    answer,
    errand_settings,
    lease_of,
    parts_for,
    robots,
)

from auslese.crawl.frontier.lease import LastVisit, RobotsNote
from auslese.crawl.worker.errands import ErrandRunner
from auslese.crawl.worker.session import Session
from auslese.records.fetch import (
    FetchOutcome,
    Rendering,
)
from auslese.records.page import Page

# -- coming back ----------------------------------------------------------------------------------

BODY = b"<p>words http://a.example/next"
EARLIER = LastVisit('"t"', "", sha1(BODY).digest(), f"{A}/first", 5.0, sha1(BODY).digest(), 6.0)
NOT_MODIFIED = answer(b"", 304, header_bytes=b'HTTP/1.1 304 Not Modified\r\nETag: "u"\r\n\r\n')


def come_back(outcome: FetchOutcome, before: LastVisit = EARLIER) -> Run:
    lease = lease_of(f"{A}/1")
    errands = [errand._replace(before=before) for errand in lease.errands]
    return Run(Web({ROBOTS: robots(), f"{A}/1": outcome}), lease._replace(errands=errands))


def test_a_page_that_is_not_modified_is_archived_as_a_pointer_to_what_we_have() -> None:
    run = come_back(NOT_MODIFIED)

    (ended,) = run.ended
    assert (ended.kind, ended.reason, ended.detail) == ("fetched", "unchanged", "not modified")
    assert (ended.status, ended.etag, ended.page) == (304, '"u"', b"")
    kept = run.keeper.kept[-1]
    assert kept.earlier is not None
    assert (kept.earlier.url, kept.earlier.at) == (f"{A}/first", 5.0)
    assert kept.payload == EARLIER.payload


def test_the_same_content_again_is_no_change_and_its_links_are_known() -> None:
    run = come_back(answer(BODY))

    (ended,) = run.ended
    assert (ended.reason, ended.detail, ended.page) == ("unchanged", "same content", b"")
    assert run.runner.outbox.found == []
    assert run.runner.outbox.links.source == []


def test_new_content_is_a_page_with_its_links() -> None:
    run = come_back(answer(BODY + b"!"))

    (ended,) = run.ended
    assert ended.reason == "page"
    assert [found.url for found in run.runner.outbox.found] == [f"{A}/next!"]
    page = msgspec.msgpack.decode(ended.page, type=Page)
    assert run.runner.outbox.links.seen_at == [round(page.fetched_at * 1000)]


def test_an_empty_page_that_stays_empty_has_not_changed() -> None:
    before = EARLIER._replace(digest=b"", payload=sha1(b"").digest())

    assert come_back(answer(b""), before).ended[0].reason == "unchanged"


def test_hostile_validators_are_not_kept_for_the_next_visit() -> None:
    header = b"HTTP/1.1 200 OK\r\nETag: *\r\nLast-Modified: never\r\n\r\n"

    (ended,) = Run(Web({f"{A}/1": answer(header_bytes=header)}), lease_of(f"{A}/1")).ended

    assert (ended.etag, ended.modified) == ("", "")


# -- rendered pages -------------------------------------------------------------------------------

RENDERED = Rendering(b"http://b.example/", "rendered, 2 requests", rest=50.0)


def test_of_a_rendered_page_the_rendered_form_is_read_and_both_are_kept() -> None:
    run = fetched(answer(b"http://c.example/", rendering=RENDERED))

    (ended,) = run.ended
    page = msgspec.msgpack.decode(ended.page, type=Page)
    assert [visit.url for visit in run.runner.outbox.found] == ["http://b.example/"]
    assert ended.detail == "rendered, 2 requests"
    assert (ended.digest, page.digest) == (
        sha1(RENDERED.html).digest(),
        sha1(RENDERED.html).hexdigest(),
    )
    assert ended.payload == sha1(b"http://c.example/").digest()
    kept = run.keeper.kept[-1]
    assert (kept.raw_body, kept.rendered) == (b"http://c.example/", RENDERED.html)


def test_a_page_that_was_not_rendered_says_so_and_is_read_as_it_came() -> None:
    run = fetched(answer(b"http://c.example/", rendering=Rendering(b"", "not rendered: no")))

    assert [visit.url for visit in run.runner.outbox.found] == ["http://c.example/"]
    assert [ended.detail for ended in run.ended] == ["not rendered: no"]
    assert run.keeper.kept[-1].rendered == b""


def test_a_host_that_asked_for_rest_while_its_page_was_rendered_gets_it() -> None:
    run = fetched(answer(rendering=RENDERED))

    assert run.session.next_at - monotonic() > 45


def test_a_page_there_is_no_room_for_waits_and_its_host_is_not_asked() -> None:
    web = Web({ROBOTS: robots()})
    runner = ErrandRunner(errand_settings(), parts_for(web, has_room_for=lambda url: False))
    note = RobotsNote(A, 404, "", 1.0)
    session = Session.begin(lease_of(f"{A}/", notes=[note]), FAR, 0.0, 1.0)
    runner.start_next(session)

    assert (session.busy, len(session.errands), runner.outbox.ended) == (False, 1, [])
    assert session.next_at > monotonic()
