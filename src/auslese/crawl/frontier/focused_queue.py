"""The URLs that wait at one host in a focused crawl: a better link lets them move up.

Moving is queueing up once more in the better bucket. The old entry is passed over when it comes to
the head of its bucket, for `WaitingPlaces` says that its URL does not wait there any more. A URL
only ever moves to a better bucket, so it has at most one entry in each.
"""

from auslese.crawl.frontier.host_queue import BucketQueue
from auslese.records.visit import LAST_BUCKETS

NOWHERE = 255
"""In place of a bucket: the URL does not wait in a line."""
LEAST_ROOM = 1 << 12


class WaitingPlaces:
    """In which bucket every URL waits; one byte a URL, one book for all hosts of a crawl."""

    def __init__(self) -> None:
        """Nobody waits."""
        self._places = bytearray()

    def bucket_of(self, number: int) -> int:
        """Where a URL waits; `NOWHERE` if it is leased, has ended or is to be tried later."""
        return self._places[number] if number < len(self._places) else NOWHERE

    def put(self, number: int, bucket: int) -> None:
        """Note that a URL waits in this bucket now, or `NOWHERE`."""
        self._make_room(number)
        self._places[number] = bucket

    def put_all(self, numbers: bytes, bucket: int) -> None:
        """Note it of many, given as packed 32-bit numbers."""
        if not numbers:
            return
        unpacked = memoryview(numbers).cast("I").tolist()
        self._make_room(max(unpacked))
        places = self._places
        for number in unpacked:
            places[number] = bucket

    def _make_room(self, number: int) -> None:
        if number >= len(self._places):
            more = max(LEAST_ROOM, number + 1, 2 * len(self._places)) - len(self._places)
            self._places += bytes([NOWHERE]) * more


class FocusedQueue(BucketQueue):
    """A line in which URLs may move up; who stands at the head of a bucket does wait there."""

    __slots__ = ("_places", "turn")

    def __init__(self, places: WaitingPlaces) -> None:
        """An empty line; the book of places is that of all hosts."""
        super().__init__()
        self._places = places
        self.turn = 0
        """How many were taken: each n-th is the oldest."""

    def push(self, bucket: int, number: int) -> None:
        """Let a URL queue up at the end of its bucket."""
        super().push(bucket, number)
        self._places.put(number, bucket)

    def extend(self, bucket: int, numbers: bytes) -> None:
        """Let many queue up at once, given as packed 32-bit numbers."""
        super().extend(bucket, numbers)
        self._places.put_all(numbers, bucket)

    def rise(self, number: int, bucket: int) -> None:
        """Let a URL that waits here wait in a better bucket, at its end."""
        before = self._places.bucket_of(number)
        self.push(bucket, number)
        self._length -= 1
        self._drop_risen(before)

    def take(self, most: int) -> list[tuple[int, int]]:
        """Remove and return the best (bucket, number) pairs."""
        taken: list[tuple[int, int]] = []
        while self._buckets and len(taken) < most:
            bucket = min(self._buckets)
            taken.append((bucket, self._pop(bucket)))
        return taken

    def take_focused(
        self, most: int, every: int, *, oldest_first: bool = False
    ) -> list[tuple[int, int]]:
        """Remove and return the best pairs, of one bucket alone; each n-th is the oldest of all.

        Of one bucket: something better may be found while they are asked for. The oldest: so that
        nothing starves, however much that is better comes after it.
        """
        taken: list[tuple[int, int]] = []
        best: int | None = None
        while self._buckets and len(taken) < most:
            is_turn_of_age = (self.turn + 1) % every == 0 or (oldest_first and not taken)
            bucket = self._oldest_bucket() if is_turn_of_age else min(self._buckets)
            if not is_turn_of_age:
                best = bucket if best is None else best
                if bucket != best:
                    break
            self.turn += 1
            taken.append((bucket, self._pop(bucket)))
        return taken

    def _oldest_bucket(self) -> int:
        """The bucket whose next URL was found before those of the others: numbers tell that."""
        usual = [bucket for bucket in self._buckets if bucket not in LAST_BUCKETS]
        return min(
            usual or self._buckets, key=lambda one: self._buckets[one][self._served.get(one, 0)]
        )

    def _pop(self, bucket: int) -> int:
        served = self._served.get(bucket, 0)
        number = self._buckets[bucket][served]
        self._places.put(number, NOWHERE)
        self._length -= 1
        self._move_up(bucket, served + 1)
        self._drop_risen(bucket)
        return number

    def _drop_risen(self, bucket: int) -> None:
        """Drop from the head of a bucket those that wait in a better one, or did."""
        entries = self._buckets.get(bucket)
        if entries is None:
            return
        served = first = self._served.get(bucket, 0)
        while served < len(entries) and self._places.bucket_of(entries[served]) != bucket:
            served += 1
        if served > first:
            self._move_up(bucket, served)
