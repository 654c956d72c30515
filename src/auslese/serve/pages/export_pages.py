"""The hits of an answer, in files for others."""

from contextlib import ExitStack
from dataclasses import replace
from tempfile import TemporaryFile
from threading import BoundedSemaphore
from typing import IO

from auslese.recipes.exporting.export_formats import ExportOptions
from auslese.recipes.exporting.export_run import export_to_stream
from auslese.recipes.exporting.format_list import FORMATS
from auslese.records.errors import AusleseError
from auslese.serve.answer_formats import ANSWER_FORMATS, MOST_EXPORTED
from auslese.serve.page_request import BadRequestError, PageRequest
from auslese.serve.page_result import FileResult
from auslese.serve.pages.search_pages import query_of_request
from auslese.serve.people_visibility import shows_people
from auslese.store.collection import Collection
from auslese.store.tables.schemas import TABLES
from auslese.wording.problem_sentences import PageProblem

TABLE_FORMATS = ("csv", "jsonl")  # that have columns
OF_PEOPLE = ("people", "contacts")
"""Columns with whom pages mark up, and how to reach them."""
AT_ONCE = 2  # each takes a core for a second or two
_running = BoundedSemaphore(AT_ONCE)


def export_answer(request: PageRequest) -> FileResult:
    """The best hits of a question as a file, without pages whose owners reserve such a use."""
    name = request.values.get("format", "")
    if name not in ANSWER_FORMATS:
        raise BadRequestError(PageProblem.NO_FORMAT.of(formats=", ".join(ANSWER_FORMATS)))
    question = query_of_request(request)
    wanted = replace(question, first=0, most=MOST_EXPORTED, beside=False, groups=False)
    hits = tuple(hit.id for hit in request.here.answer(wanted).hits if hit.is_fetched)
    if not _running.acquire(blocking=False):
        raise AusleseError(PageProblem.BUSY_EXPORTING.of())
    try:
        columns = _columns(name, with_people=shows_people(request))
        file = _written(request.here.collection, name, hits, columns)
    finally:
        _running.release()
    ending = FORMATS[name].ending_of(_form_of(name))
    headers = {"content-disposition": f'attachment; filename="{request.here.name}{ending}"'}
    length = file.tell()
    file.seek(0)
    return FileResult(file, length, ANSWER_FORMATS[name].media_type, headers)


def _columns(name: str, *, with_people: bool) -> tuple[str, ...]:
    """The columns of a format, all if empty; without people where these are not shown."""
    told = ANSWER_FORMATS[name].columns
    if told or with_people or name not in TABLE_FORMATS:
        return told
    known = (*TABLES["documents"].schema.names, "language")
    return tuple(each for each in known if each not in OF_PEOPLE)


def _form_of(name: str) -> str:
    """The usual form that is one file."""
    entry = FORMATS[name]
    return next((form for form in entry.forms if not entry.needs_folder(form)), "")


def _written(
    collection: Collection, name: str, hits: tuple[int, ...], columns: tuple[str, ...]
) -> IO[bytes]:
    """A file with these pages, at its end."""
    options = ExportOptions(
        form=_form_of(name),
        use=FORMATS[name].use,
        columns=columns,
        pages=hits,
    )
    with ExitStack() as failing:
        file = failing.enter_context(TemporaryFile())
        export_to_stream(collection, name, file.write, options)
        failing.pop_all()  # it went well, so the file stays open
    return file
