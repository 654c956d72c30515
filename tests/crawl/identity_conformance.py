"""What every frontier must know: same content, same host, changed rules, near copies, imports."""

from hashlib import sha1

import pytest

from auslese.crawl.frontier.arrivals import ArchivedArrival, Arrivals
from auslese.crawl.frontier.frontier import CrawlFrontier
from auslese.crawl.frontier.frontier_reader import FrontierReader
from auslese.crawl.frontier.frontier_settings import FrontierRules
from auslese.crawl.frontier.lease import Errand
from auslese.crawl.frontier.opening import FrontierStore
from auslese.crawl.frontier.url_trace import PathStep
from auslese.crawl.frontier.worker_report import SegmentMark, WorkerReport
from auslese.records.url import Url, key_of
from tests.crawl.frontier_cases import (
    BUNDLE,
    DELAY,
    NOW,
    OUT,
    PAGE,
    Clock,
    Reopen,
    fetch,
    page,
    report,
    visit,
)

A = "http://a.example"


def only(host: str) -> FrontierRules:
    """Rules that take in one host."""
    return FrontierRules(host, lambda url, depth: None if host in url else OUT)


def arrive(book: Arrivals, url: str, body: bytes, *links: str, at: float = NOW) -> None:
    """Record a page that came with these links."""
    known = book.known_url(Url(url))
    payload = sha1(body).digest()
    ended = PAGE._replace(at=at, digest=payload, payload=payload, page=url.encode())
    found = [visit(link, depth=1)._replace(via=known.visit.key) for link in links]
    mark = SegmentMark("one-1", 100, 10, closed=True)
    told = WorkerReport(0, [], [], found, [], [mark], b"arrow")
    book.record([ArchivedArrival(Errand(0, known.visit, 0, known.before), ended)], told)


