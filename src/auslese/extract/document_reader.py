"""Any fetched body, read as a person would read it.

A pure function of its arguments: it runs in the crawl's processes, in those of `analyse`, in a
filter.
"""

from dataclasses import replace

from resiliparse.parse.html import HTMLTree

from auslese.extract.about.claims import claims_of
from auslese.extract.about.page_about import about_of
from auslese.extract.given_document import read_given_document
from auslese.extract.html.html_head import written_title
from auslese.extract.html.html_page import base_of
from auslese.extract.html.html_paragraphs import paragraphs_of
from auslese.extract.html.page_sheet import BlockSheet, lay_flat
from auslese.extract.html.pictures import pictures_of
from auslese.extract.html.reading_bounds import parseable_text
from auslese.extract.html.xhtml import as_html
from auslese.extract.main_text.host_template import is_of_template
from auslese.extract.main_text.main_text import main_text
from auslese.extract.main_text.manuals import manual_of
from auslese.extract.main_text.page_type import head_of
from auslese.extract.office.office_types import OLD_TYPES
from auslese.extract.page_reader import declared_charset
from auslese.extract.people.marked_people import MarkedFinds, marked_of
from auslese.extract.plain_text import PLAIN_TYPES, read_plain
from auslese.extract.reader_version import READER as READER
from auslese.extract.readers import further_reader, lazy_reader
from auslese.extract.sniff import GIVEN_DOCUMENT, HTML, PDF, XHTML, true_type
from auslese.extract.source import Reader as Reader
from auslese.extract.source import Source as Source
from auslese.extract.xml_text import READ_TYPES, read_xml
from auslese.records.document import Document, DocumentMetadata, ReadProblem, Unreadable
from auslese.records.media_names import OFFICE_TYPES
from auslese.wording.outcome_sentences import UnreadReason


def read_document(source: Source) -> Document | Unreadable:
    """Read a page, or say why it cannot be read."""
    if not source.body:
        return Unreadable(ReadProblem.EMPTY, UnreadReason.NO_CONTENT.text())
    media_type = true_type(source.body, source.declared)
    reader = READERS.get(media_type) or further_reader(media_type, source.declared)
    if reader is None:
        return unknown_type(media_type)
    try:
        return reader(source, media_type)
    except Exception as error:  # whatever a parser dies of, the pages behind this one are read
        return unreadable_from(error, media_type)


def unknown_type(media_type: str) -> Unreadable:
    """That nothing reads this type; of old office files, what to do about it."""
    is_old = media_type in OLD_TYPES
    detail = UnreadReason.OLD_OFFICE.text(media_type=media_type) if is_old else media_type
    return Unreadable(ReadProblem.UNKNOWN_TYPE, detail, media_type)


def unreadable_from(error: Exception, media_type: str = "") -> Unreadable:
    """Why there is no document, if reading it ended so."""
    if isinstance(error, MemoryError):
        return Unreadable(ReadProblem.TOO_LARGE, UnreadReason.MEMORY.text(), media_type)
    return Unreadable(ReadProblem.CRASHED, f"{type(error).__name__}: {error}"[:200], media_type)


def read_html_document(source: Source, media_type: str) -> Document | Unreadable:
    """Read an HTML page."""
    page = parseable_text(source.body, declared_charset(source.header), source.url)
    text = as_html(page.text) if media_type == XHTML else page.text
    try:
        tree = HTMLTree.parse(text)
    except ValueError:  # so the parser says that it ran out of memory
        return Unreadable(ReadProblem.TOO_LARGE, UnreadReason.MEMORY.text(), media_type)
    if tree.body is None or tree.body.parent is None:  # frames take its place
        return Unreadable(ReadProblem.EMPTY, UnreadReason.NO_BODY.text(), media_type)
    sheet = lay_flat(tree.body)
    commons = source.template.commons(sheet) if source.template else None
    about, marked = DocumentMetadata(), MarkedFinds()
    if source.about:
        about, marked = _about(tree, sheet, page.text, source, commons)
    head = head_of(tree, source.url)
    main = main_text(sheet, written_title(tree), head, common_blocks(sheet, source, commons))
    paragraphs = tuple(paragraphs_of(sheet, main.is_main))
    pictures = pictures_of(tree, base_of(tree, source.url)) if source.pictures else ()
    return Document(
        media_type,
        page.charset,
        about,
        paragraphs,
        pictures,
        main.page_type,
        page.is_cut or sheet.is_cut,
        people=marked.people,
        contacts=marked.contacts,
    )


def _about(
    tree: HTMLTree, sheet: BlockSheet, text: str, source: Source, commons: list[bool] | None
) -> tuple[DocumentMetadata, MarkedFinds]:
    claims = claims_of(tree)
    about = about_of(tree, sheet, source, commons, claims)
    marked = marked_of(claims, sheet.links, source.url)
    return replace(about, manual=manual_of(text, source.url)), marked


def common_blocks(
    sheet: BlockSheet, source: Source, commons: list[bool] | None
) -> list[bool] | None:
    """Tell the blocks that are of the host's template; None if nothing is known of it."""
    if source.template is None:
        return None
    return is_of_template(sheet, source.template, commons)


def sheet_of(source: Source) -> BlockSheet | None:
    """An HTML page laid flat, to learn a template from; None if it is no HTML page."""
    media_type = true_type(source.body, source.declared)
    if media_type not in (HTML, XHTML):
        return None
    page = parseable_text(source.body, declared_charset(source.header), source.url)
    tree = HTMLTree.parse(as_html(page.text) if media_type == XHTML else page.text)
    return lay_flat(tree.body) if tree.body is not None else None


READERS: dict[str, Reader] = {
    HTML: read_html_document,
    XHTML: read_html_document,
    **dict.fromkeys(PLAIN_TYPES, read_plain),
    **dict.fromkeys(READ_TYPES, read_xml),
    GIVEN_DOCUMENT: read_given_document,
    PDF: lazy_reader(
        "auslese.extract.pdf.pdf_document", "read_pdf_document"
    ),  # not loaded by a crawl
    **dict.fromkeys(
        OFFICE_TYPES,
        lazy_reader("auslese.extract.office.office_document", "read_office_document"),
    ),
}
"""The readers of the house; further ones are found by `readers.further_reader`."""
