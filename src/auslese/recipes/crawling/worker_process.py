"""The process a worker lives in: puts its parts together and runs it.

Started by `recipes.crawling.crawl_run` with open file descriptors; the job comes on standard input.
"""

import mmap
import os
import pickle
import resource
import socket
import struct
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from importlib import import_module
from pathlib import Path
from time import time

from auslese.crawl.fetch.carrying_fetcher import CarryingFetcher
from auslese.crawl.fetch.connection_bounds import ConnectionBounds, connection_bounds
from auslese.crawl.fetch.cookies import CookieJar
from auslese.crawl.fetch.credentials import Credentials
from auslese.crawl.fetch.curl_fetcher import CurlFetcher
from auslese.crawl.fetch.fetcher import Fetcher, FetchSettings
from auslese.crawl.fetch.name_resolver import NameResolver
from auslese.crawl.frontier.opening import FrontierPlace, frontier_store
from auslese.crawl.frontier.worker_report import SegmentMark
from auslese.crawl.politeness.pace import Pace, Patience
from auslese.crawl.worker.exchange_keeper import CapturePosition, Exchange
from auslese.crawl.worker.link_focus import LinkFocus
from auslese.crawl.worker.messages import WorkChannel, WorkerBye, WorkerNote, WorkerTrouble
from auslese.crawl.worker.worker import REPORT_SECONDS, Worker, WorkerSettings
from auslese.crawl.worker.worker_parts import ErrandSettings, WorkerParts
from auslese.extract.lists.page_lists import read_named_sitemap
from auslese.extract.page_reader import declared_charset, read_page
from auslese.extract.page_sketch import sketch_of
from auslese.extract.reading_options import PageReadOptions
from auslese.extract.sniff import true_type
from auslese.recipes.crawling.rendering_options import longest_request, with_rendering
from auslese.recipes.settings.admission_options import admission_of
from auslese.recipes.settings.picture_options import kept_types, rules_of
from auslese.recipes.settings.settings_loading import Settings
from auslese.recipes.settings.user_agent import user_agent
from auslese.records.errors import AusleseError
from auslese.records.reading import Link
from auslese.records.url import Url
from auslese.records.visit import PLAIN_BUCKET
from auslese.store.archive import warc_records as warc
from auslese.store.archive.archive_writer import (
    ArchiveSettings,
    ArchiveWriter,
    SegmentPosition,
)
from auslese.store.shared.piece_upload import SegmentUpload, StoragePlace
from auslese.store.shared.storage_opening import open_storage
from auslese.store.tables.parquet_segments import to_ipc
from auslese.store.unwritable_folder import reporting_if_unwritable
from auslese.system.exhausted import (
    Resource,
    exhausted_resource,
    free_descriptors,
    raise_descriptor_limit,
)
from auslese.system.light_process import lighten_process
from auslese.system.memory_limit import limit_memory as limit_memory
from auslese.system.unwritable import reason_of
from auslese.wording.resource_sentences import ResourceNote, exhausted_sentence

MARK = struct.Struct("<q")
SHARED_REPORT_SECONDS = 1.0  # each report puts two objects; a lease lasts a hundred times as long
SPARE_BYTES = 3 << 30  # beside the bodies under way; Arrow alone reserves a third and uses little


@dataclass(frozen=True, slots=True)
class CrawlWorkerJob:
    """What one worker process is to do."""

    number: int
    run: str
    frontier: FrontierPlace
    archive_folder: Path
    settings: Settings
    stream: bool
    share_addresses: bool
    folder: Path
    """Of the collection."""
    storage: StoragePlace | None = None
    """Where what is archived is brought before it is reported; None: it stays here."""


BringSegments = Callable[[list[SegmentPosition]], None]


def stays_here(positions: list[SegmentPosition]) -> None:
    """Bring segments nowhere."""


class ArchiveKeeper:
    """The archive in the form the worker wants."""

    def __init__(self, writer: ArchiveWriter, bring: BringSegments = stays_here) -> None:
        """Write with this writer, and bring what was synced elsewhere before it is reported."""
        self._writer = writer
        self._bring = bring

    def keep(self, exchange: Exchange) -> CapturePosition:
        """Append one exchange; known content becomes a pointer to where it was kept first."""
        earlier = exchange.earlier
        capture = self._writer.add(
            warc.WarcExchange(
                url=exchange.url,
                fetched_at=datetime.fromtimestamp(exchange.at, UTC),
                request=exchange.request,
                response_header=exchange.header,
                raw_body=exchange.raw_body,
                status=exchange.status,
                media_type=exchange.media_type,
                address=exchange.address,
                digest=warc.labelled(exchange.payload),
                rendered=exchange.rendered,
                content_type=exchange.content_type,
            ),
            warc.EarlierCapture(Url(earlier.url), datetime.fromtimestamp(earlier.at, UTC))
            if earlier
            else None,
        )
        return CapturePosition(*capture)

    def sync(self) -> list[SegmentMark]:
        """Bring everything to disk."""
        return self._brought(self._writer.sync())

    def close(self) -> list[SegmentMark]:
        """Finish the open segment."""
        return self._brought(self._writer.close())

    def _brought(self, positions: list[SegmentPosition]) -> list[SegmentMark]:
        self._bring(positions)
        return [SegmentMark(*position) for position in positions]


