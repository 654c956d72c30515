"""Any fetched body, read as a person would read it.

A pure function of its arguments: it runs in the crawl's processes, in those of `analyse`, in a
filter.
"""

from collections.abc import Callable
from typing import NamedTuple

from resiliparse.parse.html import HTMLTree

from auslese.extract.html import decode_text
from auslese.extract.page import declared_charset
from auslese.extract.sheet import Sheet, lay_flat
from auslese.extract.sniff import HTML, XHTML, true_type
from auslese.extract.template import Template, is_of_template
from auslese.records.text import (
    About,
    Document,
    Paragraph,
    ParagraphKind,
    Problem,
    Unreadable,
    language_of,
)
from auslese.records.url import Url

READER = 1  # raise it when documents come out otherwise: `analyse` then reads them anew


class Source(NamedTuple):
    """A page as it came."""

    url: Url
    body: bytes
    declared: str = ""
    """Media type that the server says."""
    header: bytes = b""
    template: Template | None = None
    """What the pages of its host have in common, if that is known."""


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
    return reader(source, media_type)


def read_html_document(source: Source, media_type: str) -> Document | Unreadable:
    """Read an HTML page."""
    charset, text = decode_text(source.body, declared_charset(source.header))
    tree = HTMLTree.parse(text)
    if tree.body is None:
        return Unreadable(Problem.EMPTY, "no body", media_type)
    sheet = lay_flat(tree.body)
    about = About(tree.title or "", language=language_of(tree.head.parent.getattr("lang") or ""))
    paragraphs = tuple(paragraphs_of(sheet, source.template))
    return Document(media_type, charset, about, paragraphs, is_cut=sheet.is_cut)


def sheet_of(source: Source) -> Sheet | None:
    """An HTML page laid flat, to learn a template from; None if it is no HTML page."""
    if true_type(source.body, source.declared) not in (HTML, XHTML):
        return None
    _, text = decode_text(source.body, declared_charset(source.header))
    tree = HTMLTree.parse(text)
    return lay_flat(tree.body) if tree.body is not None else None


def paragraphs_of(sheet: Sheet, template: Template | None = None) -> list[Paragraph]:
    """The blocks of a sheet as paragraphs."""
    shares = template.shares(sheet) if template else [0.0] * len(sheet)
    return [
        Paragraph(text, ParagraphKind.TEXT, not common)
        for text, common in zip(sheet.texts, is_of_template(sheet, shares), strict=True)
    ]


READERS: dict[str, Reader] = {HTML: read_html_document, XHTML: read_html_document}
