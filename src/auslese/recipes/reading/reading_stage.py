"""Reads the pages of a collection: from the archive into documents, sentences and images.

    lots        unread pages, some thousand at a time, host by host
    templates   what the pages of each host have in common, learnt from some of them
    chunks      rows of a thousand pages: one segment of each table, then the next

Everything can be stopped or killed at any moment and goes on where it was:
`store.tables.reading_tables`.
"""

import os
import resource
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import chain, islice
from time import monotonic
from typing import IO, Any, NamedTuple

from auslese.extract.document_reader import READER
from auslese.extract.main_text.host_template import LEAST_PAGES, MOST_PAGES, pages_in
from auslese.recipes.reading.document_rows import PageRef, RowRules
from auslese.recipes.reading.reading_shards import (
    MEMORY_BYTES,
    PAGE_SECONDS,
    READING_SHARDS,
    PageReader,
    ReadingAnswer,
    ReadingJob,
    ReadingTask,
    answers_in,
    pack,
)
from auslese.store.collection import Collection
from auslese.store.lookups.unread_pages import UNREAD, count_in, count_unread, of_chunk
from auslese.store.tables.reading_tables import (
    ChunkReaderVersion,
    ReadingBatch,
    ReadingTables,
    chunks_by_reader,
)
from auslese.store.tables.sql_views import connect
from auslese.store.template_file import StoredTemplate, TemplateFile
from auslese.system.error_file import error_file
from auslese.system.marked_pool import PROGRAM, TRIES, MarkedPool, MarkedPoolOptions
from auslese.system.progress import StageProgress as StageProgress
from auslese.system.unwritable import reporting_if_unwritable

ERRORS_FILE = "reading-errors.txt"
PORTION_PAGES = (
    5_000  # whose places are in memory at once, and that are sorted by their place on disk
)
CHUNK_PAGES = 1_000  # in a segment; what a kill may cost
TASK_PAGES = 32  # a thirtieth of a second of work: one message for many pages, and soon answered

PLACE = "id, url, host, epoch_ms(fetched_at), segment, record_offset, record_length"


@dataclass(frozen=True, slots=True)
class ReadingOptions:
    """How pages are to be read."""

    workers: int = 0
    """Processes; 0 for one per processor core."""
    again: bool = False
    """Also what is read already."""
    rules: RowRules = field(default_factory=RowRules)
    program: tuple[str, ...] = PROGRAM
    page_seconds: float = PAGE_SECONDS
    chunk_pages: int = CHUNK_PAGES
    progress: Callable[[StageProgress], None] = lambda progress: None
    stopped: Callable[[], str] = lambda: ""
    """Says why to stop, as soon as there is a reason."""


@dataclass(slots=True)
class ReadingSummary:
    """What a reading brought; the fields of `analyse --json`."""

    pages: int = 0
    documents: int = 0
    unreadable: dict[str, int] = field(default_factory=dict)
    sentences: int = 0
    images: int = 0
    templates: int = 0
    left: int = 0
    again: bool = False
    """Whether all was to be read anew; what is left then is mostly read, as it was before."""
    ending: str = "finished"
    seconds: float = 0.0
    pages_per_second: float = 0.0
    cpu_seconds: float = 0.0

    def take(self, answer: ReadingAnswer) -> None:
        """Count what a process has read."""
        self.pages += answer.pages
        self.documents += answer.pages - sum(answer.problems.values())
        self.sentences += answer.sentence_count
        self.images += answer.image_count
        self.unreadable = dict(Counter(self.unreadable) + Counter(answer.problems))

    def as_json(self) -> dict[str, Any]:
        """The summary as it is printed."""
        return {name: getattr(self, name) for name in self.__slots__}


class ReadingPortion(NamedTuple):
    """Pages that are read in one go."""

    pages: list[PageRef]
    chunk: int = 0
    """The chunk of the tables that they replace; 0 if they are new."""


def read_pages(collection: Collection, options: ReadingOptions) -> ReadingSummary:
    """Read what is unread; whoever calls it holds the collection."""
    workers = options.workers or os.cpu_count() or 1
    job = ReadingJob(
        str(collection.archive), str(collection.models), options.rules, options.page_seconds
    )
    began, cpu = monotonic(), _cpu_seconds()
    with (
        reporting_if_unwritable(collection.path),
        error_file(collection.path / ERRORS_FILE) as errors,
        TemplateFile(collection.models, READER) as templates,
        MarkedPool(READING_SHARDS, job, _pool_options(options, workers, errors)) as pool,
    ):
        tables = ReadingTables(collection.tables)
        summary = _ReadingStage(collection, options, tables, templates, pool).run(workers)
    summary.seconds = round(monotonic() - began, 3)
    summary.pages_per_second = round(summary.pages / max(summary.seconds, 1e-9), 1)
    summary.cpu_seconds = round(_cpu_seconds() - cpu, 3)
    return summary


def _pool_options(options: ReadingOptions, workers: int, errors: IO[bytes]) -> MarkedPoolOptions:
    return MarkedPoolOptions(
        workers,
        errors,
        item_seconds=options.page_seconds,
        memory_bytes=MEMORY_BYTES,
        failure="pages cannot be read",
        program=options.program,
    )


