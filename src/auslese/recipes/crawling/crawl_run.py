"""A crawl of one collection, from its lock to its last table segment."""

import mmap
import os
import pickle
import resource
import secrets
import socket
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from importlib import import_module
from itertools import chain
from time import time
from typing import IO, Any

from auslese.crawl.fetch.credentials import Credentials
from auslese.crawl.frontier.crawl_state import PAGE_REASONS
from auslese.crawl.frontier.frontier import CrawlFrontier, Frontier
from auslese.crawl.recrawl.recrawl_values import RecrawlPlan
from auslese.crawl.worker.coordinator import Coordinator, CoordinatorHooks, Progress, StopLimits
from auslese.crawl.worker.messages import WorkChannel, WorkerNews
from auslese.recipes.crawling.contact import require_contact
from auslese.recipes.crawling.crawl_control import (
    forget_requests,
    is_pause_requested,
    is_stop_requested,
    requested_workers,
)
from auslese.recipes.crawling.crawl_sharing import CrawlSharing, Share, shared_as_set
from auslese.recipes.crawling.forecasting import Forecaster
from auslese.recipes.crawling.frontier_opening import address_delay, open_frontier
from auslese.recipes.crawling.live_state import forget_live, recording_live_state
from auslese.recipes.crawling.near_copy_lines import with_near_copies
from auslese.recipes.crawling.recrawl_words import describe_plan
from auslese.recipes.crawling.rendering_options import require_browser
from auslese.recipes.crawling.tabulate import Tabulator
from auslese.recipes.crawling.worker_process import MARK, CrawlWorkerJob
from auslese.recipes.reading.reading_beside import read_rest, reading_while_crawling
from auslese.recipes.settings.collection_frontier import place_of
from auslese.recipes.settings.settings_loading import Settings
from auslese.records.errors import SettingsError
from auslese.records.url import Url, host_of, key_of
from auslese.records.visit import SEED_BUCKET, Visit
from auslese.store.archive.archive_repair import Repair, repair
from auslese.store.archive.archive_writer import SegmentPosition
from auslese.store.collection import Collection
from auslese.store.shared.collection_mirror import STATE_FILE
from auslese.store.unwritable_folder import reporting_if_unwritable
from auslese.system.error_file import error_file as error_file
from auslese.system.exhausted import free_bytes
from auslese.system.progress import StageProgress as ReadingProgress
from auslese.wording.fleet.worker_sentences import JoinProblem
from auslese.wording.resource_sentences import ResourceNote

LOCK_PATIENCE = 5.0  # seconds; workers of a killed crawl notice within a tenth of one
WORKER_PROGRAM = (sys.executable, "-m", "auslese.recipes.crawling.worker_process")
SELDOM = ("reading", "focus", "trouble")  # fields that are left out where they say nothing
WRITE_PAGES = 5_000  # pages after which tables get a segment


@dataclass(frozen=True, slots=True)
class CrawlSummary:
    """What a crawl brought; the fields of `crawl --json`."""

    pages: int
    fetched: int
    refused: dict[str, int]
    failed: dict[str, int]
    duplicates: int
    bytes: int
    hosts: int
    seconds: float
    pages_per_second: float
    cpu_seconds: float
    max_rss_mb: float
    ending: str
    queued: int
    repaired: list[str] = field(default_factory=list)
    new: int = 0
    """Pages that were not known before."""
    changed: int = 0
    unchanged: int = 0
    gone: int = 0
    """Pages that were there and are no more."""
    unreachable: list[dict[str, Any]] = field(default_factory=list)
    """Hosts that were there, or should be, and could not be reached at the end."""
    known: int = 0
    """Pages that the collection has."""
    near_copies: int = 0
    """Pages that say nearly what another one says, if such are told."""
    reading: dict[str, Any] | None = None
    """What was read at its end, if pages are read while crawling."""
    focus: dict[str, Any] | None = None
    """What a focused crawl has brought of late, and whether it may stop."""
    trouble: str = ""
    """What must be mended here before it can go on."""


@dataclass(frozen=True, slots=True)
class CrawlWatchers:
    """Who wants to hear what, while it crawls."""

    progress: Callable[[Progress], None] = lambda progress: None
    page: Callable[[str], None] | None = None
    """Gets every page as a JSON line."""
    said: Callable[[str], None] = lambda words: None
    """Gets sentences for people."""
    reading: Callable[[ReadingProgress], None] = lambda progress: None
    """Hears how far the reading is, once the crawl has ended."""
    deadline: float | None = None
    """When that reading has to end, by the monotonic clock."""
    share: Share = shared_as_set
    """Says where else what it makes is wanted."""


