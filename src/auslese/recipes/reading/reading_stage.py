"""Reads the pages of a collection: from the archive into documents, sentences and images.

    templates   what the pages of each host have in common, learnt from some of them
    lots        unread pages, some thousand at a time, host by host
    chunks      rows of a thousand pages: one segment of each table, then the next

Everything can be stopped or killed at any moment and goes on where it was:
`store.tables.reading_tables`.
"""

import resource
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import IO, NamedTuple, Protocol

from auslese.extract.document_reader import READER
from auslese.recipes.reading.reading_shards import (
    MEMORY_BYTES,
    PAGE_SECONDS,
    READING_SHARDS,
    ReadingAnswer,
    ReadingJob,
    ReadingTask,
    answers_in,
    pack,
)
from auslese.recipes.reading.row_rules import RowRules
from auslese.recipes.reading.template_learning import (
    TemplateLearner,
    chunks_of_old_templates,
    read_tasks,
)
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
from auslese.store.template_file import TemplateFile
from auslese.system.error_file import error_file
from auslese.system.marked_pool import PROGRAM, MarkedPool, MarkedPoolOptions
from auslese.wording.coded_sentence import CodedSentence
from auslese.wording.stage_sentences import StaleReason

ERRORS_FILE = "reading-errors.txt"
READ = "read"
PORTION_PAGES = (
    5_000  # whose places are in memory at once, and that are sorted by their place on disk
)
CHUNK_PAGES = 1_000  # in a segment; what a kill may cost


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


class ReadingEngine(Protocol):
    """Who answers tasks: None now and then, if no answer is there yet."""

    def answers(self, batches: Iterable[bytes], /) -> Iterator[bytes | None]:
        """The answers, in any order."""


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
    refreshes: bool = True
    """Whether pages are read anew when the template of their host has changed."""

    def why_stale(self, collection: Collection, options: StageOptions) -> list[str]:
        """Which pages are to be read, and why."""
        unread, chunks = count_unread(collection), chunks_by_reader(collection.tables)
        if options.again:
            every = unread + count_in(collection, chunks)
            return [StaleReason.PAGES_ANEW.of(pages=every)] if every else []
        words = [StaleReason.UNREAD.of(pages=unread)] if unread else []
        if others := {n: each.reader for n, each in chunks.items() if each.reader != READER}:
            olds = ", ".join(str(reader) for reader in sorted(set(others.values())))
            pages = count_in(collection, others)
            words.append(StaleReason.OTHER_READER.of(pages=pages, old=olds, new=READER))
        rules = self.rules_by(options).key
        same_reader = {number: each for number, each in chunks.items() if each.reader == READER}
        if ruled := [number for number, each in same_reader.items() if each.rules != rules]:
            pages = count_in(collection, ruled)
            words.append(StaleReason.OTHER_READING.of(pages=pages))
        same = [number for number, each in same_reader.items() if each.rules == rules]
        if self.refreshes and same:
            words += self._why_templates_are(collection, same)
        return list(words)

    def _why_templates_are(self, collection: Collection, chunks: list[int]) -> list[CodedSentence]:
        """Which templates are stale, or which pages by them."""
        words = []
        with TemplateFile(collection.models, READER) as templates:
            if hosts := templates.count_outdated():
                words.append(StaleReason.SMALL_TEMPLATE.of(hosts=hosts))
            if outdated := chunks_of_old_templates(collection, templates, chunks):
                pages = count_in(collection, outdated)
                words.append(StaleReason.OLD_TEMPLATE.of(pages=pages))
        return words

    def run(self, run: StageRun) -> ReadingSummary:
        """Read what is unread."""
        collection, cpu = run.collection, _cpu_seconds()
        rules = self.rules_by(run.options)
        job = ReadingJob(str(collection.archive), str(collection.models), rules, self.page_seconds)
        with (
            error_file(collection.path / ERRORS_FILE) as errors,
            TemplateFile(collection.models, READER) as templates,
            self._engine(run, job, errors) as pool,
        ):
            summary = _ReadingRun(run, job, templates, pool, self).read()
        summary.cpu_seconds = round(_cpu_seconds() - cpu, 3)
        return summary

    def rules_by(self, options: StageOptions) -> RowRules:
        """What is taken from documents."""
        return self.rules or RowRules.of(options.settings.reading)

    def _engine(
        self, run: StageRun, job: ReadingJob, errors: IO[bytes]
    ) -> AbstractContextManager[ReadingEngine]:
        """Who reads: here a pool that knows the page at hand; other machines fence each page."""
        if run.options.spread:
            return run.engine(READING_SHARDS, job)
        return MarkedPool(READING_SHARDS, job, self._pool_options(run.workers, errors))

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
        pool: ReadingEngine,
        stage: ReadingStage,
    ) -> None:
        self._run = run
        self._collection = run.collection
        self._wanted = ChunkReaderVersion(READER, job.rules.key)
        self._tables = ReadingTables(run.collection.tables)
        self._templates = templates
        self._pool = pool
        self._chunk_pages = stage.chunk_pages
        self._refreshes = stage.refreshes
        self._summary = ReadingSummary(again=run.options.again)
        self._batches: list[ReadingBatch] = []
        self._waiting = 0
        self._of = 0

    def read(self) -> ReadingSummary:
        chunks, again = chunks_by_reader(self._collection.tables), self._run.options.again
        stale = [each for each in chunks if again or chunks[each] != self._wanted]
        unread = count_unread(self._collection)
        self._of = unread + count_in(self._collection, stale)
        if again:
            self._templates.forget()
        if self._of or (self._refreshes and self._templates.count_outdated()):
            self._learn()
        stale += self._by_old_templates(sorted(set(chunks) - set(stale)))
        self._of = unread + count_in(self._collection, stale)
        portions = chain(unread_portions(self._collection), stale_portions(self._collection, stale))
        while self._summary.is_finished and (portion := next(portions, None)):
            self._read(portion)
        self._write()
        self._summary.left = self._of - self._summary.pages
        return self._summary

    def _learn(self) -> None:
        """Learn what the pages of each host have in common, before any of them is read."""
        learner = TemplateLearner(self._collection, self._templates, self._answers)
        lots = learner.learn(lambda: not self._summary.is_finished, only_new=not self._refreshes)
        self._summary.templates = sum(lots)

    def _by_old_templates(self, chunks: Iterable[int]) -> list[int]:
        if not self._refreshes or not self._summary.is_finished:
            return []
        return chunks_of_old_templates(self._collection, self._templates, chunks)

    def _read(self, portion: ReadingPortion) -> None:
        if portion.chunk:
            self._write()
        before = replace(self._summary)
        for answer in self._answers(read_tasks(portion.pages)):
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

    def _answers(self, tasks: Iterable[ReadingTask]) -> Iterator[ReadingAnswer]:
        """Have the tasks done, telling how far it is, until somebody stops it."""
        if self._run.options.spread:
            tasks = map(self._with_templates, tasks)
        for answers in self._pool.answers(map(pack, tasks)):
            if answers is not None:
                yield from answers_in(answers)
            self._run.show(self._summary.pages, self._of, READ, self._run.workers)
            if self._run.stops(self._summary):
                return

    def _with_templates(self, task: ReadingTask) -> ReadingTask:
        """A task that needs no file of templates: it may go to another machine."""
        known = self._templates.of({page.host for page in task.pages} if not task.learning else ())
        return ReadingTask(
            task.pages, task.learning, {host: each.packed for host, each in known.items()}
        )

    def _write(self) -> None:
        if self._batches:
            self._tables.write(self._batches)
        self._batches.clear()
        self._waiting = 0


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
