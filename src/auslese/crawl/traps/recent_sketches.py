"""Which of a million sketches is nearly the same as this one? Found without looking at them all.

64 bits are cut into four bands of 16. If two sketches differ in three bits, one of the bands is
free of them: so whoever is within three bits is found in one of four buckets.
"""

from array import array
from typing import Final

NEAR_BITS: Final = 3  # of 64; what it finds is measured on the page about duplicates
BANDS: Final = NEAR_BITS + 1
BAND_BITS: Final = 64 // BANDS
MOST_SKETCHES: Final = 1_000_000  # 90 MB
MOST_IN_BUCKET: Final = 512  # a million random ones are 15; else a site could make us slow


class RecentSketches:
    """The last so many sketches, each with a number."""

    def __init__(self, most: int = MOST_SKETCHES) -> None:
        """Nothing is known yet; when `most` are, the oldest make room."""
        self._most = most
        self._sketches = array("Q")
        self._numbers = array("q")
        self._next = 0
        self._buckets: tuple[dict[int, array[int]], ...] = tuple({} for _ in range(BANDS))

    def __len__(self) -> int:
        """Count the sketches that are known."""
        return len(self._sketches)

    def nearest(self, sketch: int) -> tuple[int, int] | None:
        """The number of the sketch that is nearest, and its bits that differ; None if none is near.

        Of equally near ones, the one that came first.
        """
        places = {
            place
            for name, buckets in zip(_bands(sketch), self._buckets, strict=True)
            for place in buckets.get(name, ())
        }
        apart = [((self._sketches[place] ^ sketch).bit_count(), place) for place in places]
        near = [(bits, place) for bits, place in apart if bits <= NEAR_BITS]
        if not near:
            return None
        bits, place = min(near)
        return self._numbers[place], bits

    def put(self, number: int, sketch: int) -> None:
        """Remember a sketch."""
        if len(self._sketches) < self._most:
            place = len(self._sketches)
            self._sketches.append(sketch)
            self._numbers.append(number)
        else:
            place = self._next
            self._next = (place + 1) % self._most
            self._take_out(place)
            self._sketches[place], self._numbers[place] = sketch, number
        for name, buckets in zip(_bands(sketch), self._buckets, strict=True):
            bucket = buckets.setdefault(name, array("I"))
            if len(bucket) >= MOST_IN_BUCKET:
                del bucket[0]
            bucket.append(place)

    def forget(self, number: int, sketch: int) -> None:
        """Let a sketch not be found any more, because its page says something else now."""
        for place in {*self._buckets[0].get(_bands(sketch)[0], ())}:
            if self._numbers[place] == number and self._sketches[place] == sketch:
                self._take_out(place)

    def _take_out(self, place: int) -> None:
        for name, buckets in zip(_bands(self._sketches[place]), self._buckets, strict=True):
            bucket = buckets.get(name)
            if bucket is not None and place in bucket:
                bucket.remove(place)
                if not bucket:
                    del buckets[name]


def _bands(sketch: int) -> list[int]:
    mask = (1 << BAND_BITS) - 1
    return [sketch >> band * BAND_BITS & mask for band in range(BANDS)]
