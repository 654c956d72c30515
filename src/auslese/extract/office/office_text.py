"""The text of an office file as it is gathered: paragraphs, tables, notes, links.

A walker of any format says where paragraphs, cells and links begin and end. What stands in a table
that holds data becomes one paragraph for each row, as on a page; of a table that only lays out
texts the texts remain. Notes follow at the end. Lines of programs that follow each other are one.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import groupby
from typing import NamedTuple

from auslese.extract.html.html_paragraphs import CELL_BORDER, kind_of_text
from auslese.extract.office.office_xml import OfficeRoom
from auslese.records.document import Paragraph, ParagraphKind

MOST_LINKS = 10_000  # as of a page
LONGEST_HREF = 4_000
LONGEST_ANCHOR = 500
LONG_CELL = 200  # letters, as on a page: a cell of a data table is shorter
FEWEST_ROWS = 2  # of a data table, with two cells or more
BOLD_SHARE = 0.9  # of the letters of a line that is a heading for being bold
MOST_REPEATS = 20  # of a cell that says how often it stands there
UNSHOWN = dict.fromkeys((0x00AD, 0x200B, 0xFEFF, *range(9), 0x0B, *range(0x0E, 0x20), 0x7F))
PLAIN_TEXT = re.compile(r"[ -\x7e\u00c0-\u017f]*").fullmatch


class OfficeLink(NamedTuple):
    """Where a text leads."""

    href: str
    anchor: str


@dataclass(slots=True)
class ParagraphDraft:
    """A paragraph that is not at its end."""

    kind: ParagraphKind | None = None
    """None if the text is to tell."""
    is_main: bool = True
    pieces: list[str] = field(default_factory=list)
    bold: int = 0
    """How many of its letters."""
    linked: int = 0
    is_title: bool = False
    """Whether it is set as the title of the whole."""


@dataclass(slots=True)
class _TableDraft:
    rows: list[list[list[Paragraph]]] = field(default_factory=list)
    is_sheet: bool = False


class OfficeText:
    """What was gathered; `finish` gives it."""

    def __init__(self, room: OfficeRoom) -> None:
        self.room = room
        self.links: list[OfficeLink] = []
        self.title = ""
        """What is set as the title in the text, or the first heading."""
        self._has_title = False
        self._drafts: list[ParagraphDraft] = []
        self._sinks: list[list[Paragraph]] = [[]]
        self._tables: list[_TableDraft] = []
        self._notes: list[Paragraph] = []
        self._link: tuple[str, list[str]] | None = None

    # -- paragraphs -------------------------------------------------------------------------------

    def begin(self, kind: ParagraphKind | None = None, *, is_main: bool = True) -> None:
        """A paragraph begins; it may stand in another one."""
        self._drafts.append(ParagraphDraft(kind, is_main))

    @property
    def draft(self) -> ParagraphDraft | None:
        """The paragraph at hand."""
        return self._drafts[-1] if self._drafts else None

    def add(self, text: str, *, is_bold: bool = False) -> None:
        """Letters of the paragraph at hand."""
        if not self._drafts:
            return
        self.room.take_letters(len(text))
        draft = self._drafts[-1]
        draft.pieces.append(text)
        if is_bold:
            draft.bold += len(text)
        if self._link is not None:
            draft.linked += len(text)
            self._link[1].append(text)

    def end(self) -> None:
        """The paragraph ends."""
        if not self._drafts:
            return
        draft = self._drafts.pop()
        if (paragraph := _paragraph(draft)) is not None:
            self._sinks[-1].append(paragraph)
            self._note_title(paragraph, is_title=draft.is_title)

    def _note_title(self, paragraph: Paragraph, *, is_title: bool) -> None:
        """Remember the first text that is set as a title, else the first heading."""
        if paragraph.kind is not ParagraphKind.HEADING or self._has_title or not paragraph.is_main:
            return
        if is_title or not self.title:
            self.title, self._has_title = paragraph.text.replace("\n", " "), is_title

    def put(self, text: str, kind: ParagraphKind | None, *, is_main: bool = True) -> None:
        """A whole paragraph; a heading of this kind, as the name of a sheet, is no title."""
        self.room.take_letters(len(text))
        if (paragraph := _paragraph(ParagraphDraft(kind, is_main, [text]))) is not None:
            self._sinks[-1].append(paragraph)

    def put_all(self, paragraphs: Iterable[Paragraph]) -> None:
        """Paragraphs that are known already."""
        for paragraph in paragraphs:
            self.room.take_letters(len(paragraph.text))
            self._sinks[-1].append(paragraph)

    # -- notes ------------------------------------------------------------------------------------

    def begin_note(self) -> None:
        """What comes stands at the end of the text."""
        self._sinks.append([])

    def end_note(self) -> None:
        """The text goes on."""
        if len(self._sinks) > 1:
            self._notes += self._sinks.pop()

    # -- tables -----------------------------------------------------------------------------------

    def begin_table(self, *, is_sheet: bool = False) -> None:
        """A table begins, perhaps in another one; all rows of a sheet are data."""
        self._tables.append(_TableDraft(is_sheet=is_sheet))

    @property
    def in_table(self) -> bool:
        """Whether a table is open."""
        return bool(self._tables)

    def begin_row(self) -> None:
        """A row begins."""
        if self._tables:
            self._tables[-1].rows.append([])

    def begin_cell(self) -> None:
        """A cell begins."""
        if self._tables:
            self._sinks.append([])

    def end_cell(self, times: int = 1) -> None:
        """The cell ends, standing there so many times."""
        if self._tables and len(self._sinks) > 1:
            cell = self._sinks.pop()
            if cell and self._tables[-1].rows:
                self._tables[-1].rows[-1] += [cell] * max(1, min(times, MOST_REPEATS))

    def end_table(self) -> None:
        """The table ends."""
        if self._tables:
            table = self._tables.pop()
            self._sinks[-1].extend(_paragraphs_of_table(table))

    # -- links ------------------------------------------------------------------------------------

    def begin_link(self, href: str) -> None:
        """What comes leads there."""
        self._link = (href, [])

    def end_link(self) -> None:
        """No longer."""
        if self._link is not None:
            href, pieces = self._link
            self._link = None
            self.add_link(href, "".join(pieces))

    def add_link(self, href: str, anchor: str = "") -> None:
        """A link; a place in the file itself is none."""
        href = href.strip()
        if href and href[0] != "#" and len(href) <= LONGEST_HREF and len(self.links) < MOST_LINKS:
            self.links.append(OfficeLink(href, tidy_line(anchor[: 2 * LONGEST_ANCHOR])))

    # -- the end ----------------------------------------------------------------------------------

    def finish(self) -> list[Paragraph]:
        """All paragraphs, what is still open being ended."""
        self.end_link()
        while self._drafts:
            self.end()
        while self._tables:
            if len(self._sinks) > 1:
                self.end_cell()
            self.end_table()
        while len(self._sinks) > 1:
            self.end_note()
        return list(_with_whole_code(self._sinks[0] + self._notes))


def _paragraph(draft: ParagraphDraft) -> Paragraph | None:
    written = "".join(draft.pieces)
    if draft.kind is ParagraphKind.CODE:
        code = written.translate(UNSHOWN).rstrip()
        return Paragraph(code, ParagraphKind.CODE, draft.is_main) if code.strip() else None
    text = tidy_text(written)
    if not text:
        return None
    is_bold = draft.bold >= BOLD_SHARE * len(text)
    linked = min(1.0, draft.linked / len(text))
    kind = draft.kind or kind_of_text(text, linked, is_bold=is_bold)
    return Paragraph(text, kind, draft.is_main)


def tidy_text(text: str) -> str:
    """The text with its lines, white space made single, without signs that nobody sees."""
    if "\n" not in text:
        return tidy_line(text)
    return "\n".join(line for each in text.split("\n") if (line := tidy_line(each)))


def tidy_line(text: str) -> str:
    """White space made single, without signs that nobody sees."""
    if not PLAIN_TEXT(text):
        text = text.replace("\t", " ").replace("\r", " ").translate(UNSHOWN)
    return " ".join(text.split())


def _paragraphs_of_table(table: _TableDraft) -> Iterable[Paragraph]:
    if not (table.is_sheet or _holds_data(table)):
        return (paragraph for row in table.rows for cell in row for paragraph in cell)
    return filter(None, map(_row, table.rows))


def _row(row: list[list[Paragraph]]) -> Paragraph | None:
    """A row of data; one of a single cell is what its text is."""
    if not row:
        return None
    if len(row) == 1 and len(row[0]) == 1:
        alone = row[0][0]
        is_line = alone.kind is ParagraphKind.LINE
        return alone._replace(kind=kind_of_text(alone.text)) if is_line else alone
    texts = (" ".join(each.text.replace("\n", " ") for each in cell) for cell in row)
    is_main = any(each.is_main for cell in row for each in cell)
    return Paragraph(CELL_BORDER.join(texts), ParagraphKind.TABLE, is_main)


def _holds_data(table: _TableDraft) -> bool:
    """Tell data from layout by the cells' letters."""
    if sum(len(row) > 1 for row in table.rows) < FEWEST_ROWS:
        return False
    letters = [sum(len(each.text) for each in cell) for row in table.rows for cell in row]
    return 2 * sum(count for count in letters if count > LONG_CELL) < sum(letters)


def _with_whole_code(paragraphs: Iterable[Paragraph]) -> Iterable[Paragraph]:
    """Lines of a program that follow each other are one paragraph."""
    for is_code, group in groupby(paragraphs, lambda each: each.kind is ParagraphKind.CODE):
        if is_code:
            lines = list(group)
            text = "\n".join(line.text for line in lines)
            yield Paragraph(text, ParagraphKind.CODE, lines[0].is_main)
        else:
            yield from group