@dataclass(slots=True)
class WorkerHandle:
    """A worker process as the coordinator sees it."""

    channel: WorkChannel
    process: "subprocess.Popen[bytes]"
    mark: mmap.mmap

    def reading(self) -> int:
        """The number of the URL it is reading now; 0 if none."""
        return int(MARK.unpack_from(self.mark)[0])


Steer = Callable[[CrawlFrontier, Settings], Frontier]
"""Says what is to be fetched: puts the first pages into the frontier, and may stand before it."""


def from_start_pages(frontier: CrawlFrontier, settings: Settings) -> Frontier:
    """Fetch the start pages and all that they lead to."""
    frontier.add([start_visit(url) for url in settings.presence.start])
    return frontier


def crawl_collection(
    collection: Collection,
    settings: Settings,
    watchers: CrawlWatchers,
    *,
    again: bool = False,
    steer: Steer = from_start_pages,
) -> CrawlSummary:
    """Crawl until nothing is left, a limit is reached, or a signal stops it.

    With `again`, also come back to what is known.
    """
    require_means(collection, settings)
    patience = 0.0 if collection.holder_lives() else LOCK_PATIENCE
    with (
        reporting_if_unwritable(collection.path),
        collection.lock(patience) as lock,
        open_frontier(collection, settings, again=again) as frontier,
    ):
        run = new_run(frontier)
        before = frontier.outcome_counts()
        _forget_files(collection)
        repairs = repair_archive(frontier, collection)
        for words in chain(
            _first_words(repairs, frontier.plan, settings), _focus_words(collection, settings)
        ):
            watchers.said(words)
        sharing = watchers.share(collection, settings, frontier)
        tabulator = Tabulator(frontier, collection.tables, sharing.keep_segment)
        steered = steer(frontier, settings)
        forecaster = Forecaster(frontier, settings.limits)
        watchers = _informed(watchers, forecaster, frontier, settings)
        with (
            error_file(collection.path / "crawl-errors.txt") as errors,
            _log(settings, collection) as log,
            reading_while_crawling(collection, settings, lock.fileno()) as read_on,
        ):
            job = _job(collection, settings, run, sharing, stream=watchers.page is not None)
            coordinator = Coordinator(
                steered,
                start_worker=lambda number: start_worker(job, number, (lock.fileno(),), errors),
                limits=_limits(settings),
                hooks=sharing.attached(
                    _hooks(collection, settings, watchers, table_writing(tabulator, read_on), log)
                ),
            )
            ending = sharing.settled(coordinator.run())
        forecaster.look(coordinator.progress)
        repairs += repair_archive(frontier, collection)  # a worker may have died on the way
        frontier.revisits.apply_hints()
        tabulator.write_all()
        sharing.finish()
        frontier.runs.end(run, time())
        _forget_files(collection)
        ended = frontier.outcome_counts() - before
        summary = summary_of(coordinator.progress, ended, frontier, ending, repairs)
        summary = with_troubles(summary, frontier, collection, settings)
        summary = replace(summary, focus=_outlook(collection, settings))
        return replace(summary, reading=reading_at_end(collection, settings, watchers, ending))


def require_means(collection: Collection, settings: Settings) -> None:
    """Raise an error that says what to do if a crawl lacks something that its settings need."""
    if (collection.path / STATE_FILE).exists():
        raise SettingsError(JoinProblem.IS_GATHERED.of(path=collection.path))
    require_contact(settings, collection.settings)
    require_browser(settings)
    Credentials(settings.crawl.credentials, os.environ)  # a password that is missing is told now
    if settings.focus.mode != "none":
        opening = import_module("auslese.recipes.focus.focus_opening")  # few crawls need it
        opening.open_focus(collection.path, settings.focus)


def _focus_words(collection: Collection, settings: Settings) -> list[str]:
    """What people should know of a focused crawl before it begins."""
    if settings.focus.mode == "none":
        return []
    opening = import_module("auslese.recipes.focus.focus_opening")
    return list(opening.focus_notes(collection.path, settings.focus))


def _outlook(collection: Collection, settings: Settings) -> dict[str, Any] | None:
    """What a focused crawl brings, at its end; PageRank says nothing about that."""
    if settings.focus.mode in ("none", "pagerank"):
        return None
    outlook = import_module("auslese.recipes.focus.focus_outlook")
    found: dict[str, Any] = outlook.outlook_at_end(collection)
    return found


def _informed(
    watchers: CrawlWatchers, forecaster: Forecaster, frontier: CrawlFrontier, settings: Settings
) -> CrawlWatchers:
    """The watchers, who also hear what is still to come, and what pages nearly repeat."""
    watchers = replace(watchers, progress=forecaster.before(watchers.progress))
    if watchers.page is None or not settings.duplicates.near_while_crawling:
        return watchers
    return replace(watchers, page=with_near_copies(watchers.page, frontier.near_copies))


