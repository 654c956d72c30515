"""The coordinator with workers of every kind: good ones, dead ones, hung ones, false ones."""

import os
import signal
import socket
import subprocess
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from select import select
from threading import Thread, Timer
from time import monotonic

import pytest
from tests.crawl.function_web import (
    Web,
    answer,
    errand_settings,
    http_error,
    lease_of,
    parts_for,
    visit,
)

from auslese.crawl.frontier.embedded.embedded_frontier import EmbeddedFrontier
from auslese.crawl.frontier.frontier_settings import FrontierSettings
from auslese.crawl.frontier.worker_report import EndedVisit, HostNote, WorkerReport
from auslese.crawl.worker.coordinator import (
    MOST_DEATHS,
    Coordinator,
    CoordinatorHooks,
    Progress,
    StopLimits,
)
from auslese.crawl.worker.messages import WorkChannel, WorkerBye, WorkerNews, WorkGrant, WorkRequest
from auslese.crawl.worker.worker import Worker, WorkerSettings
from auslese.records.errors import AusleseError
from auslese.records.fetch import FetchOutcome

START = "http://h0.example/0"


def linked_web(hosts: int = 3, pages: int = 7) -> Web:
    """Hosts whose pages all lead on to the next page and to the next host."""
    answers: dict[str, FetchOutcome] = {}
    for host in range(hosts):
        for page in range(pages):
            links = (
                f"http://h{host}.example/{(page + 1) % pages}",
                f"http://h{(host + 1) % hosts}.example/{page}",
            )
            url = f"http://h{host}.example/{page}"
            answers[url] = answer(f"{url} {' '.join(links)}".encode())
    return Web(answers)


class Hired:
    """A worker for the coordinator: one end of a talk, and a process that can be killed."""

    def __init__(self, theirs: socket.socket, ours: socket.socket, *words: str) -> None:
        self.channel = WorkChannel(ours)
        self.process = subprocess.Popen(words, pass_fds=(theirs.fileno(),))
        self.at = 0

    def reading(self) -> int:
        return self.at


class Staff:
    """Whom the coordinator can hire; the last kind is hired again and again."""

    def __init__(self, *kinds: Callable[["Staff", int], Hired]) -> None:
        self._kinds = list(kinds)
        self.threads: list[Thread] = []
        self.hired: list[Hired] = []

    def start_worker(self, number: int) -> Hired:
        kind = self._kinds.pop(0) if len(self._kinds) > 1 else self._kinds[0]
        self.hired.append(kind(self, number))
        return self.hired[-1]

    def start(self, run: Callable[[], None]) -> None:
        self.threads.append(Thread(target=run))
        self.threads[-1].start()

    def dismiss(self) -> None:
        for hired in self.hired:
            hired.process.kill()
            hired.process.wait()
            hired.channel.socket.close()
        for thread in self.threads:
            thread.join()


def good(web: Web) -> Callable[[Staff, int], Hired]:
    """A worker as it should be, in a thread."""

    def start_worker(staff: Staff, number: int) -> Hired:
        ours, theirs = socket.socketpair()
        channel = WorkChannel(theirs)
        settings = WorkerSettings(number, errand_settings())

        def run() -> None:
            with theirs:
                Worker(settings, parts_for(web), channel).run()
                channel.send(WorkerBye(0.5, 2048))

        hired = Hired(theirs, ours, "true")
        staff.start(run)
        return hired

    return start_worker


def process(*words: str) -> Callable[[Staff, int], Hired]:
    """A process that holds its end of the talk and says nothing."""

    def start_worker(staff: Staff, number: int) -> Hired:
        ours, theirs = socket.socketpair()
        with theirs:
            return Hired(theirs, ours, *words)

    return start_worker


def dies_reading(staff: Staff, number: int) -> Hired:
    """Takes work, and dies over its first page."""
    ours, theirs = socket.socketpair()
    channel = WorkChannel(theirs)
    hired = Hired(theirs, ours, "false")

    def run() -> None:
        with theirs:
            channel.send(WorkRequest(1, 10))
            work = next_work(channel)
            hired.at = work.leases[0].errands[0].id

    staff.start(run)
    return hired


