"""Main texts of pages as plain text: a page a line, or a file for each."""

from collections.abc import Iterable, Iterator
from tempfile import TemporaryFile

from auslese.export.page_file_names import page_file_name
from auslese.records.exported_page import ExportContext, ExportedPage

PAGES = "pages"
ENDING = ".txt"
INDEX = "index.tsv"
"""Which file is which page; no page is called so, for names of pages end with `ENDING`."""
COPY_BYTES = 1 << 20  # read at a time


def text_pieces(context: ExportContext, pages: Iterable[ExportedPage]) -> Iterator[bytes]:
    """A line for each page: its URL, a tab, its text with all white space made single."""
    for page in pages:
        yield f"{page.url}\t{' '.join(page.text.split())}\n".encode(errors="replace")


def folder_files(
    context: ExportContext, pages: Iterable[ExportedPage]
) -> Iterator[tuple[str, Iterable[bytes]]]:
    """A file for each page, and a list of files and URLs; or one file with a line for each."""
    if context.form != PAGES:
        yield f"{PAGES}{ENDING}", text_pieces(context, pages)
        return
    with TemporaryFile() as index:
        for page in pages:
            name = page_file_name(page.url, page.id, ENDING)
            index.write(f"{name}\t{page.url}\n".encode())
            yield name, (f"{page.text}\n".encode(errors="replace"),)
        index.seek(0)
        yield INDEX, iter(lambda: index.read(COPY_BYTES), b"")