class _ReadingStage:
    """One reading, from its first lot to its last chunk."""

    def __init__(
        self,
        collection: Collection,
        options: ReadingOptions,
        tables: ReadingTables,
        templates: TemplateFile,
        pool: MarkedPool[ReadingJob, PageReader],
    ) -> None:
        self._collection = collection
        self._options = options
        self._tables = tables
        self._templates = templates
        self._pool = pool
        self._summary = ReadingSummary(again=options.again)
        self._batches: list[ReadingBatch] = []
        self._waiting = 0
        self._of = 0
        self._began = monotonic()
        self._workers = 0

    def run(self, workers: int) -> ReadingSummary:
        self._workers = workers
        chunks = chunks_by_reader(self._collection.tables)
        wanted = ChunkReaderVersion(READER, self._options.rules.key)
        stale = [each for each in chunks if self._options.again or chunks[each] != wanted]
        if self._options.again:
            self._templates.forget()
        self._of = count_unread(self._collection) + count_in(self._collection, stale)
        portions = chain(unread_portions(self._collection), stale_portions(self._collection, stale))
        for number, portion in enumerate(portions, 1):
            self._read(number, portion)
            if self._summary.ending != "finished":
                break
        self._write()
        self._summary.left = self._of - self._summary.pages
        return self._summary

    def _read(self, number: int, portion: ReadingPortion) -> None:
        if portion.chunk:
            self._write()
        before = replace(self._summary)
        self._learn(number, portion.pages)
        if self._summary.ending != "finished":  # and answers to what it asked may still come
            return
        for answer in self._answers(read_tasks(portion.pages, number)):
            self._summary.take(answer)
            self._batches.append(ReadingBatch(answer.documents, answer.sentences, answer.images))
            self._waiting += answer.pages
            if self._waiting >= self._options.chunk_pages and not portion.chunk:
                self._write()
        if portion.chunk and self._summary.ending == "finished":
            self._tables.drop(portion.chunk)
            self._write()
        elif portion.chunk:  # what was there stays: not all of it was read anew
            self._summary = replace(before, ending=self._summary.ending)
            self._batches.clear()

    def _learn(self, portion: int, pages: list[PageRef]) -> None:
        """Learn what the pages of these hosts have in common, where too little is known of it."""
        by_host: dict[str, list[PageRef]] = defaultdict(list)
        for page in pages:
            by_host[page.host].append(page)
        known = self._templates.of(by_host)
        samples = {
            host: sample
            for host, its in by_host.items()
            if (sample := sample_of(its, *_looked_at(known.get(host))))
        }
        tasks = [ReadingTask(sample, portion, host) for host, sample in samples.items()]
        learnt = []
        for answer in self._answers(tasks, tries=0):
            before, _ = _looked_at(known.get(answer.host))
            seen = before | {page.id for page in samples[answer.host]}
            learnt.append(StoredTemplate(answer.host, answer.template, seen))
        self._templates.keep(learnt)
        self._summary.templates += len(learnt)

    def _answers(self, tasks: Iterable[ReadingTask], tries: int = TRIES) -> Iterator[ReadingAnswer]:
        """Have the tasks done, telling how far it is, until somebody stops it."""
        for answers in self._pool.answers(map(pack, tasks), tries):
            if answers is not None:
                yield from answers_in(answers)
            seconds = monotonic() - self._began
            self._options.progress(
                StageProgress(self._summary.pages, self._of, seconds, self._workers)
            )
            if reason := self._options.stopped():
                self._summary.ending = reason
                return

    def _write(self) -> None:
        if self._batches:
            self._tables.write(self._batches)
        self._batches.clear()
        self._waiting = 0


def read_tasks(pages: list[PageRef], portion: int) -> Iterator[ReadingTask]:
    """The pages in the order in which they lie on the disk, some at a time."""
    ordered = iter(sorted(pages, key=lambda page: (page.segment, page.offset)))
    while some := list(islice(ordered, TASK_PAGES)):
        yield ReadingTask(some, portion)


def _looked_at(learnt: StoredTemplate | None) -> tuple[frozenset[int], int]:
    """The pages of a host that were looked at, and how many of them the template holds."""
    return (learnt.pages, pages_in(learnt.packed)) if learnt else (frozenset(), 0)


def sample_of(pages: list[PageRef], known: frozenset[int], held: int) -> list[PageRef]:
    """Pages to learn the template of their host from, spread over its folders.

    `known` were looked at before; `held` of them were fit, the others as PDFs and copies are not.
    """
    room = MOST_PAGES - held
    fresh = sorted((page for page in pages if page.id not in known), key=lambda page: page.url)
    if room <= 0 or len(fresh) + held < LEAST_PAGES:
        return []
    step = max(len(fresh) / room, 1.0)
    return [fresh[int(number * step)] for number in range(min(room, len(fresh)))]


def unread_portions(collection: Collection) -> Iterator[ReadingPortion]:
    """The unread pages, host by host."""
    with connect(collection) as tables:
        rows = tables.execute(f"SELECT {PLACE} {UNREAD} ORDER BY host, segment, record_offset")
        while some := rows.fetchmany(PORTION_PAGES):
            yield ReadingPortion([PageRef(*row) for row in some])


def stale_portions(collection: Collection, chunks: Iterable[int]) -> Iterator[ReadingPortion]:
    """The pages of chunks that are to be read anew, chunk by chunk."""
    for chunk in chunks:
        with connect(collection) as tables:
            rows = tables.execute(f"SELECT {PLACE} {of_chunk(collection, chunk)}").fetchall()
        yield ReadingPortion([PageRef(*row) for row in rows], chunk)


def _cpu_seconds() -> float:
    """Of this process and of those it has ended."""
    uses = map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(use.ru_utime + use.ru_stime for use in uses)
