"""Coordinator and workers talk: whole messages in order, and nobody ever blocks."""

import socket
from collections.abc import Iterator

import pytest

from auslese.crawl.frontier import Ended, HostNote, Report, RobotsNote, SegmentMark
from auslese.crawl.wire import HEAD, Ask, Bye, Channel, Message, News, Stop, Work
from tests.crawl.function_web import lease_of, visit

REPORT = Report(
    3,
    [HostNote(7, 2, 1.5, True, "192.0.2.7", 2.0, 10, 0.5, 1, 0, "failed dns nobody")],
    [Ended(1, 7, "fetched", "page", digest=b"\x00\xff", payload=b"\x01", page=b"row")],
    [visit("http://b.example/ü", depth=2, bucket=3, via=-5, hops=1, why="scope: no")],
    [RobotsNote("http://a.example", 200, "User-agent: *\n", 1.25)],
    [SegmentMark("one", 100, 10, True)],
    b"arrow",
)
MESSAGES: list[Message] = [
    Ask(4, 100),
    News(REPORT, ['{"url": "ü"}'], ["{}"]),
    Bye(1.5, 70_000),
    Work([lease_of("http://a.example/", notes=[RobotsNote("http://a.example", 404, "", 1.0)])], 4),
    Stop(),
]

Ends = tuple[Channel, Channel]


@pytest.fixture
def ends() -> Iterator[Ends]:
    pair = socket.socketpair()
    yield Channel(pair[0]), Channel(pair[1])
    for one in pair:
        one.close()


@pytest.mark.parametrize("message", MESSAGES, ids=lambda message: type(message).__name__)
def test_what_is_sent_arrives_as_it_was(ends: Ends, message: Message) -> None:
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
    body = there._encoder.encode(Ask(1, 2))
    wire = HEAD.pack(len(body)) + body
    arrived = []
    for place in range(len(wire)):
        here.socket.send(wire[place : place + 1])
        arrived.append(list(there.receive()))

    assert arrived == [[]] * (len(wire) - 1) + [[Ask(1, 2)]]


def test_a_message_larger_than_the_socket_never_blocks_and_arrives(ends: Ends) -> None:
    here, there = ends
    large = News(REPORT._replace(links=b"x" * 5_000_000))

    here.send(large)
    assert here.sending
    arrived = list(there.receive())
    while here.sending:
        here.flush()
        arrived += there.receive()

    assert arrived == [large]


def test_the_last_words_of_the_other_side_are_heard_before_its_end(ends: Ends) -> None:
    here, there = ends
    here.send(Bye(1.0, 1))
    here.socket.close()

    assert list(there.receive()) == [Bye(1.0, 1)]
    assert there.closed


def test_sending_to_nobody_closes_the_channel_and_keeps_quiet(ends: Ends) -> None:
    here, there = ends
    there.socket.close()
    here.send(Stop())

    assert here.closed
    assert not here.sending
