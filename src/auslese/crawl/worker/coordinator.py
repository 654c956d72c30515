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
from selectors import EVENT_READ, EVENT_WRITE, DefaultSelector
from time import monotonic
from types import FrameType
from typing import Protocol

from auslese.crawl.forecast.forecast import Forecast
from auslese.crawl.frontier.frontier import Frontier
from auslese.crawl.frontier.outage import UnreachableHost
from auslese.crawl.frontier.worker_report import WorkerReport
from auslese.crawl.worker.messages import (
    StopWork,
    WorkChannel,
    WorkerBye,
    WorkerNews,
    WorkerNote,
    WorkerTrouble,
    WorkGrant,
    WorkRequest,
)
from auslese.crawl.worker.own_outage import OwnOutage
from auslese.records.errors import AusleseError
from auslese.system.exhausted import exhausted_resource
from auslese.wording.crawl_sentences import BrakeReason
from auslese.wording.durations import rounded_up
from auslese.wording.resource_sentences import ResourceNote

LISTEN_SECONDS = 0.1
TICK_SECONDS = 0.5
GRANT_HOSTS = 16  # at a time, in turn, so that the first worker does not take all hosts
STOP_SECONDS = 10.0  # for the last reports; then workers are ended, and their leases are lost
MOST_UNEXPLAINED = 100  # deaths in one crawl that are no page's fault, and not a person's with kill
MOST_DEATHS = 10  # workers in a row that die before their first report: something is wrong here
# As workers report pages; which of them are copies, the frontier finds out.
PAGES = frozenset({"page", "unchanged"})


class WorkerProcess(Protocol):
    """A worker as its coordinator sees it."""

    channel: WorkChannel
    process: "subprocess.Popen[bytes]"

    def reading(self) -> int:
        """The number of the URL it is reading now; 0 if none."""
        ...


@dataclass(slots=True)
class WorkerEntry:
    """One worker and its last words."""

    number: int
    worker: WorkerProcess
    heard_at: float
    ask: WorkRequest | None = None
    reports: int = 0
    stopping: bool = False
    said_bye: bool = False


@dataclass(frozen=True, slots=True)
class StopLimits:
    """When to stop before everything is done; None for no limit."""

    pages: int | None = None
    seconds: float | None = None
    retries: int = 5
    """Further tries of a host that has never answered; only told."""
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

    def count(self, report: WorkerReport) -> None:
        """Take in the outcomes of one report."""
        for ended in report.ended:
            self.bytes += ended.size
            self.pages += ended.kind == "fetched" and ended.reason in PAGES


@dataclass(frozen=True, slots=True)
class CoordinatorHooks:
    """What the coordinator's surroundings want to be told."""

    tick: Callable[[Progress], None]
    news: Callable[[WorkerNews], None]
    wanted_workers: Callable[[], int]
    say: Callable[[str], None] = lambda words: None
    """Gets sentences for people."""
    is_paused: Callable[[], bool] = lambda: False
    """Whether no more work is to be handed out for now."""
    is_stopped: Callable[[], bool] = lambda: False
    """Whether somebody wants the crawl to end in order."""
    disk_is_low: Callable[[], bool] = lambda: False
    """Whether so little room is left that the crawl had better end."""


