"""Coordinator and workers talk: whole messages in order, and nobody ever blocks."""

import socket
from collections.abc import Iterator

import pytest
from tests.crawl.function_web import lease_of, visit

from auslese.crawl.frontier.lease import RobotsNote
from auslese.crawl.frontier.worker_report import (
    EndedVisit,
    GivenUp,
    HostNote,
    SegmentMark,
    WorkerReport,
)
from auslese.crawl.worker.messages import (
    HEAD,
    StopWork,
    WorkChannel,
    WorkerBye,
    WorkerNews,
    WorkGrant,
    WorkMessage,
    WorkRequest,
)
from auslese.records.fetch import Refusal, Refused

REPORT = WorkerReport(
    3,
    [
        HostNote(
            7, 2, 1.5, True, "192.0.2.7", 2.0, 10, 0.5, 1, 0, GivenUp("failed", "dns", "nobody")
        )
    ],
    [EndedVisit(1, 7, "fetched", "page", digest=b"\x00\xff", payload=b"\x01", page=b"row")],
    [
        visit("http://b.example/ü", depth=2, bucket=3, via=-5, hops=1),
        visit("http://c.example/", refused=Refused(Refusal.SCOPE, "no")),
    ],
    [RobotsNote("http://a.example", 200, "User-agent: *\n", 1.25)],
    [SegmentMark("one", 100, 10, True)],
    b"arrow",
)
MESSAGES: list[WorkMessage] = [
    WorkRequest(4, 100),
    WorkerNews(REPORT, ['{"url": "ü"}'], ["{}"]),
    WorkerBye(1.5, 70_000),
    WorkGrant(
        [lease_of("http://a.example/", notes=[RobotsNote("http://a.example", 404, "", 1.0)])], 4
    ),
    StopWork(),
]

Ends = tuple[WorkChannel, WorkChannel]


@pytest.fixture
def ends() -> Iterator[Ends]:
    pair = socket.socketpair()
    yield WorkChannel(pair[0]), WorkChannel(pair[1])
    for one in pair:
        one.close()


@pytest.mark.parametrize("message", MESSAGES, ids=lambda message: type(message).__name__)
def test_what_is_sent_arrives_as_it_was(ends: Ends, message: WorkMessage) -> None:
    here, there = ends
    here.send(message)

    assert list(there.receive()) == [message]


def test_messages_arrive_in_the_order_in_which_they_were_sent(ends: Ends) -> None:
    here, there = ends
    for message in MESSAGES:
        here.send(message)

    assert list(there.receive()) == MESSAGES


def test_nothing_to_read_is_no_message_and_no_end(ends: Ends) -> None:
    here, _ = ends

    assert list(here.receive()) == []
    assert not here.closed


def test_a_message_is_given_only_when_it_is_there_in_whole(ends: Ends) -> None:
    here, there = ends
    body = there._encoder.encode(WorkRequest(1, 2))
    wire = HEAD.pack(len(body)) + body
    arrived = []
    for place in range(len(wire)):
        here.socket.send(wire[place : place + 1])
        arrived.append(list(there.receive()))

    assert arrived == [[]] * (len(wire) - 1) + [[WorkRequest(1, 2)]]


def test_a_message_larger_than_the_socket_never_blocks_and_arrives(ends: Ends) -> None:
    here, there = ends
    large = WorkerNews(REPORT._replace(links=b"x" * 5_000_000))

    here.send(large)
    assert here.sending
    arrived = list(there.receive())
    while here.sending:
        here.flush()
        arrived += there.receive()

    assert arrived == [large]


def test_the_last_words_of_the_other_side_are_heard_before_its_end(ends: Ends) -> None:
    here, there = ends
    here.send(WorkerBye(1.0, 1))
    here.socket.close()

    assert list(there.receive()) == [WorkerBye(1.0, 1)]
    assert there.closed


def test_sending_to_nobody_closes_the_channel_and_keeps_quiet(ends: Ends) -> None:
    here, there = ends
    there.socket.close()
    here.send(StopWork())

    assert here.closed
    assert not here.sending