def _job(
    collection: Collection, settings: Settings, run: str, sharing: CrawlSharing, *, stream: bool
) -> CrawlWorkerJob:
    return CrawlWorkerJob(
        0,
        run,
        place_of(collection),
        collection.archive,
        settings,
        stream,
        share_addresses=address_delay(settings) == 0,
        folder=collection.path,
        storage=sharing.place,
    )


def _forget_files(collection: Collection) -> None:
    """Nobody wishes anything of a crawl that does not run, and it has nothing to tell."""
    forget_requests(collection.path)
    forget_live(collection.path)


def _first_words(
    repairs: list[Repair], plan: RecrawlPlan | None, settings: Settings
) -> Iterator[str]:
    """What people should know before it begins."""
    for mended in repairs:
        yield f"after a crash: {describe_repair(mended)}"
    if settings.politeness.own_sites:
        hosts = ", ".join(settings.politeness.own_sites)
        yield f"robots.txt is not asked at: {hosts} (politeness.own_sites)"
    if plan is not None:
        yield describe_plan(plan, settings)


def new_run(frontier: CrawlFrontier) -> str:
    """Begin a run: its name is part of the names of its archive segments."""
    run = f"{datetime.now(UTC):%Y%m%d%H%M%S}-{secrets.token_hex(2)}"
    frontier.runs.begin(run, time())
    return run


def repair_archive(frontier: CrawlFrontier, collection: Collection) -> list[Repair]:
    """Cut the archive to what is recorded; what a kill left behind is gone."""
    recorded = {mark.segment: SegmentPosition(*mark) for mark in frontier.runs.segments()}
    repairs = repair(collection.archive, recorded, frontier.runs.names())
    frontier.runs.close_segments()
    return repairs


def describe_repair(repaired: Repair) -> str:
    """One repair in words."""
    return f"{repaired.segment} {repaired.action}: {repaired.detail}"


def start_visit(url: Url) -> Visit:
    """A start page on its way."""
    return Visit(url, key_of(url), host_of(url), 0, SEED_BUCKET)


def start_worker(
    job: CrawlWorkerJob, number: int, inherited: tuple[int, ...], errors: IO[bytes]
) -> WorkerHandle:
    """Start a worker process; it inherits the lock and so outlives no successor of this crawl."""
    with ExitStack() as if_it_fails, ExitStack() as theirs:
        ours, channel = socket.socketpair()
        if_it_fails.callback(ours.close)
        theirs.callback(channel.close)
        mark_fd = os.memfd_create("auslese-reading")
        theirs.callback(os.close, mark_fd)
        os.ftruncate(mark_fd, MARK.size)
        mark = mmap.mmap(mark_fd, MARK.size)
        process = subprocess.Popen(
            [*WORKER_PROGRAM, str(channel.fileno()), str(mark_fd)],
            stdin=subprocess.PIPE,
            stderr=errors,
            pass_fds=(channel.fileno(), mark_fd, *inherited),
            process_group=0,  # a Ctrl-C at the terminal is ours to answer, in order
        )
        if_it_fails.pop_all()
    assert process.stdin is not None
    with suppress(BrokenPipeError), process.stdin as stdin:  # who dies at once is missed later
        pickle.dump(_numbered(job, number), stdin)
    return WorkerHandle(WorkChannel(ours), process, mark)


def _numbered(job: CrawlWorkerJob, number: int) -> CrawlWorkerJob:
    return replace(job, number=number)


def _limits(settings: Settings) -> StopLimits:
    span = settings.limits.time
    seconds = span.total_seconds() if span else None
    return StopLimits(settings.limits.pages, seconds, settings.crawl.retries)


def table_writing(tabulator: Tabulator, read_on: Callable[[], None]) -> Callable[[], None]:
    """Write what waits for its table, and let those know who read the tables."""

    def write() -> None:
        tabulator.write_all()
        read_on()

    return write


def reading_at_end(
    collection: Collection, settings: Settings, watchers: CrawlWatchers, ending: str
) -> dict[str, Any] | None:
    """Read the rest, if pages are read while crawling and nobody has stopped the crawl."""
    if not settings.reading.while_crawling or ending == "disk" or ending.startswith("SIG"):
        return None
    return read_rest(collection, settings, watchers.reading, watchers.deadline).as_json()