class Coordinator:
    """Runs a crawl until nothing is left, a limit is reached or somebody stops it."""

    def __init__(
        self,
        frontier: Frontier,
        start_worker: Callable[[int], WorkerProcess],
        limits: StopLimits,
        hooks: CoordinatorHooks,
    ) -> None:
        """No worker yet; `start_worker` starts one."""
        self._frontier = frontier
        self._start_worker = start_worker
        self._limits = limits
        self._hooks = hooks
        self._entries: dict[int, WorkerEntry] = {}
        self._started = 0
        self._deaths = 0
        self._unexplained = 0
        self._selector = DefaultSelector()
        self._began = self._ticked = monotonic()
        self._signal = 0
        self._trouble = ""
        self._reader_gone = False
        self._paused = self._stopped = self._disk_is_low = False
        self._said: set[str] = set()
        self._most_workers: int | None = None
        self._listened_at = monotonic()
        self._own_outage = OwnOutage()
        self.progress = Progress()

    def run(self) -> str:
        """Crawl; the answer says why it ended.

        finished, pages, time, wish, disk (little room is left), reader (who read our output has
        gone), or a signal's name
        """
        with self._signals():
            self._tick()
            while not (ending := self._ending()):
                self._keep_workers()
                self._listen()
                self._grant()
                if monotonic() - self._ticked >= TICK_SECONDS:
                    self._tick()
            self._stop(list(self._entries.values()))
            self._await_ends()
        if self._trouble:
            raise AusleseError(self._trouble)
        self._tick()
        return ending

    def _ending(self) -> str:
        if self._trouble:
            return "trouble"
        if self._signal:
            return signal.Signals(self._signal).name
        if wish := self._wished_ending():
            return wish
        if self._limits.seconds is not None and monotonic() - self._began > self._limits.seconds:
            return "time"
        if self._frontier.leased == 0 and self._room() == 0:
            return "pages"
        if self._frontier.leased == 0 and self._frontier.waiting == 0:
            return "finished"
        return ""

    def _wished_ending(self) -> str:
        """Why it had better end, whatever is left to do."""
        wishes = {"reader": self._reader_gone, "wish": self._stopped, "disk": self._disk_is_low}
        return next((name for name, is_so in wishes.items() if is_so), "")

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

    def _keep_workers(self) -> None:
        """Have as many workers as wanted, and no hung one."""
        wanted = max(1, self._hooks.wanted_workers())
        if self._most_workers is not None:
            wanted = min(wanted, self._most_workers)
        active = [entry for entry in self._entries.values() if not entry.stopping]
        for number in range(len(active), wanted):
            if not self._start_if_possible(number):
                break
        self._stop(active[wanted:])
        for entry in active:
            if monotonic() - entry.heard_at > self._limits.silence_seconds:
                entry.worker.process.kill()

    def _start_if_possible(self, others: int) -> bool:
        """Start a worker beside so many others; if this machine bears no more, those must do."""
        try:
            self._start_one()
        except OSError as error:
            used_up = exhausted_resource(error)
            if used_up is None or not others:
                raise
            self._most_workers = others
            problem = error.strerror or str(error)
            self._say_once(ResourceNote.FEWER_WORKERS.text(workers=others, problem=problem))
            return False
        return True

    def _start_one(self) -> None:
        self._started += 1
        worker = self._start_worker(self._started)
        entry = WorkerEntry(self._started, worker, monotonic())
        self._entries[entry.number] = entry
        self._selector.register(worker.channel.socket, EVENT_READ, entry)

    def _stop(self, entries: list[WorkerEntry]) -> None:
        for entry in entries:
            if not entry.stopping:
                entry.stopping = True
                entry.worker.channel.send(StopWork())

    def _await_ends(self) -> None:
        """Hear the last reports of all workers, and end those that do not end by themselves."""
        end = monotonic() + STOP_SECONDS
        while self._entries and monotonic() < end:
            self._listen()
        for entry in list(self._entries.values()):
            entry.worker.process.kill()
            self._remove(entry)

    def _remove(self, entry: WorkerEntry) -> None:
        """Let a worker go that has ended, in peace or not."""
        self._selector.unregister(entry.worker.channel.socket)
        entry.worker.channel.socket.close()
        del self._entries[entry.number]
        if entry.worker.process.wait() != 0 or not entry.said_bye:
            self._take_back(entry)

    def _take_back(self, entry: WorkerEntry) -> None:
        """Take back what a dead worker had; too many deaths that no page explains end the crawl."""
        reading = entry.worker.reading()
        self._frontier.release(entry.number, reading)
        self._deaths += 1
        self._unexplained += not reading
        if self._deaths > MOST_DEATHS or self._unexplained > MOST_UNEXPLAINED:
            raise AusleseError(
                f"workers keep dying ({self._deaths} in a row, {self._unexplained} in all without"
                " a page to blame); what they said is in crawl-errors.txt in the collection"
            )

    # -- talking ----------------------------------------------------------------------------------

    def _listen(self) -> None:
        for entry in self._entries.values():
            events = EVENT_READ | (EVENT_WRITE if entry.worker.channel.sending else 0)
            self._selector.modify(entry.worker.channel.socket, events, entry)
        self._excuse_silence()
        for key, _ in self._selector.select(LISTEN_SECONDS):
            entry = key.data
            entry.worker.channel.flush()
            for message in entry.worker.channel.receive():
                self._hear(entry, message)
            if entry.worker.channel.closed:
                self._remove(entry)

    def _excuse_silence(self) -> None:
        """Charge no worker with the time in which nobody listened: we may have been busy."""
        now = monotonic()
        absent = now - self._listened_at
        self._listened_at = now
        for entry in self._entries.values() if absent > TICK_SECONDS else ():
            entry.heard_at = min(now, entry.heard_at + absent)

    def _hear(self, entry: WorkerEntry, message: object) -> None:
        entry.heard_at = monotonic()
        if isinstance(message, WorkRequest):
            entry.ask = message
        elif isinstance(message, WorkerNews):
            self._record(entry, message)
        elif isinstance(message, WorkerBye):
            entry.said_bye = True
            self.progress.worker_rss_kb += message.max_rss_kb
        elif isinstance(message, WorkerTrouble):
            self._trouble = message.words
        elif isinstance(message, WorkerNote):
            self._say_once(message.words)

    def _say_once(self, words: str) -> None:
        """Tell people what many workers may tell us."""
        if words not in self._said:
            self._said.add(words)
            self._hooks.say(words)

    def _record(self, entry: WorkerEntry, news: WorkerNews) -> None:
        if not self._frontier.complete(news.report):
            entry.worker.process.kill()  # fenced: it worked on leases that are not its own any more
            return
        self._deaths = 0
        self.progress.count(news.report)
        if self._own_outage.take(news.report.hosts, monotonic()):
            self._tell_outage()
        try:
            self._hooks.news(news)
        except BrokenPipeError:
            self._reader_gone = True

    def _tell_outage(self) -> None:
        """Say once that nobody can be reached, or that it is over: then all are tried at once."""
        outage = self._own_outage
        if not outage.is_on:
            self._frontier.retry_unreachable()
            self._hooks.say(BrakeReason.OWN_OUTAGE_OVER.text())
            return
        self._hooks.say(
            BrakeReason.OWN_OUTAGE_BEGINS.text(hosts=outage.hosts, problem=outage.problem)
        )

    def _grant(self) -> None:
        if self._paused:
            return
        if self._own_outage.is_on:
            self._probe()
            return
        for entry in self._entries.values():
            self._grant_to(entry, GRANT_HOSTS, self._room())

    def _probe(self) -> None:
        """While our own connection is down, try one page of one host now and then.

        What fails meanwhile is nobody's fault, so patience with all hosts begins anew. A host that
        never answered may be dead: it is tried only if there is no other.
        """
        if self._frontier.leased or not self._own_outage.may_probe(monotonic()):
            return
        self._frontier.retry_unreachable()
        room = self._room()
        for known in (True, False):
            for entry in self._entries.values():
                if self._grant_to(entry, 1, 1 if room is None else min(1, room), known):
                    return

    def _grant_to(
        self, entry: WorkerEntry, hosts: int, urls: int | None, known: bool = False
    ) -> bool:
        """Give this worker what it can carry of so many hosts; whether it got anything."""
        ask = entry.ask
        if ask is None or not ask.hosts or entry.stopping:
            return False
        leases = self._frontier.lease(entry.number, min(ask.hosts, hosts), urls, known)
        if leases:
            entry.ask = WorkRequest(ask.number, ask.hosts - len(leases))
            entry.worker.channel.send(WorkGrant(leases, ask.number))
        return bool(leases)

    # -- being watched ----------------------------------------------------------------------------

    def _tick(self) -> None:
        self._ticked = monotonic()
        self._paused, self._stopped = self._hooks.is_paused(), self._hooks.is_stopped()
        self._disk_is_low = self._hooks.disk_is_low()
        progress = self.progress
        progress.seconds = monotonic() - self._began
        progress.waiting = self._frontier.waiting
        progress.leased = self._frontier.leased
        progress.hosts = self._frontier.hosts_leased
        progress.workers = len(self._entries)
        progress.brake = self._brake()
        self._hooks.tick(progress)

    def _brake(self) -> str:
        """What keeps the crawl from going faster, in a few words."""
        if not self._frontier.waiting:
            left = self._frontier.leased
            return (BrakeReason.LAST_PAGES if left else BrakeReason.NOTHING_LEFT).text()
        if self._paused:
            return BrakeReason.PAUSED.text()
        if self._own_outage.is_on:
            seconds = self._own_outage.seconds_to_probe(monotonic())
            return BrakeReason.OWN_OUTAGE.text(time=rounded_up(seconds))
        entries = self._entries.values()
        if not self._started or (
            entries and not any(entry.reports or entry.ask for entry in entries)
        ):
            return BrakeReason.STARTING.text()
        wait = self._frontier.seconds_to_next()
        if wait is None:
            return BrakeReason.ALL_ASKED.text()
        if wait > 0:
            return self._wait_words(wait)
        is_held = self._frontier.holds_back()
        return (BrakeReason.HELD_BACK if is_held else BrakeReason.WORKERS_FULL).text()

    def _wait_words(self, wait: float) -> str:
        """Why the next host may not be asked for so many seconds."""
        if self._frontier.waits_for_hours():
            return BrakeReason.NIGHT_HOURS.text(time=rounded_up(wait))
        if down := self._frontier.waits_for_host():
            return self._trouble_words(down, wait)
        return BrakeReason.POLITENESS.text(seconds=wait)

    def _trouble_words(self, down: UnreachableHost, wait: float) -> str:
        """What the next host suffers from, and when it is tried again."""
        known = {"host": down.host, "problem": down.detail or down.reason, "time": rounded_up(wait)}
        if down.has_answered:
            return BrakeReason.HOST_SILENT.text(**known, number=down.tries)
        most = self._limits.retries + 1
        return BrakeReason.HOST_UNREACHED.text(**known, number=down.tries, most=most)