def carrying(fetcher: Fetcher, settings: Settings) -> Fetcher:
    """The fetcher, with credentials and cookies if the settings ask for them.

    Passwords are taken from the environment that this process has inherited.
    """
    crawl = settings.crawl
    if not (crawl.credentials or crawl.cookies):
        return fetcher
    credentials = Credentials(crawl.credentials, os.environ)
    return CarryingFetcher(fetcher, credentials, CookieJar(crawl.cookies), time)


def unwanted_start(types: frozenset[str]) -> Callable[[str, bytes], str]:
    """Tell from the first bytes of a body that it is of none of these types."""

    def look(declared: str, start: bytes) -> str:
        really = true_type(start, declared)
        return "" if really in types else really

    return look


def plain_bucket(link: Link) -> int:
    """Every link promises the same: the crawl is breadth-first."""
    return PLAIN_BUCKET


def reading_request(settings: Settings, *, text: bool = False) -> PageReadOptions:
    """What is wanted of every page; pictures, if the crawl keeps any."""
    images = any(media_type.startswith("image/") for media_type in settings.crawl.types)
    focus, scripts = settings.focus, settings.crawl.script_links
    excerpt = 0 if focus.mode in ("none", "pagerank") else focus.letters
    return PageReadOptions(
        settings.politeness.agent,
        images,
        scripts,
        text,
        excerpt,
        tag_paths=focus.mode == "learned",
        pictures=rules_of(settings.harvest) if settings.harvest.while_crawling else None,
    )


def build_worker(job: CrawlWorkerJob, channel: WorkChannel, mark: mmap.mmap) -> Worker:
    """Put a worker together."""
    settings, admission = job.settings, admission_of(job.settings)
    types = frozenset(kept_types(settings))
    bounds = _bounds(settings, channel)
    fetch_settings = FetchSettings(
        user_agent=user_agent(settings),
        contact=settings.politeness.contact if "@" in settings.politeness.contact else "",
        connect_seconds=settings.crawl.connect_timeout.total_seconds(),
        request_seconds=settings.crawl.request_timeout.total_seconds(),
        body_bytes=settings.limits.body_bytes,
        picture_bytes=settings.harvest.image_bytes if settings.harvest.while_crawling else 0,
        media_types=types,
        proxy=settings.crawl.proxy,
        bytes_under_way=settings.crawl.bytes_under_way,
        idle_connections=bounds.idle,
        refuse_address=admission.refuse_address,
        unwanted_start=unwanted_start(types),
    )
    writer = ArchiveWriter(
        job.archive_folder,
        job.run,
        job.number,
        ArchiveSettings(
            segment_bytes=settings.archive.segment_bytes,
            operator=settings.politeness.contact,
            user_agent=fetch_settings.user_agent,
            mode=settings.archive.mode,
        ),
    )
    fetcher = CurlFetcher(fetch_settings)
    parts = _parts(job, fetcher, ArchiveKeeper(writer, _bring(job)), mark)
    if parts.resolver is not None:
        parts = replace(parts, resolver=NameResolver(most_threads=bounds.names))
    parts = replace(parts, has_room_for=fetcher.has_room_for)
    if settings.crawl.render:
        parts = with_rendering(parts, settings, fetch_settings.user_agent)
    worker_settings = WorkerSettings(
        job.number,
        _errand_settings(job),
        bounds.hosts,
        longest_request(settings),
        REPORT_SECONDS if job.storage is None else SHARED_REPORT_SECONDS,
    )
    return Worker(worker_settings, parts, channel)


def _bring(job: CrawlWorkerJob) -> BringSegments:
    """What brings segments to shared storage, if there is any."""
    if job.storage is None:
        return stays_here
    storage = open_storage(job.storage.url)
    return SegmentUpload(storage, job.storage.writer, job.archive_folder).bring