class IdentityConformance:
    """The promises about what is the same, and about what nobody asked for."""

    # -- contents ---------------------------------------------------------------------------------

    def test_equal_content_at_another_address_is_a_copy(
        self, frontier: CrawlFrontier, reader: FrontierReader
    ) -> None:
        frontier.add([visit(f"{A}/1"), visit(f"{A}/2")])
        (lease,) = frontier.lease(1, 1)
        one, two = lease.errands
        copied = page(lease, two.id, b"same")._replace(page=b"row")
        frontier.complete(report(lease, page(lease, one.id, b"same"), copied))

        trace = reader.trace(Url(f"{A}/2"))

        assert (trace.reason, trace.detail) == ("copy", f"{A}/1")
        assert frontier.staging.pages().rows == [(b"row", key_of(Url(f"{A}/1")))]

    def test_a_worker_finds_content_that_was_recorded_and_no_other(
        self, frontier: CrawlFrontier, store: FrontierStore
    ) -> None:
        seen = store.open_contents()
        bodies = [b"<p>one text</p>", b"<p>one\ntext</p>", b"<p>another</p>"]
        payloads = [sha1(body).digest() for body in bodies]
        first = seen(bodies[0], payloads[0], payloads[0])
        assert first.earlier is None
        seen.rest()
        frontier.add([visit(f"{A}/")])
        fetch(frontier, PAGE._replace(digest=first.name, payload=payloads[0]))

        same, spaced, other = (
            store.open_contents()(body, payload, payload)
            for body, payload in zip(bodies, payloads, strict=True)
        )

        assert same.name == spaced.name == first.name != other.name
        assert same.earlier == (f"{A}/", key_of(Url(f"{A}/")), NOW, payloads[0])
        assert (spaced.earlier, other.earlier) == (None, None)  # these bodies are not archived yet

    def test_contents_are_named_as_before_after_reopening(
        self, frontier: CrawlFrontier, store: FrontierStore, reopen: Reopen
    ) -> None:
        name = store.open_contents()(b"text", b"", b"").name
        reopen()

        assert store.open_contents()(b"text", b"", b"").name == name

    def test_near_copies_are_remarked_and_told_to_who_listens(
        self, reopen: Reopen, reader: FrontierReader, clock: Clock
    ) -> None:
        frontier = reopen(near_copies=True)
        told = frontier.near_copies.listen()
        for n, sketch in enumerate((0xFF, 0xFE, 0xFF << 40)):
            frontier.add([visit(f"{A}/{n}")])
            fetch(frontier, PAGE._replace(sketch=sketch))
            clock.now += 2 * DELAY

        assert frontier.near_copies.count == 1
        assert told == {key_of(Url(f"{A}/1")): f"{A}/0"}
        assert reader.trace(Url(f"{A}/1")).detail == f"near copy of {A}/0"
        again = reopen(near_copies=True)
        again.add([visit(f"{A}/3")])
        clock.now += 2 * DELAY
        fetch(again, PAGE._replace(sketch=0xFD))
        assert again.near_copies.count == 1

    # -- hosts ------------------------------------------------------------------------------------

    @pytest.fixture
    def joined(self, frontier: CrawlFrontier, clock: Clock) -> CrawlFrontier:
        """A frontier that has learnt that a host has two names."""
        frontier.add([visit(f"{A}/"), visit("http://www.a.example/")])
        frontier.add([visit(f"http://www.a.example/{n}") for n in range(2 * BUNDLE)])
        first, second = sorted(frontier.lease(1, 2), key=lambda lease: len(lease.host))
        frontier.complete(report(first, page(first, first.errands[0].id, b"home")))
        frontier.complete(report(second, page(second, second.errands[0].id, b"home")))
        clock.now += DELAY + 0.01
        return frontier

    def test_a_host_with_and_without_www_is_one_when_content_says_so(
        self, joined: CrawlFrontier, reader: FrontierReader
    ) -> None:
        hosts = {lease.host for lease in joined.lease(1, 5)}
        moved = reader.trace(Url("http://www.a.example/7"))

        assert hosts == {"a.example"}
        assert (moved.state, moved.reason, moved.detail) == ("refused", "alias", "a.example")
        assert reader.trace(Url(f"{A}/7")).found
        assert [site.alias_of for site in joined.site_rows()] == ["", "a.example"]

    def test_a_link_to_an_alias_is_fetched_under_the_main_name(
        self, joined: CrawlFrontier, reader: FrontierReader
    ) -> None:
        joined.add([visit("http://www.a.example/new")])

        assert reader.trace(Url("http://www.a.example/new")).reason == "alias"
        assert reader.trace(Url(f"{A}/new")).state == "waiting"

    def test_mirrors_with_other_names_stay_two_hosts(
        self, frontier: CrawlFrontier, clock: Clock
    ) -> None:
        frontier.add([visit(f"{A}/"), visit("http://mirror.example/")])
        frontier.add([visit("http://mirror.example/more")])
        first, second = sorted(frontier.lease(1, 2), key=lambda lease: len(lease.host))
        frontier.complete(report(first, page(first, first.errands[0].id, b"home")))
        frontier.complete(report(second, page(second, second.errands[0].id, b"home")))
        clock.now += DELAY + 0.01

        assert {lease.host for lease in frontier.lease(1, 5)} == {"mirror.example"}

    # -- rules ------------------------------------------------------------------------------------

    def test_changed_rules_let_in_what_they_now_allow_and_drop_what_they_now_deny(
        self, reopen: Reopen, reader: FrontierReader
    ) -> None:
        frontier = reopen(only("a.example"))
        frontier.add([visit(f"{A}/"), visit("http://b.example/", refused=OUT)])

        frontier = reopen(only("b.example"))

        assert [lease.host for lease in frontier.lease(1, 5)] == ["b.example"]
        assert reader.crawl_state().outcomes == {"refused.scope": 1}
        assert reader.crawl_state().seen == 2

    # -- imports ----------------------------------------------------------------------------------

    def test_what_arrives_lives_as_if_it_had_been_fetched(
        self, store: FrontierStore, reopen: Reopen, reader: FrontierReader
    ) -> None:
        with store.open_arrivals(100) as book:
            arrive(book, f"{A}/", b"one", f"{A}/next")
            assert book.staging.pages().rows == [(f"{A}/".encode(), None)]

        trace, standing = reader.trace(Url(f"{A}/")), reader.crawl_state()
        assert (trace.state, trace.reason, trace.at) == ("fetched", "page", NOW)
        assert trace.path == [PathStep(f"{A}/", "import")]
        assert (standing.seen, standing.queued, standing.pages) == (2, 1, 1)
        frontier = reopen()
        (lease,) = frontier.lease(1, 1)
        assert [errand.visit.url for errand in lease.errands] == [f"{A}/next"]
        assert list(frontier.runs.segments()) == [SegmentMark("one-1", 100, 10, closed=True)]
        assert frontier.staging.links().batches == [b"arrow"]

    def test_what_is_known_of_a_url_is_told_before_its_page_arrives(
        self, store: FrontierStore
    ) -> None:
        with store.open_arrivals(100) as book:
            unknown = book.known_url(Url(f"{A}/"))
            arrive(book, f"{A}/", b"one", f"{A}/next")
        with store.open_arrivals(100) as book:
            known, linked = book.known_url(Url(f"{A}/")), book.known_url(Url(f"{A}/next"))
            book.mark(known.visit.key)
            marked = book.known_url(Url(f"{A}/"))

        assert (unknown.before, unknown.is_there) == (None, False)
        assert (known.is_there, known.payload) == (True, sha1(b"one").digest())
        assert (known.is_marked, marked.is_marked) == (False, True)
        assert (linked.before, linked.visit.depth) == (None, 1)

    def test_a_page_that_arrives_changed_leaves_its_earlier_visit_in_the_trace(
        self, store: FrontierStore, reader: FrontierReader
    ) -> None:
        with store.open_arrivals(100) as book:
            arrive(book, f"{A}/", b"one")
            arrive(book, f"{A}/", b"two", at=NOW + 9)

        trace = reader.trace(Url(f"{A}/"))

        assert (trace.at, trace.detail) == (NOW + 9, "changed")
        assert [visited.at for visited in trace.visits] == [NOW]
        assert reader.crawl_state().outcomes == {"fetched.page": 1}

    def test_content_that_has_arrived_is_found_and_its_copies_are_known(
        self, store: FrontierStore, reader: FrontierReader
    ) -> None:
        with store.open_arrivals(100) as book:
            arrive(book, f"{A}/1", b"one")
            arrive(book, f"{A}/2", b"one")
            found = book.find_content(sha1(b"one").digest())
            assert book.find_content(b"never") is None

        assert found is not None
        assert found.url == f"{A}/1"
        assert reader.trace(Url(f"{A}/2")).reason == "copy"

    def test_links_of_arrivals_beyond_the_limit_are_only_counted(
        self, store: FrontierStore, reader: FrontierReader
    ) -> None:
        with store.open_arrivals(2) as book:
            arrive(book, f"{A}/", b"one", f"{A}/1", f"{A}/2")

        standing = reader.crawl_state()
        assert (standing.seen, standing.queued) == (3, 1)
        assert standing.outcomes == {"fetched.page": 1, "refused.urls": 1}
