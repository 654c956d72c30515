"""Any fetched body, read as a person would read it.

A pure function of its arguments: it runs in the crawl's processes, in those of `analyse`, in a
filter.
"""

from collections.abc import Callable
from typing import NamedTuple

from resiliparse.parse.html import HTMLTree

from auslese.extract.about import about_of
from auslese.extract.html import decode_text
from auslese.extract.page import declared_charset
from auslese.extract.paragraphs import paragraphs_of
from auslese.extract.sheet import lay_flat
from auslese.extract.sniff import HTML, XHTML, true_type
from auslese.records.text import (
    Document,
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
    return reader(source, media_type)


def read_html_document(source: Source, media_type: str) -> Document | Unreadable:
    """Read an HTML page."""
    charset, text = decode_text(source.body, declared_charset(source.header))
    tree = HTMLTree.parse(text)
    if tree.body is None:
        return Unreadable(Problem.EMPTY, "no body", media_type)
    sheet = lay_flat(tree.body)
    about = about_of(tree, sheet, source.url, source.header, source.day)
    paragraphs = tuple(paragraphs_of(sheet, [True] * len(sheet)))
    return Document(media_type, charset, about, paragraphs, is_cut=sheet.is_cut)


READERS: dict[str, Reader] = {HTML: read_html_document, XHTML: read_html_document}
