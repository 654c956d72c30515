"""Errands in difficult company: names, addresses, certificates, errors, and headers first."""

from dataclasses import replace
from select import select
from time import monotonic
from typing import Any

import pytest
from tests.crawl.function_web import (
    Web,
    answer,
    errand_settings,
    http_error,
    lease_of,
    parts_for,
    redirect,
)

from auslese.crawl.fetch.fetcher import FunctionFetcher, Request
from auslese.crawl.fetch.name_resolver import NameResolver, ResolvedName
from auslese.crawl.frontier.lease import Lease, RobotsNote
from auslese.crawl.frontier.worker_report import EndedVisit, GivenUp
from auslese.crawl.politeness.pace import LONGEST_REST, LONGEST_WAIT, Pace
from auslese.crawl.worker.errands import ErrandRunner
from auslese.crawl.worker.session import STALE, Session
from auslese.records.fetch import Failed, Failure, FetchOutcome, Refusal, Refused
from auslese.records.url import Url

A = "http://a.example"
OPEN = RobotsNote(A, 404, "", 0.0)
FAR = 1e12
NOW = 1000.0
BAD_CERTIFICATE = Failed(Failure.TLS, "self-signed certificate")


class Network(FunctionFetcher):
    """A web that is asked with the whole request, so that tests see how it was asked."""

    def __init__(self, answer: Any) -> None:
        super().__init__(lambda url: http_error(404))
        self._whole_answer = answer
        self.asked: list[Request] = []

    def wait(self, seconds: float) -> list[tuple[Request, FetchOutcome]]:
        requests = list(self._started)
        self._started.clear()
        self.asked += requests
        return [(request, self._whole_answer(request)) for request in requests]


class Run:
    """One lease run until it ends by itself."""

    def __init__(self, network: Network, lease: Lease, settings: Any = None, **parts: Any) -> None:
        self.network = network
        made = replace(parts_for(Web(), **parts), fetcher=network)
        self.runner = ErrandRunner(settings or errand_settings(), made)
        self.session = session = Session.begin(lease, FAR, 0.0, NOW)
        while session.may_start(max(1e9, session.next_at)):
            if session.robots_next:
                self.runner.follow_robots(session)
            else:
                self.runner.start_next(session)
            resolver = made.resolver
            while resolver is not None and resolver.under_way:
                select([resolver.descriptor], [], [], 10.0)
                for resolved in resolver.finished():
                    self.runner.take_resolved(resolved)
            for request, outcome in network.wait(0):
                self.runner.take(request, outcome)

    @property
    def ended(self) -> list[EndedVisit]:
        return self.runner.outbox.ended

    def endings(self) -> list[str]:
        return [f"{ended.kind} {ended.reason}" for ended in self.ended]


def always(outcome: FetchOutcome) -> Network:
    return Network(lambda request: outcome)


def lease(*paths: str, **changes: Any) -> Lease:
    texts = [f"{A}{path}" for path in paths or ("/1",)]
    return lease_of(*texts, notes=[OPEN._replace(at=NOW)], **changes)


# -- names and addresses --------------------------------------------------------------------------


def at(*addresses: str) -> NameResolver:
    return NameResolver(lambda host: list(addresses))


def test_a_name_is_resolved_once_and_its_address_pinned() -> None:
    run = Run(always(answer(address="")), lease("/1", "/2"), resolver=at("192.0.2.1", "192.0.2.2"))

    assert [request.address for request in run.network.asked] == ["192.0.2.1"] * 2
    assert run.session.note(0.0).address == "192.0.2.1"


def test_a_host_at_an_address_that_is_not_ours_is_handed_back_before_it_is_asked() -> None:
    settings = errand_settings(share_addresses=False)
    run = Run(always(answer()), lease(), settings, resolver=at("192.0.2.1"))
    note = run.session.note(run.session.next_at)

    assert run.network.asked == []
    assert (note.done, note.address, note.asked, note.wait) == (True, "192.0.2.1", 0, 0.0)
    assert note.resolved_at > 0


def test_a_host_that_is_still_where_it_was_is_asked_at_once() -> None:
    settings = errand_settings(share_addresses=False)
    given = lease(address="192.0.2.2")
    run = Run(always(answer(address="")), given, settings, resolver=at("192.0.2.1", "192.0.2.2"))

    assert [request.address for request in run.network.asked] == ["192.0.2.2"]


def test_after_a_failure_another_address_of_the_host_is_tried() -> None:
    settings = errand_settings(share_addresses=False)
    given = lease(address="192.0.2.1", failures=1)
    run = Run(always(answer()), given, settings, resolver=at("192.0.2.1", "192.0.2.2"))

    assert run.session.note(0.0).address == "192.0.2.2"


