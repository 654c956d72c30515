"""Stored pages in Markdown: the words from the tables, the markup from the archive.

A page whose archived copy cannot be read any more, and one that is no HTML, is told by its
paragraphs alone.
"""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import NamedTuple

from auslese.extract.markdown.markdown_text import markdown_of
from auslese.extract.markdown.plain_markdown import paragraphs_in_markdown
from auslese.extract.sniff import LAID_FLAT
from auslese.extract.source import Source
from auslese.recipes.reading.reading_shards import BODY_BYTES, RENDERED_HEADER
from auslese.records.document import ParagraphKind
from auslese.records.errors import AusleseError
from auslese.records.exported_page import ExportedPage, ExportedStretch
from auslese.records.fetch import Failed
from auslese.records.url import Url
from auslese.store.archive.archived_responses import fields_of
from auslese.store.archive.cdxj import CaptureLocation
from auslese.store.archive.open_archive import OpenArchive, opened_archive
from auslese.store.collection import Collection
from auslese.store.exports.page_places import last_reading, places_of
from auslese.store.lookups.document_lookups import read_as
from auslese.store.tables.sql_views import Connection
from auslese.system.decoding import decoded_body

PAGES_AT_ONCE = 500  # whose places are asked for together
LINES = str(ParagraphKind.TEXT)
LETTERS_AT_ONCE = 10_000_000  # of their texts in memory: a book or two, or 500 long pages


class PageMarkdown(NamedTuple):
    """A page and its main text in Markdown."""

    page: ExportedPage
    markdown: str


class StoredMarkdown(NamedTuple):
    """The main text of a page that somebody asks for."""

    url: str
    """Of the page that was read: for a copy, the page that stands for it."""
    title: str
    fetched_at: datetime
    problem: str
    """Why there is no text; empty if there is."""
    markdown: str


def pages_in_markdown(
    collection: Collection, tables: Connection, pages: Iterable[ExportedPage]
) -> Iterator[PageMarkdown]:
    """Many pages in Markdown, some hundred at a time in the order of the archive."""
    with opened_archive(collection.archive) as archive:
        for some in _portions(pages):
            moments = [page.fetched_at for page in some]
            places = places_of(tables, [page.id for page in some], moments)
            for page in sorted(some, key=lambda page: places.get(page.id, NOWHERE)):
                main = _main_text(page.text, page.stretches)
                place = places.get(page.id) if page.media_type in LAID_FLAT else None
                yield PageMarkdown(page, _markdown(archive, page.url, place, main))


def stored_markdown(collection: Collection, tables: Connection, key: int) -> StoredMarkdown | None:
    """The main text of one page; None if no page of this key was read."""
    read = last_reading(tables, read_as(tables, key))
    if read is None:
        return None
    main = _main_text(read.text, read.stretches)
    place = places_of(tables, [read.id], [read.fetched_at]).get(read.id)
    with opened_archive(collection.archive) as archive:
        markdown = _markdown(archive, read.url, place, main) if main else ""
    problem = f"{read.problem} {read.detail}".strip() if read.problem else ""
    return StoredMarkdown(read.url, read.title, read.fetched_at, problem, markdown)


NOWHERE = CaptureLocation("", 0, 0)


def _main_text(text: str, stretches: Iterable[ExportedStretch]) -> list[tuple[str, str]]:
    """The paragraphs of a main text with their kinds; lines where nobody has noted them."""
    paragraphs = [(kind, text[start:end]) for start, end, kind in stretches]
    return paragraphs or [(LINES, line) for line in text.split("\n") if line.strip()]


def _portions(pages: Iterable[ExportedPage]) -> Iterator[list[ExportedPage]]:
    some: list[ExportedPage] = []
    letters = 0
    for page in pages:
        some.append(page)
        letters += len(page.text)
        if len(some) >= PAGES_AT_ONCE or letters >= LETTERS_AT_ONCE:
            yield some
            some, letters = [], 0
    if some:
        yield some


def _markdown(
    archive: OpenArchive,
    url: str,
    place: CaptureLocation | None,
    main: Sequence[tuple[str, str]],
) -> str:
    source = _source(archive, url, place) if place is not None else None
    return paragraphs_in_markdown(main) if source is None else markdown_of(source, main)


def _source(archive: OpenArchive, url: str, place: CaptureLocation) -> Source | None:
    """The page as it came, or as a browser showed it; None if the archive cannot give it."""
    try:
        response, rendering = archive.response(place)
    except (AusleseError, OSError):
        return None
    if rendering:
        return Source(Url(url), rendering, "text/html", RENDERED_HEADER)
    fields = fields_of(response.header)
    body = decoded_body(response.body, fields.get("content-encoding", ""), BODY_BYTES)
    if isinstance(body, Failed):
        return None
    declared = fields.get("content-type", "").partition(";")[0].strip().lower()
    return Source(Url(url), body, declared, response.header)
