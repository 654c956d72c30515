"""A worker at the other end of a real socket: archived before reported, and never too late."""

import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import pairwise
from select import select
from threading import Event, Thread
from time import monotonic
from typing import Any

import msgspec
import pytest
from tests.crawl.function_web import (
    SEGMENT,
    ListKeeper,
    Web,
    answer,
    errand_settings,
    lease_of,
    parts_for,
    robots,
)

from auslese.crawl.fetch.fetcher import FetchAnswer, FunctionFetcher, Request
from auslese.crawl.frontier.lease import Lease
from auslese.crawl.frontier.seen_content import SeenContent
from auslese.crawl.frontier.worker_report import EndedVisit, HostNote
from auslese.crawl.worker import worker as worker_module
from auslese.crawl.worker.messages import (
    StopWork,
    WorkChannel,
    WorkerNews,
    WorkGrant,
    WorkMessage,
    WorkRequest,
)
from auslese.crawl.worker.worker import FENCE_MARGIN, Worker, WorkerSettings
from auslese.crawl.worker.worker_parts import WorkerParts
from auslese.records.page import Page
from auslese.records.url import Url

PATIENCE_SECONDS = 120.0  # for a slow machine; nothing here takes so long
REQUEST_SECONDS = 0.5
MARGIN = REQUEST_SECONDS + FENCE_MARGIN
A = "http://a.example"
WEB = {f"{A}/robots.txt": robots(), f"{A}/1": answer(b"one"), f"{A}/2": answer(b"two")}


class Boss:
    """The coordinator's end of the talk; hears everything the worker says."""

    def __init__(self, channel: WorkChannel) -> None:
        self.channel = channel
        self.heard: list[WorkMessage] = []

    def hear_until(self, enough: Callable[[], object]) -> None:
        """Listen until that holds or the worker is gone."""
        end = monotonic() + PATIENCE_SECONDS
        while not enough() and not self.channel.closed:
            assert monotonic() < end, f"the worker said only {self.heard}"
            select([self.channel.socket], [], [], 0.05)
            self.heard += self.channel.receive()

    def lend(self, *leases: Lease) -> None:
        """Answer the worker's latest question with these leases."""
        self.hear_until(self.asks)
        self.channel.send(WorkGrant(list(leases), self.asks()[-1].number))

    def stop(self) -> None:
        """Tell the worker to stop and hear its last words."""
        self.channel.send(StopWork())
        self.hear_until(lambda: False)

    def asks(self) -> list[WorkRequest]:
        """All questions for work."""
        return [message for message in self.heard if isinstance(message, WorkRequest)]

    def news(self) -> list[WorkerNews]:
        """All reports."""
        return [message for message in self.heard if isinstance(message, WorkerNews)]

    def ended(self) -> list[EndedVisit]:
        """All outcomes that were reported."""
        return [ended for news in self.news() for ended in news.report.ended]

    def notes(self) -> list[HostNote]:
        """All notes about hosts that were reported."""
        return [note for news in self.news() for note in news.report.hosts]

    def handed_back(self) -> list[int]:
        """The hosts that came back."""
        return [note.host_id for note in self.notes() if note.done]


@contextmanager
def working(parts: WorkerParts, **changes: Any) -> Iterator[Boss]:
    """A worker in a thread of its own; it is gone when the block is over."""
    ours, theirs = socket.socketpair()
    settings = WorkerSettings(3, errand_settings(), request_seconds=REQUEST_SECONDS)
    worker = Worker(replace(settings, **changes), parts, WorkChannel(theirs))

    def run() -> None:
        worker.run()
        theirs.close()

    thread = Thread(target=run)
    thread.start()
    boss = Boss(WorkChannel(ours))
    try:
        yield boss
        boss.stop()
    finally:
        ours.close()
        thread.join(PATIENCE_SECONDS)
    assert not thread.is_alive()


class HeldFetcher(FunctionFetcher):
    """Answers only after it was let go; notes when requests started."""

    def __init__(self, web: Web, let_go: Event) -> None:
        super().__init__(web)
        self.let_go = let_go
        self.starts: list[tuple[str, float]] = []
        self.started = Event()

    def start(self, request: Request) -> None:
        self.starts.append((request.url, monotonic()))
        super().start(request)
        self.started.set()

    def wait(self, seconds: float) -> list[FetchAnswer]:
        return super().wait(seconds) if self.let_go.wait(seconds) else []


