"""The coordinator: the one process that writes the frontier and hands out the work.

    1. workers ask for hosts                                   wire.Ask
    2. the frontier leases permitted hosts with their best URLs    Frontier.lease
    3. workers fetch, archive, read the links, report          worker.Worker
    4. the frontier records the report in one transaction      Frontier.complete
    5. new links wait in the frontier; back to 1

It fetches nothing and reads nothing itself. Workers are processes; one that dies or hangs loses
its leases and is replaced.
"""

import signal
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from math import ceil
from selectors import EVENT_READ, EVENT_WRITE, DefaultSelector
from time import monotonic
from types import FrameType
from typing import Protocol

from auslese.crawl.forecast import Forecast
from auslese.crawl.frontier import Frontier, Report
from auslese.crawl.wire import Ask, Bye, Channel, News, Stop, Trouble, Work
from auslese.records.errors import AusleseError

LISTEN_SECONDS = 0.1
TICK_SECONDS = 0.5
GRANT_HOSTS = 16  # at a time, in turn, so that the first worker does not take all hosts
STOP_SECONDS = 10.0  # for the last reports; then workers are ended, and their leases are lost
MOST_UNEXPLAINED = 100  # deaths in one crawl that are no page's fault, and not a person's with kill
MOST_DEATHS = 10  # workers in a row that die before their first report: something is wrong here
# As workers report pages; which of them are copies, the frontier finds out.
PAGES = frozenset({"page", "unchanged"})


class Waiting(Frontier, Protocol):
    """A frontier that also says how much there is to do."""

    @property
    def waiting(self) -> int:
        """URLs that wait."""
        ...

    @property
    def leased(self) -> int:
        """URLs that are with a worker now."""
        ...

    @property
    def hosts_leased(self) -> int:
        """Hosts that are with a worker now."""
        ...

    def waits_for_hours(self) -> bool:
        """Whether the next host to be leased is one whose hours are closed."""
        ...


class WorkerProcess(Protocol):
    """A worker as its coordinator sees it."""

    channel: Channel
    process: "subprocess.Popen[bytes]"

    def reading(self) -> int:
        """The number of the URL it is reading now; 0 if none."""
        ...


@dataclass(slots=True)
class Hand:
    """One worker and its last words."""

    number: int
    worker: WorkerProcess
    heard_at: float
    ask: Ask | None = None
    reports: int = 0
    stopping: bool = False
    said_bye: bool = False


@dataclass(frozen=True, slots=True)
class Limits:
    """When to stop before everything is done; None for no limit."""

    pages: int | None = None
    seconds: float | None = None
    silence_seconds: float = 60.0
    """A worker that says nothing for so long is hung, perhaps in a page: that gets one more try.

    In health it speaks every second, and a page of ten megabytes takes it a fifth of one.
    """


@dataclass(slots=True)
class Progress:
    """Where the crawl stands, for those who watch."""

    pages: int = 0
    bytes: int = 0
    seconds: float = 0.0
    waiting: int = 0
    leased: int = 0
    hosts: int = 0
    """Hosts that are being asked now."""
    workers: int = 0
    brake: str = ""
    worker_rss_kb: int = 0
    forecast: Forecast | None = None
    """What is still to come, as of a few seconds ago."""

    def count(self, report: Report) -> None:
        """Take in the outcomes of one report."""
        for ended in report.ended:
            self.bytes += ended.size
            self.pages += ended.kind == "fetched" and ended.reason in PAGES


@dataclass(frozen=True, slots=True)
class Hooks:
    """What the coordinator's surroundings want to be told."""

    tick: Callable[[Progress], None]
    news: Callable[[News], None]
    wanted_workers: Callable[[], int]
    is_paused: Callable[[], bool] = lambda: False
    """Whether no more work is to be handed out for now."""
    is_stopped: Callable[[], bool] = lambda: False
    """Whether somebody wants the crawl to end in order."""


