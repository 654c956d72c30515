"""A fair sample of the sentences of a domain, the same each time it is read."""

import heapq
from collections.abc import Callable, Iterable, Iterator

import xxhash

Sentences = Callable[[], Iterable[str]]
"""Gives the sentences of a domain anew, as often as they are asked for."""
HELD_OUT_EACH = 10  # of so many sentences one is held out
MOST_HELD_OUT = 500  # sentences: a drop by 5 points is then no chance


class DomainSample:
    """So many different sentences, whatever the order and however often each stands there.

    Those with the smallest fingerprints are taken: a fair sample of the different ones that needs
    no second look and no more memory than their number (bottom-k sketch, Cohen and Kaplan 2007).
    """

    def __init__(self, sentences: Sentences, most: int) -> None:
        """Look through all sentences once."""
        self._sentences = sentences
        self.seen = 0
        """Sentences, with repetitions."""
        self._largest = self._survey(most)
        held_out = list(self._some(held_out=True))
        self.taught = self.different - len(held_out)
        """Sentences to learn from."""
        self.held_out = tuple(held_out[:MOST_HELD_OUT])

    def __iter__(self) -> Iterator[str]:
        """Yield the sentences to learn from, read anew."""
        return self._some(held_out=False)

    def _survey(self, most: int) -> int:
        """The largest fingerprint that is in the sample."""
        heap: list[int] = []
        taken: set[int] = set()
        for sentence in self._sentences():
            self.seen += 1
            number = _fingerprint(sentence)
            if number in taken or (len(heap) == most and number > -heap[0]):
                continue
            taken.add(number)
            heapq.heappush(heap, -number)
            if len(heap) > most:
                taken.discard(-heapq.heappop(heap))
        self.different = len(heap)
        """Sentences in the sample, those held out too."""
        return -heap[0] if heap else -1

    def _some(self, *, held_out: bool) -> Iterator[str]:
        given: set[int] = set()
        for sentence in self._sentences():
            number = _fingerprint(sentence)
            if number > self._largest or number in given:
                continue
            given.add(number)
            if (number % HELD_OUT_EACH == 0) == held_out:
                yield sentence


def _fingerprint(sentence: str) -> int:
    return xxhash.xxh3_64_intdigest(sentence.encode("utf-8", "replace"))
