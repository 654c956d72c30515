"""Pages of the archive made into rows, batch by batch: what the stage `reading` hands to processes.

A batch is a task: pages to read, or to learn the templates of their hosts from. A page on which a
process dies is tried once more, alone; if it kills again, or takes too long, it is a page that
could not be read, and the others go on (`system.marked_pool`).
"""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from socket import gethostname

import msgspec

from auslese.extract.document_reader import READER, Source, read_document, sheet_of, unreadable_from
from auslese.extract.main_text.host_template import (
    HostTemplate,
    block_keys,
    pack_keys,
    unpack_template,
)
from auslese.recipes.reading.document_rows import DocumentRows
from auslese.recipes.reading.row_rules import RowRules
from auslese.records.document import Document, ReadProblem, Unreadable
from auslese.records.errors import AusleseError
from auslese.records.fetch import Failed
from auslese.records.url import Url
from auslese.store.archive.archived_responses import ArchivedResponse, read_rendering, read_response
from auslese.store.archive.cdxj import CaptureLocation
from auslese.store.archive.page_ref import PageRef
from auslese.store.template_file import TemplateFile
from auslese.system.decoding import decoded_body
from auslese.system.item_mark import AT_HAND
from auslese.system.shard_function import BatchFormat, ShardFence, ShardFunction, join_lists
from auslese.wording.outcome_sentences import UnreadReason

PAGE_SECONDS = 20.0  # for one page; ten times what the slowest page known to us takes
MEMORY_BYTES = 3 << 29  # Arrow alone reserves a third and uses little; a page may take 200 MB
BODY_BYTES = 1 << 28  # unpacked; what is in the archive was within limits.body_bytes once
MOST_TEMPLATES = 200  # kept at hand; a hundred bytes a block
RENDERED_HEADER = b"HTTP/1.1 200 OK\r\nContent-Type: text/html;charset=utf-8\r\n\r\n"


class ReadingJob(msgspec.Struct, frozen=True):
    """What a reading process must know to begin."""

    archive: str
    models: str
    """Folder that has the templates."""
    rules: RowRules = RowRules()
    page_seconds: float = PAGE_SECONDS
    """After which a page is given up."""


class ReadingTask(msgspec.Struct, array_like=True):
    """Some pages to read, or to learn the templates of their hosts from."""

    pages: list[PageRef]
    learning: bool = False
    """Whether templates of their hosts are to be learnt; else the pages are to be read."""
    templates: dict[str, bytes] | None = None
    """The templates of their hosts, packed; None if they are to be looked up in the file of the
    collection, which SQLite opens on one machine only."""


class ReadingAnswer(msgspec.Struct, array_like=True):
    """What came of a task."""

    pages: int = 0
    documents: bytes = b""
    sentences: bytes = b""
    images: bytes = b""
    sentence_count: int = 0
    image_count: int = 0
    problems: dict[str, int] = {}
    blocks: list[tuple[str, bytes]] = []
    """If templates are to be learnt: the host of each page, and the keys of its blocks."""


def read_one(archive: Path, page: PageRef, template: HostTemplate | None) -> Document | Unreadable:
    """Read a page of the archive; whatever goes wrong with it is its own problem."""
    try:
        source = source_of(archive, page, template)
        return read_document(source) if isinstance(source, Source) else source
    except Exception as error:  # of unpacking it; reading itself does not raise
        return unreadable_from(error)


def source_of(archive: Path, page: PageRef, template: HostTemplate | None) -> Source | Unreadable:
    """The page as it came, or as a browser showed it."""
    capture = CaptureLocation(page.segment, page.offset, page.length)
    try:
        response = read_response(archive, capture)
        rendered = read_rendering(archive, capture)
    except (AusleseError, OSError) as error:
        return Unreadable(ReadProblem.BROKEN, UnreadReason.NOT_ARCHIVED.text(problem=error))
    url, day = Url(page.url), f"{datetime.fromtimestamp(page.fetched_at / 1000, UTC):%Y-%m-%d}"
    if rendered:
        return Source(url, rendered, "text/html", RENDERED_HEADER, day, template)
    body = decoded_body(response.body, response.field("content-encoding"), BODY_BYTES)
    if isinstance(body, Failed):
        return Unreadable(ReadProblem.BROKEN, body.detail)
    return Source(url, body, media_type_of(response), response.header, day, template)


def media_type_of(response: ArchivedResponse) -> str:
    """The media type that the server says."""
    return response.field("content-type").partition(";")[0].strip().lower()


