"""How many bytes of bodies a worker holds at once: those coming in, and those that wait to be read.

A body for which there is no room waits at its server: we stop reading from its connection, as
anybody does who is busy. One of those that wait is let on all the same, each for a second, so that
a host that sends a byte now and then holds up nobody but itself. The beginning of a body needs no
room, so that small pages of others come through between large ones.
"""

from collections.abc import Callable, Iterable, Iterator
from time import monotonic
from typing import TypeVar

Body = TypeVar("Body")
GO_ON_SHARE = 0.75  # of the budget: below that those that wait go on, so that they do not flutter
FAVOUR_SECONDS = 1.0
SMALL_BYTES = 128 * 1024  # of a body; nine of ten pages are smaller, packed as they come
MOST_HOSTS = 10_000  # that are remembered
MOST_STRANGERS = 8  # that are tried at once while there is no room: they may be large, and wait


class BodyBudget:
    """Who holds how much."""

    def __init__(
        self, most: int, clock: Callable[[], float] = monotonic, *, beside: int = 0
    ) -> None:
        """Nobody holds anything; `most` bytes may be held, and `beside` of each body."""
        self._most = most
        self._beside = beside
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
        held = self._held.get(number, 0) + length
        is_full = held > self._beside and self.held_bytes + length > self._most
        if is_full and not self._is_favoured(number):
            self._waiting.add(number)
            self._has_waited.add(number)
            return False
        self._held[number] = held
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


class HostSizes:
    """Which hosts may be asked though there is no room for large pages.

    Those whose last page was small, and a few of which nothing is known.
    """

    def __init__(self) -> None:
        """None is known."""
        self._is_small: dict[str, bool] = {}
        self._strangers: set[str] = set()

    def may_be_asked(self, host: str) -> bool:
        """Whether a page of this host is small, or one more unknown host may be tried."""
        return self._is_small.get(host, len(self._strangers) < MOST_STRANGERS)

    def begin(self, host: str) -> None:
        """Take notice that it is asked though there is no room."""
        if host not in self._is_small:
            self._strangers.add(host)

    def note(self, host: str, size: int | None) -> None:
        """Take notice of the size of a page; None if what came was not a page."""
        self._strangers.discard(host)
        if size is not None and (host in self._is_small or len(self._is_small) < MOST_HOSTS):
            self._is_small[host] = size <= SMALL_BYTES
