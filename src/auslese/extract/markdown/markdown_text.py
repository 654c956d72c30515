"""The main text of a page in Markdown: headings, lists, tables, code, emphasis, links, pictures.

What is main text was decided by the reader of the house, with the table `documents` or anew; the
markup comes from the page. So a text and its Markdown say the same words.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from resiliparse.parse.html import DOMNode, HTMLTree

from auslese.extract.document_reader import read_document
from auslese.extract.html.html_page import base_of
from auslese.extract.html.reading_bounds import parseable_text
from auslese.extract.html.xhtml import as_html
from auslese.extract.main_text.page_type import NO_ADDRESS
from auslese.extract.markdown.block_markdown import markdown_of_blocks
from auslese.extract.markdown.inline_markdown import Resolve
from auslese.extract.markdown.kept_blocks import (
    KeptBlock,
    MainStretch,
    is_complete,
    kept_blocks,
    main_stretches,
)
from auslese.extract.markdown.markup_walk import markup_blocks
from auslese.extract.markdown.plain_markdown import paragraphs_in_markdown
from auslese.extract.page_reader import declared_charset
from auslese.extract.sniff import HTML, XHTML, true_type
from auslese.extract.source import Source
from auslese.records.document import Document, Unreadable
from auslese.records.url import HrefResolver, Url

# A page of 10,000 links as they are has a million; with a long <base> it would be gigabytes.
MOST_URL_LETTERS = 5_000_000
Paragraphs = Iterable[tuple[str, str]]
"""The paragraphs of a main text: kind and text of each."""


class MarkdownPage(NamedTuple):
    """A page that was read, and its main text in Markdown."""

    document: Document
    markdown: str


def markdown_page(source: Source) -> MarkdownPage | Unreadable:
    """Read a page of any type, and give its main text in Markdown."""
    document = read_document(source._replace(pictures=False))
    if isinstance(document, Unreadable):
        return document
    main = [(str(each.kind), each.text) for each in document.paragraphs if each.is_main]
    return MarkdownPage(document, markdown_of(source, main))


def markdown_of(source: Source, main: Paragraphs) -> str:
    """The main text of a page in Markdown, given that text; without markup if it is no HTML."""
    media_type = true_type(source.body, source.declared)
    if media_type not in (HTML, XHTML):
        return paragraphs_in_markdown(main)
    stretches = main_stretches(main)
    if not stretches:
        return ""
    text = parseable_text(source.body, declared_charset(source.header), source.url).text
    try:
        tree = HTMLTree.parse(as_html(text) if media_type == XHTML else text)
    except ValueError:  # so the parser says that it ran out of memory
        tree = None
    if tree is None or tree.body is None:
        return paragraphs_in_markdown(stretches)
    kept = _found_again(tree.body, stretches)
    has_base = "<base" in text or "<BASE" in text  # to look for it in the page costs more
    return markdown_of_blocks(
        kept, _resolver(base_of(tree, source.url) if has_base else source.url)
    )


def _found_again(body: DOMNode, stretches: Sequence[MainStretch]) -> list[KeptBlock]:
    """The main text with its markup; menus are looked through only if it is not all elsewhere."""
    wanted = {stretch.text for stretch in stretches}
    kept = kept_blocks(stretches, markup_blocks(body, wanted, everywhere=False))
    if is_complete(kept):
        return kept
    return kept_blocks(stretches, markup_blocks(body, wanted))


def _resolver(base: Url) -> Resolve:
    """Where addresses on a page lead, until they are too many letters."""
    resolve, room = HrefResolver(base).resolve, MOST_URL_LETTERS
    stands_nowhere = NO_ADDRESS(base) is not None

    def lead(href: str) -> str:
        nonlocal room
        if not href or room <= 0:
            return ""
        url = resolve(href) or ""
        if stands_nowhere and NO_ADDRESS(url):
            return ""  # a link within a page, or a site, of which nobody knows where it is
        room -= len(url)
        return url

    return lead