def blocks_of(archive: Path, page: PageRef) -> tuple[str, bytes]:
    """The host of a page and the keys of its blocks; none if it cannot be laid flat."""
    try:
        source = source_of(archive, page, None)
        sheet = sheet_of(source) if isinstance(source, Source) else None
    except Exception:  # it will be told when the page is read
        sheet = None
    return page.host, pack_keys(block_keys(sheet)) if sheet is not None else b""


class HostTemplates:
    """The templates of the hosts at hand: all were learnt before the first page is read."""

    def __init__(self, folder: Path) -> None:
        """Take them from this folder."""
        self._file = TemplateFile(folder, READER)
        self._known: dict[str, HostTemplate] = {}

    def of(self, host: str) -> HostTemplate:
        """What the pages of this host have in common."""
        if host not in self._known:
            if len(self._known) >= MOST_TEMPLATES:
                self._known.clear()
            learnt = self._file.of([host]).get(host)
            self._known[host] = unpack_template(learnt.packed) if learnt else HostTemplate()
        return self._known[host]


class PageReader:
    """Does tasks, one after the other."""

    def __init__(self, job: ReadingJob) -> None:
        """Read from this archive, by these templates."""
        self._archive = Path(job.archive)
        if not self._archive.is_dir():  # else a machine that cannot see it finds no page readable
            raise AusleseError(f"there is no {job.archive} on {gethostname()}")
        self._models = Path(job.models)
        self._looked_up: HostTemplates | None = None
        self._rules = job.rules

    def answer(self, task: ReadingTask) -> ReadingAnswer:
        """Do a task."""
        pages = AT_HAND.each(task.pages)
        if task.learning:
            return ReadingAnswer(blocks=[blocks_of(self._archive, page) for page in pages])
        rows = DocumentRows(self._rules)
        template_of = self._templates_for(task)
        for page in pages:
            template = template_of(page.host)
            rows.add(page, read_one(self._archive, page, template), template.name)
        return answer_with(rows)

    def _templates_for(self, task: ReadingTask) -> Callable[[str], HostTemplate]:
        if task.templates is not None:
            sent = {host: unpack_template(packed) for host, packed in task.templates.items()}
            return lambda host: sent.get(host, HostTemplate())
        if self._looked_up is None:
            self._looked_up = HostTemplates(self._models)
        return self._looked_up.of


def answer_with(rows: DocumentRows) -> ReadingAnswer:
    """The rows as an answer."""
    batch = rows.packed()
    return ReadingAnswer(len(rows), *batch, rows.sentences, rows.images, dict(rows.problems))


def unreadable(page: PageRef, why: Unreadable, rules: RowRules) -> ReadingAnswer:
    """The answer for a page that nobody can read."""
    rows = DocumentRows(rules)
    rows.add(page, why)
    return answer_with(rows)


pack = msgspec.msgpack.Encoder().encode
task_of = msgspec.msgpack.Decoder(ReadingTask).decode
answers_in = msgspec.msgpack.Decoder(list[ReadingAnswer]).decode


def read_batch(reader: PageReader, batch: bytes) -> bytes:
    """What comes of a task, as the only one of a list."""
    return pack([reader.answer(task_of(batch))])


def leave_unread(job: ReadingJob, batch: bytes, why: ReadProblem) -> bytes:
    """A page that kills its process cannot be read; from one nothing is learnt."""
    task = task_of(batch)
    if task.learning:
        return pack([])  # what is wrong with the page will be told when it is read
    slow = UnreadReason.TOO_SLOW.text(seconds=job.page_seconds)
    words = slow if why is ReadProblem.TOO_SLOW else UnreadReason.DIED.text()
    return pack([unreadable(page, Unreadable(why, words), job.rules) for page in task.pages])


def split_task(batch: bytes) -> list[bytes]:
    """A task for each of its pages."""
    task = task_of(batch)
    return [pack(ReadingTask([page], task.learning, task.templates)) for page in task.pages]


def merge_tasks(batches: Sequence[bytes]) -> bytes:
    """Parts of one task as one."""
    tasks = [task_of(batch) for batch in batches]
    pages = [page for task in tasks for page in task.pages]
    return pack(ReadingTask(pages, tasks[0].learning, tasks[0].templates))


def fence_of(job: ReadingJob) -> ShardFence:
    """What a page may take."""
    return ShardFence(job.page_seconds, MEMORY_BYTES)


READING_SHARDS = ShardFunction(
    PageReader,
    read_batch,
    leave_unread,
    BatchFormat(split_task, merge_tasks, join_lists),
    fence_of,
)
