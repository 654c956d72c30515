"""A host's line: best bucket first, first come first served (promises/ compares it to a list)."""

import numpy as np
import pytest

from auslese.crawl.frontier.host_queue import COMPACT_AFTER, BucketQueue
from auslese.records.visit import BUCKETS


@pytest.fixture
def line() -> BucketQueue:
    return BucketQueue()


def test_the_best_bucket_is_served_first(line: BucketQueue) -> None:
    for bucket, number in ((9, 1), (2, 2), (15, 3), (0, 4)):
        line.push(bucket, number)

    assert line.take(3) == [(0, 4), (2, 2), (9, 1)]
    assert line.best_bucket() == 15


def test_within_a_bucket_first_come_is_first_served(line: BucketQueue) -> None:
    for number in (5, 1, 9):
        line.push(8, number)

    assert [number for _, number in line.take(9)] == [5, 1, 9]


def test_an_empty_line_gives_nothing_and_promises_least(line: BucketQueue) -> None:
    assert line.take(4) == []
    assert len(line) == 0
    assert line.best_bucket() == BUCKETS - 1


def test_who_comes_late_to_a_bucket_that_was_served_queues_up_behind(line: BucketQueue) -> None:
    for number in (1, 2, 3):
        line.push(8, number)
    line.take(1)
    line.push(8, 4)

    assert [number for _, number in line.take(9)] == [2, 3, 4]


def test_packed_numbers_queue_up_as_if_pushed_one_by_one(line: BucketQueue) -> None:
    line.push(3, 7)
    line.extend(3, np.array([8, 9], dtype=np.uint32).tobytes())

    assert len(line) == 3
    assert line.take(3) == [(3, 7), (3, 8), (3, 9)]


def test_a_long_line_keeps_its_order_when_it_moves_up(line: BucketQueue) -> None:
    length = 5 * COMPACT_AFTER
    line.extend(8, np.arange(length, dtype=np.uint32).tobytes())

    served = [number for _ in range(length // 7 + 1) for _, number in line.take(7)]

    assert served == list(range(length))
    assert len(line) == 0


def test_a_focused_bundle_holds_one_bucket_and_at_its_turn_the_oldest(line: BucketQueue) -> None:
    for number, bucket in enumerate((10, 4, 4, 4, 6, 4), 1):
        line.push(bucket, number)

    assert line.take_focused(9, every=3) == [(4, 2), (4, 3), (10, 1), (4, 4), (4, 6), (6, 5)]
    assert len(line) == 0


def test_what_may_be_a_trap_is_not_taken_for_its_age(line: BucketQueue) -> None:
    for number, bucket in enumerate((14, 15, 4, 6), 1):
        line.push(bucket, number)

    assert line.take_focused(2, every=2) == [(4, 3), (6, 4)]
    assert line.take_focused(9, every=2) == [(14, 1), (15, 2)]