def _hooks(
    collection: Collection,
    settings: Settings,
    watchers: CrawlWatchers,
    write: Callable[[], None],
    log: IO[str] | None,
) -> CoordinatorHooks:
    pages_written = 0
    show = recording_live_state(collection.path, watchers.progress)

    def take_news(news: WorkerNews) -> None:
        for line in news.lines:
            assert watchers.page is not None
            watchers.page(line)
        if log is not None and news.log:
            log.writelines(f"{line}\n" for line in news.log)
            log.flush()

    def tick(progress: Progress) -> None:
        nonlocal pages_written
        show(progress)
        if progress.pages - pages_written >= WRITE_PAGES:
            pages_written = progress.pages
            write()

    def workers() -> int:
        return requested_workers(collection.path) or settings.crawl.workers or os.cpu_count() or 1

    return CoordinatorHooks(
        tick,
        take_news,
        workers,
        watchers.said,
        is_paused=lambda: is_pause_requested(collection.path),
        is_stopped=lambda: is_stop_requested(collection.path),
        disk_is_low=lambda: is_disk_low(collection, settings),
    )


def with_troubles(
    summary: CrawlSummary, frontier: CrawlFrontier, collection: Collection, settings: Settings
) -> CrawlSummary:
    """The summary with the hosts that could not be reached, and what must be mended here."""
    trouble = low_disk_words(collection, settings) if summary.ending == "disk" else ""
    return replace(summary, unreachable=missed_hosts(frontier, settings), trouble=trouble)


def is_disk_low(collection: Collection, settings: Settings) -> bool:
    """Whether a crawl had better stop, so that there is room for what must still be written."""
    least = settings.limits.free_disk
    return least is not None and free_bytes(collection.path) < least


def low_disk_words(collection: Collection, settings: Settings) -> str:
    """Why a crawl stopped before the disk was full, and how to go on."""
    free, wanted = free_bytes(collection.path) / 1e6, (settings.limits.free_disk or 0) / 1e6
    return ResourceNote.LOW_DISK.of(free=free, folder=collection.path, wanted=wanted)


@contextmanager
def _log(settings: Settings, collection: Collection) -> Iterator[IO[str] | None]:
    if not settings.crawl.log:
        yield None
        return
    path = collection.path / settings.crawl.log
    try:
        log = path.open("a", encoding="utf-8")
    except OSError as error:
        raise SettingsError(f"{path} cannot be written: {error.strerror} (crawl.log)") from error
    with log:
        yield log


def summary_of(
    progress: Progress,
    ended: Counter[tuple[str, str]],
    frontier: CrawlFrontier,
    ending: str,
    repairs: list[Repair],
) -> CrawlSummary:
    """The figures of this run; `ended` counts what ended in it, by kind and reason."""
    own, theirs = (
        resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    )
    cpu = sum(use.ru_utime + use.ru_stime for use in (own, theirs))
    fetched = _of_kind(ended, "fetched")
    pages = sum(fetched.get(reason, 0) for reason in PAGE_REASONS)
    return CrawlSummary(
        pages=pages,
        fetched=sum(fetched.values()),
        refused=_of_kind(ended, "refused"),
        failed=_of_kind(ended, "failed"),
        duplicates=fetched.get("copy", 0),
        bytes=progress.bytes,
        hosts=frontier.hosts_asked(),
        seconds=round(progress.seconds, 3),
        pages_per_second=round(pages / max(progress.seconds, 1e-9), 2),
        cpu_seconds=round(cpu, 3),
        max_rss_mb=round((own.ru_maxrss + progress.worker_rss_kb) / 1024, 1),
        ending=ending,
        queued=frontier.waiting,
        known=_known_pages(frontier),
        near_copies=frontier.near_copies.count,
        **frontier.revisits.summary()._asdict(),
        repaired=[describe_repair(repaired) for repaired in repairs],
    )


def _known_pages(frontier: CrawlFrontier) -> int:
    fetched = _of_kind(frontier.outcome_counts(), "fetched")
    return sum(fetched.get(reason, 0) for reason in PAGE_REASONS)


def missed_hosts(frontier: CrawlFrontier, settings: Settings) -> list[dict[str, Any]]:
    """Hosts out of reach that should not be: they answered once, or we begin there.

    Links to hosts that never were are no trouble of this crawl.
    """
    starts = {host_of(url) for url in settings.presence.start}
    down = frontier.unreachable()
    return [
        host._asdict()
        for host in down
        if (host.has_answered and (host.waiting or host.ended)) or host.host in starts
    ]


def _of_kind(ended: Counter[tuple[str, str]], wanted: str) -> dict[str, int]:
    return {reason: n for (kind, reason), n in sorted(ended.items()) if kind == wanted}


def as_json(summary: CrawlSummary) -> dict[str, Any]:
    """The summary as `crawl --json` prints it."""
    values = {name: getattr(summary, name) for name in summary.__slots__}
    return {name: value for name, value in values.items() if value or name not in SELDOM}
