"""Are we short of something ourselves? Then a worker asks fewer hosts at once, and says so."""

from collections.abc import Callable
from time import monotonic

from auslese.records.fetch import Unsent
from auslese.system.exhausted import Resource
from auslese.wording.resource_sentences import ResourceName, ResourceNote, exhausted_sentence

HOPELESS = 20
"""Requests in a row that could not be sent while one host alone was asked: it will not get better
by waiting. With the pauses between them that is some twenty seconds."""
BELIEVED = 5
"""Requests in a row, one host alone being asked, of which we believe that our own absence made them
late: a host that never answers looks just so on a busy machine."""
PAUSE_SECONDS = 1.0  # before another request; what is short may be free again by then
GROW_SECONDS = 60.0  # without shortage, after which as many hosts again may be asked


class OwnShortage:
    """How many hosts a worker asks at once, by what this machine bears."""

    def __init__(self, hosts: int, clock: Callable[[], float] = monotonic) -> None:
        """As many as are wanted, until something is short."""
        self._wanted = self.hosts = hosts
        self._clock = clock
        self._short_at = -GROW_SECONDS
        self._in_vain = 0
        self._said: set[str] = set()

    def take(self, unsent: Unsent, under_way: int) -> str:
        """Take notice that a request could not be sent; a sentence, if it is worth one.

        `under_way` others were being worked on meanwhile.
        """
        now = self._clock()
        if self.hosts == 1 and not under_way:
            self._in_vain += 1
        if now - self._short_at >= PAUSE_SECONDS:  # one shortage is met by many requests at once
            self.hosts = max(1, min(self.hosts, under_way + 1) * 3 // 4)
        self._short_at = now
        return self._once(unsent)

    def doubts(self, unsent: Unsent) -> bool:
        """Whether the host is likelier to blame than our want of processors."""
        return unsent.resource == Resource.PROCESSOR and self._in_vain >= BELIEVED

    def _once(self, unsent: Unsent) -> str:
        if unsent.resource in self._said:
            return ""
        self._said.add(unsent.resource)
        name = ResourceName[unsent.resource.upper()].text()
        return ResourceNote.SHORT.text(resource=name, problem=unsent.detail)

    def note_sent(self) -> None:
        """Take notice that a request was answered: hope is back, and in time there are more."""
        self._in_vain = 0
        if self.hosts < self._wanted and self._clock() - self._short_at >= GROW_SECONDS:
            self._short_at = self._clock()
            self.hosts = min(self._wanted, 2 * self.hosts)

    @property
    def pauses_until(self) -> float:
        """Nothing is to be sent before, by the clock."""
        return self._short_at + PAUSE_SECONDS

    @property
    def is_pausing(self) -> bool:
        """Whether nothing is to be sent just now."""
        return self._clock() < self.pauses_until

    def hopeless_words(self, unsent: Unsent) -> str:
        """What to say at the end, if it does not get better; empty while there is hope."""
        if self._in_vain < HOPELESS:
            return ""
        return exhausted_sentence(unsent.resource, unsent.detail)
