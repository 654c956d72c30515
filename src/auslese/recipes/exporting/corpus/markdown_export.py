"""Pages in Markdown: a file for each, all in one bundle, or with the lists that llmstxt.org names.

What may be read by language models is the use: pages that reserve `ai-input` stay here.
"""

from collections.abc import Callable, Iterator
from pathlib import Path

from auslese.export.corpus.markdown_files import (
    FULL_FILE,
    LIST_FILE,
    PAGE_FOLDER,
    ListedMarkdown,
    file_name_of,
    full_entry,
    list_pieces,
    page_file,
)
from auslese.recipes.exporting.export_formats import ExportOptions, Write
from auslese.recipes.exporting.page_format import PageExportSummary
from auslese.recipes.exporting.page_source import PageSource, page_source
from auslese.recipes.pages.page_markdown import PageMarkdown, pages_in_markdown
from auslese.store.collection import Collection
from auslese.store.exports.page_places import LineOfPage, listed_pages

LLMS = "llms"
"""The form with lists of pages."""


def to_folder(collection: Collection, folder: Path, options: ExportOptions) -> PageExportSummary:
    """Write a file for each page; with lists, these beside them."""
    with page_source(collection, options) as source:
        if options.form == LLMS:
            files = _write_lists(source, folder)
        else:
            files = sum(_write_page(folder, each) for each in _texts(source))
    return PageExportSummary(source.choice.pages, source.left_out, files)


def to_stream(collection: Collection, write: Write, options: ExportOptions) -> PageExportSummary:
    """Write all pages one behind the other, or the list of them."""
    with page_source(collection, options) as source:
        if options.form == LLMS:
            _write_list(source, write, lambda page: page.url)
        else:
            for page, markdown in _texts(source):
                write(page_file(page, markdown) + b"\n")
    return PageExportSummary(source.choice.pages, source.left_out)


def _texts(source: PageSource) -> Iterator[PageMarkdown]:
    return pages_in_markdown(source.collection, source.tables, source.pages())


def _write_page(folder: Path, each: PageMarkdown) -> int:
    """Write the file of a page: one."""
    with (folder / file_name_of(each.page.id, each.page.url)).open("xb") as file:
        file.write(page_file(*each))
    return 1


def _write_lists(source: PageSource, folder: Path) -> int:
    """Write the pages, all texts in one file, and the list that leads to them; how many files."""
    pages, files = folder / PAGE_FOLDER, 2
    pages.mkdir()
    with (folder / FULL_FILE).open("xb") as full:
        for each in _texts(source):
            full.write(full_entry(*each))
            files += _write_page(pages, each)
    with (folder / LIST_FILE).open("xb") as file:
        _write_list(
            source, file.write, lambda page: f"{PAGE_FOLDER}/{file_name_of(page.id, page.url)}"
        )
    return files


def _write_list(source: PageSource, write: Write, target: Callable[[LineOfPage], str]) -> None:
    lines = (
        ListedMarkdown(target(page), page.host, page.title, page.description)
        for page in listed_pages(source.tables)
    )
    for piece in list_pieces(source.context, lines):
        write(piece)
