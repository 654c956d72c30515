"""A worker: fetches what it was leased, keeps it, reads the links, reports.

One process, one thread. The order in which things happen is the promise of the house: a body is
in the archive and synced to disk before the report that names it leaves.
"""

from dataclasses import dataclass
from math import inf
from select import select
from socket import socket
from time import monotonic, time

from auslese.crawl.fetch.fetcher import FetchAnswer, Request
from auslese.crawl.frontier.worker_report import WorkerReport
from auslese.crawl.worker.errands import ErrandRunner
from auslese.crawl.worker.messages import (
    StopWork,
    WorkChannel,
    WorkerNews,
    WorkerNote,
    WorkGrant,
    WorkRequest,
)
from auslese.crawl.worker.outbox import Outbox
from auslese.crawl.worker.own_shortage import OwnShortage
from auslese.crawl.worker.session import Session
from auslese.crawl.worker.worker_parts import ErrandSettings, WorkerParts
from auslese.records.errors import AusleseError
from auslese.records.fetch import FetchOutcome, Unsent

REPORT_SECONDS = 0.2  # news wait so long at most; what a crash can cost beyond requests under way
REPORT_PAGES = 200
ASK_SECONDS = 1.0
GLANCE_SECONDS = 0.05  # how long we look at the network before we look at the coordinator again
NAME_GLANCE_SECONDS = 0.01
GRACE_SECONDS = 3.0  # what is under way at a stop may still end
FENCE_MARGIN = 5.0  # beyond the longest request: a lease must outlive what it began
REMEMBERED_QUESTIONS = 100


@dataclass(frozen=True, slots=True)
class WorkerSettings:
    """How one worker works."""

    number: int
    errands: ErrandSettings
    hosts_at_once: int = 100
    request_seconds: float = 30.0
    report_seconds: float = REPORT_SECONDS