def test_a_host_that_does_not_answer_has_its_name_resolved_again() -> None:
    run = Run(always(Failed(Failure.CONNECT)), lease(), resolver=at("192.0.2.1"))

    assert run.session.note(0.0).resolved_at == STALE


def test_a_name_without_an_address_fails_without_a_request() -> None:
    run = Run(always(answer()), lease(), resolver=at())

    assert run.endings() == ["failed dns"]
    assert run.network.asked == []


def refuse_inside(url: Url, address: str) -> Refused | None:
    return Refused(Refusal.ADDRESS, address) if address.startswith("10.") else None


def test_a_private_address_is_passed_over_for_a_public_one() -> None:
    run = Run(
        always(answer(address="")),
        lease(),
        resolver=at("10.0.0.1", "192.0.2.1"),
        refuse_address=refuse_inside,
    )

    assert [request.address for request in run.network.asked] == ["192.0.2.1"]


def test_a_name_with_private_addresses_alone_is_refused_without_a_request() -> None:
    run = Run(
        always(answer()), lease(), resolver=at("10.0.0.1", "10.0.0.2"), refuse_address=refuse_inside
    )

    assert run.endings() == ["refused address"]
    assert run.network.asked == []


# -- errors and rest ------------------------------------------------------------------------------


def test_a_host_that_has_used_up_its_error_budget_is_left_alone_as_a_whole() -> None:
    settings = errand_settings(pace=Pace(error_budget=3))
    run = Run(always(http_error(500)), lease("/1", "/2", "/3", "/4", "/5"), settings)
    note = run.session.note(0.0)

    assert len(run.network.asked) == 3
    assert note.given_up == GivenUp("refused", "errors", "3 errors in a row at a.example")
    assert note.errors == 0.0


def test_errors_are_counted_across_leases() -> None:
    run = Run(always(http_error(500)), lease(errors=7.0))

    assert run.session.note(0.0).errors == 8.0


def test_a_host_that_asks_to_be_left_alone_for_a_day_is_left_alone() -> None:
    run = Run(always(http_error(503, retry_after=86400.0)), lease("/1", "/2"))
    note = run.session.note(run.session.next_at - 86400.0)

    assert len(run.network.asked) == 1
    assert (run.ended[0].again_in, note.wait) == (-1.0, 86400.0)
    assert note.given_up == GivenUp("refused", "errors", "it asks to be left alone for 86400 s")


def test_nobody_is_left_alone_for_longer_than_a_week() -> None:
    run = Run(always(http_error(503, retry_after=1e15)), lease())

    assert LONGEST_WAIT < run.session.note(run.session.next_at - LONGEST_REST).wait <= LONGEST_REST


def test_a_slow_host_rests_longer_than_its_delay() -> None:
    settings = errand_settings(pace=Pace(response_factor=4))
    session = Session.begin(lease(delay=1.0), FAR, 0.0, NOW)
    network = always(answer(seconds=2.0))
    runner = ErrandRunner(settings, replace(parts_for(Web()), fetcher=network))
    runner.start_next(session)
    session.next_at = 0.0
    for request, outcome in network.wait(0):
        runner.take(request, outcome)
    rest = session.next_at

    session.pause(0.0)

    assert rest - session.next_at > 1.0
    assert session.next_at == 1.0


# -- certificates ---------------------------------------------------------------------------------


def only_unverified(request: Request) -> FetchOutcome:
    return BAD_CERTIFICATE if request.verify else answer()


def test_a_certificate_that_does_not_verify_is_a_failure() -> None:
    run = Run(Network(only_unverified), lease())

    assert run.endings() == ["failed tls"]
    assert [request.verify for request in run.network.asked] == [True]


def test_where_the_presence_bears_it_the_page_is_asked_for_once_more_and_the_outcome_says_so() -> (
    None
):
    settings = errand_settings(unverified_tls=True)
    run = Run(Network(only_unverified), lease("/1", "/2"), settings)

    assert [request.verify for request in run.network.asked] == [True, False, False]
    assert {ended.detail for ended in run.ended} == {
        "certificate not verified: self-signed certificate"
    }
    assert run.session.note(0.0).unverified


def test_a_host_known_for_its_certificate_is_not_asked_twice_for_every_page() -> None:
    settings = errand_settings(unverified_tls=True)
    run = Run(Network(only_unverified), lease(unverified=True), settings)

    assert [request.verify for request in run.network.asked] == [False]


def test_a_host_without_any_tls_is_tried_twice_and_no_more() -> None:
    run = Run(always(BAD_CERTIFICATE), lease(), errand_settings(unverified_tls=True))

    assert [request.verify for request in run.network.asked] == [True, False]
    assert run.endings() == ["failed tls"]


# -- headers first --------------------------------------------------------------------------------


def looked_at_first(outcome: FetchOutcome) -> Run:
    def reply(request: Request) -> FetchOutcome:
        return outcome if request.head_only else answer()

    given = lease()
    errands = [errand._replace(look_first=True) for errand in given.errands]
    return Run(Network(reply), given._replace(errands=errands))


