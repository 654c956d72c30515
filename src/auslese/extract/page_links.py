"""The links of any page for somebody who asks for them, or why there are none to tell.

A crawl reads links with `read_page`, which must not load what reads whole PDFs.
"""

from importlib import import_module

from auslese.extract.document_reader import READERS, unknown_type
from auslese.extract.lists.page_lists import is_list
from auslese.extract.page_reader import read_page
from auslese.extract.readers import further_reader
from auslese.extract.sniff import PDF, true_type
from auslese.extract.source import Source
from auslese.records.document import ReadProblem, Unreadable
from auslese.records.media_names import OFFICE_TYPES
from auslese.records.reading import Links
from auslese.wording.outcome_sentences import UnreadReason


def links_of(source: Source) -> Links | Unreadable:
    """Where a page leads; what no reader knows may have links that nobody sees."""
    if not source.body:
        return Unreadable(ReadProblem.EMPTY, UnreadReason.NO_CONTENT.text())
    media_type = true_type(source.body, source.declared)
    if media_type == PDF:
        # Loaded here: PDFium is dear, and few pages are PDFs.
        reader = import_module("auslese.extract.pdf.pdf_document")
        links: Links | Unreadable = reader.pdf_links(source.url, source.body)
        return links
    if media_type in OFFICE_TYPES:
        reader = import_module("auslese.extract.office.office_document")
        found: Links | Unreadable = reader.office_links(source, media_type)
        return found
    if not (
        media_type in READERS
        or is_list(source.body, media_type)
        or further_reader(media_type, source.declared)
    ):
        return unknown_type(media_type)
    return read_page(source.url, source.body, source.declared, source.header).links
