"""Any fetched body, read as a person would read it.

A pure function of its arguments: it runs in the crawl's processes, in those of `analyse`, in a
filter.
"""

from collections.abc import Callable
from typing import NamedTuple

from resiliparse.parse.html import HTMLTree

from auslese.extract.about import about_of
from auslese.extract.bounds import first_letters, parseable
from auslese.extract.page import declared_charset
from auslese.extract.plain import PLAIN_TYPES, read_plain
from auslese.extract.sheet import Sheet, lay_flat
from auslese.extract.sniff import HTML, XHTML, true_type
from auslese.records.text import (
    Document,
    Paragraph,
    ParagraphKind,
    Problem,
    Unreadable,
)
from auslese.records.url import Url


class Source(NamedTuple):
    """A page as it came."""

    url: Url
    body: bytes
    declared: str = ""
    """Media type that the server says."""
    header: bytes = b""
    day: str = ""
    """When it was fetched, as 2024-05-31; what claims to be younger is not believed."""


Reader = Callable[[Source, str], Document | Unreadable]
"""Reads a source of a media type; must not raise, whatever the bytes."""


def read_document(source: Source) -> Document | Unreadable:
    """Read a page, or say why it cannot be read."""
    if not source.body:
        return Unreadable(Problem.EMPTY, "no content")
    media_type = true_type(source.body, source.declared)
    reader = READERS.get(media_type)
    if reader is None:
        return Unreadable(Problem.UNKNOWN_TYPE, media_type, media_type)
    try:
        return reader(source, media_type)
    except MemoryError:
        return Unreadable(Problem.TOO_LARGE, "out of memory", media_type)
    except Exception as error:  # whatever a parser dies of, the pages behind this one are read
        return Unreadable(Problem.CRASHED, f"{type(error).__name__}: {error}"[:200], media_type)


def read_html_document(source: Source, media_type: str) -> Document | Unreadable:
    """Read an HTML page."""
    page = parseable(source.body, declared_charset(source.header), source.url)
    try:
        tree = HTMLTree.parse(page.text)
    except ValueError:  # so the parser says that it ran out of memory
        return Unreadable(Problem.TOO_LARGE, "out of memory", media_type)
    if tree.body is None:
        return Unreadable(Problem.EMPTY, "no body", media_type)
    sheet = lay_flat(tree.body)
    about = about_of(tree, sheet, source.url, source.header, source.day)
    return Document(
        media_type,
        page.charset,
        about,
        tuple(paragraphs_of(sheet)),
        is_cut=page.is_cut or sheet.is_cut,
    )


def paragraphs_of(sheet: Sheet) -> list[Paragraph]:
    """The blocks of a sheet as paragraphs."""
    return [Paragraph(text, ParagraphKind.TEXT, True) for text in sheet.texts]


def read_plain_document(source: Source, media_type: str) -> Document | Unreadable:
    """Read a plain text."""
    page = first_letters(source.body, declared_charset(source.header), source.url)
    return read_plain(page, media_type)


READERS: dict[str, Reader] = {
    HTML: read_html_document,
    XHTML: read_html_document,
    **dict.fromkeys(PLAIN_TYPES, read_plain_document),
}