def asked(run: Run) -> list[str]:
    return ["HEAD" if request.head_only else "GET" for request in run.network.asked]


def test_a_header_that_says_it_is_unwanted_ends_the_visit() -> None:
    run = looked_at_first(Refused(Refusal.TYPE, "application/zip"))

    assert asked(run) == ["HEAD"]
    assert run.endings() == ["refused type"]


def test_a_header_that_promises_a_page_is_followed_by_the_page() -> None:
    run = looked_at_first(answer(b""))

    assert asked(run) == ["HEAD", "GET"]
    assert run.endings() == ["fetched page"]


def test_a_server_that_does_not_know_head_is_asked_for_the_page() -> None:
    assert asked(looked_at_first(http_error(405))) == ["HEAD", "GET"]


def test_a_page_whose_header_is_not_there_is_not_there() -> None:
    run = looked_at_first(http_error(404))

    assert asked(run) == ["HEAD"]
    assert run.endings() == ["failed http_404"]


def test_a_header_first_is_followed_by_its_page_in_the_same_lease_of_a_slow_host() -> None:
    settings = errand_settings(share_addresses=False)
    given = lease(address="192.0.2.1", resolved_at=NOW)
    errands = [errand._replace(look_first=True) for errand in given.errands]
    run = Run(always(answer(seconds=4.0)), given._replace(errands=errands), settings)

    assert asked(run) == ["HEAD", "GET"]


def test_a_host_that_asks_for_long_delays_is_not_asked_twice_for_one_page() -> None:
    given = lease(delay=10.0)
    errands = [errand._replace(look_first=True) for errand in given.errands]

    assert asked(Run(always(answer()), given._replace(errands=errands))) == ["GET"]


def test_a_wish_for_rest_in_answer_to_a_header_request_is_kept() -> None:
    run = looked_at_first(http_error(429, retry_after=600.0))

    assert asked(run) == ["HEAD"]
    assert run.session.note(run.session.next_at - 600.0).wait == 600.0


# -- robots.txt elsewhere, and late ---------------------------------------------------------------


def robots_elsewhere(request: Request) -> FetchOutcome:
    if request.url == f"{A}/robots.txt":
        return replace(redirect("http://b.example/robots.txt"), address="192.0.2.1")
    return answer(b"", address="198.51.100.9" if "b.example" in request.url else "192.0.2.1")


def test_a_robots_txt_on_another_host_does_not_move_ours_there() -> None:
    book = {"a.example": ["192.0.2.1"], "b.example": ["198.51.100.9"]}
    run = Run(
        Network(robots_elsewhere), lease_of(f"{A}/1"), resolver=NameResolver(book.__getitem__)
    )

    places = [(request.url, request.address) for request in run.network.asked]
    assert places == [
        (f"{A}/robots.txt", "192.0.2.1"),
        ("http://b.example/robots.txt", "198.51.100.9"),
        (f"{A}/1", "192.0.2.1"),
    ]


@pytest.mark.parametrize(("retry_after", "tries"), [(7200.0, 0), (600.0, 2)])
def test_a_wish_for_rest_in_answer_to_robots_txt_is_kept(retry_after: float, tries: int) -> None:
    given = lease_of(f"{A}/1")
    errands = [errand._replace(tries=tries) for errand in given.errands]
    network = always(http_error(503, retry_after=retry_after))
    run = Run(network, given._replace(errands=errands))

    assert run.session.note(run.session.next_at - retry_after).wait == retry_after


class LateNames(NameResolver):
    """A name server that answers when nobody waits any more."""

    def start(self, host: str, ticket: object) -> None:
        self.asked = ticket


def test_a_name_that_comes_after_the_fence_starts_no_request() -> None:
    network, names = always(answer()), LateNames()
    parts = replace(parts_for(Web()), fetcher=network, resolver=names)
    runner = ErrandRunner(errand_settings(), parts)
    session = Session.begin(lease(), monotonic() - 1.0, 0.0, NOW)
    runner.start_next(session)

    runner.take_resolved(ResolvedName(names.asked, ("192.0.2.1",)))

    assert network.wait(0) == []
    assert session.ended


def test_certificates_are_verified_again_when_the_presence_does_not_bear_them_any_more() -> None:
    run = Run(always(answer()), lease(unverified=True), errand_settings(unverified_tls=False))

    assert [request.verify for request in run.network.asked] == [True]
    assert [ended.detail for ended in run.ended] == [""]


def test_by_a_proxy_a_private_address_in_a_url_is_refused_all_the_same() -> None:
    given = lease_of("http://10.0.0.1/x")
    run = Run(always(answer()), given, refuse_address=refuse_inside)

    assert run.endings() == ["refused address"]
    assert run.network.asked == []
