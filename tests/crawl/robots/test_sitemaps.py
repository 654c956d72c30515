"""Sitemaps in a crawl: named by robots.txt, asked for like anything else, turned into visits."""

from pathlib import Path
from typing import Any

import pytest
from tests.crawl.errand_run import FAR, Run
from tests.crawl.function_web import (
    Web,
    answer,
    errand_settings,
    lease_of,
    parts_for,
    redirect,
    robots,
    visit,
)

from auslese.crawl.fetch.fetcher import FunctionFetcher, Request
from auslese.crawl.frontier.embedded.embedded_frontier import EmbeddedFrontier
from auslese.crawl.frontier.embedded.ledger import trace_url
from auslese.crawl.frontier.frontier_settings import FrontierRules, FrontierSettings
from auslese.crawl.frontier.lease import Lease, RobotsNote
from auslese.crawl.frontier.url_trace import PathStep
from auslese.crawl.frontier.worker_report import EndedVisit, HostNote, WorkerReport
from auslese.crawl.robots.sitemap_requests import (
    EARLY_CHILDREN,
    LARGEST_SITEMAP,
    MOST_AT_ONCE,
    MOST_LISTED,
    named_visits,
    without_suffix_refusal,
)
from auslese.crawl.worker.errands import ErrandRunner
from auslese.crawl.worker.outbox import MOST_FOUND, Outbox
from auslese.crawl.worker.session import Session
from auslese.records.fetch import Fetched, Refusal, Refused
from auslese.records.reading import Links, Reading
from auslese.records.url import Url, key_of
from auslese.records.visit import (
    INDEXED_BUCKET,
    LATE_BUCKET,
    PLAIN_BUCKET,
    SITEMAP_BUCKET,
    SITEMAP_BUCKETS,
    Visit,
)

A = "http://a.example"
MAP = f"{A}/map.xml.gz"
OPEN = RobotsNote(A, 404, "", 0.0)


def in_bucket(bucket: int, *texts: str, hops: int = 0) -> Lease:
    """A lease with these errands in one bucket, robots.txt being known to be absent."""
    lease = lease_of(*texts, notes=[OPEN._replace(at=1e12)])
    visits = [errand.visit._replace(bucket=bucket, hops=hops) for errand in lease.errands]
    errands = zip(lease.errands, visits, strict=True)
    return lease._replace(errands=[errand._replace(visit=made) for errand, made in errands])


def read_as_sitemap(*urls: str, rel: str = "item", kind: str = "sitemap") -> Any:
    """A reader to whom everything is a sitemap that names these."""
    links = Links([Url(url) for url in urls], [""] * len(urls), [rel] * len(urls))

    def read(url: Url, fetched: Fetched) -> Reading:
        return Reading(fetched.media_type, links=links, kind=kind)

    return read


def refuse_packed(url: Url, depth: int) -> Refused | None:
    return Refused(Refusal.SUFFIX, ".gz") if url.endswith(".gz") else None


# -- which are asked for --------------------------------------------------------------------------


def test_a_robots_txt_that_names_sitemaps_without_end_is_cut_short() -> None:
    listed = [Url(f"{A}/{number}.xml") for number in range(5_000)]

    assert len(list(named_visits(A, listed, "listed", lambda url, depth: None))) == MOST_LISTED


def test_a_sitemap_named_by_robots_txt_becomes_a_visit_that_may_be_packed() -> None:
    web = Web({f"{A}/robots.txt": robots(f"Sitemap: {MAP}"), f"{A}/1": answer()})

    run = Run(web, lease_of(f"{A}/1"), refuse=refuse_packed)

    via = key_of(Url(f"{A}/robots.txt"))
    expected = visit(MAP, bucket=SITEMAP_BUCKET, via=via)
    assert run.runner.outbox.found == [expected]


def test_a_sitemap_outside_the_presence_is_refused_like_any_url() -> None:
    listed = [Url("http://b.example/map.xml")]

    (named,) = named_visits(
        A, listed, "listed", lambda url, depth: Refused(Refusal.SCOPE, "nothing allows it")
    )

    assert (named.host, named.refused) == ("b.example", Refused(Refusal.SCOPE, "nothing allows it"))


@pytest.mark.parametrize(
    ("which", "listed", "paths"),
    [
        ("listed", [], []),
        ("listed", ["/x"], ["/x"]),
        ("probe", [], ["/sitemap.xml", "/sitemap_index.xml"]),
        ("probe", ["/x"], ["/x"]),
        ("off", ["/x"], []),
    ],
)
def test_the_setting_says_which_are_asked_for(
    which: str, listed: list[str], paths: list[str]
) -> None:
    visits = named_visits(A, [Url(A + path) for path in listed], which, lambda url, depth: None)

    assert [made.url.removeprefix(A) for made in visits] == paths