class Worker:
    """Works until it is told to stop or the coordinator is gone."""

    def __init__(self, settings: WorkerSettings, parts: WorkerParts, channel: WorkChannel) -> None:
        """Nothing leased yet."""
        self._settings = settings
        self._parts = parts
        self._channel = channel
        self._resolver = parts.resolver
        self._runner = ErrandRunner(settings.errands, parts)
        self._shortage = OwnShortage(settings.hosts_at_once)
        self._sessions: dict[int, Session] = {}
        self._reported_at = monotonic()
        self._asked_at = 0.0
        self._questions: dict[int, float] = {}
        self._question = 0
        self._stop_at: float | None = None

    def run(self) -> None:
        """Fetch, read and report until the end."""
        self._ask()
        while not self._channel.closed and not self._finished():
            self._start_requests()
            for request, outcome in self._wait():
                self._take(request, outcome)
            self._take_resolved()
            self._listen()
            self._report_if_due()
        self._report(closing=True)
        self._parts.fetcher.close()

    def _take_resolved(self) -> None:
        for resolved in self._resolver.finished() if self._resolver is not None else ():
            if isinstance(resolved.failed, Unsent):
                assert isinstance(resolved.ticket, Request)
                self._take_unsent(resolved.ticket, resolved.failed)
            else:
                self._runner.take_resolved(resolved)

    def _take(self, request: Request, outcome: FetchOutcome) -> None:
        if not isinstance(outcome, Unsent):
            self._shortage.note_sent()
            self._runner.take(request, outcome)
        elif self._shortage.doubts(outcome):
            self._runner.take(request, outcome)
        else:
            self._take_unsent(request, outcome)

    def _take_unsent(self, request: Request, unsent: Unsent) -> None:
        """Hand the host back and ask fewer at once; with no hope left, the crawl ends."""
        self._runner.take_unsent(request)
        if words := self._shortage.take(unsent, self._parts.fetcher.under_way):
            self._channel.send(WorkerNote(words))
        if words := self._shortage.hopeless_words(unsent):
            raise AusleseError(words)

    def _finished(self) -> bool:
        if self._stop_at is None:
            return False
        return self._parts.fetcher.under_way == 0 or monotonic() > self._stop_at

    def _start_requests(self) -> None:
        if self._stop_at is not None or self._shortage.is_pausing:
            return
        for session in self._sessions.values():
            while session.may_start(monotonic()):
                if session.robots_next:
                    self._runner.follow_robots(session)
                else:
                    self._runner.start_next(session)

    def _wait(self) -> list[FetchAnswer]:
        if self._parts.fetcher.under_way:
            return self._parts.fetcher.wait(min(self._glance_seconds(), self._idle_seconds()))
        sock = self._channel.socket
        readers: list[socket | int] = [sock]
        if self._resolver is not None:
            readers.append(self._resolver.descriptor)
        select(readers, [sock] if self._channel.sending else [], [], self._idle_seconds())
        return []

    def _glance_seconds(self) -> float:
        """How long to look at the network alone; names under way are looked at more often."""
        resolving = self._resolver is not None and self._resolver.under_way
        return NAME_GLANCE_SECONDS if resolving else GLANCE_SECONDS

    def _idle_seconds(self) -> float:
        """How long until something is due here, whatever the network brings."""
        now = monotonic()
        due = [self._asked_at + ASK_SECONDS]
        if self._stop_at is None:
            resting = [s.next_at for s in self._sessions.values() if s.is_resting]
            due += [max(at, self._shortage.pauses_until) for at in resting]
        if self._has_news():
            due.append(self._reported_at + self._settings.report_seconds)
        return max(0.0, min(due) - now)

    # -- talking to the coordinator ---------------------------------------------------------------

    def _listen(self) -> None:
        self._channel.flush()
        for message in self._channel.receive():
            if isinstance(message, WorkGrant):
                self._begin(message)
            elif isinstance(message, StopWork) and self._stop_at is None:
                self._stop_at = monotonic() + GRACE_SECONDS

    def _begin(self, work: WorkGrant) -> None:
        """Take on leases; none began before we asked, so none ends before our fence.

        A coordinator that waited for its database answers late: what it lends in answer to a
        question that we have forgotten goes back as it came.
        """
        waiting_since = self._questions.get(work.number, -inf)
        margin = self._settings.request_seconds + FENCE_MARGIN
        for lease in work.leases:
            fence = waiting_since + lease.seconds - margin
            self._sessions[lease.host_id] = Session.begin(lease, fence, monotonic(), time())

    def _ask(self) -> None:
        self._question += 1
        self._asked_at = monotonic()
        self._questions[self._question] = self._asked_at
        self._questions.pop(self._question - REMEMBERED_QUESTIONS, None)
        room = max(0, self._shortage.hosts - len(self._sessions))
        self._channel.send(WorkRequest(self._question, room if self._stop_at is None else 0))

    def _has_news(self) -> bool:
        return bool(self._runner.outbox.ended) or any(s.ended for s in self._sessions.values())

    def _report_if_due(self) -> None:
        now = monotonic()
        late = now - self._reported_at >= self._settings.report_seconds
        if (late and self._has_news()) or len(self._runner.outbox.ended) >= REPORT_PAGES:
            self._report()
        elif now - self._asked_at >= ASK_SECONDS:
            self._ask()

    def _report(self, closing: bool = False) -> None:
        keeper = self._parts.keeper
        self._parts.rest()
        self._runner.judge_pages()
        if closing and self._parts.focus is not None:
            self._parts.focus.keep()
        segments = keeper.close() if closing else keeper.sync()
        outbox, self._runner.outbox = self._runner.outbox, Outbox()
        now = monotonic()
        if closing:
            for session in self._sessions.values():
                session.stop(now)
        touched = {ended.host_id for ended in outbox.ended}
        notes = [
            session.note(now)
            for session in self._sessions.values()
            if session.has_news or session.lease.host_id in touched
        ]
        links = self._parts.pack_links(outbox.links.columns()) if outbox.links.source else b""
        for found in outbox.early_parts():
            self._channel.send(
                WorkerNews(WorkerReport(self._settings.number, [], [], found, [], []))
            )
        report = outbox.report(self._settings.number, notes, segments, links)
        self._channel.send(WorkerNews(report, outbox.lines, outbox.log))
        self._sessions = {id: s for id, s in self._sessions.items() if not s.ended}
        self._reported_at = now
        self._ask()
