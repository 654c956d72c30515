"""Reads the pages of a collection: from the archive into documents, sentences and images.

    lots        unread pages, some thousand at a time, host by host
    templates   what the pages of each host have in common, learnt from some of them
    chunks      rows of a thousand pages: one segment of each table, then the next

Everything can be stopped or killed at any moment and goes on where it was:
`store.tables.reading_tables`.
"""

import resource
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import chain, islice
from typing import IO, NamedTuple

from auslese.extract.document_reader import READER
from auslese.extract.main_text.host_template import LEAST_PAGES, MOST_PAGES, pages_in
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
from auslese.recipes.reading.row_rules import RowRules
from auslese.recipes.stages.stage import Stage, StageOptions, StageRun, StageSummary
from auslese.store.archive.page_ref import PageRef
from auslese.store.collection import Collection
from auslese.store.lookups.unread_pages import (
    chunk_places,
    count_in,
    count_unread,
    unread_places,
)
from auslese.store.tables.reading_tables import (
    ChunkReaderVersion,
    ReadingBatch,
    ReadingTables,
    chunks_by_reader,
)
from auslese.store.template_file import StoredTemplate, TemplateFile
from auslese.system.error_file import error_file
from auslese.system.marked_pool import PROGRAM, TRIES, MarkedPool, MarkedPoolOptions
from auslese.wording.figures import plural

ERRORS_FILE = "reading-errors.txt"
READ = "read"
PORTION_PAGES = (
    5_000  # whose places are in memory at once, and that are sorted by their place on disk
)
CHUNK_PAGES = 1_000  # in a segment; what a kill may cost
TASK_PAGES = 32  # a thirtieth of a second of work: one message for many pages, and soon answered


@dataclass(slots=True)
class ReadingSummary(StageSummary):
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
    cpu_seconds: float = 0.0

    last_keys = ("pages_per_second", "cpu_seconds")

    @property
    def pages_per_second(self) -> float:
        """How fast it was."""
        return self.per_second(self.pages)

    def take(self, answer: ReadingAnswer) -> None:
        """Count what a process has read."""
        self.pages += answer.pages
        self.documents += answer.pages - sum(answer.problems.values())
        self.sentences += answer.sentence_count
        self.images += answer.image_count
        self.unreadable = dict(Counter(self.unreadable) + Counter(answer.problems))


class ReadingPortion(NamedTuple):
    """Pages that are read in one go."""

    pages: list[PageRef]
    chunk: int = 0
    """The chunk of the tables that they replace; 0 if they are new."""


@dataclass(frozen=True, slots=True)
class ReadingStage(Stage[ReadingSummary]):
    """Reads what is unread, or was read by another reader or by other rules."""

    name = "reading"
    about = "pages into documents, sentences and images"
    shards = READING_SHARDS

    rules: RowRules | None = None
    """What is taken from documents; None for what the settings say."""
    program: tuple[str, ...] = PROGRAM
    """What the processes run."""
    page_seconds: float = PAGE_SECONDS
    chunk_pages: int = CHUNK_PAGES

    def why_stale(self, collection: Collection, options: StageOptions) -> list[str]:
        """Which pages are to be read, and why."""
        unread, chunks = count_unread(collection), chunks_by_reader(collection.tables)
        if options.again:
            every = unread + count_in(collection, chunks)
            return [f"{plural(every, 'page')}, all anew"] if every else []
        words = [f"{plural(unread, 'page')} not read yet"] if unread else []
        if others := [each.reader for each in chunks.values() if each.reader != READER]:
            olds = ", ".join(str(reader) for reader in sorted(set(others)))
            words.append(
                f"documents of {plural(len(others), 'segment')} were read by version"
                f" {olds} of the reader; now it is version {READER}"
            )
        rules = self.rules_by(options).key
        same_reader = {number: each for number, each in chunks.items() if each.reader == READER}
        if ruled := [number for number, each in same_reader.items() if each.rules != rules]:
            words.append(
                f"{plural(count_in(collection, ruled), 'page')} read by other settings of"
                " [reading], or before these were noted"
            )
        return words

    def run(self, run: StageRun) -> ReadingSummary:
        """Read what is unread."""
        collection, cpu = run.collection, _cpu_seconds()
        rules = self.rules_by(run.options)
        job = ReadingJob(str(collection.archive), str(collection.models), rules, self.page_seconds)
        with (
            error_file(collection.path / ERRORS_FILE) as errors,
            TemplateFile(collection.models, READER) as templates,
            MarkedPool(READING_SHARDS, job, self._pool_options(run.workers, errors)) as pool,
        ):
            summary = _ReadingRun(run, job, templates, pool, self.chunk_pages).read()
        summary.cpu_seconds = round(_cpu_seconds() - cpu, 3)
        return summary

    def rules_by(self, options: StageOptions) -> RowRules:
        """What is taken from documents."""
        return self.rules or RowRules.of(options.settings.reading)

    def _pool_options(self, workers: int, errors: IO[bytes]) -> MarkedPoolOptions:
        return MarkedPoolOptions(
            workers,
            errors,
            item_seconds=self.page_seconds,
            memory_bytes=MEMORY_BYTES,
            failure="pages cannot be read",
            program=self.program,
        )


