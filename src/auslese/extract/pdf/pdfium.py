"""PDFium, asked for what it sees on the pages of a PDF: lines of letters, links, data.

PDFium is written in C++. It knows no threads, a bug in it ends the process, and a page may be made
so that it never comes to an end: PDFs are read in processes that may die, and are ended after their
time. No other module touches it.
"""

import ctypes
import re
from collections.abc import Iterator
from contextlib import closing
from functools import lru_cache
from math import hypot
from typing import NamedTuple

import pypdfium2.raw as pdfium
from pypdfium2 import PdfDocument, PdfiumError, PdfPage, PdfTextPage

from auslese.extract.pdf.pdf_columns import LineGap, in_columns
from auslese.extract.pdf.pdf_layout import PrintedPage, PrintLine
from auslese.records.document import ReadProblem, Unreadable
from auslese.text.hyphens import DIVIDED
from auslese.wording.outcome_sentences import UnreadReason

MOST_OBJECTS = 100_000  # drawn on one page; maps have more, and no text worth the time
MOST_LINES = 5_000  # on one page; what is more is letters strewn about
LONGEST_URI = 4_000
LONGEST_ANCHOR = 500
LONGEST_LANGUAGE = 100
LONGEST_INFO = 100_000  # bytes of one field
INFO = ("Title", "Author", "Subject", "Keywords", "CreationDate", "ModDate")
FONT_NAME_BYTES = 64
SLIVER = 0.1  # points; letters that are smaller cannot be seen
FIXED_PITCH = 1  # bit of a font's flags: ISO 32000-1, table 123

BOLD = re.compile(rb"bold|black|heavy|demi|cmbx|-bd\b|[a-z]bx\d", re.IGNORECASE)
TYPEWRITER = re.compile(rb"courier|mono|consol|typewriter|cmtt|[a-z]tt\d", re.IGNORECASE)
# PDFium ends lines with a return and a new line, or with a hyphen at which a word is divided.
LINE = re.compile(rf"[^\r\n{DIVIDED}]*{DIVIDED}|[^\r\n{DIVIDED}]+")
BLANK = re.compile(r"\S(\s+)(?=\S)")


class UriLink(NamedTuple):
    """An area of a page that leads elsewhere, with the words that stand there."""

    uri: str
    anchor: str


class SeenPdfPage(NamedTuple):
    """One page, as far as it was seen."""

    leaf: PrintedPage
    is_cut: bool


class BrokenPageError(Exception):
    """A page that cannot be loaded."""


class Pdf:
    """An open PDF; who opens it closes it."""

    def __init__(self, document: PdfDocument) -> None:
        self._document = document

    def __len__(self) -> int:
        """Count its pages."""
        return len(self._document)

    def close(self) -> None:
        """Give its memory back."""
        self._document.close()

    def info(self) -> dict[str, str]:
        """What the data about the document say, by their names."""
        return {name: self._info_value(name) for name in INFO}

    def language(self) -> str:
        """The language the document says it is in."""
        buffer = (ctypes.c_ushort * LONGEST_LANGUAGE)()
        count = pdfium.FPDFCatalog_GetLanguage(self._document, buffer, 2 * LONGEST_LANGUAGE)
        return "" if count > 2 * LONGEST_LANGUAGE else _decoded(bytes(buffer)[:count])

    def page(self, number: int, most_letters: int) -> SeenPdfPage:
        """The lines of a page, in reading order."""
        with closing(self._load(number)) as page:
            height = page.get_height()
            if pdfium.FPDFPage_CountObjects(page) > MOST_OBJECTS:
                return SeenPdfPage(PrintedPage(height, []), is_cut=True)
            with closing(page.get_textpage()) as letters:
                count = letters.count_chars()
                seen = _PdfPageLines(letters, min(count, most_letters))
                lines = in_columns(list(seen.each()), seen.gaps_of)
        return SeenPdfPage(
            PrintedPage(height, lines), is_cut=count > most_letters or len(lines) >= MOST_LINES
        )

    def links(self, number: int, most: int) -> list[UriLink]:
        """Where a page leads."""
        with closing(self._load(number)) as page, closing(page.get_textpage()) as letters:
            return [
                UriLink(uri, _words_in(letters, link))
                for link in _links(page, most)
                if (uri := _uri_of(self._document, link))
            ]

    def _info_value(self, name: str) -> str:
        key = name.encode()
        count = pdfium.FPDF_GetMetaText(self._document, key, None, 0)
        if not 0 < count <= LONGEST_INFO:
            return ""
        buffer = ctypes.create_string_buffer(count)
        pdfium.FPDF_GetMetaText(self._document, key, buffer, count)
        return _decoded(buffer.raw)

    def _load(self, number: int) -> PdfPage:
        try:
            return self._document[number]
        except PdfiumError as problem:
            raise BrokenPageError from problem


def _decoded(raw: bytes) -> str:
    return raw.decode("utf-16-le", "replace").rstrip("\0")


def open_pdf(body: bytes) -> Pdf | Unreadable:
    """Open a PDF, or say why it cannot be opened."""
    try:
        return Pdf(PdfDocument(body))
    except PdfiumError as problem:
        if problem.err_code in (pdfium.FPDF_ERR_PASSWORD, pdfium.FPDF_ERR_SECURITY):
            return Unreadable(ReadProblem.ENCRYPTED, UnreadReason.PASSWORD.text())
        return Unreadable(ReadProblem.BROKEN, UnreadReason.NO_PDF.text())