@pytest.mark.parametrize("bucket", [0, PLAIN_BUCKET, *SITEMAP_BUCKETS])
def test_only_sitemaps_are_forgiven_their_ending_and_nothing_else(bucket: int) -> None:
    is_sitemap = bucket in SITEMAP_BUCKETS

    by_suffix, by_scope = Refused(Refusal.SUFFIX, ".gz"), Refused(Refusal.SCOPE, "nothing")
    assert without_suffix_refusal(by_suffix, bucket) == (None if is_sitemap else by_suffix)
    assert without_suffix_refusal(by_scope, bucket) == by_scope


# -- how they are fetched -------------------------------------------------------------------------


def test_a_sitemap_may_be_of_any_type_and_longer_than_a_page() -> None:
    asked: list[Request] = []

    class Noting(FunctionFetcher):
        def start(self, request: Request) -> None:
            asked.append(request)
            super().start(request)

    web = Web({MAP: answer(), f"{A}/1": answer()})
    reader = read_as_sitemap()
    Run(web, in_bucket(SITEMAP_BUCKET, MAP), fetcher=Noting(web), read_sitemap=reader)
    Run(web, in_bucket(PLAIN_BUCKET, f"{A}/1"), fetcher=Noting(web))

    limits = [(request.any_type, request.most_bytes) for request in asked]
    assert limits == [(True, LARGEST_SITEMAP), (False, errand_settings().body_bytes)]


def test_a_worker_fetches_only_a_few_sitemaps_at_once() -> None:
    web = Web({MAP: answer()})
    runner = ErrandRunner(errand_settings(), parts_for(web, read_sitemap=read_as_sitemap()))
    sessions = [
        Session.begin(in_bucket(SITEMAP_BUCKET, MAP)._replace(host_id=number), FAR, 0.0, 0.0)
        for number in range(MOST_AT_ONCE + 1)
    ]
    for session in sessions:
        runner.start_next(session)

    assert [session.busy for session in sessions] == [True] * MOST_AT_ONCE + [False]
    fetcher = runner._parts.fetcher
    for request, outcome in fetcher.wait(0):
        runner.take(request, outcome)
    runner.start_next(sessions[-1])
    assert sessions[-1].busy


def test_robots_txt_is_obeyed_for_sitemaps_too() -> None:
    web = Web({f"{A}/robots.txt": robots("Disallow: /map")})
    lease = in_bucket(SITEMAP_BUCKET, MAP)._replace(robots=[])

    assert Run(web, lease).endings() == ["refused robots"]
    assert web.pages_asked == []


# -- what becomes of them -------------------------------------------------------------------------


def test_a_sitemap_leaves_visits_behind_and_neither_a_page_nor_links() -> None:
    web = Web({MAP: answer(b"xml")})
    reader = read_as_sitemap(f"{A}/1", f"{A}/2")

    run = Run(web, in_bucket(SITEMAP_BUCKET, MAP), read_sitemap=reader)

    (ended,) = run.ended
    assert run.endings() == ["fetched sitemap"]
    assert (ended.detail, ended.page, ended.digest) == ("pages 2", b"", b"")
    assert run.runner.outbox.links.source == []
    via = key_of(Url(MAP))
    assert run.runner.outbox.found == [visit(f"{A}/{n}", depth=1, via=via) for n in (1, 2)]
    assert [kept.url for kept in run.keeper.kept] == [MAP]


def test_a_sitemap_that_a_page_links_to_is_one_as_well() -> None:
    run = Run(Web({f"{A}/m": answer()}), in_bucket(PLAIN_BUCKET, f"{A}/m"), read=read_as_sitemap())

    assert run.endings() == ["fetched sitemap"]


@pytest.mark.parametrize(
    ("bucket", "child", "late"),
    [
        (SITEMAP_BUCKET, INDEXED_BUCKET, LATE_BUCKET),
        (PLAIN_BUCKET, INDEXED_BUCKET, LATE_BUCKET),
        (INDEXED_BUCKET, LATE_BUCKET, LATE_BUCKET),
    ],
)
def test_the_sitemaps_of_an_index_are_as_deep_as_itself_and_the_first_come_before_the_pages(
    bucket: int, child: int, late: int
) -> None:
    children = [f"{A}/{number}.xml.gz" for number in range(EARLY_CHILDREN + 2)]
    reader = read_as_sitemap(*children, rel="sitemap")

    run = Run(
        Web({MAP: answer()}),
        in_bucket(bucket, MAP),
        read=reader,
        read_sitemap=reader,
        refuse=refuse_packed,
    )

    found = run.runner.outbox.found
    assert [made.bucket for made in found] == [child] * EARLY_CHILDREN + [late] * 2
    assert {(made.depth, made.refused) for made in found} == {(0, None)}
    assert child < PLAIN_BUCKET or bucket == INDEXED_BUCKET


