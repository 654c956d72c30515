"""Is it the web that cannot be reached, or we? If all hosts fall silent at once, it is we."""

from auslese.crawl.frontier.worker_report import HostNote

# Hosts that answered before and fail one after the other, while none answers. Two may stand in one
# rack; a third is hardly chance.
SILENT_HOSTS = 3
FIRST_PAUSE, LONGEST_PAUSE = 5.0, 300.0  # seconds between two tries of one host, while it lasts


class OwnOutage:
    """Notices that nobody can be reached any more, and when somebody can again."""

    def __init__(self) -> None:
        """All is well."""
        self._silent: set[int] = set()
        self._pause = 0.0
        self._probe_at = 0.0
        self.problem = ""
        """What the last host that could not be reached was said to suffer from."""

    @property
    def is_on(self) -> bool:
        """Whether our own connection seems to be down."""
        return self._pause > 0

    @property
    def hosts(self) -> int:
        """How many hosts have fallen silent."""
        return len(self._silent)

    def seconds_to_probe(self, now: float) -> float:
        """How long until one host may be tried."""
        return max(0.0, self._probe_at - now)

    def may_probe(self, now: float) -> bool:
        """Whether one host is to be tried now; the next one after a longer pause."""
        if now < self._probe_at:
            return False
        self._pause = min(2 * self._pause, LONGEST_PAUSE)
        self._probe_at = now + self._pause
        return True

    def take(self, notes: list[HostNote], now: float) -> bool:
        """Take notice of what workers say of hosts; whether the trouble began or ended by it."""
        was_on = self.is_on
        for note in notes:
            if note.seconds > 0 or note.size > 0:
                self._silent.clear()
                self._pause = 0.0
            elif note.trouble is not None and note.trouble.has_answered:
                self._silent.add(note.host_id)
                self.problem = note.trouble.detail
        if len(self._silent) >= SILENT_HOSTS and not self.is_on:
            self._pause, self._probe_at = FIRST_PAUSE, now + FIRST_PAUSE
        return was_on != self.is_on