def _bounds(settings: Settings, channel: WorkChannel) -> ConnectionBounds:
    """What this worker may do at once; if the files do not suffice for all, people hear of it."""
    wanted = settings.crawl.hosts_at_once
    files = raise_descriptor_limit()
    bounds = connection_bounds(free_descriptors(), wanted)
    if bounds.hosts < wanted:
        note = ResourceNote.FEWER_HOSTS.text(hosts=bounds.hosts, wanted=wanted, files=files)
        channel.send(WorkerNote(note))
    return bounds


def _parts(
    job: CrawlWorkerJob, fetcher: Fetcher, keeper: ArchiveKeeper, mark: mmap.mmap
) -> WorkerParts:
    settings, admission = job.settings, admission_of(job.settings)
    request = reading_request(settings, text=job.stream)
    seen = frontier_store(job.frontier).open_contents()
    return WorkerParts(
        fetcher=carrying(fetcher, settings),
        keeper=keeper,
        read=lambda url, got: read_page(
            url, got.content, got.media_type, got.header_bytes, request
        ),
        refuse=admission.refusal,
        bucket=plain_bucket,
        focus=_focus(job),
        seen=seen,
        rest=seen.rest,
        pack_links=lambda columns: to_ipc("links", columns),
        mark_reading=lambda number: MARK.pack_into(mark, 0, number),
        refuse_at=admission.refuse_at,
        resolver=None if settings.crawl.proxy else NameResolver(),
        refuse_address=admission.refuse_address,
        read_sitemap=lambda url, got: read_named_sitemap(
            url, got.body, got.media_type, declared_charset(got.header_bytes)
        ),
        sketch=sketch_of,
    )


def _focus(job: CrawlWorkerJob) -> LinkFocus | None:
    """What judges links, if the crawl has a topic; few crawls have one, so it is loaded late."""
    if job.settings.focus.mode == "none":
        return None
    opening = import_module("auslese.recipes.focus.focus_opening")
    focus: LinkFocus = opening.open_focus(job.folder, job.settings.focus, job.number)
    return focus


def _errand_settings(job: CrawlWorkerJob) -> ErrandSettings:
    politeness, crawl, limits = job.settings.politeness, job.settings.crawl, job.settings.limits
    return ErrandSettings(
        agent=politeness.agent,
        body_bytes=limits.body_bytes,
        redirects=limits.redirects,
        media_types=frozenset(kept_types(job.settings)),
        patience=Patience(crawl.retries, longest_pause=crawl.longest_pause.total_seconds()),
        pace=Pace(politeness.response_factor, politeness.error_budget),
        unverified_tls=job.settings.presence.unverified_tls,
        share_addresses=job.share_addresses,
        strict_robots=politeness.strict_robots,
        own_sites=frozenset(politeness.own_sites),
        sketch_all=job.settings.duplicates.near_while_crawling,
        stream=job.stream,
        log=bool(crawl.log),
        sitemaps=crawl.sitemaps,
        rights_files=crawl.rights_files,
    )


def final_message(
    job: CrawlWorkerJob, channel: WorkChannel, mark: mmap.mmap
) -> WorkerBye | WorkerTrouble:
    """Run a worker to its end and say what is to be said then."""
    try:
        with reporting_if_unwritable(job.archive_folder):
            build_worker(job, channel, mark).run()
    except AusleseError as error:
        MARK.pack_into(mark, 0, 0)  # the page at hand is not to blame
        return WorkerTrouble(str(error))
    except Exception as error:
        used_up = exhausted_resource(error)
        if used_up in (None, Resource.MEMORY):  # a page may take all memory: it has one more try
            raise
        MARK.pack_into(mark, 0, 0)
        return WorkerTrouble(exhausted_sentence(used_up, reason_of(error)))
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return WorkerBye(usage.ru_utime + usage.ru_stime, usage.ru_maxrss)


def _longest_body(settings: Settings) -> int:
    pictures = settings.harvest.image_bytes if settings.harvest.while_crawling else 0
    return max(settings.limits.body_bytes, pictures)


def main() -> None:
    """Run one worker to its end."""
    lighten_process()
    socket_fd, mark_fd = map(int, sys.argv[1:3])
    job = pickle.load(sys.stdin.buffer)
    channel = WorkChannel(socket.socket(fileno=socket_fd))
    mark = mmap.mmap(mark_fd, MARK.size)
    limit_memory(SPARE_BYTES, job.settings.crawl.hosts_at_once * _longest_body(job.settings))
    channel.send(final_message(job, channel, mark))
    channel.socket.setblocking(True)
    channel.flush()
    os._exit(0)  # nothing is left to do, and freeing the memory page by page would take its time


if __name__ == "__main__":
    main()
