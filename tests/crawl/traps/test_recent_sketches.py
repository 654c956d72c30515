"""Near sketches are found among many, all of them, and the memory for them is bounded."""

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from auslese.crawl.traps.recent_sketches import MOST_IN_BUCKET, NEAR_BITS, RecentSketches

SKETCH = st.integers(0, 2**64 - 1)
PLACES = st.sets(st.integers(0, 63), max_size=6)


def turned(sketch: int, places: set[int]) -> int:
    """The sketch with these bits turned."""
    for place in places:
        sketch ^= 1 << place
    return sketch


@given(SKETCH, PLACES)
def test_a_sketch_within_three_bits_is_found_wherever_they_are_and_no_other_one(
    sketch: int, places: set[int]
) -> None:
    index = RecentSketches()
    index.put(7, sketch)

    found = index.nearest(turned(sketch, places))

    assert found == ((7, len(places)) if len(places) <= NEAR_BITS else None)


@given(st.lists(SKETCH | st.integers(0, 255), max_size=40), st.integers(0, 255))
def test_the_nearest_is_found_as_if_all_were_looked_at(known: list[int], wanted: int) -> None:
    index = RecentSketches()
    for number, sketch in enumerate(known):
        index.put(number, sketch)

    apart = [((sketch ^ wanted).bit_count(), number) for number, sketch in enumerate(known)]
    bits, number = min(apart, default=(64, 0))
    assert index.nearest(wanted) == ((number, bits) if bits <= NEAR_BITS else None)


def test_when_it_is_full_the_oldest_make_room() -> None:
    dice, index = Random(1), RecentSketches(most=10)
    sketches = [dice.getrandbits(64) for _ in range(25)]
    for number, sketch in enumerate(sketches):
        index.put(number, sketch)

    assert len(index) == 10
    found = [index.nearest(sketch) for sketch in sketches]
    assert found == [None] * 15 + [(number, 0) for number in range(15, 25)]


def test_what_is_forgotten_is_not_found_and_the_others_are() -> None:
    index = RecentSketches(most=2)
    index.put(1, 5)
    index.put(2, 5)
    index.forget(1, 5)
    assert index.nearest(5) == (2, 0)

    index.forget(2, 5)
    assert index.nearest(5) is None

    for number in (3, 4, 5):
        index.put(number, number << 32)
    assert index.nearest(5 << 32) == (5, 0)


def test_a_site_that_fills_one_bucket_does_not_make_it_long() -> None:
    """Pages that share a band and nothing else: only the last of them are looked at."""
    dice, index = Random(2), RecentSketches()
    sketches = [dice.getrandbits(48) << 16 for _ in range(2 * MOST_IN_BUCKET)]
    for number, sketch in enumerate(sketches):
        index.put(number, sketch)

    last = len(sketches) - 1
    assert index.nearest(sketches[last]) == (last, 0)
    assert len(index._buckets[0][0]) == MOST_IN_BUCKET