def test_indexes_within_indexes_come_to_an_end() -> None:
    reader = read_as_sitemap(f"{A}/deeper.xml", rel="sitemap")

    run = Run(Web({MAP: answer()}), in_bucket(LATE_BUCKET, MAP), read_sitemap=reader)

    (deeper,) = run.runner.outbox.found
    assert deeper.refused == Refused(Refusal.DEPTH, "named by an index of sitemaps within others")


def test_what_is_named_a_sitemap_and_is_none_is_refused() -> None:
    reader = read_as_sitemap(kind="page")

    run = Run(Web({MAP: answer()}), in_bucket(SITEMAP_BUCKET, MAP), read_sitemap=reader)

    assert run.endings() == ["refused type"]
    assert run.ended[0].detail == "no sitemap, but text/html"


def test_a_feed_in_place_of_a_sitemap_is_a_page_like_any_feed() -> None:
    reader = read_as_sitemap(f"{A}/1", kind="feed")

    run = Run(Web({MAP: answer()}), in_bucket(SITEMAP_BUCKET, MAP), read_sitemap=reader)

    assert run.endings() == ["fetched page"]
    assert run.runner.outbox.links.url == [f"{A}/1"]


def test_a_redirected_sitemap_is_still_one_and_a_page_behind_it_is_not_lost() -> None:
    web = Web({MAP: redirect(f"{A}/other.gz"), f"{A}/": answer()})

    moved = Run(web, in_bucket(SITEMAP_BUCKET, MAP), refuse=refuse_packed)
    home = Run(web, in_bucket(SITEMAP_BUCKET, f"{A}/", hops=1))

    (found,) = moved.runner.outbox.found
    assert (found.url, found.bucket, found.refused) == (f"{A}/other.gz", SITEMAP_BUCKET, None)
    assert home.endings() == ["fetched page"]


def test_so_many_visits_are_reported_in_parts_before_the_end_of_their_sitemap() -> None:
    found = [visit(f"{A}/{number}") for number in range(2 * MOST_FOUND + 1)]
    outbox = Outbox(ended=[EndedVisit(1, 1, "fetched", "sitemap")], found=list(found))

    parts = list(outbox.early_parts())

    assert [len(part) for part in parts] == [MOST_FOUND, MOST_FOUND]
    assert [*parts[0], *parts[1], *outbox.report(1, [], [], b"").found] == found


# -- afterwards -----------------------------------------------------------------------------------


def add_and_end(frontier: EmbeddedFrontier, made: Visit, reason: str) -> None:
    frontier.add([made])
    (lease,) = frontier.lease(1, 1)
    ended = [EndedVisit(lease.errands[0].id, lease.host_id, "fetched", reason)]
    note = HostNote(lease.host_id, lease.token, 0.0, True)
    assert frontier.complete(WorkerReport(1, [note], ended, [], [], []))


def test_a_trace_tells_that_a_sitemap_named_a_page_and_robots_txt_the_sitemap(
    tmp_path: Path,
) -> None:
    path = tmp_path / "frontier.db"
    named = visit(MAP, bucket=SITEMAP_BUCKET, via=key_of(Url(f"{A}/robots.txt")))
    with EmbeddedFrontier(path, FrontierSettings(0.0), lambda: 1000.0) as frontier:
        add_and_end(frontier, named, "sitemap")
        frontier.add([visit(f"{A}/1", depth=1, via=key_of(Url(MAP)))])
        frontier.add([visit(f"{A}/sitemap.xml", bucket=SITEMAP_BUCKET)])

    assert trace_url(path, Url(f"{A}/1")).path == [
        PathStep(MAP, "robots"),
        PathStep(f"{A}/1", "sitemap"),
    ]
    assert trace_url(path, Url(f"{A}/sitemap.xml")).path == [PathStep(f"{A}/sitemap.xml", "probe")]


def test_new_rules_do_not_refuse_a_waiting_sitemap_for_its_ending(tmp_path: Path) -> None:
    path = tmp_path / "frontier.db"

    def opened(fingerprint: str) -> EmbeddedFrontier:
        rules = FrontierRules(fingerprint, refuse_packed)
        return EmbeddedFrontier(path, FrontierSettings(0.0), lambda: 1000.0, rules)

    with opened("old") as frontier:
        frontier.add([visit(MAP, bucket=SITEMAP_BUCKET), visit(f"{A}/data.gz")])
    with opened("new") as frontier:
        (lease,) = frontier.lease(1, 1)

    assert [errand.visit.url for errand in lease.errands] == [MAP]
    assert trace_url(path, Url(f"{A}/data.gz")).reason == "suffix"
