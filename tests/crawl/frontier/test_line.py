"""A host's line: best bucket first, first come first served (promises/ compares it to a list)."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from auslese.crawl.frontier.focused_queue import NOWHERE, FocusedQueue, WaitingPlaces
from auslese.crawl.frontier.host_queue import COMPACT_AFTER, BucketQueue
from auslese.records.visit import BUCKETS


@pytest.fixture
def line() -> BucketQueue:
    return BucketQueue()


@pytest.fixture
def places() -> WaitingPlaces:
    return WaitingPlaces()


@pytest.fixture
def focused(places: WaitingPlaces) -> FocusedQueue:
    return FocusedQueue(places)


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


def test_a_focused_bundle_holds_one_bucket_and_at_its_turn_the_oldest(
    focused: FocusedQueue,
) -> None:
    for number, bucket in enumerate((10, 4, 4, 4, 6, 4), 1):
        focused.push(bucket, number)

    assert focused.take_focused(9, every=3) == [(4, 2), (4, 3), (10, 1), (4, 4), (4, 6), (6, 5)]
    assert len(focused) == 0


def test_what_may_be_a_trap_is_not_taken_for_its_age(focused: FocusedQueue) -> None:
    for number, bucket in enumerate((14, 15, 4, 6), 1):
        focused.push(bucket, number)

    assert focused.take_focused(2, every=2) == [(4, 3), (6, 4)]
    assert focused.take_focused(9, every=2) == [(14, 1), (15, 2)]


def test_who_moves_up_is_served_once_and_at_the_end_of_the_better_bucket(
    focused: FocusedQueue,
) -> None:
    for number, bucket in enumerate((10, 10, 4, 10), 1):
        focused.push(bucket, number)
    focused.rise(1, 4)
    focused.rise(4, 6)

    assert len(focused) == 4
    assert focused.take(9) == [(4, 3), (4, 1), (6, 4), (10, 2)]
    assert (len(focused), focused.take(1)) == (0, [])


def test_a_bucket_that_all_have_left_promises_nothing(focused: FocusedQueue) -> None:
    focused.push(6, 1)
    focused.push(10, 2)
    focused.rise(1, 4)
    focused.take(1)

    assert (focused.best_bucket(), len(focused)) == (10, 1)


def test_the_places_say_where_a_url_waits(focused: FocusedQueue, places: WaitingPlaces) -> None:
    focused.extend(8, np.array([7, 9_000], dtype=np.uint32).tobytes())
    focused.rise(9_000, 5)

    assert [places.bucket_of(number) for number in (7, 9_000, 8, 10**6)] == [8, 5, NOWHERE, NOWHERE]
    focused.take(1)
    assert places.bucket_of(9_000) == NOWHERE


steps = st.lists(
    st.one_of(
        st.tuples(st.just("push"), st.integers(4, 13)),
        st.tuples(st.just("rise"), st.integers(4, 13)),
        st.tuples(st.just("take"), st.integers(1, 4)),
    ),
    max_size=40,
)


@settings(max_examples=100, deadline=None)
@given(steps)
def test_a_line_in_which_urls_move_up_agrees_with_a_plain_list(
    doings: list[tuple[str, int]],
) -> None:
    line = FocusedQueue(WaitingPlaces())
    plain: list[tuple[int, int, int]] = []  # bucket, when it came there, number
    for moment, (what, value) in enumerate(doings, 1):
        if what == "push":
            line.push(value, moment)
            plain.append((value, moment, moment))
        elif what == "rise" and plain and max(plain)[0] > value:
            _, _, number = worst = max(plain)
            plain.remove(worst)
            plain.append((value, moment, number))
            line.rise(number, value)
        elif what == "take":
            plain.sort()
            expected, plain = plain[:value], plain[value:]
            assert line.take(value) == [(bucket, number) for bucket, _, number in expected]
        assert len(line) == len(plain)
        assert line.best_bucket() == min(plain, default=(BUCKETS - 1,))[0]
