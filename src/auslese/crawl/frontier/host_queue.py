"""The URLs that wait at one host, best bucket first, first come first served within a bucket."""

from array import array

from auslese.records.visit import BUCKETS

COMPACT_AFTER = 1024  # served entries kept before an array may move up: moving costs little then


class BucketQueue:
    """A queue of URL numbers in a few buckets; four bytes an entry."""

    __slots__ = ("_buckets", "_length", "_served")

    def __init__(self) -> None:
        """An empty line."""
        self._buckets: dict[int, array[int]] = {}
        self._served: dict[int, int] = {}
        self._length = 0

    def __len__(self) -> int:
        """Count what waits."""
        return self._length

    def push(self, bucket: int, number: int) -> None:
        """Let a URL queue up at the end of its bucket."""
        entries = self._buckets.get(bucket)
        if entries is None:
            entries = self._buckets[bucket] = array("I")
        entries.append(number)
        self._length += 1

    def extend(self, bucket: int, numbers: bytes) -> None:
        """Let many queue up at once, given as packed 32-bit numbers."""
        entries = self._buckets.setdefault(bucket, array("I"))
        entries.frombytes(numbers)
        self._length += len(numbers) // entries.itemsize

    def best_bucket(self) -> int:
        """The bucket of the URL that is next; the worst one if none waits."""
        return min(self._buckets, default=BUCKETS - 1)

    def take(self, most: int) -> list[tuple[int, int]]:
        """Remove and return the best (bucket, number) pairs."""
        taken: list[tuple[int, int]] = []
        while self._buckets and len(taken) < most:
            bucket = min(self._buckets)
            served = self._served.get(bucket, 0)
            part = self._buckets[bucket][served : served + most - len(taken)]
            taken.extend((bucket, number) for number in part)
            self._move_up(bucket, served + len(part))
        self._length -= len(taken)
        return taken

    def _move_up(self, bucket: int, served: int) -> None:
        entries = self._buckets[bucket]
        if served >= len(entries):
            del self._buckets[bucket]
            served = 0
        elif served >= COMPACT_AFTER and served * 2 >= len(entries):  # amortised: each moves once
            del entries[:served]
            served = 0
        if served:
            self._served[bucket] = served
        else:
            self._served.pop(bucket, None)