class _ReadingRun:
    """One reading, from its first lot to its last chunk."""

    def __init__(
        self,
        run: StageRun,
        job: ReadingJob,
        templates: TemplateFile,
        pool: MarkedPool[ReadingJob, PageReader],
        chunk_pages: int,
    ) -> None:
        self._run = run
        self._collection = run.collection
        self._wanted = ChunkReaderVersion(READER, job.rules.key)
        self._tables = ReadingTables(run.collection.tables)
        self._templates = templates
        self._pool = pool
        self._chunk_pages = chunk_pages
        self._summary = ReadingSummary(again=run.options.again)
        self._batches: list[ReadingBatch] = []
        self._waiting = 0
        self._of = 0

    def read(self) -> ReadingSummary:
        chunks, again = chunks_by_reader(self._collection.tables), self._run.options.again
        stale = [each for each in chunks if again or chunks[each] != self._wanted]
        if again:
            self._templates.forget()
        self._of = count_unread(self._collection) + count_in(self._collection, stale)
        portions = chain(unread_portions(self._collection), stale_portions(self._collection, stale))
        for number, portion in enumerate(portions, 1):
            self._read(number, portion)
            if not self._summary.is_finished:
                break
        self._write()
        self._summary.left = self._of - self._summary.pages
        return self._summary

    def _read(self, number: int, portion: ReadingPortion) -> None:
        if portion.chunk:
            self._write()
        before = replace(self._summary)
        self._learn(number, portion.pages)
        if not self._summary.is_finished:  # and answers to what it asked may still come
            return
        for answer in self._answers(read_tasks(portion.pages, number)):
            self._summary.take(answer)
            self._batches.append(ReadingBatch(answer.documents, answer.sentences, answer.images))
            self._waiting += answer.pages
            if self._waiting >= self._chunk_pages and not portion.chunk:
                self._write()
        if portion.chunk and self._summary.is_finished:
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
            self._run.show(self._summary.pages, self._of, READ, self._run.workers)
            if self._run.stops(self._summary):
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
    yield from map(ReadingPortion, unread_places(collection, PORTION_PAGES))


def stale_portions(collection: Collection, chunks: Iterable[int]) -> Iterator[ReadingPortion]:
    """The pages of chunks that are to be read anew, chunk by chunk."""
    for chunk in chunks:
        yield ReadingPortion(chunk_places(collection, chunk), chunk)


def _cpu_seconds() -> float:
    """Of this process and of those it has ended."""
    uses = map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(use.ru_utime + use.ru_stime for use in uses)