def let_go() -> Event:
    event = Event()
    event.set()
    return event


def test_a_new_worker_asks_for_as_many_hosts_as_it_can_carry() -> None:
    with working(parts_for(Web()), hosts_at_once=42) as boss:
        boss.hear_until(boss.asks)

    assert boss.asks()[0].hosts == 42


def test_what_was_asked_of_the_frontier_is_let_go_with_every_report() -> None:
    said: list[str] = []
    plain = parts_for(Web(WEB))

    def seen(content: bytes, digest: bytes, payload: bytes) -> SeenContent:
        said.append("asked")
        return plain.seen(content, digest, payload)

    with working(replace(plain, seen=seen, rest=lambda: said.append("rested"))) as boss:
        boss.lend(lease_of(f"{A}/1"))
        boss.hear_until(boss.handed_back)
        before_the_end = list(said)

    assert before_the_end[:2] == ["asked", "rested"]


def test_a_leased_host_is_fetched_reported_and_handed_back() -> None:
    web = Web(WEB)
    with working(parts_for(web)) as boss:
        boss.lend(lease_of(f"{A}/1", f"{A}/2"))
        boss.hear_until(boss.handed_back)

    assert web.asked == [f"{A}/robots.txt", f"{A}/1", f"{A}/2"]
    assert [(ended.id, ended.reason) for ended in boss.ended()] == [(1, "page"), (2, "page")]
    assert boss.handed_back() == [7]
    assert sum(note.asked for note in boss.notes()) == 3
    assert {note.token for note in boss.notes()} == {1}


def test_many_hosts_are_asked_at_the_same_time() -> None:
    leases = [
        lease_of(f"http://h{n}.example/1", host_id=n, token=n, delay=0.01) for n in range(1, 31)
    ]
    with working(parts_for(Web())) as boss:
        boss.lend(*leases)
        boss.hear_until(lambda: len(boss.handed_back()) == 30)

    assert sorted(boss.handed_back()) == list(range(1, 31))
    assert {ended.reason for ended in boss.ended()} == {"http_404"}


def test_no_report_leaves_before_what_it_names_is_on_disk() -> None:
    pages = [f"{A}/{n}" for n in range(20)]
    web = Web({url: answer(url.encode()) for url in pages} | {f"{A}/robots.txt": robots()})
    keeper = ListKeeper()
    with working(parts_for(web, keeper=keeper)) as boss:
        boss.lend(lease_of(*pages, delay=0.02))
        boss.hear_until(boss.handed_back)

    synced = 0
    for news in boss.news():
        (mark,) = news.report.segments
        assert mark.segment == SEGMENT
        assert mark.warc_bytes >= synced
        synced = mark.warc_bytes
        for ended in news.report.ended:
            page = msgspec.msgpack.decode(ended.page, type=Page)
            assert page.record_offset + page.record_length <= synced
    assert synced == len(keeper.kept) == 21
    assert boss.news()[-1].report.segments[0].closed


def test_two_requests_to_a_host_are_never_closer_than_its_delay() -> None:
    delay = 0.05
    fetcher = HeldFetcher(Web(WEB), let_go())
    with working(parts_for(Web(), fetcher=fetcher)) as boss:
        boss.lend(lease_of(f"{A}/1", f"{A}/2", delay=delay))
        boss.hear_until(boss.handed_back)

    moments = [moment for _, moment in fetcher.starts]
    assert len(moments) == 3
    assert all(later - earlier >= delay for earlier, later in pairwise(moments))


def test_no_request_starts_past_the_fence() -> None:
    fetcher = HeldFetcher(Web(), let_go())
    usable = 0.3
    with working(parts_for(Web(), fetcher=fetcher)) as boss:
        boss.hear_until(boss.asks)
        asked_before = monotonic()
        pages = [f"{A}/{n}" for n in range(50)]
        boss.lend(lease_of(*pages, seconds=MARGIN + usable, delay=0.1))
        boss.hear_until(boss.handed_back)

    assert all(moment <= asked_before + usable for _, moment in fetcher.starts)
    assert len(boss.ended()) < 50
    assert boss.handed_back() == [7]


def test_a_lease_too_short_for_any_request_comes_back_untouched() -> None:
    web = Web(WEB)
    with working(parts_for(web)) as boss:
        boss.lend(lease_of(f"{A}/1", seconds=MARGIN))
        boss.hear_until(boss.handed_back)

    assert web.asked == []
    assert boss.ended() == []