def reports_of_others(staff: Staff, number: int) -> Hired:
    """Reports on a lease that is not its own."""
    ours, theirs = socket.socketpair()
    lease = lease_of(START, host_id=1, token=77)
    news = WorkerNews(
        WorkerReport(
            number, [HostNote(1, lease.token, 0.0, True)], [], [visit("http://x/")], [], []
        )
    )
    with theirs:
        WorkChannel(theirs).send(news)
        return Hired(theirs, ours, "sleep", "600")


def next_work(channel: WorkChannel) -> WorkGrant:
    while True:
        select([channel.socket], [], [], 0.1)
        for message in channel.receive():
            assert isinstance(message, WorkGrant)
            return message


@pytest.fixture
def frontier(tmp_path: Path) -> Iterator[EmbeddedFrontier]:
    settings = FrontierSettings(delay=0.0)
    with EmbeddedFrontier(tmp_path / "frontier.db", settings, monotonic) as frontier:
        frontier.add([visit(START)])
        yield frontier


class Crawl:
    """A coordinator and all that was told to those who watch it."""

    def __init__(
        self,
        frontier: EmbeddedFrontier,
        staff: Staff,
        limits: StopLimits | None = None,
        wanted: Callable[[], int] = lambda: 1,
        **wishes: Callable[[], bool],
    ) -> None:
        self.news: list[WorkerNews] = []
        self.said: list[str] = []
        self.brakes: list[str] = []
        self.workers: list[int] = []
        hooks = CoordinatorHooks(self._tick, self.news.append, wanted, self.said.append, **wishes)
        self.coordinator = Coordinator(frontier, staff.start_worker, limits or StopLimits(), hooks)
        try:
            self.ending = self.coordinator.run()
        finally:
            staff.dismiss()

    @property
    def progress(self) -> Progress:
        return self.coordinator.progress

    def _tick(self, progress: Progress) -> None:
        self.brakes.append(progress.brake)
        self.workers.append(progress.workers)


def test_a_crawl_fetches_everything_once_and_then_ends(frontier: EmbeddedFrontier) -> None:
    web = linked_web()

    crawl = Crawl(frontier, Staff(good(web)), wanted=lambda: 2)

    assert crawl.ending == "finished"
    assert Counter(web.pages_asked) == dict.fromkeys(web.answers, 1)
    assert crawl.progress.pages == 21
    assert (frontier.waiting, frontier.leased) == (0, 0)
    assert crawl.brakes[-1] == "nothing left to do"
    assert sum(len(news.report.ended) for news in crawl.news) == 21


@pytest.mark.parametrize("most", [1, 7, 20])
def test_a_limit_of_pages_is_kept_exactly(frontier: EmbeddedFrontier, most: int) -> None:
    crawl = Crawl(frontier, Staff(good(linked_web())), StopLimits(pages=most), wanted=lambda: 2)

    assert crawl.ending == "pages"
    assert crawl.progress.pages == most
    assert frontier.leased == 0
    assert frontier.waiting > 0


def test_a_limit_of_time_ends_a_crawl_that_waits_and_says_what_for(
    frontier: EmbeddedFrontier,
) -> None:
    web = Web({START: http_error(503, retry_after=600.0)})

    crawl = Crawl(frontier, Staff(good(web)), StopLimits(seconds=1.2))

    assert crawl.ending == "time"
    assert frontier.waiting == 1
    assert any(brake.startswith("politeness: the next host may be") for brake in crawl.brakes)


def test_the_number_of_workers_follows_the_wish(frontier: EmbeddedFrontier) -> None:
    web = Web({START: http_error(503, retry_after=600.0)})
    staff = Staff(good(web))
    at_work: list[int] = []

    def wanted() -> int:
        at_work.append(sum(thread.is_alive() for thread in staff.threads))
        return 3 if max(at_work) < 3 else 1

    Crawl(frontier, staff, StopLimits(seconds=1.5), wanted)

    assert max(at_work) == 3
    assert at_work[-1] == 1
    assert len(staff.hired) == 3


