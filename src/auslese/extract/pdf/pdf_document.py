"""A PDF as a document: its paragraphs, what it says about itself, where it points."""

import re
import time
import unicodedata
from contextlib import closing
from dataclasses import replace
from typing import NamedTuple

from auslese.extract.html.link_harvest import LinkHarvest
from auslese.extract.pdf.pdf_about import about_of
from auslese.extract.pdf.pdf_bombs import bomb_in
from auslese.extract.pdf.pdf_layout import (
    PrintedPage,
    PrintLine,
    body_lines,
    edge_lines,
    paragraphs_of,
)
from auslese.extract.pdf.pdf_links import with_scheme
from auslese.extract.pdf.pdfium import BrokenPageError, Pdf, open_pdf
from auslese.extract.sniff import PDF
from auslese.extract.source import Source
from auslese.records.document import Document, ReadProblem, Unreadable
from auslese.records.reading import Links
from auslese.records.url import Url
from auslese.wording.outcome_sentences import OutcomeDetail, UnreadReason

MOST_BYTES = 64 << 20
MOST_PAGES = 1_000
MOST_LETTERS = 3_000_000  # a book of a thousand pages
# CPU seconds after which no further page is begun: one page of the web may cost two, and the
# layout takes a third on top. Pages and letters bound all but drawings that are made to be slow.
PATIENCE = 1.2
MOST_LINKS = 5_000
LEAST_MEANING = 0.7  # of the signs must be letters, digits or usual ones, or fonts hide the text

# Ligatures, soft hyphens and blanks of all widths as a person would type them.
PLAIN = str.maketrans(
    {
        "ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl", "ﬅ": "ft", "ﬆ": "st",
        "\u00ad": "", "\u200b": "", "\u00a0": " ", "\u2002": " ", "\u2003": " ", "\u2009": " ",
        "\u202f": " ", "\ufeff": "", "\0": "",
    }
)  # fmt: skip
NOT_PLAIN = re.compile(r"[\0-\x1f\u00a0\u00ad\u00a8\u00b4`\u2002-\u202f\ufb00-\ufb06\ufeff]")
# Old TeX fonts print an umlaut as two signs, one above the other.
ACCENTED = re.compile(r"([\u00a8\u00b4`])\s?([aeiouAEIOU])")
COMBINING = {"\u00a8": "\u0308", "\u00b4": "\u0301", "`": "\u0300"}
CONTROL = re.compile(r"[\0-\x1f\x7f]+")
MEANINGLESS = re.compile(r"[\0-\x08\x0e-\x1f\ufffd\ue000-\uf8ff]")


class _SeenPdfPages(NamedTuple):
    """The pages that were seen, and whether there are more."""

    leaves: list[PrintedPage]
    is_cut: bool


def read_pdf_document(source: Source, media_type: str) -> Document | Unreadable:
    """Read a PDF; one without text, as scans are, is a document that says so."""
    opened = _open(source.body)
    if isinstance(opened, Unreadable):
        return opened._replace(media_type=media_type)
    with closing(opened) as pdf:
        if not len(pdf):
            return Unreadable(ReadProblem.BROKEN, UnreadReason.NO_PAGE.text(), media_type)
        seen = _see(pdf)
        edges = edge_lines(seen.leaves)
        about = about_of(pdf.info(), pdf.language(), body_lines(seen.leaves, edges))
    document = Document(media_type, about=about, is_cut=seen.is_cut)
    if problem := _problem(seen.leaves):
        return replace(document, problem=Unreadable(ReadProblem.EMPTY, problem, media_type))
    return replace(document, paragraphs=tuple(paragraphs_of(seen.leaves, edges)))


def pdf_links(url: Url, body: bytes) -> Links | Unreadable:
    """Where a PDF points, with the words of each link."""
    opened = _open(body)
    if isinstance(opened, Unreadable):
        return opened._replace(media_type=PDF)
    harvest, end = LinkHarvest(url, url), time.process_time() + PATIENCE
    with closing(opened) as pdf:
        for number in range(min(len(pdf), MOST_PAGES)):
            room = MOST_LINKS - len(harvest.links)
            if room <= 0 or time.process_time() > end:
                break
            try:
                found = pdf.links(number, room)
            except BrokenPageError:
                continue
            for link in found:
                if target := harvest.target(with_scheme(link.uri)):
                    harvest.add(target, tidy(link.anchor), "")
    return harvest.links


def _open(body: bytes) -> Pdf | Unreadable:
    if len(body) > MOST_BYTES:
        return Unreadable(ReadProblem.TOO_LARGE, OutcomeDetail.TOO_LARGE.text(most=MOST_BYTES))
    if bomb := bomb_in(body):
        return Unreadable(ReadProblem.TOO_LARGE, bomb)
    return open_pdf(body)


def _see(pdf: Pdf) -> _SeenPdfPages:
    """Look at as many pages as there is room and time for."""
    leaves: list[PrintedPage] = []
    count, room, is_cut = len(pdf), MOST_LETTERS, False
    end = time.process_time() + PATIENCE
    for number in range(min(count, MOST_PAGES)):
        if room <= 0 or time.process_time() > end:
            return _SeenPdfPages(leaves, is_cut=True)
        try:
            leaf, is_cut_short = pdf.page(number, room)
        except BrokenPageError:
            is_cut = True
            continue
        lines = [tidy_line(line) for line in leaf.lines]
        leaves.append(leaf._replace(lines=[line for line in lines if line.text]))
        room -= sum(len(line.text) for line in leaf.lines)
        is_cut |= is_cut_short
    return _SeenPdfPages([leaf for leaf in leaves if leaf.lines], is_cut or count > MOST_PAGES)


def _problem(leaves: list[PrintedPage]) -> str:
    """Why there is no text; empty if there is some."""
    signs = meaningless = 0
    for leaf in leaves:
        for line in leaf.lines:
            signs += len(line.text)
            meaningless += len(MEANINGLESS.findall(line.text))
    if not signs:
        return UnreadReason.SCANNED.text()
    if meaningless > (1 - LEAST_MEANING) * signs:
        return UnreadReason.FONTS.text()
    return ""


def tidy_line(line: PrintLine) -> PrintLine:
    """The line in signs as a person would type them."""
    return line._replace(text=tidy(line.text)) if NOT_PLAIN.search(line.text) else line


def tidy(text: str) -> str:
    """A text in signs as a person would type them."""
    if not NOT_PLAIN.search(text):
        return text
    plain = ACCENTED.sub(_accented, text.translate(PLAIN))
    return " ".join(CONTROL.sub(" ", plain).split())


def _accented(found: re.Match[str]) -> str:
    return unicodedata.normalize("NFC", found[2] + COMBINING[found[1]])