def test_a_lease_in_answer_to_a_question_that_is_forgotten_comes_back_untouched() -> None:
    # A coordinator waits for its database for minutes, and a worker asks every second.
    web = Web(WEB)
    with working(parts_for(web)) as boss:
        boss.hear_until(boss.asks)
        boss.channel.send(WorkGrant([lease_of(f"{A}/1", seconds=600.0)], -1))
        boss.hear_until(boss.handed_back)

    assert web.asked == []
    assert boss.handed_back() == [7]


def test_a_site_that_wants_longer_pauses_than_a_lease_lasts_is_handed_back_with_its_wish() -> None:
    web = Web({f"{A}/robots.txt": robots("Crawl-delay: 600"), f"{A}/1": answer()})
    with working(parts_for(web)) as boss:
        boss.lend(lease_of(f"{A}/1"))
        boss.hear_until(boss.handed_back)

    (note,) = (note for note in boss.notes() if note.done)
    assert web.asked == [f"{A}/robots.txt"]
    assert (note.delay, round(note.wait, -1)) == (600.0, 600.0)


def test_what_a_site_wants_is_reported_together_with_its_rules() -> None:
    # Rules without the delay in them would be obeyed by half after a crash.
    other = "http://b.example"
    web = Web({f"{A}/robots.txt": robots("Crawl-delay: 60"), f"{A}/1": answer()})
    with working(parts_for(web)) as boss:
        boss.lend(lease_of(f"{A}/1"), lease_of(f"{other}/1", host_id=8))
        boss.hear_until(lambda: any(news.report.robots for news in boss.news()))

    (first,) = (news for news in boss.news() if any(n.origin == A for n in news.report.robots))
    assert [note.delay for note in first.report.hosts if note.host_id == 7] == [60.0]


def test_what_is_under_way_at_a_stop_may_end_and_the_rest_goes_back() -> None:
    fetcher = HeldFetcher(Web(WEB), Event())
    with working(parts_for(Web(), fetcher=fetcher)) as boss:
        boss.lend(lease_of(f"{A}/1", f"{A}/2"))
        assert fetcher.started.wait(PATIENCE_SECONDS)
        boss.channel.send(StopWork())
        fetcher.let_go.set()
        boss.hear_until(boss.handed_back)

    assert [url for url, _ in fetcher.starts] == [f"{A}/robots.txt"]
    assert boss.ended() == []
    assert [note.origin for news in boss.news() for note in news.report.robots] == [A]
    assert boss.handed_back() == [7]


def test_a_host_that_is_silent_at_a_stop_still_gets_its_pause(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(worker_module, "GRACE_SECONDS", 0.05)
    fetcher = HeldFetcher(Web(WEB), Event())
    with working(parts_for(Web(), fetcher=fetcher)) as boss:
        boss.lend(lease_of(f"{A}/1", delay=30.0))
        assert fetcher.started.wait(PATIENCE_SECONDS)

    (note,) = boss.notes()
    assert note.done
    assert note.wait > 25.0


def test_a_stopped_worker_asks_for_nothing_more() -> None:
    with working(parts_for(Web())) as boss:
        boss.hear_until(boss.asks)
        before = len(boss.heard)

    assert all(ask.hosts == 0 for ask in boss.heard[before:] if isinstance(ask, WorkRequest))


def test_a_worker_whose_coordinator_is_gone_ends_by_itself() -> None:
    keeper = ListKeeper()
    with working(parts_for(Web(), keeper=keeper)) as boss:
        boss.hear_until(boss.asks)
        boss.channel.socket.close()
        boss.channel.closed = True

    assert keeper.closed


def test_links_are_reported_packed() -> None:
    web = Web({f"{A}/1": answer(b"http://b.example/")})
    columns: list[dict[str, Any]] = []

    def pack(given: dict[str, Any]) -> bytes:
        columns.append(given)
        return b"packed"

    with working(parts_for(web, pack_links=pack)) as boss:
        boss.lend(lease_of(f"{A}/1"))
        boss.hear_until(boss.handed_back)

    assert [news.report.links for news in boss.news() if news.report.ended] == [b"packed"]
    assert [column["url"] for column in columns] == [[Url("http://b.example/")]]