class _PdfPageLines:
    """The lines of one page and where they stand."""

    def __init__(self, letters: PdfTextPage, count: int) -> None:
        self._letters = letters.raw  # the bare handle: asked often, it is looked up faster
        buffer = (ctypes.c_ushort * (count + 1))()
        written = pdfium.FPDFText_GetText(self._letters, 0, count, buffer) if count else 1
        raw = bytes(buffer)[: 2 * max(written - 1, 0)]
        self._text = raw.decode("utf-16-le", "replace")
        # Letters that PDFium leaves out of the text, or that take two places in it, are rare.
        self._is_straight = len(self._text) == count
        self._box = pdfium.FS_RECTF()
        self._matrix = pdfium.FS_MATRIX()
        self._x, self._y = ctypes.c_double(), ctypes.c_double()
        self._font, self._flags = ctypes.create_string_buffer(FONT_NAME_BYTES), ctypes.c_int()

    def each(self) -> Iterator[PrintLine]:
        """The lines, in the order of the page's content."""
        count = 0
        for found in LINE.finditer(self._text):
            text = found[0].strip()
            if not text:
                continue
            begin = found.start() + len(found[0]) - len(found[0].lstrip())
            yield self._line(text, begin, begin + len(text) - 1)
            count += 1
            if count >= MOST_LINES:
                return

    def gaps_of(self, line: PrintLine) -> list[LineGap]:
        """The blanks in the middle half of a line: where they stand in its text, and on the page.

        Two columns part nowhere else, and each blank costs two questions.
        """
        gaps, quarter = [], len(line.text) // 4
        for found in BLANK.finditer(line.text, quarter, len(line.text) - quarter):
            left = self._box_at(line.begin + found.start()).right
            right = self._box_at(line.begin + found.end()).left
            gaps.append(LineGap(found.start(1), found.end(1), left, right))
        return gaps

    def _line(self, text: str, begin: int, end: int) -> PrintLine:
        left, right = self._box_at(begin).left, self._box_at(end).right
        size = max(self._size_at(begin), self._size_at(end), SLIVER)
        pdfium.FPDFText_GetCharOrigin(self._letters, self._place(begin), self._x, self._y)
        first, last = self._look_at(begin), self._look_at(end)
        bold, typewriter = first[0] and last[0], first[1] and last[1]
        return PrintLine(text, left, right, self._y.value, size, bold, typewriter, begin)

    def _size_at(self, index: int) -> float:
        """How high a letter is printed, in points: its font's size times all that scales it."""
        place = self._place(index)
        pdfium.FPDFText_GetMatrix(self._letters, place, self._matrix)
        scale = hypot(self._matrix.c, self._matrix.d)
        return float(pdfium.FPDFText_GetFontSize(self._letters, place) * scale)

    def _place(self, index: int) -> int:
        if self._is_straight:
            return index
        return int(pdfium.FPDFText_GetCharIndexFromTextIndex(self._letters, index))

    def _box_at(self, index: int) -> pdfium.FS_RECTF:
        pdfium.FPDFText_GetLooseCharBox(self._letters, self._place(index), self._box)
        return self._box

    def _look_at(self, index: int) -> tuple[bool, bool]:
        """Whether a letter is bold, and whether it is one of a typewriter."""
        pdfium.FPDFText_GetFontInfo(
            self._letters, self._place(index), self._font, FONT_NAME_BYTES, self._flags
        )
        return _font_look(self._font.value, bool(self._flags.value & FIXED_PITCH))


@lru_cache(maxsize=512)
def _font_look(name: bytes, is_fixed: bool) -> tuple[bool, bool]:
    return bool(BOLD.search(name)), is_fixed or bool(TYPEWRITER.search(name))


# -- links ----------------------------------------------------------------------------------------


def _links(page: PdfPage, most: int) -> Iterator[pdfium.FPDF_LINK]:
    place, link = ctypes.c_int(0), pdfium.FPDF_LINK()
    for _ in range(most):
        if not pdfium.FPDFLink_Enumerate(page, place, link):
            return
        yield link


def _uri_of(pdf: PdfDocument, link: pdfium.FPDF_LINK) -> str:
    action = pdfium.FPDFLink_GetAction(link)
    if not action or pdfium.FPDFAction_GetType(action) != pdfium.PDFACTION_URI:
        return ""
    count = pdfium.FPDFAction_GetURIPath(pdf, action, None, 0)
    if not 1 < count <= LONGEST_URI:
        return ""
    buffer = ctypes.create_string_buffer(count)
    pdfium.FPDFAction_GetURIPath(pdf, action, buffer, count)
    return buffer.value.decode("utf-8", "replace")


def _words_in(letters: PdfTextPage, link: pdfium.FPDF_LINK) -> str:
    area = pdfium.FS_RECTF()
    if not pdfium.FPDFLink_GetAnnotRect(link, area):
        return ""
    bounds = (letters, area.left, area.top, area.right, area.bottom)
    count = min(pdfium.FPDFText_GetBoundedText(*bounds, None, 0), LONGEST_ANCHOR)
    if count <= 0:
        return ""
    buffer = (ctypes.c_ushort * count)()
    pdfium.FPDFText_GetBoundedText(*bounds, buffer, count)
    return " ".join(_decoded(bytes(buffer)).split())