def test_a_paused_crawl_asks_for_nothing_and_goes_on_later(frontier: EmbeddedFrontier) -> None:
    web = linked_web()
    asked_in_pause: list[int] = []

    def is_paused() -> bool:
        asked_in_pause.append(len(web.pages_asked))
        return len(asked_in_pause) <= 3

    crawl = Crawl(frontier, Staff(good(web)), is_paused=is_paused)

    assert asked_in_pause[:4] == [0] * 4
    assert "paused by a person" in crawl.brakes
    assert crawl.ending == "finished"
    assert crawl.progress.pages == 21


def test_a_wish_ends_a_crawl_in_order(frontier: EmbeddedFrontier) -> None:
    crawl = Crawl(frontier, Staff(good(linked_web())), is_stopped=lambda: True)

    assert crawl.ending == "wish"
    assert frontier.leased == 0
    assert frontier.waiting > 0


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_a_crawl_in_order(frontier: EmbeddedFrontier, number: signal.Signals) -> None:
    before = signal.getsignal(number)
    web = Web({START: http_error(503, retry_after=600.0)})
    timer = Timer(0.3, os.kill, (os.getpid(), number))
    timer.start()

    crawl = Crawl(frontier, Staff(good(web)))

    timer.join()
    assert crawl.ending == number.name
    assert (frontier.waiting, frontier.leased) == (1, 0)
    assert signal.getsignal(number) is before


def test_a_page_over_which_a_worker_dies_is_given_to_another(frontier: EmbeddedFrontier) -> None:
    web = linked_web(hosts=1)

    crawl = Crawl(frontier, Staff(dies_reading, good(web)))

    assert crawl.ending == "finished"
    assert crawl.progress.pages == 7


def test_a_page_over_which_two_workers_die_is_left_alone(frontier: EmbeddedFrontier) -> None:
    crawl = Crawl(frontier, Staff(dies_reading, dies_reading, good(linked_web())))

    outcomes = frontier.db.execute("SELECT kind, reason, tries FROM outcome").fetchall()
    assert crawl.ending == "finished"
    assert outcomes == [("failed", "crash", 2)]


def test_a_worker_that_says_nothing_is_replaced(frontier: EmbeddedFrontier) -> None:
    staff = Staff(process("sleep", "600"), good(linked_web()))

    crawl = Crawl(frontier, staff, StopLimits(silence_seconds=0.2))

    assert crawl.ending == "finished"
    assert staff.hired[0].process.returncode == -signal.SIGKILL


def test_when_all_workers_die_at_once_the_crawl_says_so(frontier: EmbeddedFrontier) -> None:
    words = rf"keep dying \({MOST_DEATHS + 1} in a row.*crawl-errors\.txt"
    with pytest.raises(AusleseError, match=words):
        Crawl(frontier, Staff(process("false")))


def test_a_worker_that_reports_on_a_lease_not_its_own_is_ended(frontier: EmbeddedFrontier) -> None:
    web = linked_web()
    staff = Staff(reports_of_others, good(web))

    crawl = Crawl(frontier, staff)

    assert crawl.ending == "finished"
    assert staff.hired[0].process.returncode == -signal.SIGKILL
    assert len(frontier) == len(web.answers), "its found link was taken in"


def test_the_memory_of_all_workers_is_added_up(frontier: EmbeddedFrontier) -> None:
    crawl = Crawl(frontier, Staff(good(linked_web())), wanted=lambda: 2)

    assert crawl.progress.worker_rss_kb == 2 * 2048


def test_progress_counts_pages_and_bytes() -> None:
    progress = Progress()
    ended = [
        EndedVisit(1, 1, "fetched", "page", size=10),
        EndedVisit(2, 1, "fetched", "page", size=10),
        EndedVisit(3, 1, "fetched", "redirect", size=1),
        EndedVisit(4, 1, "refused", "robots"),
        EndedVisit(5, 1, "failed", "http_404", size=5),
        EndedVisit(6, 1, "failed", "timeout", size=99, again_in=2.0),
    ]
    progress.count(WorkerReport(1, [], ended, [], [], []))

    assert (progress.pages, progress.bytes) == (2, 125)
