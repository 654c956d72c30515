"""A worker that is short of something asks fewer hosts at once, and more when it is better."""

from auslese.crawl.worker.own_shortage import (
    BELIEVED,
    GROW_SECONDS,
    HOPELESS,
    PAUSE_SECONDS,
    OwnShortage,
)
from auslese.records.fetch import unsent
from auslese.system.exhausted import Resource

NO_FILES = unsent(Resource.FILES, "Too many open files")


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def test_hosts_are_fewer_after_a_shortage_and_as_many_as_before_in_time() -> None:
    clock = Clock()
    shortage = OwnShortage(100, clock)
    assert not shortage.is_pausing

    assert "short of open files (Too many open files)" in shortage.take(NO_FILES, 40)
    assert shortage.hosts == 30
    assert shortage.take(NO_FILES, 40) == ""
    assert shortage.hosts == 30
    assert shortage.is_pausing

    clock.now += PAUSE_SECONDS
    assert not shortage.is_pausing
    while shortage.hosts < 100:
        clock.now += GROW_SECONDS
        shortage.note_sent()
    assert shortage.hosts == 100


def test_hope_ends_when_not_even_one_request_can_be_sent() -> None:
    clock = Clock()
    shortage = OwnShortage(1, clock)
    for _ in range(HOPELESS - 1):
        clock.now += PAUSE_SECONDS
        shortage.take(NO_FILES, 0)
    assert shortage.hopeless_words(NO_FILES) == ""

    shortage.note_sent()
    shortage.take(NO_FILES, 0)
    assert shortage.hopeless_words(NO_FILES) == ""

    for _ in range(HOPELESS):
        shortage.take(NO_FILES, 0)
    assert "open no more files" in shortage.hopeless_words(NO_FILES)


def test_a_single_host_that_is_late_again_and_again_is_doubted() -> None:
    shortage, late = OwnShortage(1, Clock()), unsent(Resource.PROCESSOR, "we were busy")
    for _ in range(BELIEVED):
        assert not shortage.doubts(late)
        shortage.take(late, 0)

    assert shortage.doubts(late)
    assert not shortage.doubts(NO_FILES)
    shortage.note_sent()
    assert not shortage.doubts(late)