class Coordinator:
    """Runs a crawl until nothing is left, a limit is reached or somebody stops it."""

    def __init__(
        self, frontier: Waiting, hire: Callable[[int], WorkerProcess], limits: Limits, hooks: Hooks
    ) -> None:
        """No worker yet; `hire` starts one."""
        self._frontier = frontier
        self._hire = hire
        self._limits = limits
        self._hooks = hooks
        self._hands: dict[int, Hand] = {}
        self._hired = 0
        self._deaths = 0
        self._unexplained = 0
        self._selector = DefaultSelector()
        self._began = self._ticked = monotonic()
        self._signal = 0
        self._trouble = ""
        self._reader_gone = False
        self._paused = self._stopped = False
        self.progress = Progress()

    def run(self) -> str:
        """Crawl; the answer says why it ended.

        finished, pages, time, wish, reader (who read our output has gone), or a signal's name
        """
        with self._signals():
            self._tick()
            while not (ending := self._ending()):
                self._keep_hands()
                self._listen()
                self._grant()
                if monotonic() - self._ticked >= TICK_SECONDS:
                    self._tick()
            self._dismiss(list(self._hands.values()))
            self._part()
        if self._trouble:
            raise AusleseError(self._trouble)
        self._tick()
        return ending

    def _ending(self) -> str:
        if self._trouble:
            return "trouble"
        if self._signal:
            return signal.Signals(self._signal).name
        if self._reader_gone:
            return "reader"
        if self._stopped:
            return "wish"
        if self._limits.seconds is not None and monotonic() - self._began > self._limits.seconds:
            return "time"
        if self._frontier.leased == 0 and self._room() == 0:
            return "pages"
        if self._frontier.leased == 0 and self._frontier.waiting == 0:
            return "finished"
        return ""

    def _room(self) -> int | None:
        """How many more URLs may be leased so that the limit of pages holds exactly."""
        if self._limits.pages is None:
            return None
        return max(0, self._limits.pages - self.progress.pages - self._frontier.leased)

    @contextmanager
    def _signals(self) -> Iterator[None]:
        """Note the first signal and stop in order; a second one stops at once."""

        def note(number: int, frame: FrameType | None) -> None:
            if self._signal:
                raise KeyboardInterrupt
            self._signal = number

        before = [
            (number, signal.signal(number, note)) for number in (signal.SIGINT, signal.SIGTERM)
        ]
        try:
            yield
        finally:
            for number, handler in before:
                signal.signal(number, handler)

    # -- workers ----------------------------------------------------------------------------------

    def _keep_hands(self) -> None:
        """Have as many workers as wanted, and no hung one."""
        wanted = max(1, self._hooks.wanted_workers())
        active = [hand for hand in self._hands.values() if not hand.stopping]
        for _ in range(wanted - len(active)):
            self._hire_one()
        self._dismiss(active[wanted:])
        for hand in active:
            if monotonic() - hand.heard_at > self._limits.silence_seconds:
                hand.worker.process.kill()

    def _hire_one(self) -> None:
        self._hired += 1
        worker = self._hire(self._hired)
        hand = Hand(self._hired, worker, monotonic())
        self._hands[hand.number] = hand
        self._selector.register(worker.channel.socket, EVENT_READ, hand)

    def _dismiss(self, hands: list[Hand]) -> None:
        for hand in hands:
            if not hand.stopping:
                hand.stopping = True
                hand.worker.channel.send(Stop())

    def _part(self) -> None:
        """Hear the last reports of all workers, and end those that do not end by themselves."""
        end = monotonic() + STOP_SECONDS
        while self._hands and monotonic() < end:
            self._listen()
        for hand in list(self._hands.values()):
            hand.worker.process.kill()
            self._bury(hand)

    def _bury(self, hand: Hand) -> None:
        """Let a worker go that has ended, in peace or not."""
        self._selector.unregister(hand.worker.channel.socket)
        hand.worker.channel.socket.close()
        del self._hands[hand.number]
        if hand.worker.process.wait() != 0 or not hand.said_bye:
            self._mourn(hand)

    def _mourn(self, hand: Hand) -> None:
        """Take back what a dead worker had; too many deaths that no page explains end the crawl."""
        reading = hand.worker.reading()
        self._frontier.release(hand.number, reading)
        self._deaths += 1
        self._unexplained += not reading
        if self._deaths > MOST_DEATHS or self._unexplained > MOST_UNEXPLAINED:
            raise AusleseError(
                f"workers keep dying ({self._deaths} in a row, {self._unexplained} in all without"
                " a page to blame); what they said is in crawl-errors.txt in the collection"
            )

    # -- talking ----------------------------------------------------------------------------------

    def _listen(self) -> None:
        for hand in self._hands.values():
            events = EVENT_READ | (EVENT_WRITE if hand.worker.channel.sending else 0)
            self._selector.modify(hand.worker.channel.socket, events, hand)
        for key, _ in self._selector.select(LISTEN_SECONDS):
            hand = key.data
            hand.worker.channel.flush()
            for message in hand.worker.channel.receive():
                self._hear(hand, message)
            if hand.worker.channel.closed:
                self._bury(hand)

    def _hear(self, hand: Hand, message: object) -> None:
        hand.heard_at = monotonic()
        if isinstance(message, Ask):
            hand.ask = message
        elif isinstance(message, News):
            self._record(hand, message)
        elif isinstance(message, Bye):
            hand.said_bye = True
            self.progress.worker_rss_kb += message.max_rss_kb
        elif isinstance(message, Trouble):
            self._trouble = message.words

    def _record(self, hand: Hand, news: News) -> None:
        if not self._frontier.complete(news.report):
            hand.worker.process.kill()  # fenced: it worked on leases that are not its own any more
            return
        self._deaths = 0
        self.progress.count(news.report)
        try:
            self._hooks.news(news)
        except BrokenPipeError:
            self._reader_gone = True

    def _grant(self) -> None:
        if self._paused:
            return
        for hand in self._hands.values():
            ask = hand.ask
            if ask is None or not ask.hosts or hand.stopping:
                continue
            leases = self._frontier.lease(hand.number, min(ask.hosts, GRANT_HOSTS), self._room())
            if leases:
                hand.ask = Ask(ask.number, ask.hosts - len(leases))
                hand.worker.channel.send(Work(leases, ask.number))

    # -- being watched ----------------------------------------------------------------------------

    def _tick(self) -> None:
        self._ticked = monotonic()
        self._paused, self._stopped = self._hooks.is_paused(), self._hooks.is_stopped()
        progress = self.progress
        progress.seconds = monotonic() - self._began
        progress.waiting = self._frontier.waiting
        progress.leased = self._frontier.leased
        progress.hosts = self._frontier.hosts_leased
        progress.workers = len(self._hands)
        progress.brake = self._brake()
        self._hooks.tick(progress)

    def _brake(self) -> str:
        """What keeps the crawl from going faster, in a few words."""
        if not self._frontier.waiting:
            return "the last pages are under way" if self._frontier.leased else "nothing left to do"
        if self._paused:
            return "paused by a person"
        hands = self._hands.values()
        if not self._hired or (hands and not any(hand.reports or hand.ask for hand in hands)):
            return "the workers are starting"
        wait = self._frontier.seconds_to_next()
        if wait is None:
            return "all hosts that may be asked now are being asked"
        if wait > 0 and self._frontier.waits_for_hours():
            return f"night hours: the next host opens in {in_words(wait)}"
        if wait > 0:
            return f"politeness: the next host may be asked in {wait:.1f} s"
        return "the workers have all they can carry"


def in_words(seconds: float) -> str:
    """A span of time as people say it, rounded up: `40 s`, `12 min`, `3 h`."""
    for unit, length in (("h", 3600), ("min", 60)):
        if seconds > length:
            return f"{ceil(seconds / length)} {unit}"
    return f"{ceil(seconds)} s"
