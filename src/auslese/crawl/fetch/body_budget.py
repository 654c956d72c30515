"""How many bytes of bodies a worker holds at once: those coming in, and those that wait to be read.

A body for which there is no room waits at its server: we stop reading from its connection, as
anybody does who is busy. One of those that wait is let on all the same, each for a second, so that
a host that sends a byte now and then holds up nobody but itself.
"""

from collections.abc import Callable, Iterable, Iterator
from time import monotonic
from typing import TypeVar

Body = TypeVar("Body")
GO_ON_SHARE = 0.75  # of the budget: below that those that wait go on, so that they do not flutter
FAVOUR_SECONDS = 1.0


class BodyBudget:
    """Who holds how much."""

    def __init__(self, most: int, clock: Callable[[], float] = monotonic) -> None:
        """Nobody holds anything; `most` bytes may be held."""
        self._most = most
        self._clock = clock
        self._held: dict[int, int] = {}
        self._waiting: set[int] = set()
        self._has_waited: set[int] = set()
        self._favoured, self._favoured_until = 0, 0.0
        self.held_bytes = 0

    @property
    def has_room(self) -> bool:
        """Whether another body may begin to come in."""
        return self.held_bytes < self._most * GO_ON_SHARE

    def take(self, body: object, length: int) -> bool:
        """Whether a body may take so many bytes more; if not, it is to wait."""
        number = id(body)
        if self.held_bytes + length > self._most and not self._is_favoured(number):
            self._waiting.add(number)
            self._has_waited.add(number)
            return False
        self._held[number] = self._held.get(number, 0) + length
        self.held_bytes += length
        return True

    def _is_favoured(self, number: int) -> bool:
        now = self._clock()
        if now >= self._favoured_until:
            self._favoured, self._favoured_until = number, now + FAVOUR_SECONDS
        return number == self._favoured

    def give_back(self, body: object) -> None:
        """Nothing is held of this body any more."""
        number = id(body)
        self.held_bytes -= self._held.pop(number, 0)
        self._waiting.discard(number)
        self._has_waited.discard(number)
        if number == self._favoured:
            self._favoured_until = 0.0

    def has_waited(self, body: object) -> bool:
        """Whether this body had to wait for room."""
        return id(body) in self._has_waited

    def to_go_on(self, bodies: Iterable[Body]) -> Iterator[Body]:
        """Those that wait and may go on now."""
        for body in bodies if self._waiting else ():
            number = id(body)
            if number in self._waiting and (self.has_room or self._is_favoured(number)):
                self._waiting.discard(number)
                yield body
